"""The state as JSON: complete, editable by hand, refused where it is impossible."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.skirminion.table import (
    GAME,
    START,
    counters,
    decider,
    ended,
    load,
    play,
    position,
    read,
    refused,
    rolled,
    texts,
)
from outrider import Refusal
from outrider.games.skirminion.state import State

REQUIRED = ("game", "options", "phase", "pending", "result", "position")
DROP = object()


def edited(state: State, **changes: Any) -> dict[str, Any]:
    """The state's JSON with some fields changed, or left out."""
    data = {**GAME.dump(state), **changes}
    return {name: value for name, value in data.items() if value is not DROP}


def refusal(data: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        GAME.load(data)
    assert caught.value.kind in ("malformed", "unknown")
    assert 0 < len(caught.value.message) < 300
    return caught.value


def placing(faces: tuple[int, int] = (6, 1), number: int = 3) -> Iterator[State]:
    """Every state of the set-up in which a fort is to be placed."""
    wishes = {"red": ["a2", "c2", "e2", "g2"], "blue": ["a7", "c7", "e7", "g7"]}
    state = play(rolled(*faces), f"forts {number}")
    while (seat := decider(state)) and GAME.dump(state)["phase"] == "setup":
        yield state
        state = play(state, f"fort {wishes[seat].pop(0)}")


def forfeited() -> State:
    """Red's half is full: Blue has a fort to place, Red none (SKN-S6)."""
    state = play(rolled(6, 1), "forts 4", "fort b3", "fort a7", "fort e3", "fort c7")
    return play(state, "fort h3", "fort e7")


BATTLE = position({"d3": 6, "a1": 6}, {"d5": 6, "h8": 6}, blue_forts=["f6"], quiet=3, played=8)
ACTIVE = play(BATTLE, "d3-d4")
SIEGE = read("7f/8/8/3f4/3P4/2F1F3/8/8 r d5a d5*d4")
WON = play(position({"d4": 6, "a1": 6}, {"d5": 1}), "d4xd5")
DRAWN = play(position({"d4": 1}, {"d5": 1}), "d4xd5")
ROLLING = rolled()
HALF_ROLLED = rolled(4)
DECLARING = rolled(6, 1)
PLACING = play(DECLARING, "forts 2", "fort c3")
STAGES = {
    "first roll": ROLLING,
    "second roll": HALF_ROLLED,
    "declaring": DECLARING,
    "declaring, Red": rolled(2, 5),
    "placing": PLACING,
    "forfeited": forfeited(),
    "battle": BATTLE,
    "activation": ACTIVE,
    "siege": SIEGE,
    "won": WON,
    "drawn": DRAWN,
}
stages = pytest.mark.parametrize("state", STAGES.values(), ids=STAGES)

# -- what is in it -------------------------------------------------------------------------------


@stages
def test_a_state_says_what_it_is(state: State) -> None:
    """SKN-P5: every field of the contract is there, and the position instead of units."""
    data = GAME.dump(state)
    assert set(REQUIRED) <= set(data)
    assert data["game"] == "skirminion"
    assert data["options"] == {"quiet_limit": 100, "length_limit": 1000}
    assert data["position"] == GAME.write(state)
    assert data["pending"] == GAME.pending(state).to_json()
    assert data["result"] == data["pending"].get("over")


@pytest.mark.parametrize(
    ("state", "phase", "pending"),
    [
        (ROLLING, "setup", {"roll": {"purpose": "initiative", "seat": "red", "dice": 1}}),
        (HALF_ROLLED, "setup", {"roll": {"purpose": "initiative", "seat": "blue", "dice": 1}}),
        (DECLARING, "setup", {"decide": ["blue"]}),
        (PLACING, "setup", {"decide": ["blue"]}),
        (BATTLE, "battle", {"decide": ["red"]}),
        (ACTIVE, "battle", {"decide": ["red"]}),
        (SIEGE, "battle", {"decide": ["red"]}),
    ],
)
def test_phase_and_pending(state: State, phase: str, pending: object) -> None:
    """SKN-S2 to SKN-S4, SKN-A5: dice, decisions, and in a siege the owner's."""
    data = GAME.dump(state)
    assert (data["phase"], data["pending"], data["result"]) == (phase, pending, None)


def test_the_end_in_json() -> None:
    """SKN-V1, SKN-V2: winners and a reason; a draw has no winners."""
    won, drawn = GAME.dump(WON), GAME.dump(DRAWN)
    assert (won["phase"], drawn["phase"]) == ("over", "over")
    assert won["result"]["winners"] == ["red"] and won["result"]["reason"]
    assert drawn["result"]["winners"] == [] and drawn["result"]["reason"]


# -- round trips ---------------------------------------------------------------------------------


@stages
def test_every_stage_round_trips(state: State) -> None:
    """SKN-P5: through JSON as text, the same state with the same choices comes back."""
    again = load(json.loads(json.dumps(GAME.dump(state))))
    assert again == state
    assert GAME.dump(again) == GAME.dump(state)
    assert texts(again) == texts(state)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("faces", [(6, 1), (1, 6)])
def test_every_state_of_the_placing_round_trips(faces: tuple[int, int], number: int) -> None:
    """SKN-S4: also with the initiative and the number of forts that were declared."""
    met = list(placing(faces, number))
    assert len(met) == 2 * number
    for state in met:
        assert load(GAME.dump(state)) == state


def test_a_random_game_round_trips() -> None:
    """SKN-P5: position by position, through the set-up and the battle to the end."""
    source = random.Random(5)
    state = play(rolled(3, 5), "forts 4")
    while (seat := decider(state)) is not None:
        assert load(GAME.dump(state)) == state
        state = GAME.apply(state, seat, GAME.choices(state, seat).sample(source)).state
    assert ended(load(GAME.dump(state))) is not None


@pytest.mark.parametrize("name", ["initiative", "forts", "forts_left"])
@pytest.mark.parametrize("faces", [(6, 1), (1, 6)])
def test_what_follows_from_the_rest_may_be_left_out(faces: tuple[int, int], name: str) -> None:
    """SKN-S4: who placed first and how many forts are left can be counted on the board."""
    for state in placing(faces):
        again = load(edited(state, **{name: DROP}))
        assert GAME.dump(again) == GAME.dump(state)


def test_the_required_fields_are_enough_for_a_battle() -> None:
    """SKN-P5: the further fields have defaults."""
    for state in (BATTLE, ACTIVE, SIEGE, WON, DRAWN):
        data = {name: GAME.dump(state)[name] for name in REQUIRED}
        assert GAME.write(load(data)) == GAME.write(state)
        assert GAME.pending(load(data)) == GAME.pending(state)


def test_the_required_fields_are_enough_for_the_beginning() -> None:
    """SKN-S2, SKN-S3: the first roll, and the declaration of the side asked."""
    for state in (ROLLING, DECLARING, rolled(2, 5)):
        data = {name: GAME.dump(state)[name] for name in REQUIRED}
        assert load(data) == state


# -- edited by hand ------------------------------------------------------------------------------


def test_pending_decide_says_who_acts() -> None:
    """SKN-B1: over the letter in the position."""
    again = load(edited(BATTLE, pending={"decide": ["blue"]}))
    assert decider(again) == "blue"
    assert "d5-d6" in texts(again)
    assert GAME.write(again).split()[1] == "b"


@pytest.mark.parametrize("state", [ACTIVE, SIEGE], ids=["activation", "siege"])
def test_nobody_else_decides_in_the_middle_of_something(state: State) -> None:
    """SKN-B2, SKN-A5: an activation or a siege has one side to decide."""
    assert refusal(edited(state, pending={"decide": ["blue"]})).kind == "malformed"


def test_the_result_is_worked_out_anew() -> None:
    """SKN-V1, SKN-V4: whatever the fields claim, the position says."""
    claim = {"winners": ["blue"], "reason": "because"}
    going = load(edited(BATTLE, result=claim, phase="over", pending={"over": claim}))
    assert ended(going) is None
    assert GAME.dump(going)["phase"] == "battle"
    over = load(edited(WON, result=claim, pending={"over": claim}))
    assert ended(over) == ("red", "SKN-V1")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8/8/8/8/8/8/8/F7 b - -", ("red", "SKN-V1")),
        ("7a/8/8/8/8/8/8/8 r - -", ("blue", "SKN-V1")),
        ("7d/8/8/8/8/8/8/E7 r - -", ("red", "SKN-V3")),
        ("7d/8/8/8/8/8/8/D7 r - -", ("draw", "SKN-V3")),
        ("7d/8/8/8/8/8/8/FF6 r - - 100 100", ("draw", "SKN-V5")),
        ("7d/8/8/8/8/8/8/FF6 r - - 0 1000", ("draw", "SKN-V5")),
    ],
)
def test_a_finished_position_loads_as_over(text: str, expected: tuple[str, str]) -> None:
    """SKN-V1 to SKN-V5: even if it claims that somebody has to decide."""
    state = load(edited(BATTLE, position=text, pending={"decide": ["red"]}))
    assert ended(state) == expected
    assert GAME.dump(state)["phase"] == "over"
    assert refused(state, "pass", "red")[0] == "over"


def test_the_empty_board_is_a_draw_and_nothing_else() -> None:
    """SKN-V2: it loads as the end of a game, never as a battle."""
    empty = "8/8/8/8/8/8/8/8 r - - 0 12"
    state = load(edited(DRAWN, position=empty))
    assert (ended(state), counters(state)) == (("draw", "SKN-V2"), (0, 12))
    refusal(edited(BATTLE, position=empty))


@pytest.mark.parametrize("tail", ["", "r", "x - -", "r d4m -", "r - d5*d4", "r - - x 0"])
def test_the_empty_board_is_written_like_any_other(tail: str) -> None:
    """SKN-P5: the end of a game is no excuse for a line that is none."""
    refusal(edited(DRAWN, position=f"8/8/8/8/8/8/8/8 {tail}"))


def test_edited_options_are_played() -> None:
    """SKN-V5: a limit set by hand holds, also one that is reached already."""
    state = load(edited(BATTLE, options={"quiet_limit": 4}))
    assert GAME.dump(state)["options"] == {"quiet_limit": 4, "length_limit": 1000}
    assert ended(play(state, "pass")) == ("draw", "SKN-V5")
    assert ended(load(edited(BATTLE, options={"length_limit": 8}))) == ("draw", "SKN-V5")


def test_an_edited_set_up_goes_on() -> None:
    """SKN-S4: one more fort for each by hand, and both are placed."""
    left = {"red": 2, "blue": 3}
    state = load(edited(PLACING, forts=3, forts_left=left))
    state = play(state, "fort a7", "fort e3", "fort c7", "fort g3", "fort e7")
    assert (GAME.dump(state)["phase"], decider(state)) == ("battle", "red")


# -- refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [None, 5, 1.5, True, "x", [], [{}], {}, START])
def test_what_is_no_state_is_refused(data: object) -> None:
    """SKN-P5: a state is an object with the fields of the contract."""
    assert refusal(data).kind == "malformed"


@pytest.mark.parametrize("name", REQUIRED)
@stages
def test_a_missing_field_is_refused(state: State, name: str) -> None:
    """SKN-P5: all that the contract names has to be there."""
    assert name in refusal(edited(state, **{name: DROP})).message


@pytest.mark.parametrize("name", ["units", "table", "turn", "Position", ""])
@stages
def test_an_unknown_field_is_refused(state: State, name: str) -> None:
    """SKN-P5: and not silently dropped."""
    assert refusal(edited(state, **{name: None})).kind == "malformed"


WRONG: dict[str, list[Any]] = {
    "game": [None, 5, [], {}, "", "basic", "Skirminion"],
    "options": [
        5, "x", [], True, {"quiet": 3},
        {"quiet_limit": None}, {"quiet_limit": "3"}, {"quiet_limit": True},
        {"quiet_limit": 1.5}, {"quiet_limit": -1}, {"quiet_limit": []},
    ],
    "phase": [None, 5, [], {}, "", "war", "deploy"],
    "pending": [
        None, 5, [], "red", {"decides": ["red"]},
        {"decide": None}, {"decide": "red"}, {"decide": []}, {"decide": {}},
        {"decide": ["red", "blue"]}, {"decide": [None]}, {"decide": [5]}, {"decide": ["green"]},
        {"decide": ["Red"]}, {"decide": [["red"]]}, {"decide": [{}]},
        {"roll": {"purpose": "initiative", "seat": "red", "dice": 1}},
    ],
    "position": [None, 5, [], {}, "", "x", START[:-4]],
    "initiative": [5, "green", [], {}, True, {"red": 3}],
    "forts": ["2", 5, -1, True, 1.5, [], {}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, values in WRONG.items() for value in values],
    ids=str,
)
def test_wrong_values_in_a_battle_are_refused(name: str, value: object) -> None:
    """SKN-P5: wrong types, strange names, numbers out of bounds."""
    refusal(edited(BATTLE, **{name: value}))


@pytest.mark.parametrize("name", ["game", "options", "phase", "pending", "position"])
@pytest.mark.parametrize("value", [5, [], "nonsense", True, ["x"]], ids=str)
@stages
def test_wrong_types_are_refused_at_every_stage(state: State, name: str, value: object) -> None:
    """SKN-P5: no stage is laxer than another."""
    refusal(edited(state, **{name: value}))


@pytest.mark.parametrize(
    "roll",
    [
        None, 5, [], {}, "red", {"seat": None}, {"seat": "green"}, {"seat": "blue"},
        {"purpose": "attack", "seat": "red", "dice": 1},
        {"purpose": "initiative", "seat": "red", "dice": 3},
        {"purpose": "initiative", "seat": "red", "dice": "1"},
    ],
    ids=str,
)  # fmt: skip
def test_only_the_right_roll_is_pending(roll: object) -> None:
    """SKN-S2: one die for the initiative, Red's first."""
    refusal(edited(ROLLING, pending={"roll": roll}))


@pytest.mark.parametrize(
    "faces",
    [
        5, 0, True, False, "", "red", [], [4],
        {"blue": 4}, {"red": 4, "blue": 4}, {"red": 0}, {"red": 7}, {"red": "4"}, {"red": True},
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("state", [ROLLING, HALF_ROLLED], ids=["first", "second"])
def test_only_reds_face_is_known_between_the_rolls(state: State, faces: object) -> None:
    """SKN-S2: while the dice fall the initiative is an object with the faces so far."""
    refusal(edited(state, initiative=faces))


def test_a_face_has_to_belong_to_the_roll() -> None:
    """SKN-S2: Red rolls without a face before it, Blue with Red's."""
    refusal(edited(ROLLING, initiative={"red": 4}))
    refusal(edited(HALF_ROLLED, initiative={}))
    assert load(edited(HALF_ROLLED, initiative={"red": 2})) == rolled(2)


@pytest.mark.parametrize("value", ["", "2", False, True, 1.5, [], {}, -1, 5], ids=str)
def test_wrong_numbers_of_forts_are_refused(value: object) -> None:
    """SKN-S3: while declaring and while placing."""
    refusal(edited(DECLARING, forts=value))
    refusal(edited(PLACING, forts=value))


def test_the_right_side_declares() -> None:
    """SKN-S3: the one without the initiative."""
    refusal(edited(DECLARING, initiative="blue"))
    refusal(edited(DECLARING, pending={"decide": ["red"]}))


@pytest.mark.parametrize(
    "value",
    [
        5, "x", [], [1, 2], {"red": 1}, {"red": 1, "blue": "2"}, {"red": -1, "blue": 2},
        {"red": 1, "blue": 5}, {"red": 1, "blue": 0}, {"red": 1, "blue": 2, "green": 1},
        {"red": 2, "blue": 2}, {"red": True, "blue": 2},
    ],
    ids=str,
)  # fmt: skip
def test_wrong_forts_left_are_refused(value: object) -> None:
    """SKN-S3, SKN-S4: two were declared, Red has placed one, Blue is to place."""
    refusal(edited(PLACING, forts_left=value))


@pytest.mark.parametrize(
    "changes",
    [
        {"initiative": "blue"},
        {"pending": {"decide": ["red"]}},
        {"forts_left": {"red": 0, "blue": 2}},
        {"forts_left": {"red": 1, "blue": 1}},
        {"forts": 4},
    ],
    ids=str,
)
def test_forts_are_placed_in_turn(changes: dict[str, Any]) -> None:
    """SKN-S4: Red with the initiative has placed one of two, so Blue is to place one of two."""
    refusal(edited(PLACING, **changes))


@pytest.mark.parametrize(
    "board",
    [
        "ffffffff/8/8/2P5/8/8/8/FFFFFFFF",
        "ffffffff/8/8/8/2p5/8/8/FFFFFFFF",
        "ffffffff/8/8/8/8/1P1P1P2/8/FFFFFFFF",
        "ffffffff/8/8/8/2P5/3P4/8/FFFFFFFF",
        "ffffffff/8/8/8/8/2P5/8/FFFFFFFE",
        "ffffffff/8/8/8/8/2P4F/8/FFFFFFF1",
        "fffffff1/8/8/8/8/2P5/8/FFFFFFFF",
    ],
)
def test_impossible_boards_of_the_set_up_are_refused(board: str) -> None:
    """SKN-S1, SKN-S3, SKN-S5: forts on the wrong half, too many, too near; units not fresh."""
    refusal(edited(PLACING, position=f"{board} b - -"))


@pytest.mark.parametrize(
    "tail",
    ["x - -", "blue - -", "b", "b -", "b c8m -", "b - c8*c7", "b - - x y", "b - - -1 0",
     "b - - 0 0 0", f"b - - 0 {'0' * 1000}"],
)  # fmt: skip
@pytest.mark.parametrize("state", [ROLLING, DECLARING, PLACING], ids=["roll", "declare", "place"])
def test_positions_of_the_set_up_are_written_like_any_other(state: State, tail: str) -> None:
    """SKN-P5: a line that would be refused in a battle is refused before it, too."""
    board = GAME.write(state).split()[0]
    refusal(edited(state, position=f"{board} {tail}"))


def test_a_set_up_without_declaration_has_no_forts() -> None:
    """SKN-S3: forts on the board have to be declared."""
    board = "ffffffff/8/8/8/8/2P5/8/FFFFFFFF b - -"
    refusal(edited(DECLARING, position=board))
    refusal(edited(ROLLING, position=board))


def test_a_state_of_the_wrong_phase_is_refused() -> None:
    """SKN-S1: a battle under way is no set-up, and dice do not fall in a battle."""
    refusal(edited(BATTLE, phase="setup"))
    refusal(edited(ACTIVE, phase="setup"))
    refusal(edited(ROLLING, phase="battle"))


def test_loading_does_not_change_what_is_loaded() -> None:
    """SKN-P5: neither when it is accepted nor when it is refused."""
    good, bad = GAME.dump(PLACING), edited(PLACING, forts="many")
    before = json.dumps([good, bad])
    load(good)
    refusal(bad)
    assert json.dumps([good, bad]) == before
