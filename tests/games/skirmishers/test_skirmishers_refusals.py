"""Bad input: each refused with its kind and rule, and nothing changed; also through the referee."""

import time
from typing import Any

import pytest

from cli.driving import Talk
from games.skirmishers.warband import (
    BOW,
    GAME,
    GUN,
    SHIPPED,
    Json,
    at,
    decider,
    edited,
    field,
    illegal,
    offer,
    play,
    refusal,
    staged,
    wall,
    where,
)
from outrider import Match, Refusal
from outrider.dice import SeededDice

PIECES = {
    "R1": at(10, 10, **BOW), "R2": at(20, 4), "R3": at(10, 11.6),
    "B1": at(10, 10.8), "B2": at(20, 14, **GUN), "B3": at(10, 20, **GUN),
}  # fmt: skip
STATE = field(PIECES, wall(15, 8, 18, 9))
ROLL = play(STATE, "fight R1 B1")
OFFER = play(STATE, "move R2 20,8")
CHOICE = play(STATE, "fight R1+R3 B1", [1, 1], [6])


class TestMalformed:
    @pytest.mark.parametrize(
        "given",
        [
            {"do": "move", "unit": "R1", "path": [[10, 9.0001]]},
            {"do": "move", "unit": "R1", "path": [[10, 0.0001]]},
            {"do": "move", "unit": "R1", "path": []},
            {"do": "move", "unit": "R1", "path": [10, 9]},
            {"do": "move", "unit": "R1", "path": "10,9"},
            {"do": "move", "unit": "R1", "path": [[10, 9, 0]]},
            {"do": "move", "unit": "R1", "path": [[10, True]]},
            {"do": "move", "unit": "R1", "path": [[10, None]]},
            {"do": "move", "unit": "R1", "path": [[10, 1e300]]},
            {"do": "move", "unit": "R1", "to": [10, 9]},
            {"do": "move", "unit": "R1"},
            {"do": "move", "unit": 1, "path": [[10, 9]]},
            {"do": "move", "unit": "R1", "path": [[10, 9]], "speed": 2},
            {"do": "fight", "units": [], "target": "B1"},
            {"do": "fight", "units": "R1", "target": "B1"},
            {"do": "fight", "units": ["R1", "R1"], "target": "B1"},
            {"do": "fight", "unit": "R1", "target": "B1"},
            {"do": "fight", "units": ["R1"], "target": None},
            {"do": "fire", "unit": "R1", "target": "B1", "aim": "head"},
            {"do": "fire", "unit": "R1"},
            {"do": "choose"},
            {"do": "hold", "unit": "B2"},
            {"do": "return-fire", "unit": "B2"},
            {"do": "defensive-fire", "target": "R2"},
            {"do": "end", "turn": 1},
            {"do": "deploy", "unit": "R1", "at": [1, 1]},
            {"do": None},
            {},
            [],
            7,
            None,
            "",
            "move R1",
            "move R1 10",
            "move R1 10,9,8",
            "move R1 10,9.0001",
            "move R1 ten,nine",
            "fight R1+ B1",
            "fight R1+R1 B1",
            "fight R1,R3 B1",
            "fire R1",
            "fire R1 B1 B2",
            "return fire",
            "HOLD",
            "end now",
        ],
    )
    def test_actions(self, given: Any) -> None:
        """SKR-T1: no action of this game, whatever the state."""
        for state in (STATE, OFFER):
            found = refusal(state, given)
            assert found.kind in ("malformed", "unknown"), found

    def test_long_paths(self) -> None:
        """SKR-M1: ten thousand corners, or ten thousand strikers, are refused in no time."""
        begun = time.thread_time()
        for count in (33, 10_000):
            found = refusal(STATE, {"do": "move", "unit": "R1", "path": [[10, 10]] * count})
            assert (found.kind, found.rule) == ("malformed", "SKR-M1")
        units = ["R1"] * 10_000
        assert refusal(STATE, {"do": "fight", "units": units, "target": "B1"}).kind == "malformed"
        text = "fight " + "+".join(units) + " B1"
        assert refusal(STATE, text).kind == "malformed"
        assert time.thread_time() - begun < 0.5

    @pytest.mark.parametrize(
        "faces", [[], [1, 2], [0], [7], ["6"], [1.0], [True], [None], None, 6, "6", {"1": 1}]
    )
    def test_faces(self, faces: Any) -> None:
        """SKR-F3: one die is to fall, and it has six faces."""
        before = GAME.write(ROLL)
        with pytest.raises(Refusal) as caught:
            GAME.roll(ROLL, faces)
        assert caught.value.kind == "malformed" and GAME.write(ROLL) == before


class TestWhen:
    @pytest.mark.parametrize("text", ["end", "move R2 20,5", "fight R3 B1", "hold", "choose R1"])
    @pytest.mark.parametrize("seat", ["red", "blue"])
    def test_not_while_dice_have_to_fall(self, text: str, seat: str) -> None:
        """SKR-T1: neither side acts during a roll."""
        assert refusal(ROLL, text, seat).kind == "not-your-turn"

    @pytest.mark.parametrize("state", [STATE, OFFER, CHOICE], ids=["turn", "offer", "choice"])
    def test_no_roll_when_none_is_asked(self, state: Any) -> None:
        """SKR-G1."""
        with pytest.raises(Refusal) as caught:
            GAME.roll(state, [1])
        assert caught.value.kind == "not-your-turn"

    @pytest.mark.parametrize(
        "text", ["end", "move R1 9,9", "move B1 9,9", "return-fire", "fire B2 R2", "choose R1"]
    )
    def test_only_the_answer_to_an_offer(self, text: str) -> None:
        """SKR-X4: Red waits, Blue says yes or no."""
        assert offer(OFFER) is not None
        assert illegal(OFFER, text) == "SKR-X4"
        assert refusal(OFFER, text, "red").kind == "not-your-turn"
        assert refusal(OFFER, "hold", "red").kind == "not-your-turn"
        assert refusal(OFFER, "hold", "green").kind == "not-your-turn"

    @pytest.mark.parametrize(
        ("text", "rule"),
        [("return-fire", "SKR-X1"), ("defensive-fire", "SKR-X3"), ("choose R1", "SKR-F9")],
    )
    def test_no_answer_without_an_offer(self, text: str, rule: str) -> None:
        """SKR-X1, SKR-X3, SKR-F9: when nothing is open."""
        assert illegal(STATE, text) == rule
        assert refusal(STATE, text, "blue").kind == "not-your-turn"
        assert refusal(STATE, "hold").kind == "illegal"

    @pytest.mark.parametrize("text", ["choose R2", "choose B1", "end", "defensive-fire"])
    def test_only_a_choice(self, text: str) -> None:
        """SKR-F9: among the strikers, by the target's owner."""
        assert decider(CHOICE) == "blue"
        assert illegal(CHOICE, text) == "SKR-F9"
        assert refusal(CHOICE, "choose R1", "red").kind == "not-your-turn"


class TestRules:
    @pytest.mark.parametrize(
        ("text", "rule"),
        [
            ("move R1 10,13", "SKR-M2"),
            ("move R2 17,4 17,10", "SKR-M2"),
            ("move R2 16.5,9.5", "SKR-M2"),
            ("move R2 20,10.1", "SKR-M1"),
            ("move R2 31,4", "SKR-M2"),
            ("move B2 20,13", "SKR-T1"),
            ("move R7 1,1", "SKR-T1"),
            ("fire R1 B2", "SKR-G6"),
            ("fire R2 B2", "SKR-G1"),
            ("fight R2 B2", "SKR-F1"),
            ("fight R1+R2 B1", "SKR-F1"),
        ],
    )
    def test_of_a_turn(self, text: str, rule: str) -> None:
        """SKR-M1, SKR-M2, SKR-G1, SKR-G6, SKR-F1, SKR-T1."""
        assert illegal(STATE, text) == rule

    def test_pinned(self) -> None:
        """SKR-F11: neither fires nor moves."""
        state = edited(STATE, {"B1": {"advantage_over": ["R1"]}})
        assert illegal(state, "move R1 9,9") == "SKR-F11"
        assert illegal(state, "fire R1 B3") == "SKR-F11"

    def test_what_is_suggested_can_be_walked(self) -> None:
        """SKR-M1, SKR-M2: instead of a path through an enemy, a wall or too far."""
        for text in ("move R2 16.5,9.5", "move R2 20,29", "move R2 31,31"):
            action = GAME.suggest(STATE, "red", GAME.read_action(text))
            assert action is not None and GAME.choices(STATE, "red").why_not(action) is None
        assert GAME.suggest(OFFER, "blue", GAME.read_action("move B1 9,9")) is None


class TestReferee:
    def test_a_scenario_object(self) -> None:
        """SKR-S5: `scenario` in new; the record has all of it."""
        given = staged(PIECES, wall(15, 8, 18, 9))
        talk = Talk()
        answer = talk.done("new", game="skirmishers", scenario=given, dice="ask")
        assert answer["state"]["scenario"]["sides"]["red"]["pieces"][0]["id"] == "R1"
        talk.play("red", "move R2 20,8")
        assert talk.done("state")["state"]["pending"]["offer"]["unit"] == "B2"
        talk.play("blue", "defensive-fire")
        talk.done("roll", faces=[3])
        after = talk.done("roll", faces=[3])
        moved = next(unit for unit in after["state"]["units"] if unit["id"] == "R2")
        assert moved["at"] == [20, 8]
        record = talk.done("record")["record"]
        assert record[0]["scenario"] == answer["state"]["scenario"] and record[0]["table"] is None
        again = Talk().done("load", game="skirmishers", record=record)
        assert again["state"] == after["state"]

    def test_refusals(self) -> None:
        """SKR-X4, SKR-T1: in the contract's form, and nothing changed."""
        talk = Talk()
        talk.done("new", game="skirmishers", scenario=staged(PIECES), dice="ask")
        for do, seat, action, kind in (
            ("play", "red", "hold", "illegal"),
            ("play", "blue", "end", "not-your-turn"),
            ("play", "red", "move R2 20,20", "illegal"),
            ("check", "red", "fire R2 B2", "illegal"),
            ("odds", "red", "fire R2 B2", "illegal"),
            ("play", "green", "end", "unknown"),
        ):
            talk.refused({"do": do, "seat": seat, "action": action}, kind)
        talk.refused({"do": "roll", "faces": [1]}, "not-your-turn")
        talk.play("red", "move R2 20,8")
        talk.refused({"do": "play", "seat": "red", "action": "end"}, "not-your-turn")
        talk.refused({"do": "play", "seat": "blue", "action": "end"}, "illegal")
        assert talk.done("legal", seat="red")["actions"] == []
        offered = talk.done("legal", seat="blue")
        assert offered == {
            "ok": True, "complete": True,
            "actions": [{"do": "defensive-fire"}, {"do": "wait"}, {"do": "hold"}],
        }  # fmt: skip

    @pytest.mark.parametrize(
        ("fields", "kind"),
        [
            ({"scenario": "nowhere"}, "unknown"),
            ({"scenario": 5}, "malformed"),
            ({"scenario": {"name": "x"}}, "malformed"),
            ({"table": {"size": [24, 24]}}, "malformed"),
            ({"seats": 3}, "malformed"),
            ({"options": {"pinned": "yes"}}, "malformed"),
        ],
    )
    def test_no_game(self, fields: Json, kind: str) -> None:
        """SKR-S2, SKR-S5: a broken scenario begins nothing."""
        talk = Talk()
        talk.done("new", game="skirmishers", dice="ask")
        assert talk.refused({"do": "new", "game": "skirmishers", **fields})["kind"] == kind

    def test_undo(self) -> None:
        """SKR-X4: back to before the last choice, which was Blue's, its rolls included."""
        talk = Talk()
        talk.done("new", game="skirmishers", scenario=staged(PIECES), dice={"seed": 4})
        before = talk.play("red", "move R2 20,8")["state"]
        talk.play("blue", "defensive-fire")
        assert talk.done("undo")["state"] == before

    @pytest.mark.parametrize("name", SHIPPED)
    def test_by_name(self, name: str) -> None:
        """SKR-S5: a match, its record, its replay."""
        match = Match(GAME, GAME.terms(scenario=name), SeededDice(1))
        header: Json = match.record().header.to_json()
        assert header["scenario"]["sides"] and header["scenario"]["name"]
        answer = Talk().done("new", game="skirmishers", scenario=name)
        assert answer["state"] == GAME.dump(match.state)
        assert where(match.state, "R1") == header["scenario"]["sides"]["red"]["pieces"][0]["at"]
