"""Conversations with the referee: every request of the contract's table."""

from fractions import Fraction
from typing import Any

import pytest

from cli.driving import START, Answer, Talk
from outrider.core.wire import dumps
from outrider.games import game, installed
from outrider_pebbles.game import Pebbles

SIEGE = "7f/8/8/3f4/3P4/2F1F3/8/8 b - -"
"""Blue's d5 may besiege d4, and Red may then choose c3 or e3."""
KILL = "7f/8/8/3a4/3D4/8/8/F7 r - -"
LAST_BLOW = "8/8/8/3a4/3D4/8/8/F7 r - -"
"""Red's d4 may destroy the last Blue unit."""
CAPTURE = "7f/7f/8/3p4/3F4/8/8/F7 r - -"


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def pebbles(monkeypatch: pytest.MonkeyPatch) -> Talk:
    """A referee that knows a game in which dice fall after every choice."""
    monkeypatch.setitem(installed().games, "pebbles", Pebbles())
    return Talk()


def kinds(answer: Answer) -> list[str]:
    return [event["event"] for event in answer["events"]]


def faces(answer: Answer) -> list[tuple[str, list[int]]]:
    """Who rolled what in the events of an answer."""
    return [(e["seat"], e["faces"]) for e in answer["events"] if e["event"] == "rolled"]


class TestIds:
    @pytest.mark.parametrize("id", [1, 0, -7, 1.5, 10**30, "x", "", "ü 💥 \u2028", None])
    def test_an_id_comes_back(self, talk: Talk, id: Any) -> None:
        for do in ("games", "state", "no such request", "quit"):
            answer = talk.ask(do, id=id)
            assert "id" in answer and answer["id"] == id and type(answer["id"]) is type(id)

    def test_an_id_comes_back_with_every_answer(self, talk: Talk) -> None:
        fields: list[dict[str, Any]] = [
            {"do": "new", "game": "skirminion", "dice": {"seed": 7}},
            {"do": "load", "game": "skirminion", "position": START},
            {"do": "state"},
            {"do": "legal", "seat": "red"},
            {"do": "check", "seat": "red", "action": "pass"},
            {"do": "odds", "seat": "red", "action": "pass"},
            {"do": "play", "seat": "red", "action": "pass"},
            {"do": "undo"},
            {"do": "record"},
            {"do": "perft", "depth": 1},
            {"do": "games"},
            {"do": "quit"},
        ]
        for number, request in enumerate(fields):
            answer = talk.raw(dumps({"id": number, **request}))
            assert answer["ok"] is True and answer["id"] == number

    def test_without_an_id_there_is_none(self, talk: Talk) -> None:
        assert talk.ask("games").get("id") is None
        assert talk.ask("state").get("id") is None


class TestNew:
    def test_asking_for_dice(self, talk: Talk) -> None:
        answer = talk.done("new", game="skirminion", options={}, seats=2, dice="ask")
        state = answer["state"]
        assert state["game"] == "skirminion"
        assert state["options"] == {"quiet_limit": 100, "length_limit": 1000}
        assert state["phase"] == "setup"
        assert state["result"] is None
        assert state["pending"] == {"roll": {"purpose": "initiative", "seat": "red", "dice": 1}}
        assert state["position"].startswith("ffffffff/8/8/8/8/8/8/FFFFFFFF ")
        assert "rolled" not in kinds(answer)

    def test_asking_is_what_happens_without_a_word_about_dice(self, talk: Talk) -> None:
        asked = talk.done("new", game="skirminion", dice="ask")
        assert talk.done("new", game="skirminion") == asked

    def test_the_initiative_is_rolled_seat_by_seat_until_it_is_settled(self, talk: Talk) -> None:
        talk.done("new", game="skirminion")
        for seat, face in (("red", 3), ("blue", 3), ("red", 2), ("blue", 5)):
            pending = talk.done("state")["state"]["pending"]
            assert pending == {"roll": {"purpose": "initiative", "seat": seat, "dice": 1}}
            answer = talk.done("roll", faces=[face])
            assert faces(answer) == [(seat, [face])]
        assert answer["state"]["pending"] == {"decide": ["red"]}
        assert answer["state"]["initiative"] == "blue"

    def test_seeded_dice_fall_at_once_and_show_as_events(self, talk: Talk) -> None:
        answer = talk.done("new", game="skirminion", dice={"seed": 7})
        rolled = faces(answer)
        assert [seat for seat, _ in rolled] == ["red", "blue"] * (len(rolled) // 2)
        (_, red), (_, blue) = rolled[-2:]
        declares = "blue" if red > blue else "red"
        assert answer["state"]["pending"] == {"decide": [declares]}
        again = Talk().done("new", game="skirminion", dice={"seed": 7})
        assert dumps(again) == dumps(answer)
        others = [Talk().done("new", game="skirminion", dice={"seed": n}) for n in range(8)]
        assert any(faces(other) != rolled for other in others)

    @pytest.mark.parametrize(
        ("given", "shown", "pending"),
        [
            ([4, 2], [4, 2], {"decide": ["blue"]}),
            ([2, 2, 1, 6, 5, 5], [2, 2, 1, 6], {"decide": ["red"]}),
            ([4], [4], {"roll": {"purpose": "initiative", "seat": "blue", "dice": 1}}),
            ([4, 4], [4, 4], {"roll": {"purpose": "initiative", "seat": "red", "dice": 1}}),
            ([], [], {"roll": {"purpose": "initiative", "seat": "red", "dice": 1}}),
        ],
    )
    def test_a_list_of_faces_is_used_up_then_people_are_asked(
        self, talk: Talk, given: list[int], shown: list[int], pending: Answer
    ) -> None:
        answer = talk.done("new", game="skirminion", dice=given)
        assert [face for _, (face,) in faces(answer)] == shown
        assert answer["state"]["pending"] == pending

    def test_a_used_up_list_goes_on_as_ask(self, talk: Talk) -> None:
        talk.done("new", game="skirminion", dice=[4])
        answer = talk.done("roll", faces=[2])
        assert faces(answer) == [("blue", [2])]
        assert answer["state"]["pending"] == {"decide": ["blue"]}

    def test_options_names_and_date_are_kept(self, talk: Talk) -> None:
        talk.done(
            "new",
            game="skirminion",
            options={"quiet_limit": 5},
            names={"red": "Ann", "blue": "Böb"},
            date="2025-01-02",
        )
        assert talk.done("state")["state"]["options"] == {"quiet_limit": 5, "length_limit": 1000}
        assert talk.done("record")["record"][0] == {
            "outrider": 1,
            "game": "skirminion",
            "rules": game("skirminion").rules_version,
            "options": {"quiet_limit": 5, "length_limit": 1000},
            "seats": ["red", "blue"],
            "names": {"red": "Ann", "blue": "Böb"},
            "table": None,
            "scenario": None,
            "variant": None,
            "date": "2025-01-02",
        }

    def test_new_takes_the_place_of_the_old_game(self, talk: Talk) -> None:
        talk.battle()
        talk.done("new", game="skirminion")
        assert talk.done("state")["state"]["phase"] == "setup"


class TestLoad:
    def test_a_position(self, talk: Talk) -> None:
        answer = talk.battle()
        assert answer["state"]["position"] == START
        assert answer["state"]["phase"] == "battle"
        assert answer["state"]["pending"] == {"decide": ["red"]}
        answer = talk.battle(START, options={"quiet_limit": 3})
        assert answer["state"]["options"]["quiet_limit"] == 3

    @pytest.mark.parametrize("position", [START, SIEGE, KILL, LAST_BLOW, CAPTURE])
    def test_a_state_is_complete(self, talk: Talk, position: str) -> None:
        """A state that is loaded gives the same state, after the setting-up and after a play."""
        state = talk.battle(position)["state"]
        assert talk.done("load", game="skirminion", state=state)["state"] == state
        assert talk.done("load", state=state)["state"] == state
        first = talk.done("legal", seat=state["pending"]["decide"][0])["actions"][0]
        after = talk.done("play", seat=state["pending"]["decide"][0], action=first)["state"]
        assert talk.done("load", game="skirminion", state=after)["state"] == after

    def test_states_of_the_setting_up(self, talk: Talk) -> None:
        states = [talk.done("new", game="skirminion")["state"]]
        states += [talk.done("roll", faces=[face])["state"] for face in (4, 2)]
        states.append(talk.play("blue", "forts 2")["state"])
        states.append(talk.play("red", "fort d4")["state"])
        for state in states:
            assert talk.done("load", game="skirminion", state=state)["state"] == state

    def test_a_finished_position_loads_as_over(self, talk: Talk) -> None:
        talk.battle(LAST_BLOW)
        state = talk.play("red", "d4xd5")["state"]
        for phase in ("over", "battle"):
            edited = {**state, "phase": phase, "pending": {"decide": ["red"]}, "result": None}
            loaded = talk.done("load", game="skirminion", state=edited)["state"]
            assert loaded["phase"] == "over"
            assert loaded["pending"] == {"over": loaded["result"]}
            assert loaded["result"]["winners"] == ["red"]

    def test_who_acts_is_pending_decide(self, talk: Talk) -> None:
        state = talk.battle()["state"]
        edited = {**state, "pending": {"decide": ["blue"]}}
        loaded = talk.done("load", game="skirminion", state=edited)["state"]
        assert loaded["pending"] == {"decide": ["blue"]}
        assert loaded["position"] == START.replace(" r ", " b ")

    def test_only_the_fields_named_in_the_contract_are_required(self, talk: Talk) -> None:
        state = talk.battle()["state"]
        named = ("game", "options", "phase", "pending", "result", "position")
        least = {name: state[name] for name in named}
        assert talk.done("load", game="skirminion", state=least)["state"] == state
        for name in named:
            rest = {other: least[other] for other in named if other != name}
            talk.refused({"do": "load", "game": "skirminion", "state": rest}, "malformed")

    def test_a_record(self, talk: Talk) -> None:
        talk.done("new", game="skirminion", dice={"seed": 7})
        talk.play("blue", "forts 1")
        talk.play("red", "fort d4")
        before = talk.memory()
        record = talk.done("record")["record"]
        again = Talk()
        again.done("load", game="skirminion", record=record)
        assert again.memory() == before
        talk.done("load", record=record)
        assert talk.memory() == before

    def test_rolls_pending_after_loading_a_state_are_made_at_once(self, talk: Talk) -> None:
        state = talk.done("new", game="skirminion", dice=[4])["state"]
        answer = talk.done("load", game="skirminion", state=state, dice=[3])
        assert faces(answer) == [("blue", [3])]
        assert answer["state"]["pending"] == {"decide": ["blue"]}

    def test_rolls_pending_after_loading_a_record_are_made_at_once(self, talk: Talk) -> None:
        talk.done("new", game="skirminion", dice=[4])
        record = talk.done("record")["record"]
        answer = talk.done("load", game="skirminion", record=record, dice=[3])
        assert answer["state"]["pending"] == {"decide": ["blue"]}
        assert faces(answer) == [("blue", [3])]

    def test_a_state_of_three_seats_is_played_by_three(self, pebbles: Talk) -> None:
        state = pebbles.done("new", game="pebbles", seats=3, dice=[4])["state"]
        pebbles.done("load", game="pebbles", state=state)
        pebbles.play("red", "take 1")
        pebbles.done("roll", faces=[2])
        pebbles.play("blue", "take 1")
        pebbles.done("roll", faces=[2])
        pebbles.play("green", "take 1")
        assert pebbles.done("record")["record"][0]["seats"] == ["red", "blue", "green"]


class TestLooking:
    def test_state_again_and_again(self, talk: Talk) -> None:
        state = talk.battle()["state"]
        for _ in range(3):
            assert talk.done("state") == {"ok": True, "state": state, "events": []}

    def test_legal(self, talk: Talk) -> None:
        talk.battle()
        answer = talk.done("legal", seat="red")
        assert answer["complete"] is True
        assert len(answer["actions"]) == 31
        assert {"do": "move", "from": "e1", "to": "e3"} in answer["actions"]
        assert {"do": "pass"} in answer["actions"]

    def test_legal_for_a_seat_that_is_not_asked_is_empty(self, talk: Talk) -> None:
        talk.battle()
        assert talk.done("legal", seat="blue")["actions"] == []
        talk.done("new", game="skirminion")
        for seat in ("red", "blue"):
            assert talk.done("legal", seat=seat)["actions"] == []
        talk.battle(LAST_BLOW)
        talk.play("red", "d4xd5")
        for seat in ("red", "blue"):
            assert talk.done("legal", seat=seat)["actions"] == []

    def test_check_plays_nothing(self, talk: Talk) -> None:
        talk.battle(KILL)
        before = talk.memory()
        for action in talk.done("legal", seat="red")["actions"]:
            assert talk.ask("check", seat="red", action=action) == {"ok": True}
        assert talk.ask("check", seat="red", action="d4xd5") == {"ok": True}
        talk.refused({"do": "check", "seat": "red", "action": "d4-h8"}, "illegal")
        talk.refused({"do": "check", "seat": "blue", "action": "h8-h7"}, "not-your-turn")
        assert talk.memory() == before

    def test_odds_are_exact_and_play_nothing(self, talk: Talk) -> None:
        talk.battle(KILL)
        before = talk.memory()
        for action in talk.done("legal", seat="red")["actions"]:
            answer = talk.done("odds", seat="red", action=action)
            assert set(answer) == {"ok", "odds", "expected"}
            assert all(0 <= Fraction(chance) <= 1 for chance in answer["odds"].values())
        odds = talk.done("odds", seat="red", action="d4xd5")
        assert odds["odds"]["kill"] == "1"
        assert odds["odds"]["win"] == "0"
        assert odds["expected"]["damage"] == "1"
        assert talk.memory() == before
        talk.refused({"do": "odds", "seat": "red", "action": "d4xh8"}, "illegal")

    def test_odds_are_fractions(self, pebbles: Talk) -> None:
        pebbles.done("load", game="pebbles", position="3 rb r 2 -")
        odds = pebbles.done("odds", seat="red", action="take 1")
        assert odds["odds"]["last"] == "5/6"
        assert odds["expected"]["most"] == "11/6"

    def test_games(self, talk: Talk) -> None:
        answer = talk.done("games")
        assert answer["protocol"] == 1
        found = {described["id"]: described for described in answer["games"]}
        assert found["skirminion"]["seats"] == [2]
        schema = found["skirminion"]["options"]
        assert set(schema["properties"]) == {"quiet_limit", "length_limit"}

    @pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 31), (2, 961), (3, 34503)])
    def test_perft(self, talk: Talk, depth: int, nodes: int) -> None:
        talk.battle()
        before = talk.memory()
        assert talk.ask("perft", depth=depth) == {"ok": True, "nodes": nodes}
        assert talk.memory() == before

    def test_perft_has_its_limits(self, talk: Talk) -> None:
        talk.battle(LAST_BLOW)
        for depth in (-1, 7, 100, 10**20):
            talk.refused({"do": "perft", "depth": depth}, "malformed")
        talk.play("red", "d4xd5")
        assert talk.done("perft", depth=6)["nodes"] == 0


class TestPlay:
    def test_by_object_and_by_text(self, talk: Talk) -> None:
        talk.battle()
        told = talk.done("play", seat="red", action={"do": "move", "from": "e1", "to": "e3"})
        talk.battle()
        assert talk.done("play", seat="red", action="e1-e3") == told
        assert kinds(told)[0] == "moved"
        assert told["state"]["pending"] == {"decide": ["blue"]}

    def test_every_kind_of_action(self, talk: Talk) -> None:
        """Each as an object and as text: the same answer, and the object stands in the record."""
        pairs: list[tuple[str, str, Answer, str]] = [
            (KILL, "red", {"do": "attack", "from": "d4", "to": "d5"}, "d4xd5"),
            (CAPTURE, "red", {"do": "siege", "from": "d4", "fort": "d5"}, "d4*d5"),
            ("7f/7f/8/8/8/8/8/A1C5 r - -", "red", {"do": "rest", "unit": "a1"}, "rest a1"),
            (START, "red", {"do": "pass"}, "pass"),
            ("7f/8/8/3f4/3F4/8/8/F7 r d4m -", "red", {"do": "end"}, "end"),
            (SIEGE.replace("b - -", "r d5a d5*d4"), "red", {"do": "receive", "unit": "e3"}, "=e3"),
        ]
        for position, seat, action, text in pairs:
            talk.battle(position)
            told = talk.done("play", seat=seat, action=action)
            assert talk.done("record")["record"][1] == {"n": 1, "seat": seat, **action}
            talk.battle(position)
            assert talk.done("play", seat=seat, action=text) == told
        for action, text in (({"do": "declare", "forts": 2}, "forts 2"),):
            talk.done("new", game="skirminion", dice=[4, 2])
            told = talk.done("play", seat="blue", action=action)
            placed = talk.done("play", seat="red", action={"do": "place", "at": "c3"})
            talk.done("new", game="skirminion", dice=[4, 2])
            assert talk.done("play", seat="blue", action=text) == told
            assert talk.done("play", seat="red", action="fort c3") == placed

    def test_events_tell_what_happened(self, talk: Talk) -> None:
        talk.battle(KILL)
        assert {"hurt", "died"} <= set(kinds(talk.play("red", "d4xd5")))
        talk.battle(CAPTURE)
        assert "captured" in kinds(talk.play("red", "d4*d5"))
        talk.battle(LAST_BLOW)
        over = talk.play("red", "d4xd5")
        assert {"died", "phase", "over"} <= set(kinds(over))
        assert over["state"]["phase"] == "over"
        assert over["state"]["pending"] == {"over": over["state"]["result"]}
        assert over["state"]["result"]["winners"] == ["red"]

    def test_a_siege_asks_the_owner_of_the_fort(self, talk: Talk) -> None:
        talk.battle(SIEGE)
        assert talk.play("blue", "d5*d4")["state"]["pending"] == {"decide": ["red"]}
        assert talk.done("legal", seat="blue")["actions"] == []
        assert talk.done("legal", seat="red")["actions"] == [
            {"do": "receive", "unit": "c3"},
            {"do": "receive", "unit": "e3"},
        ]
        assert "hurt" in kinds(talk.play("red", "=e3"))
