"""The naive model of Skirmish by itself: the books' examples, and every ruling about attacks."""

from typing import Any

import pytest

from games.skirmish import naive, naive_sight
from games.skirmish import naive_table as table
from games.skirmish.naive_patrol import (
    DEAD,
    FAR,
    both,
    box,
    health,
    laid,
    play,
    rule,
    stand,
)

# -- the books' examples -------------------------------------------------------------------------


@both
def test_bill_shoots_at_murry(game: str) -> None:
    """SKM-G1, SKM-H1: 7 inches away, 11 against 9: he loses 2."""
    position = play(stand(game, {"R1": (10, 10), "B1": (10, 17)}), "shoot R1 B1")
    assert naive.asked(position) == ("attack", ("red",), 4)
    position = play(position, 11)
    assert naive.asked(position) == ("armour", ("blue",), 4)
    assert health(play(position, 9), "B1") == [8]


@both
def test_john_and_dave(game: str) -> None:
    """SKM-F1, SKM-F2, SKM-H1: 4 against 9 is 5 for the attacker, who has 4 left and so two dice of
    armour: 4 of it, 1 is lost and 3 are left."""
    position = stand(game, {"R1": (10, 10), "B1": (10, 11)}, {"R1": {"health": 4}})
    position = play(position, "strike R1 B1", 4, 9)
    assert naive.asked(position) == ("armour", ("red",), 2)
    assert health(play(position, 4), "R1", "B1") == [3, 10]


@both
def test_tony_throws_a_grenade(game: str) -> None:
    """SKM-N1 to SKM-N3, SKM-H2: a 1 carries 2 inches. Tony 15 against 9 loses 6, Bill with 3 health
    dies of 9 against two dice and has a grenade left, Jane is 3 inches away: 7 of two dice against
    15. Eliot, 7 inches away, is not touched."""
    places = {"R1": (10, 10), "R2": (11, 11), "R3": (10, 15), "B1": (10, 19)}
    changes = {"R2": {"health": 3, "grenades": 1}}
    position = play(stand(game, places, changes), "throw R1 10,19", 1, "land 10,12")
    assert position.attack is not None
    assert position.attack.against == (("R1", 4), ("R2", 4), ("R3", 2))
    position = play(position, 15, 9, 9, 5, 7, 15)
    assert health(position, "R1", "R2", "R3", "B1") == [4, 0, 10, 10]
    assert (position.figures["R2"].grenades, position.seat) == (1, "blue")


# -- attacks -------------------------------------------------------------------------------------


@both
def test_shooting(game: str) -> None:
    """SKM-G1, SKM-G3, SKM-D1: 12.000 is four dice, 12.001 two; live enemies only."""
    for y, dice in ((17, 4), (17.001, 2), (35, 2)):
        position = play(stand(game, {"R1": (10, 5), "B1": (10, y)}), "shoot R1 B1")
        assert naive.asked(position)[2] == dice
    position = stand(game, {**FAR, "B3": (20, 20)}, {"B3": DEAD})
    for target in ("R1", "R2", "B3", "B5"):
        assert rule(position, f"shoot R1 {target}") == "SKM-G3"
    assert rule(position, "shoot R1 G1") == "SKM-S4"


@both
@pytest.mark.parametrize(("left", "dice"), [(10, 4), (6, 4), (5, 2), (1, 2)])
def test_armour(game: str, left: int, dice: int) -> None:
    """SKM-H1, SKM-H2: by health; at 0 nothing is left but grenades."""
    changes = {"B1": {"health": left, "seen": True}}
    position = play(stand(game, {**FAR, "B1": (4, 12)}, changes), "shoot R1 B1", 24)
    assert naive.asked(position)[2] == dice
    fallen = play(position, dice).figures["B1"]
    assert (fallen.health, fallen.actions, fallen.seen, fallen.grenades) == (0, 0, False, 2)


BETWEEN = {"R1": (10, 5), "B1": (10, 15)}


@both
@pytest.mark.parametrize(
    ("piece", "seen"),
    [
        (box(8, 9, 4, 1, 1), True),
        (box(8, 9, 4, 1, 1.001), False),
        (box(10, 9, 4, 1, 9), True),
        (box(9.999, 9, 4, 1, 9), False),
        (box(6, 9, 4, 1, 9), True),
        ({"shape": "disc", "at": [12, 10], "radius": 2, "height": 5}, True),
        ({"shape": "disc", "at": [12, 10], "radius": 2.001, "height": 5}, False),
        (box(8, 15.001, 4, 1, 9), True),
        ({"shape": "polygon", "points": [[10, 8], [12, 7], [12, 12], [9, 11]], "height": 2}, False),
        ({"shape": "polygon", "points": [[10, 8], [12, 7], [12, 12], [10, 11]], "height": 2}, True),
        ({"shape": "polygon", "points": [[9, 8], [11, 8], [11, 9]], "height": 1.5}, False),
    ],
    ids=str,
)
def test_sight(game: str, piece: dict[str, Any], seen: bool) -> None:
    """SKM-G2: through a thing below its top; to touch an outline or a top is not through."""
    position = stand(game, BETWEEN, ground=laid(piece))
    assert rule(position, "shoot R1 B1") == (None if seen else "SKM-G2")
    back = stand(game, BETWEEN, ground=laid(piece), seat="blue")
    assert rule(back, "shoot B1 R1") == (None if seen else "SKM-G2")
    assert rule(stand(game, BETWEEN, ground=laid(piece), sight="open"), "shoot R1 B1") is None


def test_a_line_that_falls() -> None:
    """SKM-G2: from an eye at 4 to one at 1, 10 inches on; after 6 of them it is at 2.2."""
    for height, seen in ((2200, True), (2201, False)):
        wall = table.piece_of(box(8, 10, 4, 1, height / 1000))
        ends = (10_000, 5000, 3000), (10_000, 15_000, 0)
        assert naive_sight.hides(wall, *ends) is not seen
        assert naive_sight.hides(wall, *ends[::-1]) is not seen


def test_along_the_inner_side_of_a_thing() -> None:
    """SKM-G2: in the notch of a thing with a corner that points inwards nothing hides."""
    notched = {
        "shape": "polygon",
        "points": [[8, 8], [12, 8], [12, 12], [10, 9], [8, 12]],
        "height": 5,
    }
    piece = table.piece_of(notched)
    assert not naive_sight.hides(piece, (10_000, 9000, 0), (10_000, 15_000, 0))
    assert naive_sight.hides(piece, (10_000, 8999, 0), (10_000, 15_000, 0))
    assert naive_sight.hides(piece, (5000, 10_000, 0), (15_000, 10_000, 0))


@both
def test_hand_to_hand(game: str) -> None:
    """SKM-F1, SKM-F2: an inch apart, also up; the higher total hurts the other, an equal one
    nobody."""
    places = {"R1": (10, 10), "B1": (10, 11)}
    assert rule(stand(game, {**places, "B1": (10, 11.001)}), "strike R1 B1") == "SKM-F1"
    position = play(stand(game, places), "strike R1 B1")
    assert naive.asked(position) == ("melee", ("red",), 3)
    assert health(play(position, 15, 9, 4), "R1", "B1") == [10, 8]
    assert play(position, 9, 9).seat == "blue"
    for height, near in ((0.6, None), (0.601, "SKM-F1")):
        ground = laid(box(10.5, 9, 2, 2, height))
        over = stand(game, {"R1": (10, 10), "B1": (10.8, 10)}, ground=ground)
        assert rule(over, "strike R1 B1") == near


@both
def test_the_alternate_rule(game: str) -> None:
    """SKM-F3: only the target is hurt, and has no armour."""
    position = stand(game, {**FAR, "B1": (4, 11)}, melee="alternate")
    assert health(play(position, "strike R1 B1", 12, 9), "R1", "B1") == [10, 7]
    assert health(play(position, "strike R1 B1", 9, 12), "R1", "B1") == [10, 10]


@both
@pytest.mark.parametrize(("face", "far"), [(1, 2), (2, 2), (3, 4), (4, 4), (5, 6), (6, 6)])
def test_throwing(game: str, face: int, far: int) -> None:
    """SKM-N1: on the line to within 0.002, ahead, within the distance that the die says."""
    position = play(stand(game, FAR), "throw R1 4,30", face)
    assert rule(position, f"land 4,{10 + far}") is None
    assert rule(position, f"land 4,{10 + far}.001") == "SKM-N1"
    assert rule(position, "land 4.002,11") is None
    assert rule(position, "land 4.003,11") == rule(position, "land 4,10") == "SKM-N1"
    assert rule(position, "land 4,9.999") == rule(position, "skip R1") == "SKM-N1"
    thrower = position.figures["R1"]
    assert (thrower.grenades, thrower.actions) == (1, 1)


@both
def test_where_nothing_can_be_thrown(game: str) -> None:
    """SKM-N1: without a grenade, nowhere, and off the table at once."""
    places = {"R1": (10, 0), "R2": (0, 5), "B1": (10, 30)}
    position = stand(game, places, {"R2": {"grenades": 0}})
    assert rule(position, "throw R1 10,-3") == rule(position, "throw R1 10,0") == "SKM-N1"
    assert rule(position, "throw R1 20,0") is None
    assert rule(position, "throw R2 5,5") == "SKM-N1"


@both
@pytest.mark.parametrize(
    ("option", "away", "dice"),
    [("radius", 2, 4), ("radius", 2.001, 2), ("radius", 3, 2), ("radius", 3.001, 0),
     ("diameter", 1, 4), ("diameter", 1.001, 2), ("diameter", 1.5, 2), ("diameter", 1.501, 0)],
)  # fmt: skip
def test_the_blast(game: str, option: str, away: float, dice: int) -> None:
    """SKM-N2: by radius or, by the option, by diameter."""
    places = {"R1": (10, 10), "B1": (10, 16 + away), "B2": (30, 30)}
    position = play(stand(game, places, blast=option), "throw R1 10,16", 6, "land 10,16")
    assert naive.asked(position)[2] == dice


@both
def test_the_blast_is_measured_straight(game: str) -> None:
    """SKM-N5: 1.6 over and 1.2 up is 2."""
    for up, dice in ((1.2, 4), (1.201, 2)):
        places = {"R1": (10, 14.5), "B1": (10, 20), "B2": (30, 30)}
        position = stand(game, places, ground=laid(box(9, 20, 2, 6, up)))
        position = play(position, "throw R1 10,20", 6, "land 10,18.4")
        assert naive.asked(position)[2] == dice


@both
def test_corpses(game: str) -> None:
    """SKM-N4: any side's, within an inch, all that it has."""
    places = {**FAR, "R3": (4, 11), "B3": (4, 8.999)}
    position = stand(game, places, {"R3": DEAD, "B3": DEAD})
    assert rule(position, "take R1 B3") == rule(position, "take R1 R2") == "SKM-N4"
    assert rule(position, "take R1 B5") == "SKM-N4"
    taken = play(position, "take R1 R3")
    assert (taken.figures["R1"].grenades, taken.figures["R3"].grenades) == (4, 0)
    assert rule(play(taken, "skip B1"), "take R1 R3") == "SKM-N4"
