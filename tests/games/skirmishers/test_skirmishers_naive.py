"""The naive model by itself: the book's examples, and every ruling once."""

from typing import Any

import pytest

from games.skirmishers import naive
from games.skirmishers import naive_ground as ground
from games.skirmishers import naive_json as contract
from games.skirmishers.naive_battle import (
    BOW,
    RIFLE,
    above,
    battle,
    box,
    disc,
    living,
    offered,
    place,
    play,
    rules,
)

DUEL: dict[str, Any] = {"R1": {"at": [5, 5]}, "B1": {"at": [5.8, 5]}}
FAR: dict[str, Any] = {"B9": {"at": [23, 23]}, "R9": {"at": [23, 1]}}


def duel(**more: Any) -> naive.Position:
    """Two who touch, and two far away, so that nothing is over."""
    return battle({**DUEL, **FAR}, **more)


def shootout(
    red: dict[str, Any], blue: dict[str, Any], *terrain: dict[str, Any], **more: Any
) -> naive.Position:
    pieces = {"R1": {"at": [5, 5], **red}, "B1": {"at": [5, 10], **blue}, **FAR}
    return battle(pieces, terrain, **more)


# -- the book's examples -------------------------------------------------------------------------


def test_a_move_of_six_inches_then_a_strike_but_no_shot() -> None:
    """SKR-M1, SKR-T2."""
    position = battle({"R1": {"at": [5, 5], **BOW}, "B1": {"at": [11.8, 5]}})
    assert rules(position, "move R1 11.001,5") == ["SKR-M1", "SKR-M2", "SKR-M2"]
    moved = play(position, "move R1 11,5")
    assert place(moved, "R1") == [11, 5]
    assert "SKR-T2" in rules(moved, "fire R1 B1")
    assert rules(moved, "fight R1 B1") == []


def test_advantage_kill_and_reversal() -> None:
    """SKR-F3, SKR-F4, SKR-F5, SKR-F6."""
    ahead = play(duel(), "fight R1 B1", [6], [4])
    assert above(ahead) == {"R1 B1"}
    assert above(play(duel(), "fight R1 B1", [4], [4])) == set()
    again = play(ahead, "end", "end")
    assert "B1" not in living(play(again, "fight R1 B1", [4], [3]))
    assert above(play(again, "fight R1 B1", [2], [5])) == {"B1 R1"}
    assert above(play(again, "fight R1 B1", [5], [5])) == {"R1 B1"}


def test_two_against_one() -> None:
    """SKR-F2, SKR-F7: a pool of 6 and 5 kills a 4."""
    position = battle({**DUEL, **FAR, "R2": {"at": [6.6, 5]}})
    assert "B1" not in living(play(position, "fight R1+R2 B1", [6, 5], [4]))


@pytest.mark.parametrize(
    ("weapon", "faces", "cover", "dies"),
    [
        (BOW, [3, 2], 0, True),
        (RIFLE, [3], 0, True),
        (RIFLE, [3], 1, False),
        (BOW, [4, 2], 0, False),
        (BOW, [3, 3], 1, False),
    ],
)
def test_fire(weapon: dict[str, Any], faces: list[int], cover: int, dies: bool) -> None:
    """SKR-G1, SKR-G2, SKR-G3: a 4 against these dice, one more against a bow, and cover."""
    fence = box(4, 9, 6, 9.5, cover=cover)
    position = play(shootout(weapon, {}, fence), "fire R1 B1", [4], faces)
    assert ("B1" not in living(position)) == dies


def test_return_fire() -> None:
    """SKR-X1, SKR-X2: who was missed may fire back at once, and is not answered."""
    position = play(shootout(RIFLE, RIFLE), "fire R1 B1", [3], [3])
    assert offered(position) == ("return-fire", "B1")
    assert rules(position, "wait") == rules(position, "end") == ["SKR-X1"]
    after = play(position, "return-fire", [2], [2])
    assert naive.asked(after) == ("decide", "red") and offered(after) is None
    assert not after.units["B1"].reacted  # SKR-X5
    assert offered(play(position, "hold")) is None
    assert "R1" not in living(play(position, "return-fire", [3], [2]))


def test_defensive_fire_from_a_window() -> None:
    """SKR-X3, SKR-X4, SKR-X6: 4 against 2, and Red is dead where he was hit."""
    walls = [
        box(10, 14, 14.1, 15, cost="impassable", blocks_sight=True),
        box(14, 14, 16, 15, cost="impassable", cover=1),
        box(15.9, 14, 20, 15, cost="impassable", blocks_sight=True),
    ]
    pieces = {"R1": {"at": [15, 2]}, "B1": {"at": [15, 15.6], **RIFLE}, **FAR}
    position = play(battle(pieces, walls), "move R1 15,8")
    assert offered(position) == ("defensive-fire", "B1")
    assert place(position, "R1") == [15, 3.6]  # twelve inches away
    shot = play(position, "defensive-fire", [4], [2])
    assert "R1" not in living(shot) and place(shot, "R1") == [15, 3.6]
    assert naive.asked(shot) == ("decide", "red")
    lucky = play(position, "defensive-fire", [4], [4])
    assert place(lucky, "R1") == [15, 8] and lucky.units["B1"].reacted


# -- turns ---------------------------------------------------------------------------------------


def test_whose_turn_it_is() -> None:
    """SKR-T1, SKR-S1."""
    position = battle({**DUEL, **FAR}, first="blue")
    assert naive.asked(position) == ("decide", "blue")
    assert naive.asked(play(position, "end")) == ("decide", "red")
    assert naive.refusal(position, "red", {"do": "end"}) == ("not-your-turn", [])
    assert rules(position, "move R1 5,4") == rules(position, "move B77 5,4") == ["SKR-T1"]


def test_once_a_turn() -> None:
    """SKR-T2, SKR-T3, SKR-T4."""
    position = battle({**DUEL, **FAR, "R2": {"at": [9, 9]}})
    assert rules(play(position, "move R2 9,8"), "move R2 9,9") == ["SKR-T2"]
    struck = play(position, "fight R1 B1", [4], [4])
    assert rules(struck, "fight R1 B1") == ["SKR-T3"]
    assert rules(struck, "move R1 5,4") == ["SKR-T3"]
    near = play(shootout(RIFLE, {}), "fire R1 B1", [1], [1])
    assert "SKR-T4" in rules(near, "fire R1 B1")
    assert rules(near, "move R1 5,5.1") == ["SKR-T2"]
    assert rules(play(near, "end", "end"), "fire R1 B1") == []


# -- ways ----------------------------------------------------------------------------------------


def test_costs_add_up() -> None:
    """SKR-M1, SKR-M2, SKR-S3: each inch at its cost, and the dearest where two overlap."""
    mud, marsh = box(6, 0, 8, 24, cost=2), box(7, 0, 8, 24, cost=2.5)
    open_ground = battle({"R1": {"at": [5, 5]}, "B1": {"at": [23, 23]}})
    assert rules(open_ground, "move R1 11,5") == []
    muddy = battle({"R1": {"at": [5, 5]}, "B1": {"at": [23, 23]}}, [mud])
    assert rules(muddy, "move R1 9,5") == []  # 1 + 2 * 2 + 1
    assert rules(muddy, "move R1 9.001,5") == ["SKR-M1"]
    marshy = battle({"R1": {"at": [5, 5]}, "B1": {"at": [23, 23]}}, [mud, marsh])
    assert rules(marshy, "move R1 8.5,5") == []  # 1 + 2 + 2.5 + 0.5
    assert rules(marshy, "move R1 8.501,5") == ["SKR-M1"]
    assert rules(muddy, "move R1 6,5 6,10") == []  # along an outline is not inside


def test_help_on_the_way() -> None:
    """SKR-S3, SKR-M2: a road costs less, but not where dearer ground lies over it."""
    road, copse = box(0, 4, 24, 6, cost=0.5), box(7, 0, 9, 24, cover=1)
    terrain = [contract.terrain(data) for data in (road, copse)]
    assert ground.leg_cost(terrain[:1], (5000, 5000), (11000, 5000)) == 3_000_000
    assert ground.leg_cost(terrain, (5000, 5000), (11000, 5000)) == 4_000_000


def test_stretches_are_rounded() -> None:
    """SKR-M2: a stretch inside terrain, to the nearest thousandth, halves up."""
    pond = contract.terrain(disc(10, 10, 2, cost=3))
    # A chord a thousandth below the rim: its length is 2 * sqrt(2000^2 - 1999^2), 126.475.
    assert lengths(pond, 11999) == [126]
    wedge = contract.terrain({"shape": "polygon", "points": [[1, 0], [2, 0], [1, 2]], "cost": 2})
    # At y = 0.001 the far edge is at x = 1.9995.
    assert lengths(wedge, 1) == [1000]
    assert lengths(wedge, 2) == [999]
    fork = contract.terrain({"shape": "polygon", "points": [[1, 0], [2, 2], [4, 0], [2, 1]]})
    assert lengths(fork, 500) == [250, 500]
    assert ground.leg_cost([fork], (0, 500), (15_000, 500)) == 15_000_000


def lengths(piece: ground.Terrain, y: int) -> list[int]:
    """The stretches inside a piece of ground of a leg from left to right."""
    a, b = (0, y), (15_000, y)
    return [ground.stretch(a, b, low, high) for low, high, _ in ground.charges([piece], a, b)]


def test_where_one_may_go() -> None:
    """SKR-M2: through friends, not through enemies or walls, nor off the table."""
    wall = box(2, 8, 8, 9, cost="impassable")
    pieces = {"R1": {"at": [5, 5]}, "R2": {"at": [6, 5]}, "B1": {"at": [3, 5]}, **FAR}
    position = battle(pieces, [wall])
    assert rules(position, "move R1 8,5") == []
    assert rules(position, "move R1 6.799,5") == ["SKR-M2"]
    assert rules(position, "move R1 6.8,5") == []
    assert rules(position, "move R1 3.8,5 3.8,4") == []  # touching is not through
    assert rules(position, "move R1 3.799,4 3.799,6") == ["SKR-M2"]
    assert rules(position, "move R1 5,8.001") == ["SKR-M2"]
    assert rules(position, "move R1 5,8 8,8 8,9") == ["SKR-M1"]  # along the wall, only too far
    assert rules(position, "move R1 5,8 7,8") == []
    assert rules(position, "move R1 5,-0.001") == ["SKR-M2"]


def test_ways_of_no_length() -> None:
    """SKR-M2: no way is no move; a leg of no length is passed over; there and back is a way."""
    position = duel(options={"pinned": False})
    assert rules(position, "move R1 5,5") == rules(position, "move R1 5,5 5,5") == ["SKR-M2"]
    moved = play(position, "move R1 5,5 5,4 5,4 5,5")
    assert place(moved, "R1") == [5, 5] and moved.units["R1"].moved


# -- melee ---------------------------------------------------------------------------------------


def test_who_touches() -> None:
    """SKR-F1: a gap of 0.05 inches, measured between the bases."""
    for at, broken in ((5.85, []), (5.851, ["SKR-F1"])):
        position = battle({"R1": {"at": [5, 5]}, "B1": {"at": [at, 5]}})
        assert rules(position, "fight R1 B1") == broken
    big = battle({"R1": {"at": [5, 5], "base": 1}, "B1": {"at": [6.45, 5]}})
    assert rules(big, "fight R1 B1") == []
    assert rules(duel(), "fight R1 R9") == rules(duel(), "fight R1 B77") == ["SKR-F1"]


def test_the_two_highest_dice() -> None:
    """SKR-F7: each of the two has to beat; also for the one who was struck."""
    position = battle({"R1": {"at": [5, 5], "attack": 2}, "B1": {"at": [5.8, 5]}, **FAR})
    assert above(play(position, "fight R1 B1", [6, 4], [4])) == {"R1 B1"}
    assert "B1" not in living(play(position, "fight R1 B1", [5, 5], [4]))
    position = battle({"R1": {"at": [5, 5]}, "B1": {"at": [5.8, 5], "attack": 2}, **FAR})
    assert "R1" not in living(play(position, "fight R1 B1", [3], [5, 4]))
    assert above(play(position, "fight R1 B1", [4], [5, 4])) == {"B1 R1"}


def three() -> naive.Position:
    pieces = {"R1": {"at": [5, 5]}, "R2": {"at": [6.6, 5]}, "B1": {"at": [5.8, 5], "attack": 2}}
    return battle({**pieces, **FAR})


def test_whose_die_was_highest() -> None:
    """SKR-F10: it takes advantage, the first named of equals, and an advantage over it ends."""
    assert above(play(three(), "fight R1+R2 B1", [3, 5], [4, 1])) == {"R2 B1"}
    assert above(play(three(), "fight R2+R1 B1", [5, 5], [5, 1])) == set()
    lone = play(three(), "fight R1 B1", [2], [4, 2])
    assert above(lone) == {"B1 R1"}
    again = play(lone, "end", "end", "fight R1+R2 B1", [6, 1], [4, 2])
    assert above(again) == {"R1 B1"}
    dead = play(again, "end", "end", "fight R2+R1 B1", [6, 1], [4, 2])
    assert "B1" not in living(dead)  # one of them has advantage, whoever's die it was


def test_a_pool_follows_the_order_of_the_pieces() -> None:
    """SKR-F10, SKR-F2. Equal highest dice that win are two that win, and kill outright (SKR-F7)."""
    pieces = {"R1": {"at": [5, 5], "attack": 2}, "R2": {"at": [6.6, 5]}, "B1": {"at": [5.8, 5]}}
    position = battle({**pieces, **FAR})
    assert above(play(position, "fight R1+R2 B1", [3, 2, 1], [2])) == {"R1 B1"}
    assert above(play(position, "fight R2+R1 B1", [3, 2, 1], [2])) == {"R2 B1"}
    assert "B1" not in living(play(position, "fight R2+R1 B1", [3, 1, 3], [2]))


def test_a_lone_target_beats_several() -> None:
    """SKR-F9: its owner chooses who suffers, and it kills by advantage over that one only."""
    position = play(three(), "fight R1+R2 B1", [3, 2], [5, 1])
    assert naive.asked(position) == ("decide", "blue") and offered(position) == ("choose", "B1")
    assert rules(position, "choose B1") == rules(position, "end") == ["SKR-F9"]
    chosen = play(position, "choose R2")
    assert above(chosen) == {"B1 R2"}
    again = play(chosen, "end", "end", "fight R1+R2 B1", [3, 2], [5, 1])
    assert above(play(again, "choose R1")) == {"B1 R1", "B1 R2"}
    assert "R2" not in living(play(again, "choose R2"))
    outright = play(three(), "fight R1+R2 B1", [3, 2], [5, 4], "choose R1")
    assert "R1" not in living(outright)


def test_advantage_lasts_while_they_touch() -> None:
    """SKR-F8, SKR-F11: who is below is pinned; who is on top may walk away."""
    ahead = play(duel(), "fight R1 B1", [6], [4], "end")
    assert rules(ahead, "move B1 9,9") == ["SKR-F11"]
    assert rules(ahead, "fight B1 R1") == []
    ahead = play(ahead, "end")
    assert above(play(ahead, "move R1 5,4.8")) == {"R1 B1"}  # he still touches
    assert above(play(ahead, "move R1 4.949,5")) == set()
    assert above(play(ahead, "move R1 4.95,5 5,5")) == {"R1 B1"}
    assert above(play(ahead, "move R1 4.949,5 5,5")) == set()  # a thousandth too far, and back


def test_nobody_is_pinned() -> None:
    """SKR-F11: by another agreement one may walk away from below, which ends it, too."""
    below = play(duel(options={"pinned": False}), "fight R1 B1", [6], [4], "end")
    assert above(play(below, "move B1 5.8,5.2")) == {"R1 B1"}
    assert above(play(below, "move B1 9,9")) == set()


def test_the_dead_have_no_advantage() -> None:
    """SKR-F8."""
    below = play(three(), "fight R1 B1", [6], [4, 1], "end", "end")
    dead = play(below, "fight R1+R2 B1", [6, 1], [5, 1])
    assert "B1" not in living(dead) and above(dead) == set()


def test_no_dice_are_a_nought() -> None:
    """SKR-G2: a roll of no dice is not asked."""
    unarmed = battle({"R1": {"at": [5, 5], "attack": 0}, "B1": {"at": [5.8, 5], "attack": 0}})
    assert above(play(unarmed, "fight R1 B1")) == set()
    meek = battle({"R1": {"at": [5, 5], "attack": 0}, "B1": {"at": [5.8, 5]}, **FAR})
    assert above(play(meek, "fight R1 B1", [1])) == {"B1 R1"}
    bare = shootout(RIFLE, {"defense": 0})
    assert "B1" not in living(play(bare, "fire R1 B1", [1]))
    dry = shootout({**RIFLE, "firing": 0}, {"defense": 0})
    assert "B1" in living(play(dry, "fire R1 B1"))
