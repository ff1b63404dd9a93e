"""What odds rest on and what may come of it; blasts as they are shown before they are confirmed."""

from fractions import Fraction

from games.skirmish.patrol import REVISED, box, laid, minute, play, read, stand
from outrider.core.account import Account
from outrider.games.skirmish.state import State

DUEL = {"R1": (10, 10), "B1": (10, 20), "B2": (11, 21), "R2": (10, 19)}


def account(state: State, text: str) -> Account:
    seat, action = read(REVISED, state, text)
    return REVISED.account(state, seat, action)


def summed(found: Account) -> dict[str, Fraction]:
    groups: dict[str, Fraction] = {}
    for result in found.results:
        groups[result.group] = groups.get(result.group, Fraction(0)) + result.share
    return groups


def test_a_shot_tells_distance_band_dice_and_armour() -> None:
    """SKM-G1, SKM-H1."""
    found = account(stand(REVISED, DUEL), "shoot R1 B1")
    said = [(each.label, each.value, each.dice, each.note) for each in found.reasons]
    assert said[0] == ("Distance", "10.0″", None, "within 12″")
    assert said[1][:3] == ("Ash shoots", "", 4)
    assert said[2] == ("Finn's armour", "", 4, "at 6 health or more")
    assert [each.said for each in found.results] == ["Finn falls", "Finn is hurt", "No harm"]
    assert summed(found) == {"": 1}
    assert found.results[2].cost == "An action is gone: Ash has 1 left."


def test_who_stands_higher_is_told() -> None:
    """SKM-M2."""
    table = laid(box(8, 8, 4, 4, 2))
    found = account(stand(REVISED, DUEL, table=table), "shoot R1 B1")
    assert ("Height", "Ash 2.0″ above") in [(each.label, each.value) for each in found.reasons]


def test_a_blow_tells_what_both_may_suffer() -> None:
    """SKM-F1."""
    found = account(stand(REVISED, DUEL), "strike R2 B1")
    assert [each.tone for each in found.results] == ["good", "good", "plain", "bad", "bad"]
    assert summed(found) == {"": 1}


def test_a_landing_shows_rings_who_is_in_them_and_each_ones_odds() -> None:
    """SKM-N2, SKM-N3: friend and foe; it is shown before it is confirmed."""
    state = play(stand(REVISED, DUEL), "throw R2 10,20", 6)
    found = account(state, "land 10,21")
    assert [(area["radius"], area["said"]) for area in found.areas] == [
        (3, "2 dice"),
        (2, "4 dice"),
    ]
    assert found.caught == ("R2", "B1", "B2")
    assert summed(found) == {"Bram": 1, "Finn": 1, "Gwen": 1}
    tones = {each.group: each.tone for each in found.results if "falls" in each.said}
    assert tones == {"Bram": "bad", "Finn": "good", "Gwen": "good"}
    assert not REVISED.offer(state, REVISED.read_action("land 10,21")).at_once


def test_a_throw_tells_every_length_and_whom_it_would_catch() -> None:
    """SKM-N1."""
    found = account(stand(REVISED, DUEL), "throw R1 10,20")
    lengths = [(each.label, each.value, each.note) for each in found.reasons[1:]]
    assert lengths == [
        ("On 1 or 2", "up to 2″", "catches Ash"),
        ("On 3 or 4", "up to 4″", "catches nobody"),
        ("On 5 or 6", "up to 6″", "catches Bram"),
    ]
    assert summed(found) == {"Ash": 1, "Bram": 1}


def test_a_move_into_indirect_fire_says_so() -> None:
    """SKM-R1."""

    state = minute(REVISED, {"R1": (10, 32), "B1": (20, 30)})
    found = account(state, "move R1 10,35")
    assert (found.reasons[0].label, found.reasons[0].dice) == ("Blue's army fires", 2)
    assert summed(found) == {"": 1}
    assert account(state, "move R1 10,30") == Account()


def test_a_ruler_looks_from_eye_to_eye() -> None:
    """SKM-G2: over a low book, but not through a high one; and by the option through anything."""
    low, high = laid(box(8, 14, 4, 2, 1)), laid(box(8, 14, 4, 2, 3))
    ends = [10, 10], [10, 20]
    assert REVISED.measured(stand(REVISED, DUEL, table=low), *ends).blocked is None
    assert REVISED.measured(stand(REVISED, DUEL, table=high), *ends).blocked == [10, 14]


def test_ranges_of_anybody() -> None:
    """SKM-R3, SKM-G1, SKM-N1."""
    found = REVISED.ranges(stand(REVISED, DUEL), "B1")
    assert [each.said for each in found] == [
        "Finn's move, 4″ an action",
        "Finn shoots 4 dice within 12″",
        "Finn throws up to 6″",
    ]
