"""Processes in which bots think, apart from the server's own.

A bot that crashes or thinks for too long costs its process, which is killed and replaced; nobody
else notices. A worker is given everything with each question and keeps nothing.
"""

import asyncio
import multiprocessing
import os
import random
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias

from outrider.bots.protocol import BotFailed
from outrider.core.patience import hearing

GRACE = 0.5
"""Seconds a bot gets beyond its own time before its process is killed."""
START = 240.0
"""Seconds a fresh process may take to be ready, or a kernel to be compiled."""
ADVISER = "captain"
"""The bot that gives hints."""
THINKING = 0.6
"""The share of its time in which a hint is thought about; what has begun takes a little longer."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked: the state as JSON, whose choice it is, and for how long it may think."""

    game: str
    state: dict[str, Any]
    seat: str
    level: str
    seconds: float
    seed: str


@dataclass(frozen=True, slots=True)
class Study:
    """A whole game to be looked at again, as the text of its record."""

    record: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Advice:
    """What would be good in a position."""

    game: str
    state: dict[str, Any]
    seat: str
    level: str
    seconds: float


Asked: TypeAlias = Question | Study | Advice


def prepared(question: Asked) -> Callable[[], dict[str, Any]]:
    """Whatever has to be there before the time begins to count: modules, the game, the choices.
    What is given back does the work, as JSON. Runs in a worker."""
    if isinstance(question, Study):
        return studied(question)
    return advised(question) if isinstance(question, Advice) else choosing(question)


def studied(study: Study) -> Callable[[], dict[str, Any]]:
    from outrider.bots.analysis import Analyst, review
    from outrider.core.record import record_from_text
    from outrider.games import game as game_by_id

    record = record_from_text(study.record)
    game = game_by_id(record.header.game)
    Analyst(game)  # compiles what judging needs
    return lambda: review(game, record).to_json()


def advised(advice: Advice) -> Callable[[], dict[str, Any]]:
    from outrider.bots.analysis import Analyst
    from outrider.games import game as game_by_id

    game = game_by_id(advice.game)
    state = game.load(advice.state)
    analyst = Analyst(game)  # compiles what judging needs

    def think() -> dict[str, Any]:
        best = analyst.best(state, advice.seat, 3, advice.level, THINKING * advice.seconds)
        said = [
            {"action": action.to_json(), "text": game.write_action(action), "value": round(v, 4)}
            for action, v in best
        ]
        # The chance is that after what is advised: one figure never contradicts the other.
        return {"chance": said[0]["value"], "best": said}

    return think


def choosing(question: Question) -> Callable[[], dict[str, Any]]:
    from outrider.bots import Clock, bot_of
    from outrider.games import game as game_by_id

    game = game_by_id(question.game)
    state = game.load(question.state)
    bot = bot_of(game, question.level)  # compiles what it needs, which takes no bot's time
    choices = game.choices(state, question.seat)
    source = random.Random(question.seed)
    view = game.view(state, question.seat)
    return lambda: bot.choose(view, choices, Clock(question.seconds), source).to_json()


def work(pipe: Connection) -> None:
    """The life of a worker: questions in, answers out, until the pipe is closed."""
    os.setpgid(0, 0)  # Control-C at the terminal is for the server, which then ends us
    pipe.send("ready")
    while True:
        try:
            question = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            with hearing(lambda: pipe.send(("compiling", None))):
                choose = prepared(question)
            pipe.send(("thinking", None))
            pipe.send(("ok", choose()))
        except Exception as error:
            pipe.send(("failed", f"{type(error).__name__}"))


class Worker:
    """One process and our end of its pipe."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=work, args=(theirs,), daemon=True, name="outrider-bot"
        )
        self.process.start()
        theirs.close()
        self.ready = False

    def ask(self, question: Asked, compiling: Callable[[], None]) -> dict[str, Any]:
        """Blocks until the answer is there, or raises BotFailed; then the process may be dead."""
        try:
            if not self.ready:
                self._wait(START, "did not start")
                self.ready = True
            self.pipe.send(question)
            kind, said = self._wait(START, "did not start")
            while kind == "compiling":
                compiling()
                kind, said = self._wait(START, "did not start")
            if kind == "thinking":
                kind, said = self._wait(question.seconds + GRACE, "thought for too long")
        except (EOFError, OSError):
            self.kill()
            raise BotFailed("the bot crashed") from None
        except BotFailed:
            raise
        except Exception:
            self.kill()
            raise BotFailed("the bot answered nonsense") from None
        if kind == "failed":
            raise BotFailed(f"the bot failed ({said})")
        if kind != "ok" or not isinstance(said, dict):
            raise BotFailed("the bot answered nonsense")
        return said

    def _wait(self, seconds: float, otherwise: str) -> Any:
        if not self.pipe.poll(seconds):
            self.kill()
            raise BotFailed(f"the bot {otherwise}")
        return self.pipe.recv()

    @property
    def alive(self) -> bool:
        return not self.pipe.closed and self.process.is_alive()

    def kill(self) -> None:
        if self.process.is_alive():
            self.process.kill()
        self.process.join(5)
        self.pipe.close()


class Workers:
    """Some workers, started when they are first needed."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._idle: deque[Worker] = deque()
        self._free = asyncio.Semaphore(count)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="outrider-bots")
        self._closed = False

    async def choose(
        self, question: Asked, compiling: Callable[[], None] = lambda: None
    ) -> dict[str, Any]:
        """A bot's action as JSON. Raises BotFailed. Meanwhile it is called whenever something has
        to be compiled first."""
        async with self._free:
            if self._closed:
                raise BotFailed("the server is closing")
            loop = asyncio.get_running_loop()

            def tell() -> None:
                loop.call_soon_threadsafe(compiling)

            return await loop.run_in_executor(self._threads, self._ask, question, tell)

    def _ask(self, question: Asked, compiling: Callable[[], None]) -> dict[str, Any]:
        try:
            worker = self._idle.popleft()
        except IndexError:
            worker = Worker()
        if not worker.alive:
            worker.kill()
            worker = Worker()
        try:
            return worker.ask(question, compiling)
        finally:
            if worker.alive and not self._closed:
                self._idle.append(worker)
            else:
                worker.kill()

    def close(self) -> None:
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        while self._idle:
            self._idle.popleft().kill()
