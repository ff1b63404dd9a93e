"""What the bots of the table games share: dice and the search over candidates."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import pytest

from outrider.bots.measured.chance import Reals, die, seeded, share
from outrider.bots.measured.plans import Plan
from outrider.bots.measured.search import (
    Budget,
    Race,
    beats,
    result_for,
    spread,
    weighed,
)
from outrider.bots.protocol import Clock
from outrider.core.choices import Listed
from outrider.core.wire import Action


def test_dice_are_fair_and_repeat() -> None:
    luck = np.zeros(1, np.int64)
    seeded(luck, 5)
    first = [int(die(luck)) for _ in range(6000)]
    counts = Counter(first)
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(850 < count < 1150 for count in counts.values())
    seeded(luck, 5)
    assert [int(die(luck)) for _ in range(10)] == first[:10]
    assert all(0 <= share(luck) < 1 for _ in range(100))


class Word(Action):
    """An action that is a number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __hash__(self) -> int:
        return hash(self.number)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Word) and other.number == self.number


class Known:
    """A brain that knows what each action is worth, give or take some luck."""

    def __init__(self, worth: list[float]) -> None:
        self.worth = worth
        self.asked: Counter[int] = Counter()

    def seat(self, state: Any, choices: Any) -> str:
        return "red"

    def plain(
        self, state: Any, seat: str, choices: Any, noise: float, source: random.Random
    ) -> Action:
        return Word(0)

    def candidates(
        self, state: Any, seat: str, choices: Any, width: int, source: random.Random
    ) -> list[Plan]:
        return [Plan(Word(number)) for number in range(len(self.worth))]

    def varied(
        self, state: Any, seat: str, choices: Any, plan: Plan, source: random.Random
    ) -> Plan | None:
        """The next number, which is worth a little more; up to the last."""
        assert isinstance(plan.action, Word)
        number = plan.action.number
        return Plan(Word(number + 1)) if number + 1 < len(self.worth) else None

    def values(self, state: Any, seat: str, plan: Plan, seeds: Sequence[int]) -> Reals:
        assert isinstance(plan.action, Word)
        self.asked[plan.action.number] += len(seeds)
        luck = [random.Random(seed + plan.action.number).gauss(0, 0.1) for seed in seeds]
        return self.worth[plan.action.number] + np.array(luck)

    def standing(self, state: Any, seat: str, seeds: Sequence[int]) -> Reals:
        return np.full(len(seeds), 0.5)


def found(
    worth: list[float], samples: int, seconds: float = 60, **more: Any
) -> tuple[int, Counter[int]]:
    brain: Any = Known(worth)
    nothing: Any = Listed([], lambda action: pytest.fail("nobody asks"))
    budget = Budget(width=9, samples=samples, **more)
    best = weighed(brain, None, "red", nothing, budget, Clock(seconds), random.Random(1))
    assert isinstance(best[0][0], Word)
    return best[0][0].number, brain.asked


def test_the_best_candidate_is_found() -> None:
    best, asked = found([0.4, 0.1, 0.8, 0.3, 0.5, 0.2, 0.1, 0.6], 64)
    assert best == 2
    assert asked[2] == 64 and asked[1] < 64


def test_without_a_real_difference_the_policy_decides() -> None:
    best, _ = found([0.5, 0.5, 0.49, 0.5], 64, doubt=1.5)
    assert best == 0


def test_without_time_the_policy_decides() -> None:
    best, asked = found([0.1, 0.9], 64, seconds=0)
    assert best == 0 and not asked


class Climbing(Known):
    """Only the first two are thought of at once; the others are variants of one another."""

    def candidates(
        self, state: Any, seat: str, choices: Any, width: int, source: random.Random
    ) -> list[Plan]:
        return [Plan(Word(0)), Plan(Word(1))]


def test_the_best_are_varied() -> None:
    nothing: Any = Listed([], lambda action: pytest.fail("nobody asks"))
    worth = [0.1, 0.3, 0.5, 0.7, 0.9]
    for generations, best in enumerate((1, 2, 3, 4, 4)):
        budget = Budget(width=4, samples=64, generations=generations)
        brain: Any = Climbing(worth)
        chosen = weighed(brain, None, "red", nothing, budget, Clock(60), random.Random(1))
        assert chosen[0][0] == Word(best)
        assert abs(chosen[0][1] - worth[best]) < 0.05


class Late(Clock):
    """A clock that is over after so many looks at it."""

    looks: ClassVar[list[int]] = [0]

    def left(self) -> float:
        self.looks[0] -= 1
        return 60.0 if self.looks[0] > 0 else 0.0


def test_what_was_begun_late_does_not_count() -> None:
    """When the time is over, those who have had the same samples are compared by them."""
    plans = [Plan(Word(number)) for number in range(3)]
    for looks in range(1, 40):
        brain: Any = Known([0.2, 0.6, 0.4])
        Late.looks[0] = looks
        race = Race(brain, None, "red", list(plans), spread(32, random.Random(2)), Late(60))
        race.run([0, 1, 2])
        lengths = {len(race.known[at]) for at in race.ahead}
        assert max(lengths) - min(lengths) <= 4
        expected = 1 if all(len(each) for each in race.known) else 0
        assert race.ordered(0.5)[0][0] == Word(expected)


class Spent(Clock):
    """A clock by which only samples take time, however busy the machine is."""

    spent: ClassVar[list[float]] = [0.0]

    def left(self) -> float:
        return self.seconds - self.spent[0]


class Slow(Known):
    """Every sample takes its time."""

    def values(self, state: Any, seat: str, plan: Plan, seeds: Sequence[int]) -> Reals:
        Spent.spent[0] += 0.001 * len(seeds)
        return super().values(state, seat, plan, seeds)


def test_with_little_time_fewer_plans_are_looked_at() -> None:
    """All forty could not be told apart; some can."""
    plans = [Plan(Word(number)) for number in range(40)]
    brain: Any = Slow([0.2, 0.5, 0.9, *[0.1] * 37])
    Spent.spent[0] = 0.0
    clock = Spent(0.3)
    race = Race(brain, None, "red", plans, spread(64, random.Random(2)), clock)
    race.narrow()
    race.run(list(range(len(plans))))
    assert 4 <= len(plans) <= 20
    assert race.ordered(1.0)[0][0] == Word(2)
    assert clock.left() > -0.1


def test_equal_dice_are_compared() -> None:
    assert beats(np.array([0.6, 0.7]), np.array([0.2, 0.2, 0.9]), 1.0)
    assert not beats(np.array([0.2, 0.2]), np.array([0.6, 0.7]), 0.0)


def test_results_are_shared() -> None:
    assert result_for("red", ("red",)) == 1
    assert result_for("red", ("red", "blue")) == 0.5
    assert result_for("red", ("blue",)) == 0
    assert result_for("red", ()) == 0.5
