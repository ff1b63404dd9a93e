"""A naive model that is wrong in one thing disagrees with the game, and soon.

So the comparison sees what it claims to see: every length by the thousandth, every limit from both
sides, every number of dice, every ruling on who dies and who wins.
"""

from collections.abc import Callable
from dataclasses import replace
from math import isqrt
from typing import Any

import pytest

from forms import sparse
from games.skirmishers import naive, naive_play, naive_victory
from games.skirmishers import naive_ground as ground
from games.skirmishers.naive import Position, Unit
from games.skirmishers.naive_ground import Point, Shape, Terrain
from games.skirmishers.test_skirmishers_differential import run

MOST = 15_000
"""So many positions at most, before the two disagree."""

RIGHT_PLACE, RIGHT_COST = ground.place, ground.leg_cost
RIGHT_COVER, RIGHT_COUNT = naive.cover, naive_victory.counted


def noticed() -> None:
    with pytest.raises(AssertionError):
        run(1, MOST)


@pytest.mark.plain
@pytest.mark.parametrize("by", [1, -1])
@pytest.mark.parametrize(
    ("module", "name"), sparse([(naive, "TOUCH"), (ground, "NEAR"), (naive, "BOW")], 1)
)
def test_every_number_is_noticed(
    module: Any, name: str, by: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SKR-F1, SKR-G5, SKR-G1."""
    monkeypatch.setattr(module, name, getattr(module, name) + by)
    noticed()


# -- wrong in one thing --------------------------------------------------------------------------


def within_but_not_at(one: Point, another: Point, limit: int) -> bool:
    return ground.square(one, another) < limit**2


def comes_within_or_at(a: Point, b: Point, centre: Point, limit: int) -> bool:
    """A thousandth more than may be."""
    along = (centre[0] - a[0]) * (b[0] - a[0]) + (centre[1] - a[1]) * (b[1] - a[1])
    length = ground.square(a, b)
    if along <= 0:
        return ground.square(a, centre) <= limit**2
    if along >= length:
        return ground.square(b, centre) <= limit**2
    return ground.turn(a, b, centre) ** 2 <= limit**2 * length


def stands_in_but_not_on(shape: Shape, at: Point) -> bool:
    return RIGHT_PLACE(shape, at) > 0


def length_rounded_down(number: int) -> int:
    return isqrt(number)


def stretch_rounded_down(a: Point, b: Point, low: int, high: int) -> int:
    return isqrt((high - low) ** 2 * ground.square(a, b)) // ground.PARTS


def cheapest(terrain: tuple[Terrain, ...], a: Point, b: Point) -> int:
    """Every piece of ground by itself, and the cheapest of them charges."""
    costs = [RIGHT_COST([piece], a, b) for piece in terrain]
    return min(costs, default=RIGHT_COST([], a, b))


def sees_through_everything(position: Position, unit: Unit, target: Unit) -> bool:
    return True


def sees_only_from_outside(position: Position, unit: Unit, target: Unit) -> bool:
    return not any(
        piece.blocks_sight and ground.crosses(piece.shape, unit.place, target.place)
        for piece in position.terms.terrain
    )


def covered_where_he_stands(position: Position, unit: Unit, target: Unit) -> int:
    pieces = position.terms.terrain
    covers = [piece.cover for piece in pieces if ground.stands_in(piece.shape, target.place)]
    return max(covers, default=0)


def covered_by_all(position: Position, unit: Unit, target: Unit) -> int:
    return 2 * RIGHT_COVER(position, unit, target)


def pinned_never(position: Position, unit: Unit) -> bool:
    return False


def pinned_always(position: Position, unit: Unit) -> bool:
    return any(unit.id in foe.over for foe in position.units.values())


def killed_by_the_best_die(winner: tuple[int, ...], loser: tuple[int, ...]) -> bool:
    return len(winner) >= 2 and max(winner) > max(loser, default=0)


def killed_by_an_equal_die(winner: tuple[int, ...], loser: tuple[int, ...]) -> bool:
    return len(winner) >= 2 and sorted(winner)[-2] >= max(loser, default=0)


def killed_never(winner: tuple[int, ...], loser: tuple[int, ...]) -> bool:
    return False


def advantage_for_both(position: Position, winner: Unit, loser: Unit) -> Position:
    return naive.changed(position, replace(winner, over=(*winner.over, loser.id)))


def turns_not_in_a_row(position: Position, seat: str) -> Position:
    after = RIGHT_COUNT(position, seat)
    pairs = zip(after.held[seat], position.held[seat], strict=True)
    counts = tuple(max(new, old) for new, old in pairs)
    return replace(position, held={**position.held, seat: counts})


def held_with_enemies_in_it(position: Position, seat: str, condition: naive.Condition) -> bool:
    return naive_victory.in_zone(position, seat, condition) > 0


def nobody_leaves(position: Position, unit: Unit, at: Point) -> str | None:
    return None


def nobody_is_in_the_way(position: Position, unit: Unit, at: Point) -> bool:
    return False


WRONG: tuple[tuple[Any, str, Callable[..., Any]], ...] = (
    (ground, "within", within_but_not_at),
    (ground, "comes_within", comes_within_or_at),
    (ground, "stands_in", stands_in_but_not_on),
    (ground, "nearest_root", length_rounded_down),
    (ground, "stretch", stretch_rounded_down),
    (ground, "leg_cost", cheapest),
    (naive, "sees", sees_through_everything),
    (naive, "sees", sees_only_from_outside),
    (naive, "cover", covered_where_he_stands),
    (naive, "cover", covered_by_all),
    (naive, "pinned", pinned_never),
    (naive, "pinned", pinned_always),
    (naive, "exit_edge", nobody_leaves),
    (naive, "taken", nobody_is_in_the_way),
    (naive_play, "outright", killed_by_the_best_die),
    (naive_play, "outright", killed_by_an_equal_die),
    (naive_play, "outright", killed_never),
    (naive_play, "take_advantage", advantage_for_both),
    (naive_victory, "holds", held_with_enemies_in_it),  # takes the longest to notice
    (naive_victory, "counted", turns_not_in_a_row),
)


@pytest.mark.plain
@pytest.mark.parametrize(
    ("module", "name", "wrong"), sparse(WRONG, 4), ids=lambda it: getattr(it, "__name__", it)
)
def test_a_wrong_reading_is_noticed(
    module: Any, name: str, wrong: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, wrong)
    noticed()
