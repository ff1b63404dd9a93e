"""What somebody has made, played by bots in the lab until it is known whom it favours.

It runs in a process of its own that gives way to all others, a few seconds at a time for as long as
somebody waits for it, and an address pays for it as for reviews and hints. What has been found so
far is told as it goes.
"""

import time
from collections import Counter, OrderedDict
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from statistics import quantiles
from typing import TYPE_CHECKING, Any, TypeAlias

from outrider.bots.protocol import BotFailed
from outrider.core.refusal import unknown
from outrider.core.wire import dumps
from outrider.server.errors import TooMany

if TYPE_CHECKING:
    from outrider.server.dealing import Deal
    from outrider.server.studies import Job, Studies
    from outrider.server.thinking import Told, Work

LEVEL = "soldier"
SLICE = 2.0
"""Seconds of it at a time: what nobody asks for any more is not played on, and others get their
turn."""
SECONDS = 90.0
"""Of all of it."""
LEFT = 4.0
"""Seconds after which nobody is taken to wait for it."""
MOST_GAMES = 4000
SHARP = "2%"
"""Half the width of an interval at which nobody needs to know more."""
AT_A_TIME = 8
MOST_WAYS = 2
MOST_KEPT = 64
MOST_EACH = 8
"""That one address has under way at a time."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A table or a scenario, by its name in the terms, to be played and counted for a while, on
    from what was `kept` of it the last time."""

    game: str
    kind: str
    value: Any
    kept: dict[str, Any] | None = None
    seconds: float = SLICE
    level: str = "study"

    @property
    def key(self) -> list[Any]:
        """What is the same wherever it is asked for."""
        return [self.game, self.kind, self.value]


@dataclass
class Count:
    """What is told besides the score: how long games were, and how they ended."""

    lengths: list[int] = field(default_factory=list)
    ways: Counter[tuple[str, str]] = field(default_factory=Counter)
    turns: bool = True

    def add(self, games: Any) -> None:
        for game in games:
            self.turns = self.turns and game.turns is not None
            self.lengths.append(game.turns if game.turns is not None else game.actions)
            who = game.winners[0] if len(game.winners) == 1 else ""
            self.ways[who, game.reason.partition(" [")[0]] += 1

    def length(self) -> dict[str, Any]:
        some = self.lengths if len(self.lengths) > 1 else self.lengths * 2
        low, middle, high = (round(each) for each in quantiles(some, n=4, method="inclusive"))
        unit = "turns" if self.turns else "choices"
        return {"low": low, "middle": middle, "high": high, "unit": unit}

    def told(self) -> list[dict[str, Any]]:
        return [
            {"seat": seat or None, "reason": reason, "games": games}
            for (seat, reason), games in self.ways.most_common(MOST_WAYS)
        ]


def measured(asked: Measure, told: "Told") -> "Work":
    """The work of a worker: looks at it as it goes, and stops when it is sharp, or out of time."""
    from outrider.bots import bot_of
    from outrider.games import game as game_by_id
    from outrider.lab.toml import plan_from_json

    game = game_by_id(asked.game)
    game.warm()
    bot_of(game, LEVEL)  # compiles what it needs, which takes nothing of the time for playing
    plan = plan_from_json(
        {
            "game": asked.game,
            asked.kind: asked.value,
            "bots": [LEVEL],
            "games": MOST_GAMES,
            "until": SHARP,
            "records": "none",
        }
    )
    return lambda: played_on(asked, plan, told)


def played_on(asked: Measure, plan: Any, told: "Told") -> dict[str, Any]:
    """So many seconds of it: what is found, whether that is all, what to go on from, and how long
    it took without what had to be got ready before."""
    from outrider.lab.plan import cells_of
    from outrider.lab.playing import Block, play_block
    from outrider.lab.running import is_enough, looks, planned
    from outrider.lab.tally import Tally

    (cell,) = cells_of(plan)
    kept = asked.kept or {}
    tally = Tally(cell, planned(plan, cell), **kept.get("tally", {}))
    count = Count(**kept.get("count", {}))
    seen: list[dict[str, Any]] = list(kept.get("seen", []))
    begun = time.monotonic()
    until = begun + asked.seconds
    begin, found = len(tally.units), kept.get("found")
    over = begin >= plan.units(cell)
    for end in looks(plan.units(cell)):
        while begin < end and time.monotonic() < until:
            stop = min(end, begin + AT_A_TIME)
            games = play_block(plan, Block(cell.number, begin, stop)).games
            tally.add(games)
            count.add(games)
            begin = stop
        if begin < end:
            break
        if end <= (seen[-1]["units"] if seen else 0):
            continue
        found = told_of(tally, count, seen, cell.seats)
        told("part", found)
        over = is_enough(plan, tally) or begin >= plan.units(cell)
        if over:
            break
    state = {"tally": tally.kept(), "count": asdict(count), "seen": seen, "found": found}
    spent = time.monotonic() - begun
    return {"found": found, "over": over, "kept": state, "spent": spent}


def told_of(
    tally: Any, count: Count, seen: list[dict[str, Any]], seats: tuple[str, ...]
) -> dict[str, Any]:
    """How it stands, as JSON."""
    score, drawn = _said(tally.interval), _said(tally.draw_rate)
    seen.append({"games": tally.games, "units": len(tally.units), **score})
    return {
        "games": tally.games,
        "level": LEVEL,
        "first": seats[0],
        "second": seats[1],
        "score": score,
        "drawn": drawn,
        "length": count.length(),
        "ways": count.told(),
        "looks": list(seen),
        "more": _more(tally),
    }


def _said(interval: Any) -> dict[str, float]:
    return {name: round(getattr(interval, name), 4) for name in ("mean", "low", "high")}


def _more(tally: Any) -> int | None:
    """About how many more games would tell whether it is fair: as many as make the interval half
    as narrow as the mean is far from even, or as the fair band is wide."""
    from outrider.lab.intervals import counted, spread_of, units_for
    from outrider.lab.running import BAND

    found = tally.interval
    if found.excludes(tally.par) or found.within(tally.par - BAND, tally.par + BAND):
        return None
    off = abs(found.mean - tally.par)
    near = max(abs(BAND - off), off, 0.01)
    need = units_for(near, max(0.05, spread_of(counted(tally.units))))
    games: int = need * len(tally.cell.turns) - tally.games
    return max(50, round(games, -2 if games > 400 else -1))


Sliced: TypeAlias = "Measure | Deal"
"""What is worked on a slice at a time."""


@dataclass(eq=False)
class Course:
    """One thing that is being measured, or was."""

    asked: Sliced
    kept: dict[str, Any] | None = None
    found: dict[str, Any] | None = None
    done: bool = False
    failed: str | None = None
    spent: float = 0.0
    """Seconds of playing."""
    wanted: float = 0.0
    """When somebody last asked how far it is."""
    job: "Job | None" = None

    @property
    def latest(self) -> dict[str, Any] | None:
        """What is known by now."""
        return (self.job.part if self.job is not None else None) or self.found


class Measures:
    """What is being measured or was lately, by what it is of."""

    def __init__(self, studies: "Studies") -> None:
        self._studies = studies
        self._courses: OrderedDict[str, Course] = OrderedDict()

    def expect(self, game: str) -> None:
        """Somebody makes something for a game: whoever would measure it may as well be there."""
        if self._studies.workers.is_ready(game, LEVEL):
            return

        async def ready() -> None:
            with suppress(BotFailed):
                await self._studies.workers.get_ready(game, LEVEL, lambda kind, said: None)

        self._studies.spawn(ready())

    def of(self, asked: Sliced, address: str) -> Course:
        """The measuring of something: as it stands, or begun or gone on with for this address.
        Raises TooMany."""
        key = sha256(dumps(asked.key).encode()).hexdigest()
        course = self._courses.get(key) or Course(asked)
        course.wanted = time.monotonic()
        if course.job is None and not course.done and course.failed is None:
            jobs = [each.job for each in self._courses.values() if each.job is not None]
            if sum(job.address == address for job in jobs) >= MOST_EACH:
                raise TooMany(SLICE, "you have much measured at once")
            self._go_on(course, address)
        # Not before it is let in: whoever asks for too much puts nobody else's away.
        self._courses[key] = course
        self._courses.move_to_end(key)
        self._let_go()
        return course

    def _let_go(self) -> None:
        """Forget what nobody has asked about for longest; first what nobody waits for."""
        late = time.monotonic() - LEFT
        for key in sorted(self._courses, key=lambda key: self._courses[key].wanted > late):
            if len(self._courses) <= MOST_KEPT:
                return
            del self._courses[key]

    def told(self, course: Course) -> dict[str, Any]:
        """How far it is, as JSON. That it failed is told once."""
        failed, course.failed = course.failed, None
        if failed is not None:
            raise unknown(f"it could not be measured: {failed}")
        ahead = 0 if course.job is None else self._studies.ahead(course.job)
        return {"done": course.done, "ahead": ahead, "found": course.latest}

    def _go_on(self, course: Course, address: str) -> None:
        async def made() -> Sliced:
            return replace(course.asked, kept=course.kept)

        job = self._studies.ask(address, made, SLICE, long=True)

        def after(answer: dict[str, Any] | None) -> None:
            course.job = None
            if answer is None:
                course.failed = job.failed
                return
            course.spent += answer["spent"]
            course.found, course.kept = answer["found"], answer["kept"]
            course.done = answer["over"] or course.spent > SECONDS
            if course.done or self._studies.is_waited_for:
                return  # whoever still wants it asks again, and waits in turn
            if time.monotonic() < course.wanted + LEFT:
                with suppress(TooMany):  # then it goes on when somebody asks
                    self._go_on(course, address)

        course.job, job.after = job, after
