"""Actions and states that are not in the contract's form, or against a rule."""

from typing import Any

import pytest

from cli.driving import START, Answer, Talk
from outrider.games import game

RETREAT = "6ff/8/8/4p3/3F4/8/8/8 r - -"
"""Red's d4 touches the Blue fort on e5."""
SIEGE = "7f/8/8/3f4/3P4/2F1F3/8/8 b - -"
"""Blue's d5 may besiege d4, and Red may then choose c3 or e3."""
PENDING = "7f/8/8/3f4/3P4/2F1F3/8/8 r d5a d5*d4"
MOVED = "7f/8/8/3f4/3F4/8/8/F7 r d4m -"
RESTED = "6ff/8/8/8/8/8/8/C1A5 r - -"
GUARDED = "7f/8/8/3f4/3Pf3/3F4/8/F7 b - -"
"""Blue's e4 touches Red's fort on d4, but also the unit on d3."""
BELEAGUERED = "7f/8/8/4f3/3P4/2A5/8/F7 r - -"
"""The weak c3 touches its own fort on d4, which an enemy touches."""

ILLEGAL = [
    (START, "red", "e1-e4", "SKN-M3"),
    (START, "red", "e1-c3", "SKN-M3"),
    (START, "red", "e1-e1", "SKN-M1"),
    (START, "red", "e1-d1", "SKN-M1"),
    (START, "red", "e2-e3", "SKN-B1"),
    (START, "red", "e8-e7", "SKN-B1"),
    (START, "red", "e1xe8", "SKN-A1"),
    (START, "red", "e1xe2", "SKN-A1"),
    (START, "red", "e1*e2", "SKN-A4"),
    (START, "red", "rest e1", "SKN-R1"),
    (START, "red", "rest e2", "SKN-B1"),
    (START, "red", "end", "SKN-P2"),
    (START, "red", "=e1", "SKN-A5"),
    (START, "red", "forts 2", "SKN-S4"),
    (START, "red", "fort d4", "SKN-S4"),
    (RETREAT, "red", "d4-d5", "SKN-M2"),
    (RETREAT, "red", "d4-d2", "SKN-M4"),
    (RETREAT, "red", "d4xe5", "SKN-A4"),
    ("6ff/8/8/8/3C4/8/8/8 r - -", "red", "d4-d6", "SKN-M4"),
    ("6ff/8/8/8/3P4/3F4/8/8 r - -", "red", "d3-h8", "SKN-M1"),
    ("6ff/8/8/8/3P4/3F4/8/8 r - -", "red", "d3-g3", "SKN-M6"),
    (MOVED, "red", "d4-d3", "SKN-B2"),
    (MOVED, "red", "a1-a2", "SKN-B1"),
    (MOVED, "red", "pass", "SKN-P2"),
    (MOVED, "red", "d4xh8", "SKN-A1"),
    (RESTED, "red", "pass", "SKN-R3"),
    (GUARDED, "blue", "e4*d4", "SKN-A4"),
    (GUARDED, "blue", "h8*d4", "SKN-A4"),
    (BELEAGUERED, "red", "rest c3", "SKN-R2"),
    (PENDING, "red", "=h8", "SKN-A5"),
    (PENDING, "red", "=d4", "SKN-A5"),
    (PENDING, "red", "pass", "SKN-A5"),
    (PENDING, "red", "c3-c4", "SKN-A5"),
]

IN_THE_SETTING_UP = [
    ("blue", "forts 5", "SKN-S3"),
    ("blue", "forts -1", "SKN-S3"),
    ("blue", "forts 999999999", "SKN-S3"),
    ("blue", "fort d5", "SKN-S3"),
    ("blue", "e8-e7", "SKN-S3"),
    ("blue", "pass", "SKN-S3"),
]

ACTIONS: list[Answer] = [
    {"do": "declare", "forts": 2},
    {"do": "place", "at": "c3"},
    {"do": "move", "from": "e1", "to": "e3"},
    {"do": "attack", "from": "e3", "to": "e5"},
    {"do": "siege", "from": "e3", "fort": "d4"},
    {"do": "receive", "unit": "c5"},
    {"do": "rest", "unit": "e1"},
    {"do": "pass"},
    {"do": "end"},
]

WRONG: tuple[Any, ...] = (
    None, True, 1.5, 10**30, "", "e9", "i1", "E1", "e1 ", " e1", "e", "e11", "\u0435\u0031", [],
    ["e1"], {}, [4, 1], "e\uff11",
)  # fmt: skip


def play(seat: str, action: Any) -> Answer:
    return {"do": "play", "seat": seat, "action": action}


@pytest.fixture
def talk() -> Talk:
    made = Talk()
    made.battle()
    return made


class TestIllegal:
    @pytest.mark.parametrize(("position", "seat", "action", "rule"), ILLEGAL)
    def test_with_the_rule(self, position: str, seat: str, action: str, rule: str) -> None:
        talk = Talk()
        talk.battle(position)
        as_object = game("skirminion").read_action(action).to_json()
        for do in ("play", "check", "odds"):
            for form in (action, as_object):
                error = talk.refused({"do": do, "seat": seat, "action": form}, "illegal")
                assert error["rule"] == rule

    @pytest.mark.parametrize(("seat", "action", "rule"), IN_THE_SETTING_UP)
    def test_in_the_setting_up(self, seat: str, action: str, rule: str) -> None:
        talk = Talk()
        talk.done("new", game="skirminion", dice=[4, 2])
        assert talk.refused(play(seat, action), "illegal")["rule"] == rule

    def test_placing_forts(self) -> None:
        talk = Talk()
        talk.done("new", game="skirminion", dice=[4, 2])
        talk.play("blue", "forts 2")
        for action, rule in (("fort d5", "SKN-S5"), ("fort a1", "SKN-S5"), ("pass", "SKN-S4")):
            assert talk.refused(play("red", action), "illegal")["rule"] == rule
        talk.play("red", "fort d4")
        for action in ("fort e5", "fort c5", "fort d4", "fort e8"):
            assert talk.refused(play("blue", action), "illegal")["rule"] == "SKN-S5"


class TestMalformed:
    @pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action["do"])
    def test_unknown_fields(self, talk: Talk, action: Answer) -> None:
        for name in ("x", "", "seat", "n", "Do", "id", "match", "unit ", "target"):
            talk.refused(play("red", {**action, name: "e1"}), "malformed")

    @pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action["do"])
    def test_missing_fields(self, talk: Talk, action: Answer) -> None:
        for missing in action:
            rest = {name: value for name, value in action.items() if name != missing}
            talk.refused(play("red", rest), "malformed")

    @pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action["do"])
    def test_wrong_values(self, talk: Talk, action: Answer) -> None:
        for name in action:
            for value in WRONG:
                kinds = ("malformed", "unknown") if name == "do" else ("malformed",)
                talk.refused(play("red", {**action, name: value}), *kinds)

    @pytest.mark.parametrize(
        "text",
        [
            "", " ", "e1", "e1-", "-e3", "e1-e9", "e1--e3", "e1 - e3", "E1-E3", "e1-e3 e3xe4",
            "e1>e3", "forts", "forts x", "forts 1.5", "forts 9999999999", "fort", "rest", "rest  ",
            "passe", "PASS", "end.", "=", "=e9", "\u0435\u0031-e3", "e1\u2212e3", "{}", "e1-e3\x00",
            "e1\n-e3", "x" * 100_000, '{"do":"pass"}', "forts \uff12",
        ],
    )  # fmt: skip
    def test_texts(self, talk: Talk, text: str) -> None:
        talk.refused(play("red", text), "malformed")

    def test_fields_of_other_games(self, talk: Talk) -> None:
        for action in ({"do": "fire", "unit": "R1", "target": "B1"}, {"do": "ready"}):
            talk.refused(play("red", action), "malformed", "unknown")


class TestStates:
    EDITS: tuple[Answer, ...] = (
        {"game": "basic"},
        {"game": None},
        {"options": {"quiet": 1}},
        {"options": []},
        {"phase": "deploy"},
        {"phase": None},
        {"pending": None},
        {"pending": {"decide": []}},
        {"pending": {"decide": ["red", "blue"]}},
        {"pending": {"decide": ["green"]}},
        {"pending": {"decide": "red"}},
        {"pending": {"roll": {"purpose": "initiative", "seat": "red", "dice": 1}}},
        {"pending": {"nobody": 1}},
        {"position": ""},
        {"position": None},
        {"position": "8/8/8/8/8/8/8/8 r - -"},
        {"position": "ffffffff/f7/8/8/8/8/8/FFFFFFFF r - -"},
        {"position": "ffffffff/8/8/3pp3/8/8/8/FFFFFFFF r - -"},
        {"position": "ffffffff/8/8/8/8/8/8/FFFFFFFG r - -"},
        {"position": "ffffffff/8/8/8/8/8/9/FFFFFFFF r - -"},
        {"position": "ffffffff/8/8/8/8/8/8/FFFFFFFF g - -"},
        {"position": "ffffffff/8/8/8/8/8/8/FFFFFFFF r e4m -"},
        {"position": "ffffffff/8/8/8/8/8/8/FFFFFFFF r e1ma -"},
        {"position": "ffffffff/8/8/8/8/8/8/FFFFFFFF r e1m -"},
        {"position": "ffffffff/8/8/8/8/8/8/FFFFFFFF r - e3*d4"},
        {"position": "7f/8/8/3f4/3P4/2F5/8/8 r d5a d5*d4"},
        {"position": "ffffffff/8/8/8/8/8/8/FFFFFFFF r - - -1 0"},
        {"position": "ffffffff/8/8/8/8/8/8/FFFFFFFF r - - 0 99999999"},
        {"position": START + " 0 0 0"},
        {"position": START + " " * 10_000},
        {"initiative": "green"},
        {"initiative": 1},
        {"forts": 5},
        {"forts": -1},
        {"forts": "2"},
        {"units": []},
        {"turn": 1},
    )

    @pytest.mark.parametrize("edit", EDITS, ids=str)
    def test_impossible_states_are_malformed(self, talk: Talk, edit: Answer) -> None:
        state = {**talk.done("state")["state"], **edit}
        talk.refused({"do": "load", "game": "skirminion", "state": state}, "malformed", "unknown")

    @pytest.mark.parametrize("edit", [edit for edit in EDITS if "position" in edit], ids=str)
    def test_impossible_positions_are_malformed(self, talk: Talk, edit: Answer) -> None:
        talk.refused({"do": "load", "game": "skirminion", **edit}, "malformed")

    SET_UP: tuple[Answer, ...] = (
        {"forts": 5},
        {"forts": True},
        {"forts": ""},
        {"forts": []},
        {"forts": "2"},
        {"forts_left": {}},
        {"forts_left": {"red": 9, "blue": 1}},
        {"forts_left": {"red": 0, "blue": 0}},
        {"forts_left": {"red": "1", "blue": 1}},
        {"forts_left": {"red": 1, "blue": 1, "green": 1}},
        {"forts_left": 2},
        {"initiative": "green"},
        {"initiative": {"red": 4}},
        {"pending": {"decide": ["red"]}, "forts_left": {"red": 0, "blue": 1}},
        {"pending": {"roll": {"purpose": "initiative", "seat": "blue", "dice": 1}}},
        {"pending": {"over": {"winners": [], "reason": "x"}}},
        {"position": START},  # a fort that was neither placed nor forfeited nor is left
        {"position": "ffffffff/8/8/8/3PP3/8/8/FFFFFFFF b - -"},
        {"position": "ffffffff/8/8/8/3P4/8/8/FFFFFFFE b - -"},
        {"position": "ffffffff/8/8/3P4/8/8/8/FFFFFFFF b - -"},
        {"position": "ffffffff/8/8/8/3P4/8/8/FFFFFFFF b e1m -"},
    )

    @pytest.mark.parametrize("edit", SET_UP, ids=str)
    def test_impossible_states_of_the_setting_up(self, edit: Answer) -> None:
        """Red has placed the first of two forts."""
        talk = Talk()
        talk.done("new", game="skirminion", dice=[4, 2])
        talk.play("blue", "forts 2")
        state = talk.play("red", "fort d4")["state"]
        assert talk.done("load", state=state)["state"] == state
        line = {"do": "load", "game": "skirminion", "state": {**state, **edit}}
        error = talk.refused(line, "malformed")
        assert error["message"]

    ROLLING: tuple[Answer, ...] = (
        {"initiative": {"red": 7}},
        {"initiative": {"blue": 3}},
        {"initiative": {"red": 3, "blue": 3}},
        {"initiative": {}},
        {"initiative": []},
        {"initiative": 4},
        {"pending": {"roll": {"purpose": "initiative", "seat": "red", "dice": 1}}},
        {"pending": {"roll": {"purpose": "initiative", "seat": "green", "dice": 1}}},
        {"pending": {"roll": None}},
        {"position": "ffffffff/8/8/8/3P4/8/8/FFFFFFFF r - -"},
    )

    @pytest.mark.parametrize("edit", ROLLING, ids=str)
    def test_impossible_states_of_the_roll(self, edit: Answer) -> None:
        """Red has rolled, and Blue has to."""
        talk = Talk()
        state = talk.done("new", game="skirminion", dice=[4])["state"]
        line = {"do": "load", "game": "skirminion", "state": {**state, **edit}}
        talk.refused(line, "malformed")
