"""Which of several plans proves best, in as many samples as a level has, or as there is time for.

All plans get the same dice, a few samples at a time. Whenever the samples have doubled the worse
half is dropped. If the time is over, what counts are the samples that all who are left have had.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outrider.bots.measured.search import RESERVE, Brain, Plan, Reals, beats, spread
from outrider.bots.protocol import Clock, Level
from outrider.core.choices import Choices
from outrider.core.game import Game
from outrider.core.wire import Action

CHUNK = 4
"""Samples between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How a level thinks. `noise` blurs the policy's judgement, and `careless` is the share of its
    choices that are anything; with no `width` the policy decides alone. `width` is how many
    candidates are looked at, `samples` how often the best of them are played on, for `horizon`
    turns, `doubt` by how many standard errors one has to beat the policy's choice."""

    noise: float = 0.0
    careless: float = 0.0
    width: int = 0
    samples: int = 0
    horizon: int = 5
    doubt: float = 1.0


class Thinker:
    """A bot that looks as closely as its budget says."""

    def __init__(self, game: Game[Any, Any], level: Level, brain: Brain, budget: Budget) -> None:
        self._game = game
        self._level = level
        self._brain = brain
        self._budget = budget

    def choose(
        self,
        view: dict[str, Any],
        choices: Choices[Any],
        clock: Clock,
        source: random.Random,
    ) -> Action:
        state, budget = self._game.load(view), self._budget
        if budget.careless and source.random() < budget.careless:
            chosen: Action = choices.sample(source)
            return chosen
        seat = self._brain.seat(state, choices)
        if not budget.width or clock.is_over():
            return self._brain.plain(state, seat, choices, budget.noise, source)
        return weighed(self._brain, state, seat, choices, budget, clock, source)[0][0]


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
    plans = brain.candidates(state, seat, choices, budget.width, source)
    seeds = spread(max(CHUNK, budget.samples), source)
    if len(plans) == 1:
        return [
            (
                plans[0].action,
                float(brain.values(state, seat, plans[0], seeds[:8]).mean()),
            )
        ]
    known = [np.empty(0) for _ in plans]
    left, done, next_cut = list(range(len(plans))), 0, CHUNK
    while done < len(seeds):
        part = seeds[done : done + CHUNK]
        for at in left:
            if clock.left() <= clock.seconds * RESERVE:
                return ordered(plans, [each[:done] for each in known], left, budget.doubt)
            known[at] = np.concatenate((known[at], brain.values(state, seat, plans[at], part)))
        done += len(part)
        if done >= next_cut:
            next_cut *= 2
            best = sorted(left, key=lambda at: -float(known[at].mean()))
            # The policy's own choice stays in to the end: all others are measured against it.
            left = sorted({0, *best[: max(2, (len(best) + 1) // 2)]})
    return ordered(plans, known, left, budget.doubt)


def ordered(
    plans: Sequence[Plan], known: Sequence[Reals], left: Sequence[int], doubt: float
) -> list[tuple[Action, float]]:
    """Best first, those that were left in the end before others."""
    if not len(known[0]):
        return [(plans[0].action, 0.5)]
    order = sorted(range(len(plans)), key=lambda at: (at not in left, -float(known[at].mean())))
    if not beats(known[order[0]], known[0], doubt):
        order.remove(0)
        order.insert(0, 0)
    return [(plans[at].action, float(known[at].mean())) for at in order]
