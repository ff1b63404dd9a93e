"""Setting up: battalions, the roll, placing (BSK-S1 to BSK-S5)."""

import itertools
from collections import Counter

import pytest

import outrider
from games.basic.battlefield import (
    BLUE_DEPLOYS,
    GAME,
    HEALTHS,
    RED_DEPLOYS,
    SEATS,
    decider,
    foe,
    happened,
    illegal,
    legal,
    names,
    new,
    offers,
    opened,
    play,
    refused,
    unit,
)
from outrider import Refusal

FIRST = {"red": (6, 1), "blue": (1, 6)}
DEPLOYS = {"red": RED_DEPLOYS, "blue": BLUE_DEPLOYS}

# -- BSK-S1 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
def test_a_battalion_is_five_units_of_three_kinds(seat: str) -> None:
    """BSK-S1: one commander, two close range, two long range units, all fresh."""
    own = [unit for unit in GAME.dump(new())["units"] if unit["seat"] == seat]
    assert Counter(unit["kind"] for unit in own) == {"commander": 1, "close": 2, "long": 2}
    assert all(unit["health"] == HEALTHS[unit["kind"]] and unit["alive"] for unit in own)
    assert all(unit["at"] is None for unit in own)


@pytest.mark.parametrize("letter", ["R", "B"])
def test_units_are_numbered_by_kind(letter: str) -> None:
    """BSK-S1: 1 is the commander, 2 and 3 are close range, 4 and 5 long range."""
    kinds = [unit(new(), f"{letter}{number}")["kind"] for number in range(1, 6)]
    assert kinds == ["commander", "close", "close", "long", "long"]


@pytest.mark.parametrize("id", ["R6", "B0", "G1", "R", "r1", "R01", "", "1", "R1 "])
def test_no_other_unit_exists(id: str) -> None:
    """BSK-S1: an action that names one is malformed."""
    with pytest.raises(Refusal) as caught:
        GAME.action_from_json({"do": "deploy", "unit": id, "at": [3, 1]})
    assert caught.value.kind == "malformed"


# -- BSK-S2 --------------------------------------------------------------------------------------


def test_each_side_rolls_one_die_red_first() -> None:
    """BSK-S2: Red's roll, then Blue's."""
    assert GAME.pending(new()) == outrider.Roll("initiative", "red", 1)
    assert GAME.pending(play(new(), 3)) == outrider.Roll("initiative", "blue", 1)


@pytest.mark.parametrize(
    "faces", [faces for faces in itertools.product(range(1, 7), repeat=2) if len(set(faces)) == 2]
)
def test_the_higher_roll_places_first(faces: tuple[int, int]) -> None:
    """BSK-S2: whichever two different faces fall."""
    state = play(new(), *faces)
    assert decider(state) == ("red" if faces[0] > faces[1] else "blue")
    assert GAME.dump(state)["phase"] == "deploy"


@pytest.mark.parametrize("face", range(1, 7))
def test_a_tie_is_rolled_again_by_both(face: int) -> None:
    """BSK-S2: after a tie the game waits as at first, as often as it takes."""
    assert play(new(), face, face) == new()
    assert decider(play(new(), face, face, face, face, 2, 5)) == "blue"


def test_the_rolls_are_told() -> None:
    """BSK-S2: each die is an event with its seat and face."""
    told = [event for event in happened(new(), 4, 2) if event["event"] == "rolled"]
    assert [(event["seat"], event["faces"]) for event in told] == [("red", [4]), ("blue", [2])]


def test_nobody_places_before_the_dice_have_fallen() -> None:
    """BSK-S2: neither seat, and nobody decides."""
    for state in (new(), play(new(), 3)):
        for seat in SEATS:
            assert list(GAME.choices(state, seat)) == []
            assert refused(state, DEPLOYS[seat][0], seat)[0] == "not-your-turn"


@pytest.mark.parametrize("faces", [[], [0], [7], [3, 4], [True], ["3"], [2.0], [None]])
def test_only_one_face_of_a_die_is_a_roll(faces: list[int]) -> None:
    """BSK-S2: 1 to 6, one of them."""
    with pytest.raises(Refusal) as caught:
        GAME.roll(new(), faces)
    assert caught.value.kind == "malformed"


@pytest.mark.parametrize("first", SEATS)
def test_a_whole_battalion_is_placed_before_the_other(first: str) -> None:
    """BSK-S2: five units of the winner, then five of the other side."""
    state = play(new(), *FIRST[first])
    for seat in (first, foe(first)):
        for action in DEPLOYS[seat]:
            assert decider(state) == seat
            assert refused(state, DEPLOYS[foe(seat)][0], foe(seat))[0] == "not-your-turn"
            state = play(state, action)
    assert GAME.dump(state)["phase"] == "battle"


def test_one_places_ones_own_units() -> None:
    """BSK-S2: Red has no say in where Blue's units go."""
    assert illegal(play(new(), 6, 1), "deploy B1 12,22") == "BSK-S2"


@pytest.mark.parametrize("action", ["move R1 3,4", "attack R1 B1", "command rush", "end"])
def test_nothing_else_happens_before_all_are_placed(action: str) -> None:
    """BSK-S2: fighting waits, from the first unit to the last."""
    assert illegal(play(new(), 6, 1), action) == "BSK-S2"
    assert illegal(play(new(), 6, 1, *RED_DEPLOYS[:4]), action) == "BSK-S2"


def test_nobody_is_placed_after_the_battle_has_begun() -> None:
    """BSK-S2: neither a unit that stands nor the other side's."""
    assert illegal(opened(), "deploy R1 3,1") == "BSK-S2"
    assert illegal(opened(), "deploy B1 3,22") == "BSK-S2"


# -- BSK-S3 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "inside", "outside"),
    [
        ("red", ("0,0", "24,0", "12,3", "0,3", "24,3"), ("12,3.001", "12,12", "12,24")),
        ("blue", ("0,24", "24,24", "12,21", "0,21", "24,21"), ("12,20.999", "12,12", "12,0")),
    ],
)
def test_the_zone_is_three_inches_at_ones_own_edge(
    seat: str, inside: tuple[str, ...], outside: tuple[str, ...]
) -> None:
    """BSK-S3: up to the line itself, and not a thousandth farther."""
    state = play(new(), *FIRST[seat])
    commander = f"{seat[0].upper()}1"
    for point in inside:
        assert legal(state, f"deploy {commander} {point}")
    for point in outside:
        assert illegal(state, f"deploy {commander} {point}") == "BSK-S3"


@pytest.mark.parametrize("zone", [1, 2.5, 4.125, 6])
def test_the_option_zone_moves_the_line(zone: float) -> None:
    """BSK-S3: both sides' lines."""
    red, blue = play(new({"zone": zone}), 6, 1), play(new({"zone": zone}), 1, 6)
    assert legal(red, f"deploy R1 12,{zone}")
    assert illegal(red, f"deploy R1 12,{zone + 0.001:.3f}") == "BSK-S3"
    assert legal(blue, f"deploy B1 12,{24 - zone}")
    assert illegal(blue, f"deploy B1 12,{24 - zone - 0.001:.3f}") == "BSK-S3"


def test_the_zone_lies_at_the_edges_of_the_table_in_use() -> None:
    """BSK-S3: on a deeper table Blue's line is farther up."""
    state = play(new({"table": "30x40.5"}), 1, 6)
    assert legal(state, "deploy B1 30,37.5")
    assert illegal(state, "deploy B1 30,37.499") == "BSK-S3"
    assert legal(state, "deploy B1 0,40.5")


def test_nobody_reaches_anybody_in_the_first_turn() -> None:
    """BSK-S3, BSK-A3: with rush and the full move a long range unit is still out of range."""
    state = play(new(), 6, 1, "deploy R1 12,3", "deploy R2 8,3", "deploy R3 16,3")
    state = play(state, "deploy R4 11,3", "deploy R5 20,3", "deploy B1 11,21", *BLUE_DEPLOYS[1:])
    state = play(state, "command rush", "move R4 11,10")
    assert illegal(state, "attack R4 B1") == "BSK-C1"


# -- BSK-S4 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", SEATS)
def test_the_higher_roll_has_the_first_turn(first: str) -> None:
    """BSK-S4: who placed first also acts first."""
    state = opened(first)
    assert decider(state) == first
    assert GAME.dump(state)["phase"] == "battle"
    assert legal(state, f"move {first[0].upper()}1 12,{'4' if first == 'red' else '20'}")


@pytest.mark.parametrize("first", SEATS)
def test_the_beginning_of_the_battle_is_told(first: str) -> None:
    """BSK-S4: the last unit takes its place, then the phase changes."""
    last = DEPLOYS[foe(first)]
    state = play(new(), *FIRST[first], *DEPLOYS[first], *last[:4])
    told = happened(state, last[4])
    assert told[0]["event"] == "deployed"
    assert {"event": "phase", "phase": "battle"} in told
    assert "phase" not in names(play(new(), *FIRST[first]), *DEPLOYS[first])


# -- BSK-S5 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", list(itertools.permutations(range(5)))[::7])
def test_units_are_placed_in_any_order(order: tuple[int, ...]) -> None:
    """BSK-S5: whichever unit comes first, all end where they were put."""
    state = play(new(), 6, 1, *(RED_DEPLOYS[index] for index in order))
    assert decider(state) == "blue"
    assert play(state, *BLUE_DEPLOYS) == opened()


def test_bases_may_touch_but_not_overlap() -> None:
    """BSK-S5: two discs of 0.4 inches, so centres 0.8 apart at least, in any direction."""
    state = play(new(), 6, 1, "deploy R1 12,1")
    for point in ("12.8,1", "11.2,1", "12,1.8", "12,0.2", "12.48,1.64"):
        assert legal(state, f"deploy R2 {point}")
    for point in ("12.799,1", "11.201,1", "12,1.799", "12,0.201", "12.48,1.639", "12,1"):
        assert illegal(state, f"deploy R2 {point}") == "BSK-S5"


def test_a_unit_is_placed_once() -> None:
    """BSK-S5: it has its place and keeps it."""
    state = play(new(), 6, 1, "deploy R1 12,1")
    assert illegal(state, "deploy R1 3,1") == "BSK-S5"
    assert unit(state, "R1")["at"] == [12, 1]


@pytest.mark.parametrize("point", ["-0.001,1", "24.001,1", "12,-0.001", "-5,-5", "100,1"])
def test_nobody_is_placed_off_the_table(point: str) -> None:
    """BSK-S5, BSK-S3: the centre lies in the zone, which ends where the table does."""
    assert illegal(play(new(), 6, 1), f"deploy R1 {point}") in ("BSK-S3", "BSK-S5")


def test_a_centre_may_lie_on_the_rim() -> None:
    """BSK-S5: the centre counts, half of the base may hang over."""
    state = play(new(), 6, 1, "deploy R1 0,0", "deploy R2 24,0")
    assert (unit(state, "R1")["at"], unit(state, "R2")["at"]) == ([0, 0], [24, 0])


def test_the_list_holds_places_for_every_unit_that_is_left() -> None:
    """BSK-S5: and all of them are legal."""
    state = play(new(), 6, 1, *RED_DEPLOYS[:3])
    offered = offers(state)
    assert {text.split()[1] for text in offered} == {"R4", "R5"}
    assert len(offered) == len(set(offered))
    assert all(legal(state, text) for text in offered)
    assert not GAME.choices(state, "red").complete


@pytest.mark.parametrize("points", [("1,0.5", "3,0.5", "5,0.5"), ("1,0", "3,0", "5,1")])
def test_the_list_is_not_empty_while_there_is_room(points: tuple[str, ...]) -> None:
    """BSK-S5: on the smallest table with the narrowest zone, too."""
    state = play(new({"table": "6x6", "zone": 1}), 6, 1)
    for number, point in enumerate(points, 1):
        state = play(state, f"deploy R{number} {point}")
    assert legal(state, "deploy R4 2,0.5")
    assert offers(state)
