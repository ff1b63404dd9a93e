"""Grenades: the throw, where it lands, the blast, and corpses (SKM-N1 to SKM-N5, SKM-H2)."""

import pytest

from games.skirmish.patrol import (
    DEAD,
    both,
    box,
    decider,
    get,
    grenades,
    happened,
    health,
    illegal,
    is_rolling,
    laid,
    legal,
    offers,
    outcome,
    play,
    refusal,
    rolling,
    shown,
    stand,
    unit,
    winners,
)
from outrider.games.skirmish.game import Skirmish

pytestmark = pytest.mark.kernel

PAIR = {"R1": (10, 10), "B1": (10, 30)}

# -- SKM-N1 --------------------------------------------------------------------------------------


@both
def test_a_throw_costs_an_action_and_a_grenade(game: Skirmish) -> None:
    """SKM-N1: when it is thrown, before the die falls."""
    state = play(stand(game, PAIR), "throw R1 10,20")
    assert (unit(state, "R1")["grenades"], unit(state, "R1")["actions"]) == (1, 1)
    assert rolling(state) == ("throw", "red", 1)
    assert shown(state)["phase"] == "attack"


@both
def test_without_a_grenade_nothing_is_thrown(game: Skirmish) -> None:
    """SKM-N1: nor from a hand that has used both."""
    state = stand(game, PAIR, {"R1": {"grenades": 0}})
    assert illegal(state, "throw R1 10,20") == "SKM-N1"
    assert offers(state, "throw") == []
    state = stand(game, PAIR, {"R1": {"grenades": 1}})
    state = play(state, "throw R1 10,20", 6, "land 10,16", "skip B1")
    assert illegal(state, "throw R1 10,20") == "SKM-N1"


@both
@pytest.mark.parametrize(("face", "reach"), [(1, 2), (2, 2), (3, 4), (4, 4), (5, 6), (6, 6)])
def test_the_die_says_how_far(game: Skirmish, face: int, reach: int) -> None:
    """SKM-N1: up to 2, 4 or 6 inches; any point nearer will do."""
    state = play(stand(game, PAIR), "throw R1 10,20", face)
    assert decider(state) == "red"
    assert shown(state)["attack"]["within"] == reach
    for length in (0.001, 1, 1.999, reach):
        assert legal(state, f"land 10,{10 + length}")
    assert illegal(state, f"land 10,{10 + reach}.001") == "SKM-N1"
    assert "0.001" in refusal(state, f"land 10,{10 + reach}.001").message
    assert all(legal(state, text) for text in offers(state)) and offers(state)


@both
def test_the_line_is_kept_to_within_two_thousandths(game: Skirmish) -> None:
    """SKM-N1: 0.002 beside it lands, 0.003 does not; along a slant likewise."""
    state = play(stand(game, PAIR), "throw R1 10,20", 5)
    for x in (9.998, 9.999, 10, 10.001, 10.002):
        assert legal(state, f"land {x},14")
    for x in (9.997, 10.003, 12):
        assert illegal(state, f"land {x},14") == "SKM-N1"
    slant = play(stand(game, PAIR), "throw R1 13,14", 5)
    assert legal(slant, "land 12.4,13.2") and legal(slant, "land 13,14")
    assert legal(slant, "land 12.4,13.203"), "0.0018 off"
    assert illegal(slant, "land 12.4,13.204") == "SKM-N1", "0.0024 off"
    assert legal(slant, "land 13.6,14.8") and illegal(slant, "land 13.601,14.801") == "SKM-N1"


@both
def test_only_ahead_of_the_thrower(game: Skirmish) -> None:
    """SKM-N1: not behind, not at his own feet."""
    state = play(stand(game, PAIR), "throw R1 10,20", 5)
    for point in ("10,9.999", "10,8", "10,10", "10.002,10"):
        assert illegal(state, f"land {point}") == "SKM-N1"
    assert legal(state, "land 10,10.001")


@both
def test_beyond_the_point_aimed_at(game: Skirmish) -> None:
    """SKM-N1: it is a direction, not an aim; short of it or past it will do."""
    state = play(stand(game, PAIR), "throw R1 10,11", 5)
    assert legal(state, "land 10,16") and legal(state, "land 10,10.5")
    assert legal(stand(game, PAIR), "throw R1 10,50"), "a direction may point off the table"


@both
def test_it_lands_on_the_table(game: Skirmish) -> None:
    """SKM-N1: on the rim at most; a throw that can only leave it is refused."""
    places = {"R1": (10, 1), "R2": (0, 5), "B1": (10, 30)}
    state = play(stand(game, places), "throw R1 10,0", 5)
    assert legal(state, "land 10,0")
    assert illegal(state, "land 10,-0.001") == "SKM-N1"
    assert illegal(stand(game, places), "throw R2 -3,5") == "SKM-N1"
    assert legal(stand(game, places), "throw R2 0,0"), "along the rim"


@both
def test_a_throw_needs_a_direction(game: Skirmish) -> None:
    """SKM-N1: where one stands is none."""
    assert illegal(stand(game, PAIR), "throw R1 10,10") == "SKM-N1"
    assert legal(stand(game, PAIR), "throw R1 10,10.001")


@both
def test_the_distance_is_flat(game: Skirmish) -> None:
    """SKM-N1, SKM-N5: 6 inches over onto a tower, and off one; walls do not stop it."""
    table = laid(box(9, 15, 2, 2, 10), box(9, 12, 2, 1, 20))
    state = play(stand(game, PAIR, table=table), "throw R1 10,20", 6)
    assert legal(state, "land 10,16")
    up = stand(game, {"R1": (10, 16), "B1": (10, 30)}, table=table)
    assert legal(play(up, "throw R1 10,30", 6), "land 10,22")


# -- SKM-N2, SKM-N3, SKM-N5 ----------------------------------------------------------------------


def in_blast(game: Skirmish, y: float, option: str) -> int:
    """How many dice one who stands there resists of a grenade that lands at 10,16."""
    places = {"R1": (10, 10), "B1": (10, y), "B2": (30, 30)}
    state = stand(game, places, options={"blast": option})
    state = play(state, "throw R1 10,16", 6, "land 10,16")
    if not is_rolling(state):
        return 0
    purpose, seat, dice = rolling(state)
    assert (purpose, seat) == ("blast", "red"), "the thrower rolls"
    assert rolling(play(state, dice))[:2] == ("armour", "blue")
    return dice


@both
@pytest.mark.parametrize(
    ("option", "away", "dice"),
    [
        ("radius", 0, 4), ("radius", 2, 4), ("radius", 2.001, 2), ("radius", 3, 2),
        ("radius", 3.001, 0), ("diameter", 0, 4), ("diameter", 1, 4), ("diameter", 1.001, 2),
        ("diameter", 1.5, 2), ("diameter", 1.501, 0), ("diameter", 3, 0),
    ],
)  # fmt: skip
def test_the_borders_of_the_blast(game: Skirmish, option: str, away: float, dice: int) -> None:
    """SKM-N2: 4 dice within 2 inches, 2 within 3; by the option half of that."""
    assert in_blast(game, round(16 + away, 3), option) == dice
    assert in_blast(game, round(16 - away, 3), option) == dice


@both
@pytest.mark.parametrize(
    ("over", "up", "dice"),
    [(1.6, 1.2, 4), (1.6, 1.201, 2), (2.4, 1.8, 2), (2.4, 1.801, 0), (0.001, 2, 2)],
)
def test_the_blast_is_measured_straight(game: Skirmish, over: float, up: float, dice: int) -> None:
    """SKM-N5: with height, in both editions: here from the table to one who stands on a top."""
    places = {"R1": (10, 14.5), "B1": (10, 20), "B2": (30, 30)}
    state = stand(game, places, table=laid(box(9, 20, 2, 6, up)))
    state = play(state, "throw R1 10,20", 6, f"land 10,{round(20 - over, 3)}")
    assert (rolling(state)[2] if is_rolling(state) else 0) == dice


@both
def test_blast_down_from_a_top(game: Skirmish) -> None:
    """SKM-N5: a grenade on a top of 2 is 2 inches above who stands right beside it, one on 3.001
    harms nobody below; walls shelter nobody."""
    for up, dice in ((2, 2), (1.732, 4), (1.733, 2), (2.829, 0)):
        places = {"R1": (10, 14), "B1": (10, 19), "B2": (30, 30)}
        state = stand(game, places, table=laid(box(9, 20, 2, 2, up)))
        state = play(state, "throw R1 10,20", 6, "land 10,20")
        assert (rolling(state)[2] if is_rolling(state) else 0) == dice
    wall = laid(box(8, 17, 4, 0.2, 9))
    places = {"R1": (10, 10), "B1": (10, 18), "B2": (30, 30)}
    state = play(stand(game, places, table=wall), "throw R1 10,16", 6, "land 10,16")
    assert rolling(state)[2] == 4


@both
@pytest.mark.parametrize("length", [0.001, 1, 2])
def test_a_short_throw_always_catches_the_thrower(game: Skirmish, length: float) -> None:
    """SKM-N2: rolled 1 or 2 on flat ground he is in the 4 dice; 3 inches off in the 2; 4 safe."""
    state = play(stand(game, PAIR), "throw R1 10,20", 2, f"land 10,{10 + length}")
    assert rolling(state) == ("blast", "red", 4)
    mid = play(stand(game, PAIR), "throw R1 10,20", 3)
    assert rolling(play(mid, "land 10,13")) == ("blast", "red", 2)
    assert not is_rolling(play(mid, "land 10,14")) and not is_rolling(play(mid, "land 10,13.001"))


@both
def test_everybody_resists_on_his_own(game: Skirmish) -> None:
    """SKM-N3: friend, foe and thrower, in the order of seats and numbers, attack then armour; the
    thrower rolls every attack, each owner its armour. Corpses resist nothing."""
    places = {
        "R1": (10, 10), "R4": (10, 13.5), "B2": (11, 12), "B3": (9, 14.5), "B5": (10, 14.9),
        "G1": (8, 12), "G2": (30, 30), "R2": (9.5, 12.2),
    }  # fmt: skip
    changes = {"R2": DEAD, "B2": {"health": 5}}
    state = stand(game, places, changes, seats=3, to_act="red")
    told = happened(play(state, "throw R1 10,20", 1), "land 10,12")
    assert told[0]["units"] == ["R1", "R4", "B2", "B3", "B5", "G1"]
    state = play(state, "throw R1 10,20", 1, "land 10,12")
    seen = []
    while is_rolling(state):
        seen.append(rolling(state))
        state = play(state, seen[-1][2])
    assert seen == [
        ("blast", "red", 4), ("armour", "red", 4),
        ("blast", "red", 4), ("armour", "red", 4),
        ("blast", "red", 4), ("armour", "blue", 2),
        ("blast", "red", 2), ("armour", "blue", 4),
        ("blast", "red", 2), ("armour", "blue", 4),
        ("blast", "red", 4), ("armour", "green", 4),
    ]  # fmt: skip
    assert decider(state) == "blue"


@both
def test_the_thrower_may_die_first_and_the_blast_goes_on(game: Skirmish) -> None:
    """SKM-N3: his grenade hurts the others all the same, and every step can be written down."""
    places = {"R1": (10, 10), "R2": (30, 5), "B1": (10, 12), "B2": (30, 30)}
    state = stand(game, places, {"R1": {"health": 1}})
    state = play(state, "throw R1 10,20", 1, "land 10,11", 24, 2)
    assert not unit(state, "R1")["alive"]
    assert rolling(state) == ("blast", "red", 4)
    assert game.load(shown(state)) == state
    state = play(state, 20)
    assert game.load(shown(state)) == state
    assert health(play(state, 12), "B1") == 2


@both
def test_a_blast_that_kills_everybody_is_a_draw(game: Skirmish) -> None:
    """SKM-O6, SKM-N3: resisted to its end before anybody has won."""
    places = {"R1": (10, 10), "B1": (10, 12)}
    weak = {"R1": {"health": 1}, "B1": {"health": 1}}
    state = play(stand(game, places, weak), "throw R1 10,20", 1, "land 10,11", 24, 2)
    assert outcome(state) is None
    assert winners(play(state, 24, 2)) == ()
    assert winners(play(state, 4, 12)) == ("blue",)
    safe = stand(game, places, {"B1": {"health": 1}})
    assert winners(play(safe, "throw R1 10,20", 1, "land 10,11", 4, 24, 24, 2)) == ("red",)


@both
def test_nobody_in_the_blast(game: Skirmish) -> None:
    """SKM-N2: a grenade in the open is gone, and the turn passes."""
    state = play(stand(game, PAIR), "throw R1 10,20", 6, "land 10,16")
    assert (grenades(state), decider(state)) == (3, "blue")


# -- SKM-N4, SKM-H2 ------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("at", "near"),
    [((10, 11), True), ((10, 11.001), False), ((10.6, 10.8), True), ((10, 10), True)],
)
def test_looting_from_one_inch(game: Skirmish, at: tuple[float, float], near: bool) -> None:
    """SKM-N4: exactly 1 included, on top of it too."""
    places = {"R1": (10, 10), "B1": (30, 30), "B2": at}
    state = stand(game, places, {"B2": DEAD})
    assert legal(state, "take R1 B2") == near
    assert offers(state, "take") == (["take R1 B2"] if near else [])
    if not near:
        assert illegal(state, "take R1 B2") == "SKM-N4"
        assert "0.001" in refusal(state, "take R1 B2").message


@both
def test_looting_takes_all_of_any_sides_corpse(game: Skirmish) -> None:
    """SKM-N4, SKM-H2: one action for all it has; then it lies face down, and none are lost."""
    places = {"R1": (10, 10), "R2": (10.5, 10.5), "B1": (30, 30), "B2": (9.5, 10)}
    changes = {"R2": {**DEAD, "grenades": 1}, "B2": {**DEAD, "grenades": 5}}
    state = stand(game, places, changes)
    before = grenades(state)
    after = play(state, "take R1 B2")
    assert (unit(after, "R1")["grenades"], unit(after, "R1")["actions"]) == (7, 1)
    assert unit(after, "B2")["grenades"] == 0
    assert decider(after) == "blue"
    after = play(after, "skip B1", "take R1 R2")
    assert (unit(after, "R1")["grenades"], grenades(after)) == (8, before)
    assert [str(event) for event in game.apply(state, "red", game.read_action("take R1 B2")).events]


@both
def test_what_cannot_be_looted(game: Skirmish) -> None:
    """SKM-N4: the living, oneself, the face down, who is off the table, strangers."""
    places = {"R1": (10, 10), "R2": (10.8, 10), "R3": (10, 10.8), "B1": (10, 9.2)}
    state = stand(game, places, {"R3": {**DEAD, "grenades": 0}})
    for corpse in ("R1", "R2", "R3", "B1", "B4"):
        assert illegal(state, f"take R1 {corpse}") == "SKM-N4"
    assert illegal(state, "take R1 S3") == "SKM-S4"


@both
def test_height_counts_when_looting(game: Skirmish) -> None:
    """SKM-N4: a corpse on a top is out of reach from below; the engine's choice."""
    places = {"R1": (10, 10), "B1": (30, 30), "B2": (10.8, 10)}
    for height, near in ((0.6, True), (0.601, False)):
        state = stand(game, places, {"B2": DEAD}, table=laid(box(10.5, 9, 2, 2, height)))
        assert legal(state, "take R1 B2") == near


@both
def test_a_looted_grenade_can_be_thrown(game: Skirmish) -> None:
    """SKM-N4, SKM-N1: by one who had none; carried, thrown and on corpses stay as many."""
    places = {"R1": (10, 10), "B1": (30, 30), "B2": (10, 11)}
    state = stand(game, places, {"R1": {"grenades": 0}, "B2": DEAD})
    state = play(state, "take R1 B2", "skip B1", "throw R1 10,20", 6, "land 10,16")
    assert get(state, "grenades", "R1", "B2") == [1, 0]
    assert grenades(state) == 3
