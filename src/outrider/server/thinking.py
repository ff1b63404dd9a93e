"""What runs in a worker's process: questions in, answers out, signs of life in between.

While it is busy a thread of its own says every half second that the process is there, and how much
of the processor it has had. A process that was stopped says nothing; one on a busy machine does, if
late; one that hangs has had nothing, and one caught in a loop has had too much.
"""

import os
import random
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

from outrider.core.patience import hearing, hurry
from outrider.server.dealing import Deal, dealt
from outrider.server.measuring import Measure, measured

BEAT = 0.5
"""Seconds between two signs of life."""
TELLING = 0.25
"""Seconds between two words about how far something is."""
ROUGHLY = 0.6
"""The share of its time in which a hint is thought about where nothing is compiled yet: it is a
rough one then, and says so."""
ADVISER = "captain"
"""The bot that gives hints."""
STUDYING = "study"
"""What a worker gets ready for that looks at games instead of playing them."""

Told: TypeAlias = Callable[[str, Any], None]
"""Hears what happens before the answer: `compiling`, `progress` with the share that is done, or a
`part` that is known already."""


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

    game: str
    record: str
    seconds: float
    level: str = STUDYING


@dataclass(frozen=True, slots=True)
class Advice:
    """What would be good in a position. How much of it is looked at is a count and no time, so the
    same position gets the same advice; the `seconds` are what it is taken to cost. As
    long as nothing is compiled it goes by time, and is `rough`."""

    game: str
    state: dict[str, Any]
    seat: str
    level: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Judge:
    """What a position is worth to everybody, and what would be good there: counted in the same
    way. The state is somebody's own, in JSON or in a line of text."""

    game: str
    state: dict[str, Any] | str
    seconds: float
    level: str = ADVISER


@dataclass(frozen=True, slots=True)
class Readiness:
    """Nothing yet: a bot will be asked soon, and shall be there then."""

    game: str
    level: str
    seconds: float = 1.0


Asked: TypeAlias = Question | Study | Measure | Deal | Advice | Judge | Readiness
Work: TypeAlias = Callable[[], dict[str, Any]]


def prepared(question: Asked, told: Told = lambda kind, said: None) -> Work:
    """Whatever has to be there before the time begins to count: modules, the game, the choices.
    What is given back does the work, as JSON. Runs in a worker."""
    if isinstance(question, Study):
        return studied(question, told)
    if isinstance(question, Measure):
        return measured(question, told)
    if isinstance(question, Deal):
        return dealt(question, told)
    if isinstance(question, Advice):
        return advised(question)
    if isinstance(question, Judge):
        return judged(question)
    return choosing(question) if isinstance(question, Question) else standing_by(question)


def studied(study: Study, told: Told) -> Work:
    from outrider.analysis import Analyst, Review, review
    from outrider.core.record import record_from_text
    from outrider.games import game as game_by_id

    record = record_from_text(study.record)
    game = game_by_id(record.header.game)
    Analyst(game)  # compiles what judging needs
    last = 0.0

    def progress(done: int, of: int) -> None:
        nonlocal last
        if time.monotonic() > last + TELLING:
            last = time.monotonic()
            told("progress", round(done / max(1, of), 3))

    def known(so_far: Review) -> None:
        told("part", so_far.to_json())

    return lambda: review(game, record, progress, seconds=study.seconds, known=known).to_json()


def advised(advice: Advice) -> Work:
    from outrider.analysis import Analyst
    from outrider.games import game as game_by_id

    game = game_by_id(advice.game)
    state = game.load(advice.state)
    analyst = Analyst(game)  # compiles what judging needs

    def think() -> dict[str, Any]:
        rough = analyst.is_slow
        enough = ROUGHLY * advice.seconds if rough else None
        best = analyst.best(state, advice.seat, 3, advice.level, enough)
        said = [
            {"action": action.to_json(), "text": game.write_action(action), "value": round(v, 4)}
            for action, v in best
        ]
        # The chance is that after what is advised: one figure never contradicts the other.
        return {"chance": said[0]["value"], "best": said, "rough": rough}

    return think


def judged(asked: Judge) -> Work:
    from outrider.analysis import Analyst
    from outrider.games import game as game_by_id

    game = game_by_id(asked.game)
    state = game.read(asked.state) if isinstance(asked.state, str) else game.load(asked.state)
    analyst = Analyst(game)

    def think() -> dict[str, Any]:
        rough = analyst.is_slow
        look = analyst.look(state, 5, asked.level, ROUGHLY * asked.seconds if rough else None)
        return {**look.to_json(game), "rough": rough}

    return think


def choosing(question: Question) -> Work:
    from outrider.bots import Asked, BusyClock, bot_of
    from outrider.games import game as game_by_id

    game = game_by_id(question.game)
    asked = Asked.of(game, game.load(question.state), question.seat)
    bot = bot_of(game, question.level)  # compiles what it needs, which takes no bot's time
    _ = asked.choices
    source = random.Random(question.seed)
    return lambda: bot.choose(asked, BusyClock(question.seconds), source).to_json()


def standing_by(wish: Readiness) -> Work:
    from outrider.bots import bot_of
    from outrider.games import game as game_by_id

    bot_of(game_by_id(wish.game), wish.level)
    return dict


class Mouth:
    """Says things through a pipe, from any thread."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()

    def say(self, kind: str, said: Any = None) -> None:
        with self._lock:
            self._pipe.send((kind, said))

    def beat(self, busy: threading.Event) -> None:
        """Say that this process is there, for as long as it is busy."""
        while busy.wait():
            try:
                self.say("beat", time.process_time())
            except OSError:
                os._exit(1)  # nobody is there any more who could want the answer
            time.sleep(BEAT)


def work(pipe: Connection, nice: int = 0) -> None:
    """The life of a worker: questions in, answers out, until the pipe is closed."""
    os.setpgid(0, 0)  # Control-C at the terminal is for the server, which then ends us
    end_with_the_server()
    if nice:
        os.nice(nice)
    mouth, busy = Mouth(pipe), threading.Event()
    threading.Thread(target=mouth.beat, args=(busy,), daemon=True).start()
    mouth.say("ready")
    while True:
        busy.clear()
        try:
            question = pipe.recv()
        except (EOFError, OSError):
            return
        busy.set()
        # A table does not wait for a compiler; a review that were made without it is worth little.
        hurry(not isinstance(question, Study | Measure | Deal))
        try:
            with hearing(lambda: mouth.say("compiling")):
                think = prepared(question, mouth.say)
            mouth.say("thinking")
            mouth.say("ok", think())
        except Exception as error:
            mouth.say("failed", type(error).__name__)


def end_with_the_server() -> None:
    """A process that was stopped does not see that its pipe is closed, so where the system can it
    is told to end us if the server is killed."""
    if sys.platform != "linux":
        return
    import ctypes
    import signal

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
    parent = parent_process()
    if parent is not None and os.getppid() != parent.pid:
        os._exit(1)
