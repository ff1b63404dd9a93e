"""Processes in which bots think, apart from the server's own.

A worker is given everything with each question and keeps nothing. How long it takes is no reason to
end it: on a busy machine everything takes long, and people would rather wait. It is ended when it
has died, been stopped, hangs or runs in circles, which its signs of life tell; whoever asked may
then ask another.
"""

import asyncio
import multiprocessing
import threading
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.process import BaseProcess
from typing import Any

from outrider.bots.protocol import BotFailed
from outrider.server.thinking import Asked, Readiness, Told, work

STEP = 1.0
"""Seconds between two looks at a worker that says nothing."""
STARTING = 120
"""Looks without a word after which a process that starts is given up,"""
SILENT = 6
"""and one that has started: it was stopped, or has frozen."""
IDLE = 60
"""Signs of life in a row without any use of the processor after which a bot hangs;"""
IDLE_BEFORE = 480
"""and while it gets ready, when it may have to wait for another process to compile."""
LEAST_USE = 0.05
"""Seconds of the processor that count as use. The signs of life themselves take a little."""
TOO_MUCH, BESIDES = 4.0, 5.0
"""How often a bot may use up its time on the processor, and how many seconds besides, until it is
taken to run in circles: its clock should have ended it long before."""


class Vigil:
    """Whether a worker that has not answered yet is still at work. Counts looks and signs of life
    instead of seconds: if the server itself was held up, that is not the worker's silence."""

    def __init__(self, seconds: float) -> None:
        self._most = TOO_MUCH * seconds + BESIDES
        self._thinking = False
        self._begun: float | None = None
        self._seen = 0.0
        self._idle = 0
        self._silent = 0

    def silence(self) -> None:
        self._silent += 1
        if self._silent >= SILENT:
            raise BotFailed("the bot gave no sign of life")

    def heard(self, kind: str, said: Any) -> None:
        self._silent = 0
        if kind == "thinking":
            self._thinking, self._begun, self._idle = True, None, 0
        elif kind == "beat" and isinstance(said, float):
            self._beat(said)

    def _beat(self, used: float) -> None:
        if self._begun is None:
            self._begun = self._seen = used
        if self._thinking and used - self._begun > self._most:
            raise BotFailed("the bot came to no end")
        self._idle += 1
        if used > self._seen + LEAST_USE:
            self._seen, self._idle = used, 0
        if self._idle >= (IDLE if self._thinking else IDLE_BEFORE):
            raise BotFailed("the bot stood still")


class Worker:
    """One process and our end of its pipe."""

    def __init__(self, nice: int = 0) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=work, args=(theirs, nice), daemon=True, name="outrider-bot"
        )
        self.process.start()
        theirs.close()
        self.ready = False
        self.used = time.monotonic()
        self.known: set[tuple[str, str]] = set()
        """The games and levels that it has ready."""

    def ask(self, question: Asked, told: Told) -> dict[str, Any]:
        """Blocks until the answer is there, or raises BotFailed; then the process may be dead."""
        try:
            kind, said = self._answer(question, told)
        except (EOFError, OSError):
            self.kill()
            raise BotFailed("the bot crashed") from None
        except BotFailed:
            self.kill()
            raise
        except Exception:
            self.kill()
            raise BotFailed("the bot answered nonsense") from None
        self.used = time.monotonic()
        if kind == "failed":
            raise BotFailed(f"the bot failed ({said})")
        if kind != "ok" or not isinstance(said, dict):
            raise BotFailed("the bot answered nonsense")
        self.known.add((question.game, question.level))
        return said

    def _answer(self, question: Asked, told: Told) -> tuple[str, Any]:
        self._start()
        self.pipe.send(question)
        vigil = Vigil(question.seconds)
        while True:
            while not self.pipe.poll(STEP):
                vigil.silence()
            kind, said = self.pipe.recv()
            vigil.heard(kind, said)
            if kind in ("compiling", "progress", "part"):
                told(kind, said)
            elif kind not in ("beat", "thinking", "ready"):
                return kind, said

    def _start(self) -> None:
        """Before the first question: nothing is asked of a process that is not there yet."""
        looks = 0
        while not self.ready:
            if self.pipe.poll(STEP):
                self.pipe.recv()
                self.ready = True
            elif (looks := looks + 1) >= STARTING:
                raise BotFailed("the bot did not start")

    @property
    def alive(self) -> bool:
        return not self.pipe.closed and self.process.is_alive()

    def end(self) -> None:
        """From any thread. Whoever waits for the answer hears that there will be none."""
        if self.process.is_alive():
            self.process.kill()

    def kill(self) -> None:
        self.end()
        self.process.join(5)
        self.pipe.close()


class Workers:
    """Some workers, started when they are first needed. A higher `nice` gives way to others."""

    def __init__(self, count: int, nice: int = 0) -> None:
        self._nice = nice
        self._idle: deque[Worker] = deque()
        self._all: set[Worker] = set()
        self._guard = threading.Lock()
        self._free = asyncio.Semaphore(count)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="outrider-bots")
        self._expected: set[tuple[str, str]] = set()
        self._closed = False

    async def choose(self, question: Asked, told: Told = lambda kind, said: None) -> dict[str, Any]:
        """The answer as JSON. Raises BotFailed. What happens before it is told meanwhile."""
        async with self._free:
            if self._closed:
                raise BotFailed("the server is closing")
            loop = asyncio.get_running_loop()

            def tell(kind: str, said: Any) -> None:
                loop.call_soon_threadsafe(told, kind, said)

            return await loop.run_in_executor(self._threads, self._ask, question, tell)

    def is_ready(self, game: str, level: str) -> bool:
        """Whether somebody is there who has a bot ready, or is getting it so."""
        key = game, level
        with self._guard:
            return key in self._expected or any(key in worker.known for worker in self._all)

    async def get_ready(self, game: str, level: str, told: Told) -> None:
        """Have a bot there before it is asked. Raises BotFailed."""
        if not self.is_ready(game, level):
            self._expected.add((game, level))
            try:
                await self.choose(Readiness(game, level), told)
            finally:
                self._expected.discard((game, level))

    def _ask(self, question: Asked, told: Told) -> dict[str, Any]:
        worker = self._taken((question.game, question.level))
        try:
            return worker.ask(question, told)
        finally:
            self._put_back(worker)

    def _taken(self, key: tuple[str, str]) -> Worker:
        """Whoever has the bot ready; else whoever has worked last; else somebody new."""
        while (found := self._idler(key)) is not None:
            if found.alive:
                return found
            self._drop(found)
        try:
            worker = Worker(self._nice)
        except (OSError, RuntimeError):  # no memory, no files, or too many processes
            raise BotFailed("the bot could not be started") from None
        with self._guard:
            self._all.add(worker)
            closed = self._closed
        if closed:
            self._drop(worker)
            raise BotFailed("the server is closing")
        return worker

    def _idler(self, key: tuple[str, str]) -> Worker | None:
        with self._guard:
            known = next((each for each in self._idle if key in each.known), None)
            if known is not None:
                self._idle.remove(known)
                return known
            return self._idle.pop() if self._idle else None

    def _put_back(self, worker: Worker) -> None:
        with self._guard:
            kept = worker.alive and not self._closed
            if kept:
                self._idle.append(worker)
        if not kept:
            self._drop(worker)

    def _drop(self, worker: Worker) -> None:
        with self._guard:
            self._all.discard(worker)
        worker.kill()

    def rest(self, seconds: float) -> None:
        """End those that have had nothing to do for so long: each has a hundred megabytes."""
        old = time.monotonic() - seconds
        with self._guard:
            tired = [worker for worker in self._idle if worker.used < old]
            for worker in tired:
                self._idle.remove(worker)
        for worker in tired:
            self._drop(worker)

    def pids(self) -> tuple[int, ...]:
        """The processes that there are."""
        with self._guard:
            return tuple(each.process.pid for each in self._all if each.process.pid is not None)

    def close(self) -> None:
        """End all of them at once, also those that think, or that were stopped."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._guard:
            self._closed = True
            everybody, idle = tuple(self._all), tuple(self._idle)
            self._idle.clear()
        for worker in everybody:
            worker.end()
        for worker in idle:
            self._drop(worker)
