"""The naive model by itself: fire, reactions on the way, and who has won."""

from typing import Any

import pytest

from games.skirmishers import naive
from games.skirmishers import naive_ground as ground
from games.skirmishers import naive_json as contract
from games.skirmishers.naive_battle import (
    ALL,
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
    won,
)

FAR: dict[str, Any] = {"B9": {"at": [23, 23]}, "R9": {"at": [23, 1]}}


def shootout(
    red: dict[str, Any], blue: dict[str, Any], *terrain: dict[str, Any], **more: Any
) -> naive.Position:
    """Five inches apart, one above the other."""
    pieces = {"R1": {"at": [5, 5], **red}, "B1": {"at": [5, 10], **blue}, **FAR}
    return battle(pieces, terrain, **more)


# -- fire ----------------------------------------------------------------------------------------


def test_range_and_weapons() -> None:
    """SKR-G1, SKR-S2: exactly the range is within it."""
    assert rules(shootout({**BOW, "range": 5}, {}), "fire R1 B1") == []
    assert rules(shootout({**BOW, "range": 4.999}, {}), "fire R1 B1") == ["SKR-G1"]
    assert rules(shootout({}, {}), "fire R1 B1") == ["SKR-G1", "SKR-G1"]
    assert rules(shootout(BOW, {}), "fire R1 R9") == ["SKR-G1"]


@pytest.mark.parametrize(
    ("wall", "seen"),
    [
        (box(4, 7, 6, 8, blocks_sight=True), False),
        (box(4, 7, 5, 8, blocks_sight=True), True),  # along an edge
        (box(4, 7, 5.001, 8, blocks_sight=True), False),
        (box(4, 7, 6, 8), True),
        (box(4, 9, 6, 10, blocks_sight=True), True),  # the target stands on the outline
        (box(4, 9, 6, 9.999, blocks_sight=True), False),
        (box(4, 4, 6, 6, blocks_sight=True), True),  # at the window
        (disc(4, 7, 1, blocks_sight=True), True),
        (disc(4.001, 7, 1, blocks_sight=True), False),
    ],
)
def test_sight(wall: dict[str, Any], seen: bool) -> None:
    """SKR-G4: what a line merely touches does not block, nor what one of the two stands in."""
    assert (rules(shootout(BOW, {}, wall), "fire R1 B1") == []) == seen


def test_a_line_through_corners() -> None:
    """SKR-G4: from corner to corner through the inside is crossing, past a corner is not."""
    lozenge = {"shape": "polygon", "points": [[5, 6], [6, 7], [5, 8], [4, 7]]}
    assert ground.crosses(contract.shape(lozenge), (5000, 5000), (5000, 10000))
    angle = {"shape": "polygon", "points": [[5, 6], [7, 6], [7, 8], [5, 8], [6, 7]]}
    assert not ground.crosses(contract.shape(angle), (5000, 5000), (5000, 10000))
    assert ground.crosses(contract.shape(angle), (5001, 5000), (5001, 10000))


def test_pieces_do_not_block_sight() -> None:
    """SKR-G4."""
    pieces = {"R1": {"at": [5, 5], **BOW}, "R2": {"at": [5, 7]}, "B1": {"at": [5, 10]}}
    assert rules(battle(pieces), "fire R1 B1") == []


@pytest.mark.parametrize(
    ("ground_", "cover"),
    [
        ([box(4, 9.5, 6, 9.6, cover=1)], 1),
        ([box(4, 9.5, 6, 9.6, cover=1), box(4, 9.2, 6, 9.3, cover=3)], 3),
        ([box(4, 8.5, 6, 9, cover=1)], 1),  # it ends where the last inch begins
        ([box(4, 8.5, 6, 8.999, cover=1)], 0),
        ([box(4, 10, 6, 11, cover=2)], 2),  # he stands on the outline
        ([box(4, 4, 6, 11, cover=2)], 2),
        ([box(4, 9.5, 5, 9.6, cover=1)], 0),  # the line runs along it
        ([disc(5, 8, 1, cover=1)], 1),
        ([disc(5, 8, 0.999, cover=1)], 0),
    ],
)
def test_cover(ground_: list[dict[str, Any]], cover: int) -> None:
    """SKR-G5: the best of what he stands in and of what the line crosses within his last inch."""
    position = shootout(BOW, {}, *ground_)
    assert naive.cover(position, position.units["R1"], position.units["B1"]) == cover


def test_no_fire_into_melee() -> None:
    """SKR-G6: by or at one who touches an enemy, unless it was agreed on."""
    pieces = {
        "R1": {"at": [5, 5], **BOW},
        "R2": {"at": [5, 9.2]},
        "B1": {"at": [5, 10], **BOW},
        "B2": {"at": [9, 9]},
    }
    position = battle(pieces)
    assert rules(position, "fire R1 B1") == ["SKR-G6"]
    assert rules(position, "fire R1 B2") == []
    assert rules(play(position, "end"), "fire B1 R1") == ["SKR-G6"]
    assert rules(battle(pieces, options={"fire_into_melee": True}), "fire R1 B1") == []


def test_a_pinned_piece_does_not_fire() -> None:
    """SKR-F11: not in its own turn, nor back."""
    pieces = {"R1": {"at": [5, 5], **BOW}, "R2": {"at": [5, 9.2]}, "B1": {"at": [5, 10], **BOW}}
    position = battle({**pieces, **FAR}, options={"fire_into_melee": True})
    below = play(position, "fight R2 B1", [5], [4])
    assert offered(play(below, "fire R1 B1", [1], [1, 1])) is None
    assert rules(play(below, "end"), "fire B1 R1") == ["SKR-F11"]


@pytest.mark.parametrize("blue", [{}, {"weapon": "bow", "range": 4.999}])
def test_no_return_fire_without_weapon_or_range(blue: dict[str, Any]) -> None:
    """SKR-X1."""
    assert offered(play(shootout(RIFLE, blue), "fire R1 B1", [1], [1])) is None


def test_return_fire_any_number_of_times() -> None:
    """SKR-X1, SKR-X5: each attacker is answered, and a shot on the way is another thing."""
    pieces = {"R1": {"at": [5, 5], **BOW}, "R2": {"at": [8, 5], **BOW}, "B1": {"at": [5, 9], **BOW}}
    position = battle({**pieces, "R3": {"at": [3, 5]}, **FAR})
    once = play(position, "fire R1 B1", [1], [1, 1], "return-fire", [1], [1, 1])
    twice = play(once, "fire R2 B1", [1], [1, 1])
    assert offered(twice) == ("return-fire", "B1")
    moving = play(twice, "return-fire", [1], [1, 1], "move R3 3,4")
    assert offered(moving) == ("defensive-fire", "B1")
    assert rules(play(moving, "hold", "end"), "fire B1 R1") == []


# -- on the way ----------------------------------------------------------------------------------


def test_the_points_of_a_way() -> None:
    """SKR-X4: every whole thousandth of a leg of its rounded length, rounded halves up."""
    points = list(ground.points((0, 0), [(3, 1), (3, 1), (3, 3)]))
    # The first leg is sqrt(10) long, so three: at 1, 2 and 3, and at 1/3, 2/3 and 1.
    assert points == [
        (1, (1, 0), False),
        (2, (2, 1), False),
        (3, (3, 1), True),
        (4, (3, 2), False),
        (5, (3, 3), True),
    ]
    assert [at for _, at, _ in ground.points((0, 0), [(-3, 0)])] == [(-1, 0), (-2, 0), (-3, 0)]
    # Two long, one wide: half a thousandth is rounded up, also where one walks back.
    assert [at for _, at, _ in ground.points((0, 0), [(2, 1)])] == [(1, 1), (2, 1)]
    assert [at for _, at, _ in ground.points((0, 0), [(2, -1)])] == [(1, 0), (2, -1)]
    looks = [gone for gone, _, look in ground.points((0, 0), [(700, 0), (700, 600)]) if look]
    assert looks == [500, 700, 1000, 1300]


def gap(left: float, right: float, eye: float, start: float = 2) -> naive.Position:
    """R1 is to walk along y = 10; a wall along y = 8 has a gap; B1 stands below it, on y = 6."""
    walls = [box(0, 8, left, 8.001, blocks_sight=True), box(right, 8, 24, 8.001, blocks_sight=True)]
    walker, shooter = {"at": [start, 10], "movement": 20}, {"at": [eye, 6], **RIFLE}
    return battle({"R1": walker, "B1": shooter, **FAR}, walls)


def test_a_narrow_gap_is_not_missed() -> None:
    """SKR-X4: the exact first point, at a gap of 0.003 inches between two looks."""
    position = play(gap(5.2, 5.203, 5.1), "move R1 9,10")
    assert offered(position) == ("defensive-fire", "B1")
    # The gap is half way, so from 5.3 on; at its other side the line leaves it before 5.306.
    assert place(position, "R1") == [5.3, 10]
    assert position.move is not None and position.move.gone == 3300
    assert offered(play(gap(5.2, 5.203, 5.1), "move R1 5.299,10")) is None
    for end, found in ((5.305, True), (5.306, False)):
        back = play(gap(5.2, 5.203, 5.1, start=9), f"move R1 {end},10")
        assert (offered(back) is not None) == found
    assert offered(play(gap(5.2, 5.199, 5.1), "move R1 9,10")) is None


def test_the_start_is_no_point_of_the_way() -> None:
    """SKR-X4."""
    pieces = {"R1": {"at": [2, 10]}, "B1": {"at": [2, 6], "weapon": "bow", "range": 4}, **FAR}
    assert offered(play(battle(pieces), "move R1 2,12")) is None
    assert place(play(battle(pieces), "move R1 2,9"), "R1") == [2, 9.999]


def test_hold_and_fire_in_unit_order() -> None:
    """SKR-X4, SKR-X3: one after the other, each once for that move, and one shot a turn."""
    position = play(open_ground(), "move R1 9,10")
    assert offered(position) == ("defensive-fire", "B1") and place(position, "R1") == [2.001, 10]
    assert rules(position, "end") == rules(position, "return-fire") == ["SKR-X4"]
    second = play(position, "hold")
    assert offered(second) == ("defensive-fire", "B2") and place(second, "R1") == [2.001, 10]
    missed = play(second, "defensive-fire", [1], [1])
    assert place(missed, "R1") == [9, 10] and naive.asked(missed) == ("decide", "red")
    other = play(missed, "move R2 2,4")
    assert offered(other) == ("defensive-fire", "B1")  # who held has his shot still
    assert offered(play(other, "hold")) is None  # who fired has none
    fresh = play(other, "hold", "end", "end", "move R1 8,10")
    assert offered(play(fresh, "hold")) == ("defensive-fire", "B2")


def open_ground() -> naive.Position:
    pieces = {
        "R1": {"at": [2, 10], "movement": 20},
        "R2": {"at": [2, 3]},
        "B1": {"at": [2, 6], **RIFLE},
        "B2": {"at": [4, 6], **RIFLE},
    }
    return battle({**pieces, **FAR})


def test_wait() -> None:
    """SKR-X4: offered again at every look at which he may fire; not at the end of the way."""
    position = play(open_ground(), "move R1 2.7,10 2.7,10.6")
    stops = []
    while not rules(position, "wait"):
        stops.append((offered(position), place(position, "R1")))
        position = play(position, "wait")
    both = [("defensive-fire", "B1"), ("defensive-fire", "B2")]
    places = [[2.001, 10], [2.5, 10], [2.7, 10], [2.7, 10.3]]
    assert stops == [(offer, at) for at in places for offer in both]
    assert rules(position, "wait") == ["SKR-X4"] and place(position, "R1") == [2.7, 10.6]
    assert offered(position) == both[0]
    assert offered(play(position, "hold")) == both[1]
    assert offered(play(position, "hold", "hold")) is None
    assert rules(open_ground(), "wait") == rules(open_ground(), "hold") == ["SKR-X3"]


def test_who_waits_and_who_is_new() -> None:
    """SKR-X4: at one point both are asked, in unit order; who waits, at looks only."""
    pieces = {
        "R1": {"at": [2, 10], "movement": 20},
        "B1": {"at": [5.5, 6], "weapon": "bow", "range": 4.5},
        "B2": {"at": [2, 6], **RIFLE},
        "B3": {"at": [4.5, 6], "weapon": "bow", "range": 4},
    }
    position = play(battle({**pieces, **FAR}), "move R1 6,10", "wait")
    # B1 reaches sqrt(4.5 * 4.5 - 4 * 4) = 2.0615 inches to his left: from 3.439 on.
    stops = []
    while not rules(position, "wait"):
        kind = offered(position)
        assert kind is not None
        stops.append((kind[1], place(position, "R1")[0]))
        position = play(position, "wait")
    assert stops[:6] == [
        ("B2", 2.5), ("B2", 3.0), ("B1", 3.439), ("B1", 3.5), ("B2", 3.5), ("B1", 4.0),
    ]  # fmt: skip
    assert ("B3", 4.5) in stops and stops.index(("B1", 4.5)) + 2 == stops.index(("B3", 4.5))
    assert [x for id, x in stops if id == "B3"] == [4.5]  # and never again


def test_leaving_a_melee_under_fire() -> None:
    """SKR-X4, SKR-G6, SKR-F8: judged at the same point at which the two no longer touch."""
    pieces = {
        "R1": {"at": [5, 5]},
        "B1": {"at": [5.8, 5], **RIFLE},
        "B2": {"at": [5, 9], **RIFLE},
        **FAR,
    }
    ahead = play(battle(pieces), "fight R1 B1", [5], [4], "end", "end")
    position = play(ahead, "move R1 4,5")
    assert offered(position) == ("defensive-fire", "B1") and place(position, "R1") == [4.949, 5]
    assert above(position) == set()
    assert offered(play(position, "hold")) == ("defensive-fire", "B2")
    inside = play(battle(pieces, options={"fire_into_melee": True}), "move R1 4,5")
    assert place(inside, "R1") == [4.999, 5]


def test_a_mover_at_its_edge_is_fired_at_before_it_leaves() -> None:
    """SKR-X4, SKR-S4."""
    pieces = {"R1": {"at": [2, 10]}, "B1": {"at": [0, 6], "weapon": "bow", "range": 4}, **FAR}
    leave = {"red": [{"kind": "exit", "edge": "left", "count": 1}]}
    position = play(battle(pieces, victory=leave), "move R1 0,10")
    assert offered(position) == ("defensive-fire", "B1") and place(position, "R1") == [0, 10]
    gone = play(position, "hold")
    assert gone.units["R1"].at is None and gone.units["R1"].alive
    assert won(play(gone, "end")) == ("red", ["exit"])


# -- victory -------------------------------------------------------------------------------------


def near(victory: dict[str, list[dict[str, Any]]], **more: Any) -> naive.Position:
    pieces = {"R1": {"at": [5, 5], **RIFLE}, "B1": {"at": [5, 10], **RIFLE}}
    return battle({**pieces, **FAR}, (), victory, **more)


def test_the_last_of_them() -> None:
    """SKR-V1, SKR-S4: at once, also in the loser's own turn."""
    pieces = {"R1": {"at": [5, 5], **RIFLE}, "B1": {"at": [5, 10], **RIFLE}}
    position = battle(pieces)
    assert won(play(position, "fire R1 B1", [4], [3])) == ("red", ["destroy-all"])
    answered = play(position, "fire R1 B1", [3], [3], "return-fire", [4], [3])
    assert won(answered) == ("blue", ["destroy-all"])
    assert naive.refusal(answered, "red", {"do": "end"}) == ("over", [])


def test_named_pieces() -> None:
    """SKR-S4."""
    position = near({"red": [{"kind": "destroy", "pieces": ["B1"]}]})
    assert won(play(position, "fire R1 B1", [4], [3])) == ("red", ["destroy"])
    both = near({"red": [{"kind": "destroy", "pieces": ["B1", "B9"]}]})
    assert won(play(both, "fire R1 B1", [4], [3])) is None


def test_a_zone_is_reached_at_the_end_of_a_turn() -> None:
    """SKR-S4, SKR-V1: its outline belongs to it."""
    zone = {"shape": "polygon", "points": [[5, 1], [9, 1], [9, 5], [5, 5]]}
    position = near({"red": [{"kind": "reach", "zone": zone, "count": 1}]})
    assert won(position) is None
    assert won(play(position, "end")) == ("red", ["reach"])
    two = near({"red": [{"kind": "reach", "zone": zone, "count": 2}]})
    assert won(play(two, "end")) is None


def test_a_zone_is_held_for_turns_in_a_row() -> None:
    """SKR-S4: its own turns, without an enemy in it."""
    zone = {"shape": "disc", "at": [5, 7.5], "radius": 2.5}
    hold = {"red": [{"kind": "hold", "zone": zone, "turns": 2}]}
    position = play(near(hold), "end")
    assert position.held["red"] == (0,)  # both are on the rim
    position = play(position, "move B1 5,11", "hold", "end", "end")
    assert position.held == {"red": (1,), "blue": (0,)}
    assert won(play(position, "end")) is None
    assert won(play(position, "end", "end")) == ("red", ["hold"])
    broken = play(position, "end", "move R1 4,4", "hold", "end")
    assert broken.held["red"] == (0,)


def test_the_turn_limit() -> None:
    """SKR-S4: whoever has to survive has; else as the scenario says; both is a draw."""
    assert won(play(near({}, turn_limit=1), "end")) == (None, [])
    assert won(play(near({}, turn_limit=1, at_limit="blue"), "end")) == ("blue", [])
    assert won(play(near({}, turn_limit=2), "end")) is None
    alive = [{"kind": "survive"}]
    assert won(play(near({"blue": alive}, turn_limit=1), "end")) == ("blue", ["survive"])
    both = near({"red": alive, "blue": [*ALL, *alive]}, turn_limit=1, at_limit="red")
    assert won(play(both, "end")) == (None, ["survive", "survive"])


def test_by_an_edge() -> None:
    """SKR-S4: only one's own, and only a way that ends exactly on it."""
    leave = {"red": [{"kind": "exit", "edge": "left", "count": 2}]}
    pieces = {"R1": {"at": [2, 10]}, "R2": {"at": [2, 12]}, "B1": {"at": [2, 18]}, **FAR}
    position = battle(pieces, (), leave)
    gone = play(position, "move R1 0,10")
    assert gone.units["R1"].at is None and "R1" in living(gone)
    assert rules(gone, "move R1 1,10") == ["SKR-T1"]
    assert play(position, "move R1 0.001,10").units["R1"].at == (1, 10_000)
    assert play(position, "move R1 0,10 0.1,10").units["R1"].exit is None
    assert won(play(gone, "end")) is None
    assert won(play(gone, "move R2 0,10")) is None  # the place is free again, and no turn has ended
    assert won(play(gone, "move R2 0,10", "end")) == ("red", ["exit"])
    wrestling = battle({**pieces, "B1": {"at": [0.2, 10.82]}, "R1": {"at": [0.3, 10]}}, (), leave)
    ahead = play(wrestling, "fight R1 B1", [5], [4], "end", "end")
    assert above(ahead) == {"R1 B1"} and above(play(ahead, "move R1 0,10")) == set()
    edge = play(position, "end", "move B1 0,18")
    assert edge.units["B1"].at == (0, 18_000)
