"""The ranged weapon, armour, health and sight (SKM-G1 to SKM-G3, SKM-H1, SKM-H2)."""

import itertools
import random
from fractions import Fraction
from typing import Any

import pytest

from games.skirmish.patrol import (
    DEAD,
    both,
    box,
    happened,
    health,
    illegal,
    laid,
    legal,
    offers,
    play,
    refusal,
    rolling,
    shown,
    stand,
    unit,
)
from outrider.games.skirmish.game import Skirmish

pytestmark = pytest.mark.kernel

# -- SKM-G1 --------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("at", "dice"),
    [
        ((10, 16.999), 4),
        ((10, 17), 4),
        ((10, 17.001), 2),
        ((17.2, 14.6), 4),
        ((17.2, 14.601), 2),
        ((36, 36), 2),
    ],
)
def test_four_dice_up_to_twelve_inches(game: Skirmish, at: tuple[float, float], dice: int) -> None:
    """SKM-G1: 12.000 is four dice, 12.001 two, and any distance is legal."""
    state = play(stand(game, {"R1": (10, 5), "B1": at}), "shoot R1 B1")
    assert rolling(state) == ("attack", "red", dice)


@both
def test_forty_inches_is_legal(game: Skirmish) -> None:
    """SKM-G1: on a larger table, two dice."""
    state = stand(game, {"R1": (10, 5), "B1": (10, 45)}, options={"table": "50x50"})
    told = happened(state, "shoot R1 B1")
    assert told[0] == {"event": "shot", "unit": "R1", "target": "B1", "distance": 40}
    assert rolling(play(state, "shoot R1 B1")) == ("attack", "red", 2)


@both
def test_height_counts_towards_the_range(game: Skirmish) -> None:
    """SKM-G1: measured straight from where each stands, 5 up and 10.908 over is 12; the engine's
    choice in both editions."""
    table = laid(box(9, 4, 2, 2, 5))
    for y, dice in ((15.908, 4), (15.909, 2)):
        state = stand(game, {"R1": (10, 5), "B1": (10, y)}, table=table, options={"sight": "open"})
        assert rolling(play(state, "shoot R1 B1"))[2] == dice


@both
@pytest.mark.parametrize(
    ("attack", "armour", "left"),
    [(11, 9, 8), (9, 9, 10), (8, 9, 10), (24, 4, 0), (14, 4, 0), (13, 4, 1)],
)
def test_attack_minus_armour(game: Skirmish, attack: int, armour: int, left: int) -> None:
    """SKM-G1: equal or less does nothing; nobody falls below 0."""
    places = {"R1": (10, 5), "B1": (10, 12), "B2": (30, 30)}
    state = play(stand(game, places), "shoot R1 B1", attack, armour)
    assert health(state, "B1") == left
    assert unit(state, "B1")["alive"] is (left > 0)
    assert unit(state, "R1")["actions"] == 1


@both
def test_what_a_shot_tells(game: Skirmish) -> None:
    """SKM-G1, SKM-H2: rolls with faces and seats, the loss that really was, the death."""
    places = {"R1": (10, 5), "B1": (10, 12), "B2": (30, 30)}
    told = happened(stand(game, places, {"B1": {"health": 3}}), "shoot R1 B1", 20, (2, 3))
    rolled = [event for event in told if event["event"] == "rolled"]
    assert [(e["purpose"], e["seat"], sum(e["faces"])) for e in rolled] == [
        ("attack", "red", 20),
        ("armour", "blue", 5),
    ]
    assert {"event": "hurt", "unit": "B1", "loss": 3, "health": 0} in told
    assert {"event": "died", "unit": "B1", "grenades": 2} in told


# -- SKM-H1, SKM-H2 ------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("left", range(1, 11))
def test_armour_depends_on_health(game: Skirmish, left: int) -> None:
    """SKM-H1: four dice from 6 on, two at 5 or less, in both editions."""
    state = stand(game, {"R1": (10, 5), "B1": (10, 12)}, {"B1": {"health": left}})
    assert rolling(play(state, "shoot R1 B1", 10)) == ("armour", "blue", 4 if left >= 6 else 2)


@both
def test_hit_twice_in_one_round(game: Skirmish) -> None:
    """SKM-H1: 18 against 13 leaves 5, and the second shot meets two dice; at 6 still four."""
    places = {"R1": (10, 5), "B1": (10, 12)}
    state = play(stand(game, places), "shoot R1 B1", 18, 13)
    assert health(state, "B1") == 5
    assert rolling(play(state, "skip B1", "shoot R1 B1", 9)) == ("armour", "blue", 2)
    state = play(stand(game, places), "shoot R1 B1", 17, 13)
    assert health(state, "B1") == 6
    assert rolling(play(state, "skip B1", "shoot R1 B1", 9)) == ("armour", "blue", 4)


@both
def test_a_corpse_has_nothing_but_its_grenades(game: Skirmish) -> None:
    """SKM-H2, SKM-O2: actions and news are gone; it lies where it fell, face up with grenades."""
    places = {"R1": (10, 5), "B1": (10, 12), "B2": (30, 30)}
    for left, face in ((2, "face up"), (1, "face up"), (0, "face down")):
        changes = {"B1": {"health": 1, "grenades": left, "seen": True}}
        state = stand(game, places, changes)
        state = play(state, "shoot R1 B1", 24, 2)
        assert unit(state, "B1") == {
            **unit(state, "B1"), "at": [10, 12], "health": 0, "alive": False, "actions": 0,
            "seen": False, "grenades": left,
        }  # fmt: skip
        events = game.roll(play(stand(game, places, changes), "shoot R1 B1", 24), [1, 1]).events
        assert any(face in str(event) for event in events)
        picture = game.picture(state)
        assert ("face up" in picture) == (left > 0)
        assert illegal(state, "shoot B1 R1", "blue") == "SKM-H2"


# -- SKM-G3 --------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("do", ["shoot", "strike"])
def test_only_live_enemies(game: Skirmish, do: str) -> None:
    """SKM-G3: not oneself, not a friend, not the dead, nobody who is not at the table."""
    places = {"R1": (10, 10), "R2": (11, 10), "B1": (10, 11), "B2": (10, 9)}
    state = stand(game, places, {"B2": DEAD})
    for target in ("R1", "R2", "B2", "B5"):
        assert illegal(state, f"{do} R1 {target}") == "SKM-G3"
    assert illegal(state, f"{do} R1 G1") == "SKM-S4"
    assert illegal(state, f"{do} G1 B1", "red") == "SKM-S4"
    assert set(offers(state, do)) == {f"{do} R1 B1", *([f"{do} R2 B1"] if do == "shoot" else [])}


@both
def test_everybody_else_is_an_enemy(game: Skirmish) -> None:
    """SKM-G3: with three players both others."""
    state = stand(game, {"R1": (10, 10), "B1": (10, 20), "G1": (20, 20)}, seats=3)
    assert offers(state, "shoot") == ["shoot R1 B1", "shoot R1 G1"]


# -- SKM-G2 --------------------------------------------------------------------------------------

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
        (box(8, 9, 4, 1, 0), True),
    ],
    ids=str,
)
def test_terrain_shelters(game: Skirmish, piece: dict[str, Any], seen: bool) -> None:
    """SKM-G2: eyes are 1 inch up. Higher things in the line hide; to touch an outline or a top
    does not."""
    state = stand(game, BETWEEN, table=laid(piece))
    assert legal(state, "shoot R1 B1") == seen
    assert ("shoot R1 B1" in offers(state)) == seen
    if not seen:
        assert illegal(state, "shoot R1 B1") == "SKM-G2"


@both
def test_the_refusal_says_what_hides(game: Skirmish) -> None:
    """SKM-G2: by its name, or by its number, and where."""
    named = stand(game, BETWEEN, table=laid({**box(8, 9, 4, 1, 3), "name": "cigar tin"}))
    message = refusal(named, "shoot R1 B1").message
    assert "cigar tin" in message and "10,9" in message and "B1" in message
    assert (
        "1" in refusal(stand(game, BETWEEN, table=laid(box(8, 9, 4, 1, 3))), "shoot R1 B1").message
    )


@both
def test_without_shelter(game: Skirmish) -> None:
    """SKM-G2: by the option `open` nothing hides anybody; the dice are the same."""
    state = stand(game, BETWEEN, table=laid(box(8, 9, 4, 1, 20)), options={"sight": "open"})
    assert rolling(play(state, "shoot R1 B1")) == ("attack", "red", 4)


@both
def test_standing_up_high(game: Skirmish) -> None:
    """SKM-G2, worked by hand: from a top of 3 the eye is at 4 and falls to 1 over 10 inches, so 6
    inches on it is at 2.2: a wall of 2.2 that ends there is only touched, one of 2.201 hides."""
    for height, seen in ((2.2, True), (2.201, False)):
        table = laid(box(9, 4, 2, 1, 3), box(8, 10, 4, 1, height))
        assert legal(stand(game, BETWEEN, table=table), "shoot R1 B1") == seen
    table = laid(box(9, 4, 2, 1, 3), box(8, 10, 4, 1, 1.9))
    assert legal(stand(game, BETWEEN, table=table), "shoot R1 B1")


@both
def test_ones_own_box_hides_who_is_right_below(game: Skirmish) -> None:
    """SKM-G2, by hand: in the middle of a top of 4 the line to one at its foot passes through the
    box; from its rim it does not."""
    table = laid(box(8, 2, 4, 6, 4))
    below = {"R1": (10, 5), "B1": (10, 9)}
    assert illegal(stand(game, below, table=table), "shoot R1 B1") == "SKM-G2"
    rim = {"R1": (10, 8), "B1": (10, 9)}
    assert legal(stand(game, rim, table=table), "shoot R1 B1")
    assert legal(stand(game, {"R1": (10, 3), "B1": (10, 7)}, table=table), "shoot R1 B1")


@both
def test_figures_do_not_block(game: Skirmish) -> None:
    """SKM-G2: neither friends, foes nor corpses."""
    places = {**BETWEEN, "R2": (10, 8), "B2": (10, 11), "B3": (10, 13)}
    assert legal(stand(game, places, {"B3": DEAD}), "shoot R1 B1")


def naive_sight(state: Any, shooter: str, target: str) -> bool:
    """Eyes by hand: along the line in exact fractions, is it inside a box and below its top?"""
    data = shown(state)
    boxes = []
    for piece in data["table"]["terrain"]:
        xs, ys = zip(*piece["points"], strict=True)
        sizes = (min(xs), max(xs), min(ys), max(ys), piece["height"])
        boxes.append([Fraction(round(value * 1000)) for value in sizes])
    ends = [[Fraction(round(v * 1000)) for v in unit(state, id)["at"]] for id in (shooter, target)]
    eyes = [
        1000 + max((up for w, e, s, n, up in boxes if w <= x <= e and s <= y <= n), default=0)
        for x, y in ends
    ]
    (ax, ay), (bx, by) = ends
    for left, right, bottom, top_side, height in boxes:
        low, high = Fraction(0), Fraction(1)
        # each bound: value + slope * t > 0
        bounds = [
            (ax - left, bx - ax), (right - ax, ax - bx),
            (ay - bottom, by - ay), (top_side - ay, ay - by),
            (height - eyes[0], eyes[0] - eyes[1]),
        ]  # fmt: skip
        for value, slope in bounds:
            if slope > 0:
                low = max(low, -value / slope)
            elif slope < 0:
                high = min(high, -value / slope)
            elif value <= 0:
                low, high = Fraction(1), Fraction(0)
        if low < high:
            return False
    return True


@both
@pytest.mark.parametrize("seed", range(12))
def test_sight_agrees_with_a_naive_one(game: Skirmish, seed: int) -> None:
    """SKM-G2: eight figures among boxes on a coarse grid, where lines often just touch."""
    source = random.Random(seed)
    pieces = [
        box(source.randrange(2, 20), source.randrange(2, 20), source.randint(1, 5),
            source.randint(1, 5), source.choice([0.5, 1, 1.5, 2, 3]))
        for _ in range(8)
    ]  # fmt: skip
    cells = source.sample([(x, y) for x in range(2, 26) for y in range(2, 26)], 8)
    places = dict(zip(("R1", "R2", "R3", "R4", "B1", "B2", "B3", "B4"), cells, strict=True))
    state = stand(game, places, table=laid(*pieces))
    back = stand(game, places, table=laid(*pieces), to_act="blue")
    for mine, theirs in itertools.product(("R1", "R2", "R3", "R4"), ("B1", "B2", "B3", "B4")):
        expected = naive_sight(state, mine, theirs)
        assert legal(state, f"shoot {mine} {theirs}") == expected, (places, pieces, mine, theirs)
        assert legal(back, f"shoot {theirs} {mine}") == expected
