"""SKM-R3, SKM-M1, SKM-M2: a figure's reach, as it is told, holds exactly the ends of its moves."""

import random
from typing import Any

import pytest

from games.skirmish.patrol import FIRST, REVISED, both, box, laid, minute, new
from outrider.games.skirmish.actions import Move
from outrider.games.skirmish.game import Skirmish
from outrider.games.skirmish.state import State, place_of
from outrider.table.points import squared
from outrider.table.terrain import Table, on_table
from table.told import about, beside_borders, held

LAID = tuple(REVISED.shipped)
NEAR, FREE = 60, 200


def heap(source: random.Random, game: Skirmish, seats: int, options: Any, table: Any) -> State:
    """Everybody somewhere about one place, mostly about a piece of terrain or the rim."""
    laid_out: Table = new(game, seats, options, table).table
    width, depth = laid_out.size
    middle = source.randint(0, width), source.randint(0, depth)
    if laid_out.terrain and source.random() < 0.8:
        shape = source.choice(laid_out.terrain).shape
        middle = getattr(shape, "at", None) or source.choice(shape.points)  # type: ignore[union-attr]
    places: dict[str, tuple[float, float]] = {}
    taken: list[tuple[int, int]] = []
    for seat in "RBGAVTPS"[:seats]:
        for number in range(1, 6):
            for _ in range(200):
                far = source.choice((3000, 9000, 20_000))
                x = min(max(0, middle[0] + source.randint(-far, far)), width)
                y = min(max(0, middle[1] + source.randint(-far, far)), depth)
                if on_table(laid_out, (x, y)) and all(
                    squared((x, y), other) >= 800**2 for other in taken
                ):
                    taken.append((x, y))
                    places[f"{seat}{number}"] = x / 1000, y / 1000
                    break
    return minute(game, places, seats=seats, options=options, table=table)


def scenery(source: random.Random) -> Any:
    """Discs and boxes over each other, of heights that can just or just not be climbed."""
    pieces: list[Any] = []
    for _ in range(source.randint(3, 9)):
        x, y = source.randint(8, 20), source.randint(8, 20)
        height = source.choice((1, 2, 3, 3.999, 4, 4.001, 2.5, 6))
        if source.random() < 0.5:
            pieces.append({"shape": "disc", "at": [x, y], "radius": 1.7, "height": height})
        else:
            pieces.append(box(x, y, source.randint(1, 5), source.randint(1, 5), height))
    return laid(*pieces, size=(30, 30))


def compare(source: random.Random, state: State, game: Skirmish, met: dict[bool, int]) -> None:
    figure = source.choice([each for each in state.figures if each.id[0] == "R" and each.at])
    areas, choices = game.reach(state, "red", figure.id), game.choices(state, "red")
    assert areas
    tried = [*beside_borders(source, areas, NEAR), *about(source, place_of(figure), 4000, FREE)]
    for to in tried:
        may = Move(figure.id, to) in choices
        assert held(areas, to) == may, (figure, to, areas)
        met[may] += 1


@both
@pytest.mark.parametrize("table", LAID)
def test_reach_on_the_tables_that_are_shipped(game: Skirmish, table: str) -> None:
    source, met = random.Random(table), {True: 0, False: 0}
    for _ in range(10):
        options = {"table": table} if table in game.shipped else {}
        own = None if options else REVISED.shipped[table].to_json()
        compare(source, heap(source, game, 2, options or None, own), game, met)
    assert min(met.values()) > 500, met


@both
@pytest.mark.parametrize("seats", [3, 5, 8])
@pytest.mark.parametrize("seating", ["spaced", "corners"])
def test_reach_at_a_polygon(game: Skirmish, seats: int, seating: str) -> None:
    source, met = random.Random(seats), {True: 0, False: 0}
    for _ in range(4):
        compare(source, heap(source, game, seats, {"seating": seating}, None), game, met)
    assert min(met.values()) > 200, met


@both
def test_reach_over_all_sorts_of_heights(game: Skirmish) -> None:
    source, met = random.Random(game.id), {True: 0, False: 0}
    for _ in range(60):
        compare(source, heap(source, game, 2, None, scenery(source)), game, met)
    assert min(met.values()) > 3000, met


def test_the_table_and_the_tops_are_told_apart() -> None:
    table = laid(box(10, 10, 4, 4, 1), box(12, 10, 2, 4, 3), box(1, 1, 1, 1, 4.001))
    state = minute(REVISED, {"R1": (9.5, 12), "R2": (9, 14), "B1": (30, 30)}, table=table)
    ground, low, high = REVISED.reach(state, "red", "R1")
    assert [each["height"] for each in (ground, low, high)] == [0, 1, 3]
    assert [each["radius"] for each in (ground, low)] == [4, 3.872983347]
    assert [len(each["beneath"]) for each in (ground, low)] == [2, 1] and "beneath" not in high
    flat = minute(FIRST, {"R1": (9.5, 12), "R2": (9, 14), "B1": (30, 30)}, table=table)
    (plain,) = FIRST.reach(flat, "red", "R1")
    assert set(plain) == {"shape", "at", "radius", "without"} and len(plain["without"]) == 1
