"""What the odds of an attack rest on, what commands do, what is in a unit's power."""

from fractions import Fraction

import pytest

from games.basic.battlefield import GAME, battle
from outrider.games.basic.state import State

PLACES = {"R1": (10, 8), "R4": (10, 10), "B2": (10, 19), "B1": (20, 23)}


def state() -> State:
    return battle(PLACES)


def test_an_attack_gives_its_reasons_and_four_ends() -> None:
    """BSK-C1 to BSK-C5."""
    found = GAME.account(state(), "red", GAME.read_action("attack R4 B2"))
    said = {reason.label: reason.value or reason.note for reason in found.reasons}
    assert said == {
        "Distance": "9.0 of 10″",
        "R4 attacks": "4 or more hits",
        "B2 saves": "4 or more saves",
        "Damage": "1",
        "B2's health": "3",
    }
    ends = {result.said: (result.share, result.tone) for result in found.results if result.share}
    assert ends == {
        "B2 loses 1": (Fraction(1, 4), "good"),
        "B2 saves": (Fraction(1, 4), "plain"),
        "A miss": (Fraction(1, 2), "bad"),
    }
    assert found.results[-1].cost == "R4 is done for this turn."


def test_a_miss_costs_less_by_the_option() -> None:
    """BSK-C3."""
    easy = battle(PLACES, options={"miss_ends_unit": False})
    found = GAME.account(easy, "red", GAME.read_action("attack R4 B2"))
    assert found.results[-1].tone == "plain" and "may still move" in found.results[-1].cost


@pytest.mark.parametrize(
    ("ability", "gain"),
    [("bolster", "1 more damage and 1 more health"), ("rush", "3″ more movement")],
)
def test_abilities_say_what_they_do_and_for_how_many(ability: str, gain: str) -> None:
    """BSK-A2, BSK-A3: R4 is two inches from the commander, which hears itself."""
    offer = GAME.offer(state(), GAME.read_action(f"command {ability}"))
    assert offer.does is not None and gain in offer.does and "2 units now" in offer.does
    assert offer.note == f"2 units: {gain}"


def test_ranges_and_a_ruler() -> None:
    """BSK-M1, BSK-C1: of any unit; nothing hides anybody."""
    assert [each.said for each in GAME.ranges(state(), "B2")] == [
        "B2 moves up to 3″",
        "B2 attacks up to 1″",
    ]
    assert len(GAME.ranges(state(), "R1")) == 4
    found = GAME.measured(state(), [0, 0], [3, 4])
    assert found is not None and (found.said, found.blocked) == ("5.0″ · clear sight", None)
