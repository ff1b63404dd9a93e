"""Command abilities (BSK-A1 to BSK-A7)."""

import itertools

import pytest

from games.basic.battlefield import (
    SEATS,
    alive,
    battle,
    foe,
    happened,
    health,
    illegal,
    legal,
    marked,
    offers,
    play,
    unit,
)
from outrider.games.basic.state import State

ABILITIES = ("bolster", "rush")
LASTS = ("own_turn", "any_turn")
both = pytest.mark.parametrize("lasts", LASTS)

RED = {"R1": (12, 10), "R2": (11, 10), "R3": (13, 10), "R4": (10, 10), "R5": (14, 10)}
BLUE = {"B1": (12, 11), "B2": (11, 11), "B3": (13, 11), "B4": (10, 12), "B5": (14, 12)}
CLOSE = {**RED, **BLUE}


def close(lasts: str = "own_turn", **healths: int) -> State:
    """Two lines an inch apart, everybody within five inches of his commander."""
    changes = {id: {"health": value} for id, value in healths.items()}
    return battle(CLOSE, changes, options={"ability_lasts": lasts})


def buffers(state: State) -> set[str]:
    return marked(state, "buffer")


# -- BSK-A1 --------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("first", ABILITIES)
def test_one_ability_a_turn(first: str, lasts: str) -> None:
    """BSK-A1: bolster or rush; after the one neither the other nor the same again."""
    state = close(lasts)
    assert offers(state, "command") == ["command bolster", "command rush"]
    state = play(state, f"command {first}")
    assert offers(state, "command") == []
    for second in ABILITIES:
        assert illegal(state, f"command {second}") == "BSK-A1"


@both
def test_each_side_has_its_ability_in_each_of_its_turns(lasts: str) -> None:
    """BSK-A1: for several turns on end."""
    state = close(lasts)
    for ability in ("bolster", "bolster", "rush", "rush", "bolster", "rush"):
        state = play(state, f"command {ability}", "end")


@pytest.mark.parametrize(
    "before",
    [("attack R1 B1", 1), ("attack R1 B1", 3, 3), ("move R1 12,9",), ("move R2 11,8",)],
    ids=["miss", "hit", "move", "friend"],
)
@pytest.mark.parametrize("ability", ABILITIES)
def test_a_command_comes_whenever_the_player_likes(
    before: tuple[str | int, ...], ability: str
) -> None:
    """BSK-A1: also after the commander's own miss, attack or move."""
    state = play(close(), *before)
    flag = {"bolster": "bolstered", "rush": "rushed"}[ability]
    assert marked(play(state, f"command {ability}"), flag) == set(RED)


@pytest.mark.parametrize("ability", ABILITIES)
def test_a_command_costs_the_commander_nothing(ability: str) -> None:
    """BSK-A1: it still moves and attacks."""
    state = play(close(), f"command {ability}")
    assert not marked(state, "moved") and not marked(state, "attacked")
    play(state, "attack R1 B1", 3, 3, "move R1 12,8")


@pytest.mark.parametrize("ability", ABILITIES)
def test_without_a_commander_there_is_no_command(ability: str) -> None:
    """BSK-A1, BSK-A7: only a living commander commands."""
    state = battle({id: at for id, at in CLOSE.items() if id != "R1"})
    assert illegal(state, f"command {ability}") in ("BSK-A1", "BSK-A7")
    assert offers(state, "command") == []
    assert legal(play(state, "end"), f"command {ability}")


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("ability", ABILITIES)
def test_a_command_is_told(seat: str, ability: str) -> None:
    """BSK-A1, BSK-A5: which ability, and whom it reaches."""
    (told,) = happened(battle(CLOSE, to_act=seat), f"command {ability}")
    assert told["event"] == "commanded" and told["ability"] == ability
    assert set(told["units"]) == set(RED if seat == "red" else BLUE)


# -- BSK-A2 --------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("attacker", "target", "loss"), [("R1", "B1", 4), ("R2", "B2", 2), ("R4", "B1", 2)]
)
def test_bolstered_units_do_one_more_damage(
    attacker: str, target: str, loss: int, lasts: str
) -> None:
    """BSK-A2: 4 instead of 3, and 2 instead of 1."""
    state = play(close(lasts), "command bolster", f"attack {attacker} {target}", 6, 1)
    full = {"B1": 5, "B2": 3}[target]
    assert health(state, target) == full - loss


def test_bolstered_units_have_one_more_health() -> None:
    """BSK-A2, BSK-A6: it is kept apart, as a buffer of 1."""
    state = play(close(R2=2), "command bolster")
    assert buffers(state) == set(RED)
    assert health(state, "R2") == 2
    assert [unit(state, id)["buffer"] for id in ("R2", "B2")] == [1, 0]


@pytest.mark.parametrize(("x", "reached"), [(17, True), (17.001, False), (7, True), (6.999, False)])
@pytest.mark.parametrize("ability", ABILITIES)
def test_five_inches_from_the_commander(x: float, reached: bool, ability: str) -> None:
    """BSK-A2, BSK-A3: exactly five are within, a thousandth more is not."""
    state = play(battle({"R1": (12, 10), "R2": (x, 10), "B1": (1, 1)}), f"command {ability}")
    flag = {"bolster": "bolstered", "rush": "rushed"}[ability]
    assert marked(state, flag) == ({"R1", "R2"} if reached else {"R1"})


def test_five_inches_are_measured_straight() -> None:
    """BSK-A2: 3 across and 4 up are five, a thousandth more of either is not."""
    places = {"R1": (12, 10), "R2": (15, 14), "R3": (9, 6), "R4": (15.001, 6), "R5": (9, 14.001)}
    state = play(battle({**places, "B1": (1, 1)}), "command bolster")
    assert marked(state, "bolstered") == {"R1", "R2", "R3"}


# -- BSK-A3 --------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(("id", "limit"), [("R1", 8), ("R2", 6), ("R4", 7)])
def test_rushed_units_move_three_inches_more(id: str, limit: int, lasts: str) -> None:
    """BSK-A3: exactly that, and not a thousandth more."""
    state = battle({**RED, "B1": (1, 1)}, options={"ability_lasts": lasts})
    x, y = RED[id]
    assert illegal(state, f"move {id} {x},{y + limit}") == "BSK-M1"
    state = play(state, "command rush")
    assert illegal(state, f"move {id} {x},{y + limit}.001") == "BSK-M1"
    assert unit(play(state, f"move {id} {x},{y + limit}"), id)["at"] == [x, y + limit]


def test_rush_gives_a_unit_that_has_moved_nothing() -> None:
    """BSK-A3, BSK-M1: not the three inches that its first move lacked either."""
    state = play(close(), "move R2 11,8", "command rush")
    assert illegal(state, "move R2 11,7") == "BSK-M1"
    assert illegal(state, "move R2 11,8") == "BSK-M1"


def test_rush_does_not_wake_a_unit_that_missed() -> None:
    """BSK-A3, BSK-C3: done is done."""
    state = play(close(), "attack R2 B2", 1, "command rush")
    assert illegal(state, "move R2 11,9") == "BSK-C3"


def test_each_ability_gives_its_own_and_no_more() -> None:
    """BSK-A2, BSK-A3: rush neither hurts nor protects, bolster does not carry."""
    rushed = play(close(), "command rush", "attack R2 B2", 6, 1)
    assert health(rushed, "B2") == 2 and not buffers(rushed)
    assert illegal(play(close(), "command bolster"), "move R2 11,6.999") == "BSK-M1"


# -- BSK-A4 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("ability", ABILITIES)
@both
def test_how_long_an_ability_lasts(seat: str, ability: str, lasts: str) -> None:
    """BSK-A4: to the owner's next turn, or only to the next turn of all."""
    flag = {"bolster": "bolstered", "rush": "rushed"}[ability]
    own = set(RED if seat == "red" else BLUE)
    state = battle(CLOSE, to_act=seat, options={"ability_lasts": lasts})
    state = play(state, f"command {ability}")
    assert marked(state, flag) == own
    state = play(state, "end")
    assert marked(state, flag) == (own if lasts == "own_turn" else set())
    assert buffers(state) == (own if (ability, lasts) == ("bolster", "own_turn") else set())
    state = play(state, "end")
    assert not marked(state, flag) and not buffers(state)


@both
def test_the_additional_health_in_the_enemys_turn(lasts: str) -> None:
    """BSK-A4, BSK-A6: there by default; gone with any_turn before it could matter."""
    state = play(close(lasts, R2=1), "command bolster", "end", "attack B2 R2", 4, 3)
    assert ("R2" in alive(state)) is (lasts == "own_turn")


@both
def test_damage_and_movement_are_plain_again_in_the_next_turn(lasts: str) -> None:
    """BSK-A4: neither bonus is there when its owner is to act again."""
    state = play(close(lasts), "command bolster", "end", "end", "attack R2 B2", 6, 1)
    assert health(state, "B2") == 2
    state = play(close(lasts), "command rush", "end", "end")
    assert illegal(state, "move R2 11,6.999") == "BSK-M1"


def test_one_sides_ability_does_not_end_the_others() -> None:
    """BSK-A4: both may be in force, each to its owner's turn."""
    state = play(close(), "command bolster", "end", "command bolster")
    assert marked(state, "bolstered") == {*RED, *BLUE}
    assert marked(play(state, "end"), "bolstered") == set(BLUE)


# -- BSK-A5 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "ability"), list(itertools.product(SEATS, ABILITIES)))
def test_an_ability_reaches_friends_and_the_commander_itself(seat: str, ability: str) -> None:
    """BSK-A5: no enemy, however close."""
    flag = {"bolster": "bolstered", "rush": "rushed"}[ability]
    state = play(battle(CLOSE, to_act=seat), f"command {ability}")
    assert marked(state, flag) == set(RED if seat == "red" else BLUE)
    assert not any(unit(state, id)[flag] for id in CLOSE if id[0] == foe(seat)[0].upper())


def test_the_dead_are_not_reached() -> None:
    """BSK-A5, BSK-C5: a body within five inches stays one."""
    state = battle({id: at for id, at in CLOSE.items() if id != "R3"}, {"R3": {"at": [13, 9]}})
    state = play(state, "command bolster")
    assert "R3" not in marked(state, "bolstered") | buffers(state) | alive(state)


def test_walking_away_keeps_the_ability() -> None:
    """BSK-A5: neither the unit's walk nor the commander's takes it back."""
    places = {"R1": (12, 10), "R4": (12, 6), "B4": (12, 14), "B1": (1, 1)}
    state = play(battle(places), "command bolster", "move R4 12,4", "move R1 12,15")
    assert marked(state, "bolstered") == {"R1", "R4"}
    assert health(play(state, "attack R4 B4", 6, 1), "B4") == 0


@pytest.mark.parametrize("mover", ["move R1 12,9", "move R4 12,5"])
def test_walking_in_does_not_gain_it(mover: str) -> None:
    """BSK-A5: who is within five inches is settled when the ability is used."""
    places = {"R1": (12, 10), "R4": (12, 4), "B4": (12, 13), "B1": (1, 1)}
    state = play(battle(places), "command bolster", mover)
    assert marked(state, "bolstered") == {"R1"}
    assert health(play(state, "attack R4 B4", 6, 1), "B4") == 1
    assert marked(play(battle(places), mover, "command bolster"), "bolstered") == {"R1", "R4"}


# -- BSK-A6 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "before", "attacker", "after"),
    [
        ("R2", 3, "B2", 3),
        ("R2", 1, "B2", 1),
        ("R2", 3, "B1", 1),
        ("R2", 2, "B1", 0),
        ("R1", 5, "B1", 3),
        ("R1", 2, "B1", 0),
    ],
)
def test_damage_takes_the_buffer_first(target: str, before: int, attacker: str, after: int) -> None:
    """BSK-A6: one point of it, and only what is over comes off the health."""
    state = play(close("own_turn", **{target: before}), "command bolster", "end")
    if (attacker, target) == ("B1", "R2"):
        state = play(state, "move B2 9,11", "move B1 11,11")
    state = play(state, f"attack {attacker} {target}", 6, 1)
    assert health(state, target) == after
    assert target not in buffers(state)
    assert (target in alive(state)) is (after > 0)


def test_a_buffer_holds_once() -> None:
    """BSK-A6: the second blow comes off the health."""
    state = play(close(), "command bolster", "end", "attack B2 R2", 6, 1)
    assert (health(state, "R2"), unit(state, "R2")["buffer"]) == (3, 0)
    state = play(state, "attack B4 R2", 6, 1)
    assert health(state, "R2") == 2


@pytest.mark.parametrize("faces", [(1,), (6, 6)], ids=["miss", "save"])
def test_no_damage_takes_no_buffer(faces: tuple[int, ...]) -> None:
    """BSK-A6: it waits for damage."""
    state = play(close(), "command bolster", "end", "attack B2 R2", *faces)
    assert unit(state, "R2")["buffer"] == 1


@pytest.mark.parametrize("spent", [False, True])
def test_the_end_of_bolster_never_kills(spent: bool) -> None:
    """BSK-A6: with one health left, whether the buffer was used or not."""
    state = play(close(R2=1), "command bolster", "end")
    if spent:
        state = play(state, "attack B2 R2", 6, 1)
    state = play(state, "end")
    assert health(state, "R2") == 1
    assert not buffers(state) and "R2" in alive(state)


def test_bolster_does_not_pile_up() -> None:
    """BSK-A6: used turn after turn it is one more damage and one more health, not two."""
    state = play(close(), *["command bolster", "end", "end"] * 3, "command bolster")
    assert unit(state, "R2")["buffer"] == 1 and health(state, "R2") == 3
    hurt = play(state, "attack R2 B2", 6, 1)
    assert health(hurt, "B2") == 1
    state = play(state, "end", "attack B2 R2", 6, 1, "attack B4 R2", 6, 1)
    assert health(state, "R2") == 2


def test_a_wound_stays_when_bolster_comes_again() -> None:
    """BSK-A6: the buffer heals nobody."""
    state = play(close(), "command bolster", "end", "attack B2 R2", 6, 1, "attack B4 R2", 6, 1)
    state = play(state, "end", "command bolster")
    assert (health(state, "R2"), unit(state, "R2")["buffer"]) == (2, 1)


# -- BSK-A7 --------------------------------------------------------------------------------------


def test_abilities_outlive_the_commander() -> None:
    """BSK-A7: they run their time; then there are no more."""
    state = play(close(R1=2), "command bolster", "end", "attack B1 R1", 6, 1)
    assert "R1" not in alive(state)
    assert buffers(state) == set(RED) - {"R1"}
    state = play(state, "attack B2 R2", 6, 1)
    assert (health(state, "R2"), unit(state, "R2")["buffer"]) == (3, 0)
    state = play(state, "end")
    assert not marked(state, "bolstered") and not buffers(state)
    for ability in ABILITIES:
        assert illegal(state, f"command {ability}") == "BSK-A7"


def test_a_dead_commander_has_no_ability_on_him() -> None:
    """BSK-A7, BSK-C5: what was on him is gone with him."""
    state = play(close(R1=2), "command bolster", "end", "attack B1 R1", 6, 1)
    assert not unit(state, "R1")["bolstered"] and unit(state, "R1")["buffer"] == 0
