"""Choosing among sampled candidates by playing each of them on.

A game's bots bring a `Brain`: a quick policy, candidates worth a closer look with the policy's own
choice first, and values of playing on from each. The search gives every candidate some samples, all
with the same dice, drops the worse half, and goes on with the rest. The policy's choice is left
only for one that is better by more than chance explains.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.bots.protocol import Clock, Level
from outrider.core.choices import Choices
from outrider.core.game import FACES, Game
from outrider.core.pending import Over, Roll
from outrider.core.wire import Action

Reals: TypeAlias = npt.NDArray[np.float64]

SEEDS = 1 << 30


@dataclass(frozen=True, slots=True)
class Budget:
    """How a level thinks. `noise` blurs the policy's judgement; with no `width` the policy decides
    alone. `width` is how many candidates are looked at, `samples` how often the best of them are
    played on, `doubt` by how many standard errors one has to beat the policy's choice."""

    noise: float = 0.0
    width: int = 0
    samples: int = 0
    doubt: float = 1.5


@dataclass(frozen=True, slots=True)
class Plan:
    """An action, and in what way it is gone on from there, if not in the policy's own."""

    action: Action
    way: Any = None


class Brain(Protocol):
    """What bots know about a game."""

    def seat(self, state: Any, choices: Choices[Any]) -> str:
        """Whose choices these are."""

    def plain(
        self, state: Any, seat: str, choices: Choices[Any], noise: float, source: random.Random
    ) -> Action:
        """What the policy does."""

    def candidates(
        self, state: Any, seat: str, choices: Choices[Any], width: int, source: random.Random
    ) -> list[Plan]:
        """Legal plans worth a closer look, the policy's own first. One is no choice."""

    def values(self, state: Any, seat: str, plan: Plan, seeds: Sequence[int]) -> Reals:
        """How it ends for the seat, from 0 to 1, if a plan is played on with these dice."""

    def standing(self, state: Any, seat: str, seeds: Sequence[int]) -> Reals:
        """The same for the position as it is, in which somebody has to decide."""


class Searcher:
    """A bot that looks as closely as its budget says."""

    def __init__(self, game: Game[Any, Any], level: Level, brain: Brain, budget: Budget) -> None:
        self._game = game
        self._level = level
        self._brain = brain
        self._budget = budget

    def choose(
        self, view: dict[str, Any], choices: Choices[Any], clock: Clock, source: random.Random
    ) -> Action:
        state = self._game.load(view)
        seat = self._brain.seat(state, choices)
        if not self._budget.width or clock.is_over():
            return self._brain.plain(state, seat, choices, self._budget.noise, source)
        found = weighed(self._brain, state, seat, choices, self._budget, clock, source)
        return found[0][0]


def weighed(
    brain: Brain,
    state: Any,
    seat: str,
    choices: Choices[Any],
    budget: Budget,
    clock: Clock,
    source: random.Random,
) -> list[tuple[Action, float]]:
    """Candidates with their values, the one to choose first and then the best."""
    width = budget.width if clock.seconds >= SHORT else min(budget.width, NARROW)
    plans = brain.candidates(state, seat, choices, width, source)
    seeds = spread(max(1, budget.samples), source)
    if len({plan.action for plan in plans}) == 1:
        return [(plans[0].action, float(brain.values(state, seat, plans[0], seeds[:8]).mean()))]
    known = [np.empty(0, np.float64) for _ in plans]
    left = list(range(len(plans)))
    done = 0
    for upto in stages(len(seeds), len(left)):
        for at in left:
            for begin in range(done, upto, CHUNK):
                if clock.left() <= clock.seconds * RESERVE:
                    return ordered(plans, known, budget.doubt)
                part = seeds[begin : min(begin + CHUNK, upto)]
                known[at] = np.concatenate((known[at], brain.values(state, seat, plans[at], part)))
        done = upto
        best = sorted(left, key=lambda at: -float(known[at].mean()))
        keep = max(2, (len(best) + 1) // 2)
        # The policy's own choice stays in to the end: all others are measured against it.
        left = sorted({0, *best[:keep]})
    return ordered(plans, known, budget.doubt)


def spread(count: int, source: random.Random) -> list[int]:
    """Seeds that lie evenly between 0 and SEEDS, any first few of them too: a brain may take their
    share of SEEDS for the luck of the first dice, whose chances then come out nearly exact."""
    shift = source.random()
    return [int((halved(at) + shift) % 1 * SEEDS) for at in range(count)]


def halved(number: int) -> float:
    """The bits of a number in reverse, as a fraction: 1/2, 1/4, 3/4, 1/8, 5/8..."""
    value, part = 0.0, 0.5
    while number:
        value += part * (number & 1)
        number, part = number >> 1, part / 2
    return value


RESERVE = 0.25
"""The share of the time that is left for what has begun and cannot be cut short."""
CHUNK = 4
"""Samples between two looks at the clock."""
SHORT, NARROW = 0.5, 4
"""With less time than so many seconds only so many candidates are looked for."""


def stages(samples: int, candidates: int) -> list[int]:
    """How many samples in all each candidate that is left has after each stage, doubling."""
    rounds = max(1, (candidates - 1).bit_length())
    return sorted({max(2, samples >> (rounds - 1 - at)) for at in range(rounds)})


def ordered(
    plans: Sequence[Plan], known: Sequence[Reals], doubt: float
) -> list[tuple[Action, float]]:
    """Best first, those looked at most closely before others; none at all: the policy's choice."""
    if not len(known[0]):
        return [(plans[0].action, 0.5)]
    tried = [at for at in range(len(plans)) if len(known[at])]
    tried.sort(key=lambda at: (-len(known[at]), -float(known[at].mean())))
    finals = [at for at in tried if len(known[at]) == len(known[tried[0]])]
    if 0 in finals and not beats(known[finals[0]], known[0], doubt):
        tried.remove(0)
        tried.insert(0, 0)
    found: dict[Action, float] = {}
    for at in tried:
        found.setdefault(plans[at].action, float(known[at].mean()))
    return list(found.items())


def beats(one: Reals, other: Reals, doubt: float) -> bool:
    """Whether values with the same dice are better by more than `doubt` standard errors."""
    margin = one - other
    if len(margin) < 2:
        return bool(margin.sum() > 0)
    return bool(margin.mean() > doubt * margin.std() / sqrt(len(margin)))


# -- analysis ------------------------------------------------------------------------------------


def chance(
    game: Game[Any, Any], brain: Brain, state: Any, seat: str, samples: int, source: random.Random
) -> float:
    """The seat's estimated chance to win, a draw counted as half. Dice that have to fall now are
    sampled; whoever decides goes on by the policy."""
    pending = game.pending(state)
    if isinstance(pending, Over):
        return result_for(seat, pending.outcome.winners)
    if not isinstance(pending, Roll):
        seeds = spread(samples, source)
        return float(brain.standing(state, seat, seeds).mean())
    ways = max(1, min(16, samples))
    total = 0.0
    for _ in range(ways):
        faces = [1 + int(FACES * source.random()) for _ in range(pending.dice)]
        after = game.roll(state, faces).state
        total += chance(game, brain, after, seat, max(1, samples // ways), source)
    return total / ways


def result_for(seat: str, winners: Sequence[str]) -> float:
    return 1 / len(winners) if seat in winners else 0.5 * (not winners)
