"""Tables laid by lot: they can be read, stay clear along the ends, and come again."""

from random import Random
from typing import Any

import pytest

import forms
from outrider.table import laying
from outrider.table.laying import COUNTRIES, Country, opposite
from outrider.table.terrain import a_table, on_table
from outrider.table.walking import parts_of

FREE = 4.5
SIZES = ((20, 20), (24, 30), (36, 36))


def laid(country: Country, n: int) -> Any:
    return laying.table(Random(f"{country.name}:{n}"), SIZES[n % len(SIZES)], FREE, country)


@pytest.mark.parametrize("country", COUNTRIES, ids=lambda each: each.name)
def test_what_is_laid_is_a_table_with_room_to_begin_on(country: Country) -> None:
    seen = set()
    for n in range(80 if forms.LONG else 16):
        made = laid(country, n)
        assert made == laid(country, n), "the same source lays the same table"
        table = a_table(made)
        wide, high = table.size
        assert len(table.terrain) >= 2
        seen.add(str(made["terrain"]))
        for each in made["terrain"]:
            if each["name"] == "river":
                continue
            points = each.get("points") or [
                [each["at"][0], each["at"][1] + side * each["radius"]] for side in (-1, 1)
            ]
            for _, y in points:
                assert FREE - 0.01 <= y <= high / 1000 - FREE + 0.01
        # Whoever begins at one end gets to the other.
        parts = parts_of(table)
        assert on_table(table, (wide // 2, 2000))
        assert parts.of((wide // 2, 2000)) == parts.of((wide // 2, high - 2000)) is not None
    assert len(seen) > 14, "tables are to be told apart"


def test_most_tables_look_the_same_from_both_ends() -> None:
    same = 0
    for n in range(40):
        made = laid(COUNTRIES[n % len(COUNTRIES)], n)
        spots = {spot(each) for each in made["terrain"]}
        same += all(near(spot(opposite(each, made["size"])), spots) for each in made["terrain"])
    assert 20 <= same < 40


def spot(thing: Any) -> tuple[float, float]:
    """About where something lies."""
    points = thing.get("points") or [thing["at"]]
    return (
        sum(x for x, _ in points) / len(points),
        sum(y for _, y in points) / len(points),
    )


def near(place: tuple[float, float], spots: set[tuple[float, float]]) -> bool:
    # What lies in the very middle is itself, and a little aside of its middle of corners.
    return any(abs(place[0] - x) < 0.8 and abs(place[1] - y) < 0.8 for x, y in spots)
