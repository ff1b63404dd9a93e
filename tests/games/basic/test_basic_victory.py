"""Victory and the limit of turns (BSK-V1, BSK-V2)."""

import pytest

from games.basic.battlefield import (
    GAME,
    SEATS,
    alive,
    battle,
    decider,
    happened,
    legal,
    opened,
    outcome,
    play,
    refused,
)
from outrider import Refusal

LAST = {"R1": (12, 10), "R4": (9, 10), "B1": (12, 11), "B2": (15, 11)}

# -- BSK-V1 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "enemy"), [("red", "B2"), ("blue", "R2")])
def test_a_player_without_units_has_lost(seat: str, enemy: str) -> None:
    """BSK-V1: at once, when the last one is removed."""
    own = f"{seat[0].upper()}2"
    state = battle({own: (12, 10), enemy: (12, 11)}, {enemy: {"health": 1}}, to_act=seat)
    state = play(state, f"attack {own} {enemy}", 6, 1)
    ended = outcome(state)
    assert ended is not None and ended.winners == (seat,) and ended.reason
    data = GAME.dump(state)
    assert data["phase"] == "over"
    assert data["result"] == data["pending"]["over"] == ended.to_json()


def test_the_end_is_told() -> None:
    """BSK-V1: the removal, then the phase and the end with its winner."""
    state = battle({"R2": (12, 10), "B2": (12, 11)}, {"B2": {"health": 1}})
    told = happened(state, "attack R2 B2", 6, 1)
    kinds = [event["event"] for event in told]
    assert kinds.index("died") < kinds.index("over")
    assert {"event": "phase", "phase": "over"} in told
    assert [event["winners"] for event in told if event["event"] == "over"] == [["red"]]


def test_one_unit_left_is_not_lost() -> None:
    """BSK-V1, BSK-T2: not even without the commander."""
    state = battle(LAST, {"B1": {"health": 1}})
    state = play(state, "attack R1 B1", 6, 1)
    assert alive(state) == {"R1", "R4", "B2"}
    assert outcome(state) is None
    assert decider(state) == "red"


@pytest.mark.parametrize("faces", [(2,), (6, 3)], ids=["miss", "save"])
def test_the_last_unit_lives_on_if_it_is_not_hurt(faces: tuple[int, ...]) -> None:
    """BSK-V1: an attack alone ends nothing."""
    state = battle({"R1": (12, 10), "B1": (12, 11)}, {"B1": {"health": 1}})
    assert outcome(play(state, "attack R1 B1", *faces)) is None


@pytest.mark.parametrize("action", ["move R2 12,9", "attack R2 B2", "command rush", "end"])
@pytest.mark.parametrize("seat", SEATS)
def test_after_the_end_nothing_happens(action: str, seat: str) -> None:
    """BSK-V1: neither side has a choice, and no die falls."""
    state = battle({"R2": (12, 10), "B2": (12, 11)}, {"B2": {"health": 1}})
    state = play(state, "attack R2 B2", 6, 1)
    assert list(GAME.choices(state, seat)) == []
    assert refused(state, action, seat)[0] == "over"
    with pytest.raises(Refusal):
        GAME.roll(state, [3])


# -- BSK-V2 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 200])
@pytest.mark.parametrize("first", SEATS)
def test_the_limit_of_turns_is_a_draw(limit: int, first: str) -> None:
    """BSK-V2: turns of both sides count together, and the last one is played."""
    state = opened(first, {"turn_limit": limit})
    for _ in range(limit - 1):
        state = play(state, "end")
    assert outcome(state) is None and decider(state) is not None
    told = happened(state, "end")
    state = play(state, "end")
    ended = outcome(state)
    assert ended is not None and ended.winners == ()
    assert [event["winners"] for event in told if event["event"] == "over"] == [[]]
    assert refused(state, "end", "red")[0] == "over"


def test_two_hundred_turns_by_default() -> None:
    """BSK-V2: loaded in the last of them."""
    state = battle(LAST, turn=199)
    assert outcome(play(state, "end")) is None
    assert outcome(play(state, "end", "end")) is not None


def test_a_victory_in_the_last_turn_counts() -> None:
    """BSK-V1, BSK-V2: it comes before the limit."""
    places = {"R2": (12, 10), "B2": (12, 11)}
    state = battle(places, {"B2": {"health": 1}}, turn=5, options={"turn_limit": 5})
    won = outcome(play(state, "attack R2 B2", 6, 1))
    assert won is not None and won.winners == ("red",)
    drawn = outcome(play(state, "attack R2 B2", 6, 6, "end"))
    assert drawn is not None and drawn.winners == ()


def test_the_reasons_differ() -> None:
    """BSK-V1, BSK-V2: the result names the rule that ended the game."""
    state = battle({"R2": (12, 10), "B2": (12, 11)}, {"B2": {"health": 1}})
    won = outcome(play(state, "attack R2 B2", 6, 1))
    drawn = outcome(play(battle(LAST, turn=200), "end"))
    assert won is not None and "BSK-V1" in won.reason
    assert drawn is not None and "BSK-V2" in drawn.reason


def test_a_long_game_may_be_played_on_with_a_higher_limit() -> None:
    """BSK-V2: the option says how long."""
    assert legal(battle(LAST, turn=200, options={"turn_limit": 201}), "end")
    state = play(battle(LAST, turn=200, options={"turn_limit": 201}), "end")
    assert outcome(state) is None
