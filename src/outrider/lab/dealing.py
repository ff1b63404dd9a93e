"""A fair fight dealt by lot: fights are drawn one after the other and played by bots, and the first
is kept of which the lab says that it is fair.

What is said of a fight depends on the seed and its number alone: it is looked at after so many
games, however many workers there are and whenever they stop in between. So the same seed deals the
same fight.
"""

import math
import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from outrider.contests.crew import Crew
from outrider.core.refusal import Refusal, unknown
from outrider.core.setting import Measured, Share
from outrider.games import game as game_by_id
from outrider.lab.intervals import Interval, interval
from outrider.lab.plan import Plan, cells_of
from outrider.lab.playing import Block, play_block
from outrider.lab.tally import Tally
from outrider.lab.toml import plan_from_json

LEVEL = "soldier"
FAIR = 0.45, 0.55
"""What the score of the first side has to be between, all of its interval."""
DRAWN = 1 / 3
"""What no more of the games may be drawn, all of the interval again."""
MOST_GAMES = 3000
PLANNED = 1200
"""Games at which intervals are narrowest: about as many as a fair fight takes."""
STEP, LONGEST_STEP = 16, 128
HOPE, OFF = 0.7, 0.02
"""A fight is given up when it lies so many standard deviations of a mean, one being at most half
the root of the games, and so much farther from even: those would hardly come to be fair."""
MOST_TRIED = 400
AHEAD = 2

OPEN, KEPT, DROPPED = "open", "kept", "dropped"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be dealt: for which game, by which seed, with how many pieces a side."""

    game: str
    seed: int
    pieces: int

    def check(self) -> "Wish":
        """Refuse what cannot be dealt."""
        deals = game_by_id(self.game).deals
        if deals is None:
            raise unknown(f"no fights are dealt for {self.game}")
        deals.check(self.seed, self.pieces)
        return self

    @property
    def kind(self) -> str:
        deals = game_by_id(self.game).deals
        assert deals is not None
        return deals.kind

    def fight(self, number: int) -> Any:
        return game_by_id(self.game).deal(self.seed, number, self.pieces)

    def plan(self, value: Any, seed: int = 1) -> Plan:
        """How a fight is measured."""
        return plan_from_json(
            {
                "game": self.game,
                self.kind: value,
                "bots": [LEVEL],
                "games": MOST_GAMES,
                "seed": seed,
                "records": "none",
            }
        )


class Trial:
    """One fight that is being measured, look by look."""

    def __init__(self, wish: Wish, number: int, kept: dict[str, Any] | None = None) -> None:
        self.number = number
        self.value = wish.fight(number)
        self._plan = wish.plan(self.value)
        (cell,) = cells_of(self._plan)
        self.tally = Tally(cell, PLANNED, **(kept or {}))
        self.verdict = OPEN

    def look(self) -> str:
        """Play as many games more as belong to the next look, and say what is known then."""
        begin = len(self.tally.units)
        step = min(max(STEP, begin // 4 // STEP * STEP), LONGEST_STEP)
        end = min(MOST_GAMES, begin + step)
        self.tally.add(play_block(self._plan, Block(0, begin, end)).games)
        self.verdict = verdict_of(self.tally)
        return self.verdict

    def state(self) -> dict[str, Any]:
        """What has to be known to go on with it."""
        return self.tally.kept()


def verdict_of(tally: Tally) -> str:
    score, drawn = tally.interval, tally.draw_rate
    if score.within(*FAIR) and drawn.high < DRAWN:
        return KEPT
    slack = HOPE / math.sqrt(tally.games)
    hopeless = abs(score.mean - tally.par) > OFF + slack or drawn.mean > DRAWN + slack
    spent = tally.games >= MOST_GAMES
    return DROPPED if hopeless or spent else OPEN


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of one fight."""

    number: int
    value: Any
    """The fight itself, if it is kept."""
    games: int
    measured: Measured


def judged(trial: Trial) -> Judged:
    tally = trial.tally
    value = trial.value if trial.verdict == KEPT else None
    return Judged(trial.number, value, tally.games, measured(tally))


def judge(wish: Wish, number: int) -> Judged:
    """Measure a fight until it is known whether it is kept. Runs wherever it is asked for."""
    trial = Trial(wish, number)
    while trial.look() == OPEN:
        pass
    return judged(trial)


def measured(tally: Tally) -> Measured:
    """How its games ended, as settings tell it."""
    games = tally.games
    won = {
        seat: _share(interval({1.0: times, 0.0: games - times}, PLANNED))
        for seat, times in (
            (seat, tally.by_seat[at][1.0]) for at, seat in enumerate(tally.cell.seats)
        )
    }
    return Measured(LEVEL, games, won, _share(tally.draw_rate))


def _share(found: Interval) -> Share:
    return Share(round(found.mean, 4), round(found.low, 4), round(found.high, 4))


# -- dealing -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealing:
    """How far it is: so many fights were tried, in so many games; the fight, once there is one."""

    tried: int
    games: int
    kept: Judged | None = None


def deal(wish: Wish, workers: int | None = None) -> Iterator[Dealing]:
    """Deal a fair fight, and tell after every fight that was tried how it stands."""
    wish.check()
    count = workers or os.cpu_count() or 1
    tried = games = 0
    for found in _here(wish) if count == 1 else _together(wish, count):
        tried, games = tried + 1, games + found.games
        kept = found if found.value is not None else None
        yield Dealing(tried, games, kept)
        if kept is not None:
            return
    raise none(wish)


def none(wish: Wish) -> Refusal:
    return unknown(
        f"none of the first {MOST_TRIED} fights of seed {wish.seed} is fair: try another"
    )


def _here(wish: Wish) -> Iterator[Judged]:
    for number in range(MOST_TRIED):
        yield judge(wish, number)


def _together(wish: Wish, count: int) -> Iterator[Judged]:
    """In their order, some ahead: who is faster makes no difference."""
    with Crew(count) as crew:
        running: deque[Future[Judged]] = deque()
        try:
            for number in range(MOST_TRIED + count + AHEAD):
                if number < MOST_TRIED:
                    running.append(crew.submit(judge, wish, number))
                if len(running) >= count + AHEAD or number >= MOST_TRIED:
                    if not running:
                        return
                    yield running.popleft().result()
        finally:
            if running:
                crew.stop()  # nobody asks any more for what is ahead
