"""How play is written (SKN-P1 to SKN-P5)."""

import random
from collections.abc import Iterator

import pytest

import outrider
from games.skirminion.table import (
    GAME,
    START,
    activation,
    around,
    counters,
    decider,
    ended,
    event_names,
    forts,
    healths,
    illegal,
    line,
    moves,
    play,
    position,
    read,
    rolled,
    texts,
)
from outrider import Refusal
from outrider.games.skirminion.state import State

TWO = {"h8": 6, "g8": 6}

ACTIONS = {
    "forts 3": {"do": "declare", "forts": 3},
    "forts 0": {"do": "declare", "forts": 0},
    "fort c3": {"do": "place", "at": "c3"},
    "e1-e3": {"do": "move", "from": "e1", "to": "e3"},
    "a8-h1": {"do": "move", "from": "a8", "to": "h1"},
    "e3xe5": {"do": "attack", "from": "e3", "to": "e5"},
    "e3*d4": {"do": "siege", "from": "e3", "fort": "d4"},
    "=c5": {"do": "receive", "unit": "c5"},
    "rest e1": {"do": "rest", "unit": "e1"},
    "pass": {"do": "pass"},
    "end": {"do": "end"},
}


def walk(seed: int) -> Iterator[State]:
    """Every position of a random game with forts, from the first decision on."""
    source = random.Random(seed)
    state = rolled(*source.sample(range(1, 7), 2))
    state = play(state, f"forts {seed % 4 + 1}")
    while ended(state) is None:
        yield state
        seat = decider(state)
        state = GAME.apply(state, seat, GAME.choices(state, seat).sample(source)).state
    yield state


def refused_text(text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        GAME.read(text)
    return caught.value


# -- SKN-P1 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "data"), ACTIONS.items(), ids=ACTIONS)
def test_actions_as_text_and_as_json(text: str, data: dict[str, object]) -> None:
    """SKN-P1: one action, two forms, there and back."""
    action = GAME.read_action(text)
    assert GAME.write_action(action) == text
    assert action.to_json() == data
    assert GAME.action_from_json(data) == action
    assert GAME.action(text) == GAME.action(data) == action


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "e1", "e1-", "-e3", "e1-e3-e5", "e1-e9", "e0-e3", "i1-e3", "e1e3", "e1:e3",
        "e3x", "x", "e3*", "*d4", "=", "=c9", "c5=", "fort", "fort c9", "forts", "forts many",
        "forts 1.5", "rest", "rest e9", "resting", "pass e1", "end e1", "resign", "e1-e3 end",
        "0", "{}", "e1\u2013e3", pytest.param("x" * 100_000, id="very long"),
    ],
)  # fmt: skip
def test_what_is_no_action_is_refused(text: str) -> None:
    """SKN-P1: with the kind `malformed`, a short message and no end of the program."""
    with pytest.raises(Refusal) as caught:
        GAME.read_action(text)
    assert caught.value.kind == "malformed"
    assert len(caught.value.message) < 300


@pytest.mark.parametrize(
    "data",
    [
        None, 1, [], "", {}, {"do": None}, {"do": 1}, {"do": "fly"}, {"do": []},
        {"do": "declare"}, {"do": "declare", "forts": "2"}, {"do": "declare", "forts": True},
        {"do": "declare", "forts": 1.5}, {"do": "declare", "forts": None},
        {"do": "place"}, {"do": "place", "at": "i9"}, {"do": "place", "at": 3},
        {"do": "move", "from": "e1"}, {"do": "move", "to": "e1"},
        {"do": "move", "from": "e1", "to": ["e", 3]}, {"do": "move", "from": None, "to": "e3"},
        {"do": "move", "from": "e1", "to": "e3", "via": "e2"},
        {"do": "attack", "from": "e1", "to": "E3"}, {"do": "siege", "from": "e3", "to": "d4"},
        {"do": "receive", "unit": {}}, {"do": "receive"}, {"do": "rest", "unit": 0},
        {"do": "rest", "at": "e1"}, {"do": "pass", "unit": "e1"}, {"do": "end", "now": True},
    ],
    ids=str,
)  # fmt: skip
def test_json_that_is_no_action_is_refused(data: object) -> None:
    """SKN-P1: missing, strange and wrong fields."""
    with pytest.raises(Refusal) as caught:
        GAME.action_from_json(data)
    assert caught.value.kind in ("malformed", "unknown")


@pytest.mark.parametrize("seed", range(4))
def test_every_action_on_offer_can_be_written_and_read(seed: int) -> None:
    """SKN-P1: through whole games, as text and as JSON, each with a text of its own."""
    for state in walk(seed):
        offered = list(GAME.choices(state, decider(state)))
        written = [GAME.write_action(action) for action in offered]
        assert len(set(written)) == len(offered)
        assert [GAME.read_action(text) for text in written] == offered
        assert [GAME.action_from_json(action.to_json()) for action in offered] == offered


# -- SKN-P2 --------------------------------------------------------------------------------------


def test_end_is_offered_after_a_move_into_contact() -> None:
    """SKN-P2: the attack is still to come, on a unit or on a fort."""
    state = position({"d3": 6, "a1": 6}, {"d5": 6, "h8": 6}, blue_forts=["f4"])
    assert texts(play(state, "d3-d4")) == {"d4xd5", "end"}
    assert texts(play(state, "d3-e3")) == {"e3*f4", "end"}


def test_end_is_offered_after_an_attack_that_frees() -> None:
    """SKN-P2: the move is still to come."""
    state = play(position({"d4": 3, "a1": 6}, {"d5": 1, "h8": 6}), "d4xd5")
    assert texts(state) == {"end", *(f"d4-{square}" for square in around("d4"))}


def test_no_end_before_a_beginning() -> None:
    """SKN-P2: without an activation there is nothing to end."""
    state = read(START)
    assert "end" not in texts(state)
    assert illegal(state, "end") == "SKN-P2"


@pytest.mark.parametrize(
    ("red", "blue", "fort", "action"),
    [
        ({"d3": 6, "a1": 6}, TWO, "a8", "d3-d5"),
        ({"d4": 6, "a1": 6}, {"d5": 6, "h8": 6}, "a8", "d4xd5"),
        ({"d4": 6, "a1": 6}, {"d5": 6, "h8": 6}, "a8", "d4-d3"),
        ({"d4": 6, "a1": 6}, {"d5": 1, "h8": 6}, "e3", "d4xd5"),
        ({"d3": 6, "a1": 6}, {"d5": 6, "h8": 6}, "d4", "d3*d4"),
    ],
)
def test_an_activation_with_nothing_left_ends_by_itself(
    red: dict[str, int], blue: dict[str, int], fort: str, action: str
) -> None:
    """SKN-P2: nothing to attack after a move, or no right to move after an attack."""
    state = play(position(red, blue, blue_forts=[fort]), action)
    assert (decider(state), activation(state)) == ("blue", "-")


def test_an_activation_without_a_free_square_ends_by_itself() -> None:
    """SKN-P2: the captor in the corner has friends on every square it could go to."""
    red = dict.fromkeys(around("b2"), 6)
    state = play(position(red, TWO, blue_forts=["b2"]), "a1*b2")
    assert forts(state) == {"b2": "red"}
    assert (decider(state), activation(state)) == ("blue", "-")


# -- SKN-P3, SKN-P4 ------------------------------------------------------------------------------


def test_a_single_recipient_is_not_asked_for() -> None:
    """SKN-P3: the engine takes the only one there is, and says so."""
    state = position({"d3": 6, "a1": 6}, {"d5": 6, "h8": 6}, blue_forts=["d4"])
    assert event_names(state, "d3*d4")[:2] == ["besieged", "received"]
    state = play(state, "d3*d4")
    assert (decider(state), healths(state)["d5"]) == ("blue", 5)
    assert illegal(state, "=d5") == "SKN-A5"


@pytest.mark.parametrize("blue", [["c5", "e5"], ["c5", "d5", "e5"]])
def test_two_or_more_recipients_are_a_choice(blue: list[str]) -> None:
    """SKN-P3: then the owner is asked, even if all are alike."""
    state = position({"d3": 6, "a1": 6}, dict.fromkeys(blue, 6), blue_forts=["d4"])
    assert texts(play(state, "d3*d4")) == {f"={unit}" for unit in blue}


def test_a_square_reached_in_two_ways_is_one_action() -> None:
    """SKN-P4: by step and by fort move, and by two forts."""
    state = position({"c4": 6, "a1": 6}, TWO, red_forts=["b3", "d5"])
    written = [GAME.write_action(action) for action in GAME.choices(state, "red")]
    for target in ("b4", "c3", "d4", "c5", "c6", "a4"):
        assert written.count(f"c4-{target}") == 1
    assert len(written) == len(set(written))
    assert len([text for text in written if text.startswith("c4-")]) == len(moves(state, "c4"))


# -- SKN-P5 --------------------------------------------------------------------------------------


POSITIONS = [
    START,
    "ffffffff/8/8/8/8/8/8/FFFFFFFF b - -",
    "ffffffff/2p2p2/8/8/8/8/2P1P3/FFFFFFFF r - - 7 12",
    "a1b1c1d1/1e1f4/8/3p4/8/2P5/A1B1C1D1/1E1F4 b - - 0 3",
    "7f/8/8/3f4/3P4/2F1F3/8/8 r d5a d5*d4",
    "7f/8/8/3f4/3P4/2F1F3/8/8 r d5ma d5*d4 0 41",
    "7f/8/8/3f4/3F4/8/8/F7 r d4m -",
    "7f/8/8/8/3C4/8/8/F7 r d4a -",
    "P1P1P1P1/8/8/8/8/8/8/F1P1P1Pf r - -",
    "8/8/8/8/8/8/8/Ff6 r - - 99 999",
    "P1P1P1P1/8/8/8/8/P1P1P1P1/8/F6a r - -",
]


@pytest.mark.parametrize("text", POSITIONS)
def test_positions_round_trip(text: str) -> None:
    """SKN-P5: read and written again, the line is the same."""
    assert GAME.write(read(text)) == text


@pytest.mark.parametrize("seed", range(4))
def test_every_position_of_a_battle_round_trips(seed: int) -> None:
    """SKN-P5: with the same choices for the same side, and the same end."""
    for state in walk(seed):
        if GAME.dump(state)["phase"] == "setup" or not healths(state):
            continue
        again = read(GAME.write(state))
        assert GAME.write(again) == GAME.write(state)
        assert decider(again) == decider(state)
        assert texts(again) == texts(state)
        assert ended(again) == ended(state)


def test_the_beginning_as_it_is_written() -> None:
    """SKN-P5: no counters while both are 0, and they are 0 if not given."""
    state = play(rolled(6, 1), "forts 0")
    assert GAME.write(state) == START
    assert counters(read(START)) == (0, 0)
    assert GAME.write(read(f"{START} 0 0")) == START
    assert GAME.write(play(state, "pass")).endswith(" b - - 1 1")


def test_letters_are_sides_and_healths() -> None:
    """SKN-P5: A to F is Red's 1 to 6, a to f Blue's; P and p are forts."""
    state = read("abcdef2/8/8/8/3p4/8/8/ABCDEF1P r - -")
    assert healths(state) == {
        **{f"{file}8": number for number, file in enumerate("abcdef", 1)},
        **{f"{file}1": number for number, file in enumerate("abcdef", 1)},
    }
    assert forts(state) == {"d4": "blue", "h1": "red"}
    assert {text[:2] for text in texts(state) if "-" in text} <= {f"{file}1" for file in "abcdef"}


def test_the_siege_names_the_side_to_decide() -> None:
    """SKN-P5: with a siege pending the letter is the fort's owner's."""
    state = read("7f/8/8/3f4/3P4/2F1F3/8/8 r d5a d5*d4")
    assert isinstance(GAME.pending(state), outrider.Decide)
    assert (decider(state), texts(state)) == ("red", {"=c3", "=e3"})
    assert decider(play(state, "=c3")) == "red"


BOARD = "7f/8/8/8/8/8/8/F5Ff"
NINE = "FFFFFFFF/F7/8/8/8/8/8/7f"
IMPOSSIBLE = {
    "health seven": "7f/8/8/8/8/8/8/G6F r - -",
    "Blue's health seven": "7g/8/8/8/8/8/8/F6F r - -",
    "no such letter": "7f/8/8/8/8/8/8/K6F r - -",
    "a zero": "7f/8/8/8/8/8/8/0F6F r - -",
    "a nine": "7f/9/8/8/8/8/8/F6F r - -",
    "a gap": "7f/8/8/8/8/8/8/F.....FF r - -",
    "forts side by side": "7f/8/8/8/3PP3/8/8/F6F r - -",
    "forts above each other": "7f/8/8/8/3P4/3P4/8/F6F r - -",
    "forts diagonally": "7f/8/8/4p3/3P4/8/8/F6F r - -",
    "nine units": f"{NINE} r - -",
    "nine Blue units": f"{NINE.swapcase()} r - -",
    "five forts on one half": "P1P1P1P1/8/p6f/8/8/8/8/F6F r - -",
    "five forts on Red's half": "7f/8/8/8/8/P1p1P1p1/8/F1p4F r - -",
    "no unit": "8/8/8/8/8/8/8/8 r - -",
    "no unit but forts": "8/8/3p4/8/8/3P4/8/8 r - -",
    "side x": f"{BOARD} x - -",
    "side R": f"{BOARD} R - -",
    "side in full": f"{BOARD} red - -",
    "no side": f"{BOARD} - - -",
    "one field": BOARD,
    "three fields": f"{BOARD} r -",
    "seven fields": f"{BOARD} r - - 0 0 0",
    "no field": "",
    "blanks": "    ",
    "a row of nine": "7f/8/8/8/8/8/8/F5FFf r - -",
    "a row of seven": "7f/8/8/8/7/8/8/F5Ff r - -",
    "a row of nothing": "7f/8/8/8//8/8/F5Ff r - -",
    "seven rows": "7f/8/8/8/8/8/F5Ff r - -",
    "nine rows": "7f/8/8/8/8/8/8/8/F5Ff r - -",
    "quiet below zero": f"{BOARD} r - - -1 0",
    "a word for quiet": f"{BOARD} r - - x 0",
    "a fraction for quiet": f"{BOARD} r - - 1.5 0",
    "a word for played": f"{BOARD} r - - 0 y",
    "played below zero": f"{BOARD} r - - 0 -1",
    "played too often": f"{BOARD} r - - 0 99999999999999999999",
    "digits of another script": f"{BOARD} r - - \u0663 0",
    "a long line": f"{BOARD} r - - 0 {'0' * 100_000}",
    "a long board": f"{'8/' * 100_000}8 r - -",
    "a wide board": f"{'F' * 100_000} r - -",
    "activation without an end": "7f/8/8/3f4/3F4/8/8/F7 r d4 -",
    "activation in disorder": "7f/8/8/3f4/3F4/8/8/F7 r d4am -",
    "activation off the board": "7f/8/8/3f4/3F4/8/8/F7 r i9m -",
    "activation of nobody": "7f/8/8/3f4/3F4/8/8/F7 r e4m -",
    "activation of the enemy": "7f/8/8/3f4/3F4/8/8/F7 r d5m -",
    "activation of a fort": "7f/8/8/3f4/3P4/8/8/F7 r d4m -",
    "moved, nothing to attack": "7f/8/8/8/3F4/8/8/F7 r d4m -",
    "attacked, still in contact": "7f/8/8/3f4/3F4/8/8/F7 r d4a -",
    "attacked, a fort in contact": "7f/8/8/3p4/3F4/8/8/F7 r d4a -",
    "moved and attacked": "7f/8/8/3f4/3F4/8/8/F7 r d4ma -",
    "siege without activation": "7f/8/8/3f4/3P4/2F1F3/8/8 r - d5*d4",
    "siege before the attack": "7f/8/8/3f4/3P4/2F1F3/8/8 r d5m d5*d4",
    "siege by another unit": "7f/8/8/3f4/3P4/2F1F3/8/8 r h8a d5*d4",
    "siege decided by the besieger": "7f/8/8/3f4/3P4/2F1F3/8/8 b d5a d5*d4",
    "siege of nothing": "7f/8/8/3f4/8/2F1F3/8/8 r d5a d5*d4",
    "siege of the besieger's fort": "7f/8/8/3f4/3p4/2F1F3/8/8 r d5a d5*d4",
    "siege from afar": "7f/8/3f4/8/3P4/2F1F3/8/8 r d6a d6*d4",
    "siege with one recipient": "7f/8/8/3f4/3P4/2F5/8/F7 r d5a d5*d4",
    "siege with no recipient": "7f/8/8/3f4/3P4/8/8/FF6 r d5a d5*d4",
    "siege in contact with a unit": "7f/8/4F3/3f4/3P4/2F1F3/8/8 r d5a d5*d4",
    "siege that is no siege": "7f/8/8/3f4/3P4/2F1F3/8/8 r d5a d5xd4",
}


@pytest.mark.parametrize("text", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible_positions_are_refused(text: str) -> None:
    """SKN-P5: with the kind `malformed` and a short reason."""
    refusal = refused_text(text)
    assert refusal.kind == "malformed"
    assert 0 < len(refusal.message) < 300


POSSIBLE = {
    "eight units a side": START,
    "health six": "7f/8/8/8/8/8/8/F6F r - -",
    "four forts on each half": "P1P1P1P1/8/7f/8/8/P1p1P1p1/8/F6F r - -",
    "all forts one side's": "P1P1P1P1/8/7f/8/8/P1P1P1P1/8/F6F r - -",
    "forts two apart": "7f/8/3p1p2/8/3P1P2/8/8/F6F r - -",
    "units on each other's first row": "F5F1/8/8/8/8/8/8/f5f1 r - -",
    "moved, something to attack": "7f/8/8/3f4/3F4/8/8/F7 r d4m -",
    "attacked, free to move": "7f/8/8/8/3F4/8/8/F7 r d4a -",
    "siege with two recipients": "7f/8/8/3f4/3P4/2F1F3/8/8 r d5a d5*d4",
}


@pytest.mark.parametrize("text", POSSIBLE.values(), ids=POSSIBLE)
def test_their_possible_neighbours_are_accepted(text: str) -> None:
    """SKN-P5: what is just inside the border."""
    assert ended(read(text)) is None
    assert texts(read(text))


def test_a_side_without_units_has_lost() -> None:
    """SKN-P5, SKN-V1: one unit on the board is enough for a position."""
    assert ended(read("8/8/8/8/8/8/8/A7 r - -")) == ("red", "SKN-V1")
    assert ended(read("8/8/8/8/8/8/8/a7 r - -")) == ("blue", "SKN-V1")


def test_the_same_line_from_squares() -> None:
    """SKN-P5: ranks are written from 8 down to 1, files from a to h."""
    text = line({"a1": 6, "h1": 1}, {"a8": 2, "h8": 3}, ["d4"], ["e6"], "blue")
    assert text == "b6c/8/4p3/8/3P4/8/8/F6A b - - 0 0"
