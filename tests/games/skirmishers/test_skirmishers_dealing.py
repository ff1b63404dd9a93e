"""Fights dealt by lot: all of them can be played, by forces of equal points, and come again."""

from collections import Counter
from typing import Any

import pytest

import forms
from outrider.core.refusal import Refusal
from outrider.games import game as game_by_id
from outrider.games.skirmishers import dealing

GAME: Any = game_by_id("skirmishers")
SIZES = (2, 4, 7, 12)


@pytest.mark.parametrize("pieces", SIZES)
def test_every_fight_that_is_dealt_reads_without_a_word(pieces: int) -> None:
    aims: Counter[str] = Counter()
    names = set()
    for number in range(60 if forms.LONG else 12):
        value = GAME.deal(3, number, pieces)
        found = GAME.examine("scenario", value)
        assert found.setting is not None and not found.findings
        red, blue = (found.bills[seat].total for seat in ("red", "blue"))
        assert abs(red - blue) <= 0.25 * max(red, blue)
        assert value["first"] == ("blue" if red > blue else "red"), "the cheaper side begins"
        sides = [value["sides"][seat] for seat in ("red", "blue")]
        assert len(sides[0]["pieces"]) == pieces
        assert abs(len(sides[1]["pieces"]) - pieces) <= 1
        called = [piece["name"] for side in sides for piece in side["pieces"]]
        assert len(set(called)) == len(called)
        aims.update(aim["kind"] for side in sides for aim in side["victory"])
        names.add(value["name"])
        assert value["story"].endswith(".") and "{" not in value["story"] + value["name"]
        GAME.new(GAME.terms(scenario=value))
    assert len(aims) >= 3 and len(names) >= 6, "fights are to be told apart"


def test_nearly_all_forces_have_equal_points() -> None:
    off = []
    for number in range(30):
        bills = GAME.examine("scenario", GAME.deal(9, number, 4)).bills
        red, blue = bills["red"].total, bills["blue"].total
        off.append(abs(red - blue) / max(red, blue))
    assert sum(each <= dealing.NEAR for each in off) >= 27


def test_the_same_seed_deals_the_same() -> None:
    assert GAME.deal(5, 2, 4) == GAME.deal(5, 2, 4)
    others = [GAME.deal(5, 3, 4), GAME.deal(6, 2, 4), GAME.deal(5, 2, 5)]
    assert GAME.deal(5, 2, 4) not in others


@pytest.mark.parametrize(
    ("seed", "pieces", "reason"),
    [
        (-1, 4, "the seed: a whole number from 0"),
        (2**50, 4, "the seed"),
        (True, 4, "the seed"),
        ("7", 4, 'not "7"'),
        (7, 1, "the pieces of a side: a whole number from 2 to 12, not 1"),
        (7, 99, "not 99"),
    ],
)
def test_what_cannot_be_dealt_is_refused_in_a_sentence(seed: Any, pieces: Any, reason: str) -> None:
    with pytest.raises(Refusal, match=reason):
        GAME.deals.check(seed, pieces)


def test_a_game_that_deals_nothing_says_so() -> None:
    other = game_by_id("skirminion")
    assert other.deals is None and not other.musters
    for asked in (lambda: other.deal(1, 0, 4), lambda: other.muster({})):
        with pytest.raises(Refusal, match="for skirminion"):
            asked()
