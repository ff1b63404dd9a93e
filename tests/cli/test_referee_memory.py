"""What the referee remembers: taking back, records, and whole games through pipes."""

import random
from io import BytesIO
from typing import Any

import pytest

from cli.driving import START, Answer, Pipes, Talk, lines
from outrider.cli.referee import serve
from outrider.core.wire import dumps, parse
from outrider.games import game, installed
from outrider.play.match import Match
from outrider_pebbles.game import Pebbles

MOVE_AND_STRIKE = "7f/8/3f4/8/3F4/8/8/F7 r - -"
"""Red's d4 may step to d5 and then attack d6."""


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def pebbles(monkeypatch: pytest.MonkeyPatch) -> Talk:
    """A referee that knows a game in which dice fall after every choice."""
    monkeypatch.setitem(installed().games, "pebbles", Pebbles())
    return Talk()


class TestUndo:
    def test_the_last_choice_is_taken_back(self, talk: Talk) -> None:
        talk.battle(MOVE_AND_STRIKE)
        memories = []
        for seat, action in (("red", "d4-d5"), ("red", "d5xd6"), ("blue", "h8-h7")):
            memories.append(talk.memory())
            talk.play(seat, action)
        while memories:
            answer = talk.done("undo")
            assert answer["events"] == []
            assert talk.memory() == memories.pop()
        assert talk.refused({"do": "undo"})["message"]

    def test_there_may_be_nothing_to_take_back(self, talk: Talk) -> None:
        talk.battle()
        talk.refused({"do": "undo"})
        for dice in ("ask", [4, 2], {"seed": 7}):
            talk.done("new", game="skirminion", dice=dice)
            talk.refused({"do": "undo"})
        talk.done("new", game="skirminion")
        talk.done("roll", faces=[4])
        talk.refused({"do": "undo"})

    def test_the_end_can_be_taken_back(self, talk: Talk) -> None:
        talk.battle("8/8/8/3a4/3D4/8/8/F7 r - -")
        before = talk.memory()
        talk.play("red", "d4xd5")
        talk.done("undo")
        assert talk.memory() == before

    def test_its_rolls_are_taken_back_with_it(self, pebbles: Talk) -> None:
        pebbles.done("new", game="pebbles", dice="ask")
        pebbles.done("roll", faces=[4])
        before = pebbles.memory()
        pebbles.play("red", "take 1")
        pebbles.done("roll", faces=[6])
        assert pebbles.done("state")["state"]["pending"] == {"decide": ["blue"]}
        pebbles.done("undo")
        assert pebbles.memory() == before
        pebbles.refused({"do": "undo"})

    @pytest.mark.parametrize("dice", [{"seed": 5}, {"seed": "oak"}, [3, 1, 4, 1, 5, 2, 6, 5]])
    def test_redoing_it_gives_the_same_dice(self, pebbles: Talk, dice: Any) -> None:
        pebbles.done("new", game="pebbles", dice=dice)
        answers = [pebbles.play(seat, "take 1") for seat in ("red", "blue", "red")]
        memory = pebbles.memory()
        for _ in range(2):
            for _ in answers:
                pebbles.done("undo")
            again = [pebbles.play(seat, "take 1") for seat in ("red", "blue", "red")]
            assert again == answers
            assert pebbles.memory() == memory
        # There is no fishing for better dice with another choice either.
        pebbles.done("undo")
        passed = pebbles.play("red", "pass")
        assert passed["state"]["die"] == answers[-1]["state"]["die"]

    def test_a_used_up_list_stays_used_up(self, pebbles: Talk) -> None:
        pebbles.done("new", game="pebbles", dice=[4, 5])
        pebbles.play("red", "take 1")
        pebbles.play("blue", "take 1")
        waiting = {"roll": {"purpose": "limit", "seat": "red", "dice": 1}}
        assert pebbles.done("state")["state"]["pending"] == waiting
        pebbles.done("roll", faces=[2])
        pebbles.done("undo")
        assert pebbles.done("state")["state"]["die"] == 5
        assert pebbles.play("blue", "take 1")["state"]["pending"] == waiting


class TestRecord:
    def test_its_form(self, talk: Talk) -> None:
        talk.done("new", game="skirminion", dice=[4, 2])
        talk.play("blue", "forts 0")
        talk.play("red", "e1-e3")
        assert talk.done("record")["record"][1:] == [
            {"n": 1, "roll": "initiative", "seat": "red", "faces": [4]},
            {"n": 2, "roll": "initiative", "seat": "blue", "faces": [2]},
            {"n": 3, "seat": "blue", "do": "declare", "forts": 0},
            {"n": 4, "seat": "red", "do": "move", "from": "e1", "to": "e3"},
            {"result": None},
        ]

    def test_the_date_is_null_unless_given(self, talk: Talk) -> None:
        talk.done("new", game="skirminion")
        assert talk.done("record")["record"][0]["date"] is None

    @pytest.mark.parametrize("seed", range(3))
    def test_it_replays_byte_for_byte(self, talk: Talk, seed: int) -> None:
        """Also when it is not finished, and when it began in the middle."""
        source = random.Random(seed)
        if seed == 2:
            talk.battle("1f1d2f1/3e1c2/p1f2P2/2d4f/3F1B2/1p3E1P/F2D2C1/1F4F1 b - - 7 31")
        else:
            talk.done("new", game="skirminion", dice={"seed": seed})
        for played in range(400):
            pending = talk.done("state")["state"]["pending"]
            if played % 25 == 0 or "over" in pending:
                record = dumps(talk.done("record")["record"])
                other = Talk()
                other.done("load", game="skirminion", record=parse(record))
                assert dumps(other.done("record")["record"]) == record
                assert other.memory() == talk.memory()
            if "over" in pending:
                break
            (seat,) = pending["decide"]
            actions = talk.done("legal", seat=seat)["actions"]
            talk.done("play", seat=seat, action=source.choice(actions))

    def test_a_game_can_go_on_from_its_record(self, talk: Talk) -> None:
        talk.battle(MOVE_AND_STRIKE)
        talk.play("red", "d4-d5")
        other = Talk()
        other.done("load", record=talk.done("record")["record"])
        assert other.play("red", "d5xd6") == talk.play("red", "d5xd6")
        assert other.memory() == talk.memory()
        other.done("undo")
        other.done("undo")
        assert other.done("state")["state"]["position"] == MOVE_AND_STRIKE


class TestResigned:
    """Nobody resigns through the referee, but it reads the records of those who did."""

    @pytest.fixture
    def resigned(self, talk: Talk) -> Talk:
        skirminion = game("skirminion")
        match = Match.from_state(skirminion, skirminion.read(START))
        match.resign("red")
        talk.done("load", record=match.record().to_json())
        return talk

    def test_nothing_can_be_played(self, resigned: Talk) -> None:
        for seat in ("red", "blue"):
            resigned.refused({"do": "play", "seat": seat, "action": "pass"}, "over")

    def test_check_refuses_what_play_refuses(self, resigned: Talk) -> None:
        resigned.refused({"do": "check", "seat": "red", "action": "pass"}, "over")
        resigned.refused({"do": "odds", "seat": "red", "action": "pass"}, "over")

    def test_nobody_is_asked_for_anything(self, resigned: Talk) -> None:
        for seat in ("red", "blue"):
            assert resigned.done("legal", seat=seat)["actions"] == []

    def test_a_resignation_can_be_taken_back(self, resigned: Talk) -> None:
        resigned.done("undo")
        resigned.play("red", "pass")

    def test_no_dice_fall_after_it(self, talk: Talk) -> None:
        skirminion = game("skirminion")
        match = Match(skirminion, skirminion.terms())
        match.resign("red")
        record = match.record().to_json()
        talk.done("load", record=record, dice={"seed": 7})
        assert talk.done("record")["record"] == record


class TestServing:
    def test_one_answer_a_request_until_quit(self) -> None:
        target = BytesIO()
        requests: list[Answer | str] = [{"do": "games"}, "nonsense", "", {"do": "quit", "id": 9}]
        serve(BytesIO(lines([*requests, {"do": "games"}])), target)
        answers = [parse(line) for line in target.getvalue().splitlines()]
        assert [answer["ok"] for answer in answers] == [True, False, False, True]
        assert answers[-1]["id"] == 9

    def test_the_end_of_input_is_the_end(self) -> None:
        target = BytesIO()
        serve(BytesIO(), target)
        assert target.getvalue() == b""
        serve(BytesIO(b'{"do":"games"}'), target)
        assert parse(target.getvalue())["ok"] is True

    def test_answers_are_one_line_of_utf8_each(self) -> None:
        target = BytesIO()
        names = {"red": "Zoë", "blue": "龍"}
        requests: list[Answer] = [
            {"do": "new", "game": "skirminion", "names": names},
            {"do": "record"},
        ]
        serve(BytesIO(lines(requests)), target)
        first, second = target.getvalue().splitlines()
        assert parse(first)["ok"] is True
        assert parse(second)["record"][0]["names"] == names
        assert "龍".encode() in second


class TestProcess:
    def test_a_conversation(self) -> None:
        """Every answer comes at once, before the next request is sent."""
        with Pipes() as pipes:
            assert pipes.ask("games", id=1)["games"]
            assert pipes.ask("state")["error"]["kind"] == "unknown"
            assert pipes.ask("new", id="n", game="skirminion", dice=[4])["id"] == "n"
            assert pipes.ask("roll", faces=[2])["state"]["pending"] == {"decide": ["blue"]}
            assert len(pipes.ask("legal", seat="blue")["actions"]) == 5
            assert pipes.ask("check", seat="blue", action="forts 0") == {"ok": True}
            assert pipes.ask("play", seat="blue", action="forts 0")["ok"]
            assert pipes.ask("odds", seat="red", action="pass")["odds"]
            assert pipes.ask("perft", depth=3)["nodes"] == 34503
            assert pipes.ask("undo")["state"]["phase"] == "setup"
            record = pipes.ask("record")["record"]
            assert pipes.ask("load", record=record)["ok"]
            assert pipes.ask("quit", id=99) == {"id": 99, "ok": True}
            assert pipes.process.wait(180) == 0
            assert pipes.rest() == b""
            assert "Traceback" not in pipes.stderr()

    def test_the_end_of_input_ends_it_with_0(self) -> None:
        with Pipes() as pipes:
            assert pipes.ask("games")["ok"]
            assert pipes.ended() == 0
            assert pipes.stderr() == ""

    def test_a_whole_game_from_a_seed(self) -> None:
        source = random.Random(11)
        with Pipes() as pipes:
            state = pipes.ask("new", game="skirminion", dice={"seed": 2025})["state"]
            while "over" not in state["pending"]:
                (seat,) = state["pending"]["decide"]
                actions = pipes.ask("legal", seat=seat)["actions"]
                blows = [action for action in actions if action["do"] in ("attack", "siege")]
                action = source.choice(blows or actions)
                state = pipes.ask("play", seat=seat, action=action)["state"]
            assert state["phase"] == "over"
            assert state["result"] == state["pending"]["over"]
            record = pipes.ask("record")["record"]
            assert record[-1] == {"result": state["result"]}
            assert pipes.ask("load", game="skirminion", record=record)["state"] == state
            assert dumps(pipes.ask("record")["record"]) == dumps(record)
            assert pipes.ask("quit")["ok"]
            assert pipes.process.wait(180) == 0
        other = Talk()
        assert other.done("load", record=record)["state"] == state
