"""Victory, draws and limits (SKN-V1 to SKN-V5)."""

import pytest

from games.skirminion.table import (
    GAME,
    START,
    activation,
    counters,
    decider,
    ended,
    event_names,
    forts,
    healths,
    line,
    play,
    position,
    read,
    refused,
    texts,
)
from outrider import Refusal

TWO = {"h8": 6, "g8": 6}

# -- SKN-V1 --------------------------------------------------------------------------------------


def test_destroying_the_last_enemy_wins() -> None:
    """SKN-V1: Blue's only unit falls, and that is the end."""
    state = position({"d4": 6, "a1": 6}, {"d5": 1})
    assert event_names(state, "d4xd5")[-2:] == ["phase", "over"]
    state = play(state, "d4xd5")
    assert ended(state) == ("red", "SKN-V1")
    assert GAME.dump(state)["phase"] == "over"


def test_blue_wins_in_the_same_way() -> None:
    """SKN-V1: the sides are equal before the law."""
    state = position({"d5": 1}, {"d4": 6, "h8": 6}, to_act="blue")
    assert ended(play(state, "d4xd5")) == ("blue", "SKN-V1")


def test_an_attacker_may_lose_the_game_by_its_own_attack() -> None:
    """SKN-V1: Red's last unit dies of the blow it takes in Red's activation."""
    state = position({"d4": 1}, {"d5": 6, "h8": 6})
    assert ended(play(state, "d4xd5")) == ("blue", "SKN-V1")


def test_a_besieger_may_lose_the_game_by_its_own_siege() -> None:
    """SKN-V1: Red's last unit dies at the fort, with one recipient or with a choice of two."""
    state = position({"d3": 1}, {"d5": 6, "h8": 6}, blue_forts=["d4"])
    assert ended(play(state, "d3*d4")) == ("blue", "SKN-V1")
    state = position({"d3": 2}, {"d5": 6, "c5": 6, "h8": 6}, blue_forts=["d4"])
    state = play(state, "d3*d4")
    assert ended(state) is None
    assert ended(play(state, "=c5")) == ("blue", "SKN-V1")


def test_the_last_recipient_loses_the_game() -> None:
    """SKN-V1: Blue's last unit falls at its fort."""
    state = position({"d3": 6, "a1": 6}, {"d5": 1}, blue_forts=["d4"])
    state = play(state, "d3*d4")
    assert ended(state) == ("red", "SKN-V1")
    assert forts(state) == {"d4": "blue"}


def test_a_unit_left_is_enough_to_go_on() -> None:
    """SKN-V1: all the enemy's units, not most of them; forts do not count."""
    state = position({"d4": 6, "a1": 6}, {"d5": 1, "h8": 1})
    assert ended(play(state, "d4xd5")) is None
    state = position({"d4": 6, "a1": 6}, {"d5": 1}, blue_forts=["h8"])
    assert ended(play(state, "d4xd5")) == ("red", "SKN-V1")


def test_nothing_is_played_after_the_end() -> None:
    """SKN-V1: every action of every seat is refused, and none is on offer."""
    state = play(position({"d4": 6, "a1": 6}, {"d5": 1}), "d4xd5")
    for seat in ("red", "blue"):
        assert list(GAME.choices(state, seat)) == []
        for action in ("pass", "end", "a1-a2", "rest a1"):
            assert refused(state, action, seat)[0] == "over"


# -- SKN-V2 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("red", "blue", "expected"),
    [
        (1, 1, ("draw", "SKN-V2")),
        (2, 2, ("draw", "SKN-V2")),
        (2, 1, ("draw", "SKN-V2")),
        (3, 2, ("red", "SKN-V1")),
        (2, 3, ("blue", "SKN-V1")),
        (3, 3, None),
    ],
)
def test_an_attack_that_leaves_nobody_is_a_draw(
    red: int, blue: int, expected: tuple[str, str] | None
) -> None:
    """SKN-V2: the last two strike for two each; both gone is a draw, one gone is not."""
    assert ended(play(position({"d4": red}, {"d5": blue}), "d4xd5")) == expected


@pytest.mark.parametrize(
    ("red", "blue", "expected"),
    [(2, 2, ("draw", "SKN-V2")), (3, 2, ("red", "SKN-V1")), (2, 3, ("blue", "SKN-V1"))],
)
def test_a_siege_that_leaves_nobody_is_a_draw(
    red: int, blue: int, expected: tuple[str, str]
) -> None:
    """SKN-V2: a siege is an attack, too."""
    state = position({"d3": red}, {"d5": blue}, blue_forts=["d4"])
    assert ended(play(state, "d3*d4")) == expected


def test_the_empty_board_can_be_looked_at() -> None:
    """SKN-V2: the end without units is written, dumped and loaded like any other."""
    state = play(position({"d4": 1}, {"d5": 1}), "d4xd5")
    assert healths(state) == {}
    assert GAME.write(state).startswith("8/8/8/8/8/8/8/8 ")
    assert GAME.load(GAME.dump(state)) == state


# -- SKN-V3 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("red", "blue", "expected"),
    [
        (4, 4, ("draw", "SKN-V3")),
        (6, 6, ("draw", "SKN-V3")),
        (5, 4, ("red", "SKN-V3")),
        (6, 5, ("red", "SKN-V3")),
        (4, 6, ("blue", "SKN-V3")),
        (3, 6, None),
        (6, 3, None),
        (3, 3, None),
        (1, 4, None),
    ],
)
def test_the_last_two_units_are_compared_from_four_health_on(
    red: int, blue: int, expected: tuple[str, str] | None
) -> None:
    """SKN-V3: both have to have 4 or more."""
    assert ended(position({"a1": red}, {"h8": blue})) == expected


def test_three_units_are_not_compared() -> None:
    """SKN-V3: one unit each and no more."""
    assert ended(position({"a1": 6, "b1": 6}, {"h8": 6})) is None
    assert ended(position({"a1": 6}, {"h8": 6, "g8": 1})) is None


def test_forts_do_not_matter_for_the_comparison() -> None:
    """SKN-V3: forts are no units."""
    state = position({"a1": 5}, {"h8": 4}, red_forts=["c3"], blue_forts=["f6", "d6"])
    assert ended(state) == ("red", "SKN-V3")


# -- SKN-V4 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "spectator", "expected"),
    [
        (6, 5, ("draw", "SKN-V3")),
        (6, 4, ("red", "SKN-V3")),
        (5, 6, ("blue", "SKN-V3")),
        (5, 4, ("draw", "SKN-V3")),
        (4, 6, None),
        (6, 3, None),
    ],
)
def test_the_comparison_follows_an_attack_at_once(
    attacker: int, spectator: int, expected: tuple[str, str] | None
) -> None:
    """SKN-V4, SKN-V3: in the middle of an activation that could go on with a move."""
    state = play(position({"d4": attacker}, {"d5": 1, "h8": spectator}), "d4xd5")
    assert healths(state) == {"d4": attacker - 1, "h8": spectator}
    assert ended(state) == expected
    if expected is None:
        assert (decider(state), activation(state)) == ("red", "d4a")
        assert "d4-d5" in texts(state)
    else:
        assert texts(state) == set()


def test_the_comparison_follows_a_siege_at_once() -> None:
    """SKN-V4, SKN-V3: the recipient dies, and of two units left Red's is stronger."""
    state = position({"d3": 6}, {"d5": 2, "h8": 4}, blue_forts=["d4"])
    state = play(state, "d3*d4")
    assert healths(state) == {"d3": 5, "h8": 4}
    assert ended(state) == ("red", "SKN-V3")


@pytest.mark.parametrize(
    ("blue", "expected"),
    [(3, None), (4, ("draw", "SKN-V3")), (5, ("blue", "SKN-V3")), (6, ("blue", "SKN-V3"))],
)
def test_the_comparison_follows_a_rest_at_once(blue: int, expected: tuple[str, str] | None) -> None:
    """SKN-V4, SKN-V3: by resting from 3 to 4."""
    assert ended(play(position({"a1": 3}, {"h8": blue}), "rest a1")) == expected


def test_a_rest_below_four_ends_nothing() -> None:
    """SKN-V4, SKN-V3: from 2 to 3."""
    assert ended(play(position({"a1": 2}, {"h8": 6}), "rest a1")) is None


# -- SKN-V5 --------------------------------------------------------------------------------------


def test_the_limits_as_they_are_if_nobody_says_otherwise() -> None:
    """SKN-V5: 100 quiet activations, 1000 in all."""
    assert GAME.terms().options.to_json() == {"quiet_limit": 100, "length_limit": 1000}
    assert ended(play(position({"a1": 6, "b1": 6}, TWO, quiet=98), "pass")) is None
    assert ended(play(position({"a1": 6, "b1": 6}, TWO, quiet=99), "pass")) == ("draw", "SKN-V5")
    assert ended(play(position({"a1": 6, "b1": 6}, TWO, played=998), "pass")) is None
    assert ended(play(position({"a1": 6, "b1": 6}, TWO, played=999), "pass")) == ("draw", "SKN-V5")


@pytest.mark.parametrize("limit", [1, 2, 7])
@pytest.mark.parametrize("option", ["quiet_limit", "length_limit"])
def test_a_limit_is_reached_exactly(option: str, limit: int) -> None:
    """SKN-V5: the game is drawn after so many activations, and not one before."""
    state = read(START, **{option: limit})
    for _ in range(limit):
        assert ended(state) is None
        state = play(state, "pass")
    assert ended(state) == ("draw", "SKN-V5")


@pytest.mark.parametrize(
    ("red", "blue", "fort", "actions"),
    [
        ({"d4": 6, "a1": 6}, {"d5": 6, "h8": 6}, "a8", ["d4xd5"]),
        ({"d3": 6, "a1": 6}, {"d5": 6, "h8": 6}, "a8", ["d3-d4", "d4xd5"]),
        ({"d4": 6, "a1": 6}, {"d5": 1, "h8": 6}, "a8", ["d4xd5", "d4-d6"]),
        ({"d4": 6, "a1": 6}, {"d5": 1, "h8": 6}, "a8", ["d4xd5", "end"]),
        ({"d4": 1, "a1": 6}, {"d5": 6, "h8": 6}, "a8", ["d4xd5"]),
        ({"d3": 6, "a1": 6}, TWO, "d4", ["d3*d4", "end"]),
        ({"d3": 6, "a1": 6}, TWO, "d4", ["d3*d4", "d3-d2"]),
        ({"d2": 6, "a1": 6}, TWO, "d4", ["d2-d3", "d3*d4"]),
        ({"d3": 6, "a1": 6}, {"d5": 6, "h8": 6}, "d4", ["d3*d4"]),
        ({"d3": 6, "a1": 6}, {"d5": 6, "c5": 6}, "d4", ["d3*d4", "=c5"]),
    ],
)
def test_attacks_sieges_and_captures_break_the_quiet(
    red: dict[str, int], blue: dict[str, int], fort: str, actions: list[str]
) -> None:
    """SKN-V5: an activation with an attack on a unit or a fort is not quiet, whatever else it
    does; the count begins anew after it."""
    state = position(red, blue, blue_forts=[fort], quiet=2, played=7, quiet_limit=3)
    state = play(state, *actions)
    assert ended(state) is None
    assert decider(state) == "blue"
    assert counters(state) == (0, 8)
    state = play(state, "pass", "pass")
    assert counters(state) == (2, 10)
    assert ended(play(state, "pass")) == ("draw", "SKN-V5")


@pytest.mark.parametrize("action", ["pass", "rest d4", "d4-d5", "a1-a3"])
def test_moves_rests_and_passes_are_quiet(action: str) -> None:
    """SKN-V5: nothing but an attack breaks the quiet."""
    state = position({"d4": 3, "a1": 6}, TWO, quiet=1, played=7, quiet_limit=3)
    assert counters(play(state, action)) == (2, 8)
    state = position({"d4": 3, "a1": 6}, TWO, quiet=2, played=7, quiet_limit=3)
    assert ended(play(state, action)) == ("draw", "SKN-V5")


def test_a_move_into_contact_without_an_attack_is_quiet() -> None:
    """SKN-V5: the activation counts when it ends, once."""
    state = position({"d3": 6, "a1": 6}, {"d5": 6, "h8": 6}, quiet=1, quiet_limit=2)
    state = play(state, "d3-d4")
    assert ended(state) is None
    assert ended(play(state, "end")) == ("draw", "SKN-V5")
    assert ended(play(state, "d4xd5")) is None


def test_attacks_count_for_the_length() -> None:
    """SKN-V5: the length counts every activation, and counts it once."""
    state = position({"d3": 6, "a1": 6}, {"d5": 6, "h8": 6}, length_limit=2)
    state = play(state, "d3-d4", "d4xd5")
    assert (ended(state), counters(state)) == (None, (0, 1))
    assert ended(play(state, "d5xd4")) == ("draw", "SKN-V5")


def test_the_last_activation_may_be_finished() -> None:
    """SKN-V5: the length is full when the activation is over, not when it begins."""
    state = position({"d4": 6, "a1": 6}, {"d5": 1, "h8": 6}, played=999)
    state = play(state, "d4xd5")
    assert (ended(state), decider(state)) == (None, "red")
    assert ended(play(state, "end")) == ("draw", "SKN-V5")
    assert ended(play(state, "d4-d5")) == ("draw", "SKN-V5")


def test_a_victory_in_the_last_activation_counts() -> None:
    """SKN-V5, SKN-V4: the attack is judged at once, before the activation is counted."""
    state = position({"d4": 6, "a1": 6}, {"d5": 1}, played=999)
    assert ended(play(state, "d4xd5")) == ("red", "SKN-V1")
    state = position({"a1": 3}, {"h8": 5}, quiet=99, played=999)
    assert ended(play(state, "rest a1")) == ("blue", "SKN-V3")


def test_zero_turns_a_limit_off() -> None:
    """SKN-V5: without a limit no number of activations is too many."""
    red = {"a1": 6, "b1": 6}
    off = position(red, TWO, quiet=500, played=600, quiet_limit=0)
    assert ended(play(off, "pass")) is None
    assert ended(play(position(red, TWO, quiet=50, played=5000, length_limit=0), "pass")) is None
    both = position(red, TWO, quiet=5000, played=5000, quiet_limit=0, length_limit=0)
    assert counters(play(both, "pass")) == (5001, 5001)
    assert ended(play(both, "pass")) is None


def test_one_limit_off_leaves_the_other_on() -> None:
    """SKN-V5: they are two options."""
    red = {"a1": 6, "b1": 6}
    state = position(red, TWO, quiet=999, played=999, quiet_limit=0)
    assert ended(play(state, "pass")) == ("draw", "SKN-V5")
    state = position(red, TWO, quiet=99, played=5000, length_limit=0)
    assert ended(play(state, "pass")) == ("draw", "SKN-V5")


def test_both_limits_at_once_are_a_draw_too() -> None:
    """SKN-V5: one draw, whichever is named."""
    state = position({"a1": 6, "b1": 6}, TWO, quiet=1, played=4, quiet_limit=2, length_limit=5)
    assert ended(play(state, "pass")) == ("draw", "SKN-V5")


def test_a_position_at_a_limit_is_over() -> None:
    """SKN-V5: exactly at the limit and beyond it, but not one before."""
    red = {"a1": 6, "b1": 6}
    for quiet, played, expected in (
        (99, 999, None),
        (100, 100, ("draw", "SKN-V5")),
        (101, 200, ("draw", "SKN-V5")),
        (0, 1000, ("draw", "SKN-V5")),
    ):
        assert ended(position(red, TWO, quiet=quiet, played=played)) == expected


@pytest.mark.parametrize("option", ["quiet_limit", "length_limit"])
@pytest.mark.parametrize("value", [-1, 10**9, True, "5", 1.5, None, [], {}])
def test_limits_that_are_none_are_refused(option: str, value: object) -> None:
    """SKN-V5: a limit is a whole number of activations, 0 or more."""
    with pytest.raises(Refusal) as caught:
        GAME.read(line({"a1": 6, "b1": 6}, TWO), {option: value})
    assert caught.value.kind == "malformed"


def test_there_is_no_third_limit() -> None:
    """SKN-V5: an option nobody knows is refused."""
    with pytest.raises(Refusal) as caught:
        GAME.terms({"patience": 3})
    assert caught.value.kind == "unknown"
