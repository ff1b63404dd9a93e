"""Choosing among sampled plans by playing each of them on.

A game's bots bring a brain, which is a `Planner`: a quick policy, plans worth a closer look with
the policy's own first, variants of a plan, and values of playing on from each. All plans get the
same dice, a few samples at a time; whenever the samples have doubled the worse half is dropped.
Then the best are varied, and the variants have to catch up with them in the same way. The policy's
choice is left only for one that is better by more than chance explains.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from outrider.bots.measured.chance import Reals
from outrider.bots.measured.planning import Planner
from outrider.bots.measured.plans import SEEDS, Plan
from outrider.bots.protocol import Asked, Clock
from outrider.core.choices import Choices
from outrider.core.wire import Action

RESERVE = 0.25
"""The share of the time that is left for what has begun and cannot be cut short."""
LOOKING = 0.3
"""The share of the time in which plans are looked for."""
CHUNK = 4
"""Samples between two looks at the clock."""
FEW = 8
"""Samples before the first are dropped."""
STAGES = 2.5
"""How much more than the first look at every plan the whole race takes, about."""
LEAST = 3
"""Plans that are looked at, or else only one."""
PARENTS = 3
"""How many of the best are varied."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How a level thinks. `noise` blurs the policy's judgement, and `careless` is the share of its
    choices that are anything; with no `width` the policy decides alone. `width` is how many plans
    are looked at, `samples` how often the best of them are played on, for `horizon` turns; so many
    `generations` of variants follow. `doubt` is by how many standard errors one has to beat the
    policy's choice."""

    noise: float = 0.0
    careless: float = 0.0
    width: int = 0
    samples: int = 0
    horizon: int = 4
    generations: int = 0
    doubt: float = 1.0


class Searcher:
    """A bot that looks as closely as its budget says."""

    def __init__(self, brain: Planner, budget: Budget) -> None:
        self.brain = brain
        self._budget = budget

    def choose(self, asked: Asked, clock: Clock, source: random.Random) -> Action:
        budget, choices = self._budget, asked.choices
        if budget.careless and source.random() < budget.careless:
            chosen: Action = choices.sample(source)
            return chosen
        if not budget.width or clock.is_over():
            return self.brain.plain(asked.state, asked.seat, choices, budget.noise, source)
        return weighed(self.brain, asked.state, asked.seat, choices, budget, clock, source)[0][0]


class Race:
    """Plans, and what is known of each. Those `ahead` have had the same samples."""

    def __init__(
        self,
        brain: Planner,
        state: Any,
        seat: str,
        plans: list[Plan],
        seeds: list[int],
        clock: Clock,
    ) -> None:
        self.plans = plans
        self.known: list[Reals] = [np.empty(0) for _ in plans]
        self.ahead = [0]
        self._asked = brain, state, seat
        self._seeds = seeds
        self._clock = clock
        self._each = 0.0

    def is_late(self) -> bool:
        """Whether nothing more is begun: with many figures a few samples may take long."""
        reserve = max(self._clock.seconds * RESERVE, 1.5 * CHUNK * self._each)
        return self._clock.left() <= reserve

    def narrow(self) -> None:
        """Keep no more plans than there is time to tell apart, by how long the first one takes."""
        if self.is_late():
            return
        self._sample(0, 1)
        left = self._clock.left() - self._clock.seconds * RESERVE
        most = int(left / max(self._each * FEW * STAGES, 1e-9))
        # With less time than that nothing could be told apart: the policy decides.
        most = most if most >= LEAST else 1
        del self.plans[most:], self.known[most:]

    def add(self, plan: Plan) -> None:
        self.plans.append(plan)
        self.known.append(np.empty(0))

    def run(self, left: list[int]) -> None:
        """Until all samples are taken, or the time is over; the worse are dropped on the way."""
        done, next_cut = 0, FEW
        fresh = all(len(self.known[at]) <= 1 for at in left)
        while done < len(self._seeds):
            upto = min(done + CHUNK, len(self._seeds))
            for at in left:
                if self.is_late():
                    return
                self._sample(at, upto)
            done = upto
            if fresh:
                self.ahead = left
            if done >= next_cut:
                next_cut *= 2
                # The policy's own stays in to the end: all others are measured against it.
                left = sorted({0, *self.best(left)[: max(2, (len(left) + 1) // 2)]})
        self.ahead = left

    def _sample(self, at: int, upto: int) -> None:
        part = self._seeds[len(self.known[at]) : upto]
        if part:
            brain, state, seat = self._asked
            begun = self._clock.left()
            values = brain.values(state, seat, self.plans[at], part)
            self.known[at] = np.concatenate((self.known[at], values))
            self._each = (begun - self._clock.left()) / len(part)

    def best(self, which: Sequence[int]) -> list[int]:
        """Best first, by the samples that all of them have had."""
        common = min(len(self.known[at]) for at in which)
        if not common:
            return list(which)
        return sorted(which, key=lambda at: -float(self.known[at][:common].mean()))

    def ordered(self, doubt: float) -> list[tuple[Action, float]]:
        """Actions with their values, the one to choose first, then the best; those that were ahead
        before others."""
        if not len(self.known[0]):
            return [(self.plans[0].action, 0.5)]
        order = self.best(self.ahead)
        if not beats(self.known[order[0]], self.known[0], doubt):
            order.remove(0)
            order.insert(0, 0)
        tried = [at for at in range(len(self.plans)) if at not in order and len(self.known[at])]
        tried.sort(key=lambda at: (-len(self.known[at]), -float(self.known[at].mean())))
        found: dict[Action, float] = {}
        for at in order + tried:
            found.setdefault(self.plans[at].action, float(self.known[at].mean()))
        return list(found.items())


def weighed(
    brain: Planner,
    state: Any,
    seat: str,
    choices: Choices[Any],
    budget: Budget,
    clock: Clock,
    source: random.Random,
) -> list[tuple[Action, float]]:
    """Actions with their values, the one to choose first and then the best."""
    plans = looked_for(brain, state, seat, choices, budget, clock, source)
    return raced(brain, state, seat, choices, plans, budget, clock, source)


def looked_for(
    brain: Planner,
    state: Any,
    seat: str,
    choices: Choices[Any],
    budget: Budget,
    clock: Clock,
    source: random.Random,
) -> list[Plan]:
    """Plans worth a closer look, the policy's own first, as many as there is time to find."""
    plans: list[Plan] = []
    for plan in brain.candidates(state, seat, choices, budget.width, source):
        plans.append(plan)
        if clock.left() <= clock.seconds * (1 - LOOKING):
            break
    return plans


def raced(
    brain: Planner,
    state: Any,
    seat: str,
    choices: Choices[Any],
    plans: list[Plan],
    budget: Budget,
    clock: Clock,
    source: random.Random,
) -> list[tuple[Action, float]]:
    """What they and their variants are worth, by playing them on."""
    samples = max(CHUNK, budget.samples) if len(plans) > 1 else FEW
    race = Race(brain, state, seat, plans, spread(samples, source), clock)
    race.narrow()
    race.run(list(range(len(plans))))
    if len(plans) == 1:
        return race.ordered(budget.doubt)
    for _ in range(budget.generations):
        if race.is_late():
            break
        first = len(plans)
        parents = race.best(race.ahead)[:PARENTS]
        for at in range(budget.width // 2):
            variant = brain.varied(state, seat, choices, plans[parents[at % len(parents)]], source)
            if variant is not None:
                race.add(variant)
        race.run(sorted({0, *race.ahead, *range(first, len(plans))}))
    return race.ordered(budget.doubt)


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


def beats(one: Reals, other: Reals, doubt: float) -> bool:
    """Whether values with the same dice are better by more than `doubt` standard errors."""
    common = min(len(one), len(other))
    margin = one[:common] - other[:common]
    if common < 2:
        return bool(margin.sum() > 0)
    return bool(margin.mean() > doubt * margin.std() / sqrt(common))


def result_for(seat: str, winners: Sequence[str]) -> float:
    return 1 / len(winners) if seat in winners else 0.5 * (not winners)
