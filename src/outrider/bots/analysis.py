"""Who will win, what would be best, and what a game was decided by.

A game's bots may bring a module `analysis` with

    evaluate(game, state, seat) -> float                       the seat's winning chance, 0 to 1
    ranked(game, state, seat, level, clock, source) -> [(action, value)]      the best first

Where there is none, positions are played on at random. A draw counts half.
"""

import importlib
import importlib.util
import itertools
import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, cast

from outrider.bots.levels import bot_of, family
from outrider.bots.protocol import Clock
from outrider.core.choices import Choices
from outrider.core.course import replay
from outrider.core.game import FACES, Game
from outrider.core.pending import Decide, Outcome, Over, Roll
from outrider.core.record import Chose, Fell, Record
from outrider.core.wire import Action

CHAINS = 48
"""How often dice are let fall to see what they are worth, where they cannot all be counted."""
FEW_WAYS = 36
STEPS = 60
"""Choices after which a playout is judged where it stands."""
PLAYOUTS = 24
WIDE = 1.96
"""Standard errors on either side of a mean that leave five in a hundred out."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A winning chance, and between which bounds it lies, nineteen times of twenty."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Swing:
    """How a line of a record changed the chances: by what was `decided`, or by the dice."""

    n: int
    seat: str | None
    kind: str
    by: Mapping[str, float]
    text: str


@dataclass(frozen=True, slots=True)
class Review:
    """A game line by line. `chances` are after each line, the beginning first; `moments` are the
    lines that mattered most; `luck` and `skill` add up what dice and decisions gave each seat."""

    seats: tuple[str, ...]
    chances: tuple[Mapping[str, float], ...]
    swings: tuple[Swing, ...]
    moments: tuple[int, ...]
    luck: Mapping[str, float] = field(default_factory=dict)
    skill: Mapping[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "seats": list(self.seats),
            "chances": [_rounded(each) for each in self.chances],
            "swings": [
                {"n": s.n, "seat": s.seat, "kind": s.kind, "by": _rounded(s.by), "text": s.text}
                for s in self.swings
            ],
            "moments": list(self.moments),
            "luck": _rounded(self.luck),
            "skill": _rounded(self.skill),
        }


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    return {seat: round(value, 4) for seat, value in values.items()}


@lru_cache(maxsize=32)
def hook(game: Game[Any, Any], name: str) -> Callable[..., Any] | None:
    """What a game's own analysis brings, if it has any."""
    folder = family(game)
    if folder is None or importlib.util.find_spec(f"{folder}.analysis") is None:
        return None
    found = getattr(importlib.import_module(f"{folder}.analysis"), name, None)
    return cast("Callable[..., Any] | None", found)


class Analyst:
    """Looks at positions of one game. The same seed sees the same."""

    def __init__(self, game: Game[Any, Any], seed: int = 1) -> None:
        self._game = game
        self._seed = seed

    # -- chances -----------------------------------------------------------------------------------

    def chances(self, state: Any) -> dict[str, float]:
        """Everybody's winning chance, dice to come taken as they may fall."""
        pending = self._game.pending(state)
        if isinstance(pending, Over):
            return shares(pending.outcome, self._game.seats_of(state))
        if isinstance(pending, Roll):
            return self._over_dice(state, pending)
        return self._judged(state)

    def _judged(self, state: Any) -> dict[str, float]:
        evaluate = hook(self._game, "evaluate")
        seats = self._game.seats_of(state)
        if evaluate is None:
            return self._played_on(state, PLAYOUTS, None)[0]
        found = {seat: max(0.0, float(evaluate(self._game, state, seat))) for seat in seats}
        whole = sum(found.values()) or 1.0
        return {seat: value / whole for seat, value in found.items()}

    def _over_dice(self, state: Any, roll: Roll) -> dict[str, float]:
        """The mean over what the dice may show: over all of it, or over a sample."""
        source = random.Random(self._seed)
        if FACES**roll.dice <= FEW_WAYS:
            # Dice that follow these are sampled: tied ones may be rolled again without end.
            ways = itertools.product(range(1, FACES + 1), repeat=roll.dice)
            after = [self._fallen(self._game.roll(state, faces).state, source) for faces in ways]
            return mean([self._judged_or_over(each) for each in after])
        return mean([self._judged_or_over(self._fallen(state, source)) for _ in range(CHAINS)])

    def _judged_or_over(self, state: Any) -> dict[str, float]:
        pending = self._game.pending(state)
        if isinstance(pending, Over):
            return shares(pending.outcome, self._game.seats_of(state))
        return self._judged(state)

    def _fallen(self, state: Any, source: random.Random) -> Any:
        """The state when all dice that have to fall have fallen."""
        pending = self._game.pending(state)
        while isinstance(pending, Roll):
            faces = [1 + int(FACES * source.random()) for _ in range(pending.dice)]
            state = self._game.roll(state, faces).state
            pending = self._game.pending(state)
        return state

    # -- playing on --------------------------------------------------------------------------------

    def estimates(
        self, state: Any, playouts: int = PLAYOUTS, level: str = "recruit", seconds: float = 20.0
    ) -> dict[str, Estimate]:
        """Winning chances with their bounds, from playing on with bots of a level."""
        clock = Clock(seconds)
        means, errors = self._played_on(state, playouts, level, clock)
        return {
            seat: Estimate(
                value,
                max(0.0, value - WIDE * errors[seat]),
                min(1.0, value + WIDE * errors[seat]),
            )
            for seat, value in means.items()
        }

    def _played_on(
        self, state: Any, playouts: int, level: str | None, clock: Clock | None = None
    ) -> tuple[dict[str, float], dict[str, float]]:
        """Means and standard errors over playouts."""
        found: list[dict[str, float]] = []
        for number in range(playouts):
            if clock is not None and clock.is_over() and len(found) > 1:
                break
            found.append(self._playout(state, random.Random(f"{self._seed}|{number}"), level))
        means = mean(found)
        errors = {
            seat: math.sqrt(
                (sum((each[seat] - value) ** 2 for each in found) + value * (1 - value))
                / max(1, len(found) - 1)
                / len(found)
            )
            for seat, value in means.items()
        }
        return means, errors

    def _playout(self, state: Any, source: random.Random, level: str | None) -> dict[str, float]:
        game = self._game
        bot = None if level is None else bot_of(game, level)
        for _ in range(STEPS if bot is not None else 20 * STEPS):
            state = self._fallen(state, source)
            pending = game.pending(state)
            if isinstance(pending, Over):
                return shares(pending.outcome, game.seats_of(state))
            assert isinstance(pending, Decide)
            seat = pending.seats[int(source.random() * len(pending.seats))]
            choices: Choices[Any] = game.choices(state, seat)
            if bot is None:
                action = choices.sample(source)
            else:
                action = bot.choose(game.view(state, seat), choices, Clock(0.1), source)
            state = game.apply(state, seat, action).state
        state = self._fallen(state, source)
        if bot is None:
            return even(game.seats_of(state))
        return self._judged_or_over(state)

    # -- what to do --------------------------------------------------------------------------------

    def best(
        self, state: Any, seat: str, most: int = 5, level: str = "captain", seconds: float = 3.0
    ) -> list[tuple[Action, float]]:
        """The best actions with what each is worth to the seat, the best first."""
        ranked = hook(self._game, "ranked")
        if ranked is not None:
            source = random.Random(self._seed)
            found = ranked(self._game, state, seat, level, Clock(seconds), source)
            return list(found)[:most]
        clock = Clock(seconds)
        valued = []
        for action in self._game.choices(state, seat):
            after = self._game.apply(state, seat, action).state
            valued.append((action, self.chances(after)[seat]))
            if clock.is_over():
                break
        return sorted(valued, key=lambda each: -each[1])[:most]


def shares(outcome: Outcome, seats: Sequence[str]) -> dict[str, float]:
    """A result as chances: the winners share it, a draw is everybody's."""
    if not outcome.winners:
        return even(seats)
    part = 1 / len(outcome.winners)
    return {seat: part if seat in outcome.winners else 0.0 for seat in seats}


def even(seats: Sequence[str]) -> dict[str, float]:
    return dict.fromkeys(seats, 1 / len(seats))


def mean(found: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {seat: sum(each[seat] for each in found) / len(found) for seat in found[0]}


# -- a whole game ----------------------------------------------------------------------------------


def review(
    game: Game[Any, Any],
    record: Record,
    told: Callable[[int, int], None] = lambda done, of: None,
    seed: int = 1,
) -> Review:
    """Every swing of a game, split into what was decided and what the dice did.

    The chances before a roll are those over all it may show; so what the roll changes is luck, and
    what a choice changed before it was skill, or the want of it.
    """
    analyst = Analyst(game, seed)
    seats = record.header.seats
    chances: list[dict[str, float]] = []
    swings: list[Swing] = []
    for moment in replay(game, record):
        now = analyst.chances(moment.state)
        if moment.conduct.outcome is not None:
            now = shares(moment.conduct.outcome, seats)
        line = moment.line
        if line is not None:
            by = {seat: now[seat] - chances[-1][seat] for seat in seats}
            kind = (
                "dice"
                if isinstance(line, Fell)
                else "decided"
                if isinstance(line, Chose)
                else "match"
            )
            text = " ".join(str(event) for event in moment.events if event.event != "rolled")
            swings.append(Swing(line.n, line.seat, kind, by, text[:300]))
        chances.append(now)
        told(len(chances), len(record.lines) + 1)
    weight = {swing.n: max(map(abs, swing.by.values())) for swing in swings}
    moments = sorted(sorted(weight, key=lambda n: -weight[n])[:3])
    return Review(
        seats,
        tuple(chances),
        tuple(swings),
        tuple(moments),
        _added(swings, seats, "dice"),
        _added(swings, seats, "decided"),
    )


def _added(swings: Sequence[Swing], seats: Sequence[str], kind: str) -> dict[str, float]:
    """What all swings of a kind gave each seat; of decisions only its own."""
    return {
        seat: sum(
            swing.by[seat]
            for swing in swings
            if swing.kind == kind and (kind == "dice" or swing.seat == seat)
        )
        for seat in seats
    }
