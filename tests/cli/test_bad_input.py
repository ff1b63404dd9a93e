"""Bad input is refused in the contract's form, changes nothing and ends nothing."""

from io import BytesIO
from typing import Any

import pytest

from cli.driving import START, Answer, Pipes, Talk, lines, well_refused
from outrider.cli.referee import LONGEST_LINE, serve
from outrider.core.wire import dumps, parse

DEEP = 100_000
DIGITS = "7" * 5000
LAST_BLOW = "8/8/8/3a4/3D4/8/8/F7 r - -"

BROKEN: dict[str, bytes] = {
    "empty": b"",
    "blank": b"  \t ",
    "a zero byte": b"\0",
    "cut in a name": b'{"do"',
    "cut before the end": b'{"do":"state"',
    "cut in a string": b'{"do":"sta',
    "cut in an escape": b'{"do":"sta\\u00',
    "one brace too many": b'{"do":"state"}}',
    "two values": b'{"do":"state"} {"do":"state"}',
    "single quotes": b"{'do':'state'}",
    "no quotes": b"{do:state}",
    "a comma too many": b'{"do":"state",}',
    "a comment": b'{"do":"state"} // please',
    "a control character": b'{"do":"sta\x00te"}',
    "a raw newline": b'{"do":"sta\rte"}',
    "a bad escape": b'{"do":"\\x41"}',
    "not UTF-8": b'{"do":"\xff"}',
    "not UTF-8 at all": b"\xff\xfe\xfd",
    "half of a character": b'{"do":"st\xc3"}',
    "an overlong slash": b'{"do":"\xc0\xaf"}',
    "a surrogate in UTF-8": b'{"do":"state","id":"\xed\xa0\x80"}',
    "a byte order mark": b'\xef\xbb\xbf{"do":"state"}',
    "UTF-16": '{"do":"state"}'.encode("utf-16"),
    "a lone high surrogate": b'{"do":"state","id":"\\ud800"}',
    "a lone low surrogate": b'{"do":"state","id":"\\uDFFF"}',
    "surrogates in the wrong order": b'{"do":"state","id":"\\udc00\\ud800"}',
    "a lone surrogate as a name": b'{"do":"state","\\ud800":1}',
    "NaN": b'{"do":"state","id":NaN}',
    "Infinity": b'{"do":"state","id":Infinity}',
    "-Infinity": b'{"do":"perft","depth":-Infinity}',
    "a number beyond all numbers": b'{"do":"state","id":1e400}',
    "another": b'{"do":"state","id":-9.9e99999}',
    "a leading zero": b'{"do":"perft","depth":01}',
    "a plus": b'{"do":"perft","depth":+1}',
    "hexadecimal": b'{"do":"perft","depth":0x1}',
    "a name twice": b'{"do":"state","do":"quit"}',
    "a name twice, spelled otherwise": b'{"do":"state","d\\u006f":"quit"}',
    "a name twice further in": b'{"do":"new","game":"skirminion","dice":{"seed":1,"seed":2}}',
    "a list of 5000 digits": b'{"do":"roll","faces":[' + DIGITS.encode() + b"]}",
    "an id of 5000 digits": b'{"do":"state","id":' + DIGITS.encode() + b"}",
    "lists without end": b"[" * DEEP,
    "objects without end": b'{"do":' * DEEP,
    "deep lists": b'{"do":"state","id":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "deep objects": b'{"do":"play","action":' + b'{"a":' * DEEP + b"1" + b"}" * DEEP + b"}",
    "a string": b'"state"',
    "a number": b"1",
    "nothing": b"null",
    "yes": b"true",
    "an empty list": b"[]",
    "a list of a request": b'[{"do":"state"}]',
    "an empty object": b"{}",
    "an id that is a list": b'{"id":[1],"do":"state"}',
    "an id that is an object": b'{"id":{},"do":"state"}',
    "an id 100 deep": b'{"id":' + b"[" * 100 + b"]" * 100 + b',"do":"state"}',
}


@pytest.fixture
def talk() -> Talk:
    made = Talk()
    made.battle()
    return made


class TestLines:
    @pytest.mark.parametrize("line", BROKEN.values(), ids=BROKEN.keys())
    def test_a_broken_line_is_malformed(self, talk: Talk, line: bytes) -> None:
        talk.refused(line, "malformed")

    @pytest.mark.parametrize("line", BROKEN.values(), ids=BROKEN.keys())
    def test_also_before_there_is_a_game(self, line: bytes) -> None:
        assert well_refused(Talk().raw(line))["kind"] == "malformed"

    @pytest.mark.parametrize("depth", [100, 500, 900, *range(960, 1001, 5), DEEP])
    def test_what_is_nested_can_be_answered_or_is_refused(self, depth: int) -> None:
        """Deep values where they are carried along: in the state that a record begins with."""
        talk = Talk()
        state = dumps({**talk.battle()["state"], "result": "DEEP"})
        exact = "0." + "3" * 30
        for left, leaf, right in (("[", "", "]"), ('{"a":', "1", "}"), ("[", exact, "]")):
            deep = left * depth + leaf + right * depth
            header = dumps({**talk.done("record")["record"][0], "state": 0})
            header = header.replace('"state":0', f'"state":{state}').replace('"DEEP"', deep)
            request = f'{{"do":"load","record":[{header},{{"result":null}}]}}\n'
            target = BytesIO()
            serve(BytesIO(request.encode() + b'{"do":"record"}\n{"do":"games"}\n'), target)
            loaded, _, games = target.getvalue().splitlines()
            assert parse(games)["ok"] is True
            if depth == DEEP:
                assert well_refused(parse(loaded))["kind"] == "malformed"

    @pytest.mark.parametrize("field", ["names", "date", "table", "state.result", "state.pending"])
    def test_numbers_beyond_all_numbers_in_a_record(self, talk: Talk, field: str) -> None:
        header = talk.done("record")["record"][0]
        name, _, inner = field.partition(".")
        header[name] = {**header[name], inner: {"over": "NUMBER"}} if inner else "NUMBER"
        line = dumps({"do": "load", "record": [header, {"result": None}]})
        talk.refused(line.replace('"NUMBER"', "1e999"), "malformed")

    def test_long_lines(self) -> None:
        fits = b'{"do":"games"' + b" " * (LONGEST_LINE - 15) + b"}\n"
        assert len(fits) == LONGEST_LINE
        source = fits + b" " + fits + b"[" * (3 * LONGEST_LINE) + b'\n{"do":"games"}\n' + b"x" * 9
        target = BytesIO()
        serve(BytesIO(source), target)
        answers = [parse(line) for line in target.getvalue().splitlines()]
        assert [answer["ok"] for answer in answers] == [True, False, False, True, False]
        for answer in answers:
            assert answer["ok"] or well_refused(answer)["kind"] == "malformed"

    def test_a_long_line_at_the_end_of_input(self) -> None:
        target = BytesIO()
        serve(BytesIO(b"7" * (LONGEST_LINE + 5)), target)
        assert well_refused(parse(target.getvalue()))["kind"] == "malformed"


class TestUnknown:
    @pytest.mark.parametrize("do", ["", "State", "resign", "choose", "__init__", "new ", "no" * 99])
    def test_requests(self, talk: Talk, do: str) -> None:
        talk.refused({"do": do}, "unknown")

    @pytest.mark.parametrize("name", ["", "chess", "Skirminion", "../skirminion", "\u0000"])
    def test_games(self, talk: Talk, name: str) -> None:
        talk.refused({"do": "new", "game": name}, "unknown")
        talk.refused({"do": "load", "game": name, "position": START}, "unknown")

    def test_options(self, talk: Talk) -> None:
        for options in ({"quiet": 5}, {"quiet_limit": 5, "": 1}, {"table": "36x36"}):
            talk.refused({"do": "new", "game": "skirminion", "options": options}, "unknown")

    @pytest.mark.parametrize("seat", ["", "Red", "green", "slate", "r"])
    def test_seats(self, talk: Talk, seat: str) -> None:
        talk.refused({"do": "legal", "seat": seat}, "unknown")
        for do in ("check", "play", "odds"):
            talk.refused({"do": do, "seat": seat, "action": "pass"}, "unknown")

    @pytest.mark.parametrize(
        "request_",
        [
            {"do": "state"},
            {"do": "legal", "seat": "red"},
            {"do": "check", "seat": "red", "action": "pass"},
            {"do": "play", "seat": "red", "action": {"do": "pass"}},
            {"do": "roll", "faces": [1]},
            {"do": "odds", "seat": "red", "action": "pass"},
            {"do": "undo"},
            {"do": "record"},
            {"do": "perft", "depth": 1},
        ],
        ids=lambda request: request["do"],
    )
    def test_anything_before_new(self, request_: Answer) -> None:
        talk = Talk()
        for line in (request_, {"do": request_["do"]}, {**request_, "seat": 5, "depth": None}):
            assert well_refused(talk.raw(dumps(line)))["kind"] == "unknown"
        talk.ask("new", game="no such game")
        assert well_refused(talk.raw(dumps(request_)))["kind"] == "unknown"


WRONG: tuple[Any, ...] = (
    None, True, False, 0, -1, 3, 1.5, 10**30, "", "x", "ask ", [], [None], [[]], [7], {}, {"x": 1},
    {"seed": None}, {"seed": []}, {"seed": 1.5}, {"seed": 2**70}, {"seed": 1, "x": 1}, {"red": 5},
    {"quiet_limit": "5"}, {"quiet_limit": -1}, {"quiet_limit": 5.0}, {"quiet_limit": True},
    {"quiet_limit": 10**7}, {"red": ""}, {"red": "x" * 41}, {"red": "a\nb"}, {"green": "x"},
)  # fmt: skip
BATTLE: Answer = {"do": "load", "game": "skirminion", "position": START}
NEW: Answer = {"do": "new", "game": "skirminion"}
RIGHT: list[tuple[Answer, str, tuple[Any, ...]]] = [
    (NEW, "game", ()),
    (NEW, "options", (None, {})),
    (NEW, "seats", (None,)),
    (NEW, "dice", ([],)),
    (NEW, "scenario", (None,)),
    (NEW, "table", (None,)),
    (NEW, "names", (None, {})),
    (NEW, "date", (None, "", "x", "ask ")),
    (NEW, "no such field", ()),
    (BATTLE, "game", ()),
    (BATTLE, "position", ()),
    (BATTLE, "options", (None, {})),
    (BATTLE, "dice", ([],)),
    (BATTLE, "no such field", ()),
    ({"do": "load", "game": "skirminion"}, "state", ()),
    ({"do": "load", "game": "skirminion"}, "record", ()),
    ({"do": "legal"}, "seat", (None,)),
    ({"do": "check", "action": "pass"}, "seat", ()),
    ({"do": "play", "action": "pass"}, "seat", ()),
    ({"do": "odds", "action": "pass"}, "seat", ()),
    ({"do": "check", "seat": "red"}, "action", ()),
    ({"do": "play", "seat": "red"}, "action", ()),
    ({"do": "odds", "seat": "red"}, "action", ()),
    ({"do": "roll"}, "faces", ()),
    ({"do": "perft"}, "depth", (0, 3)),
    ({}, "do", ()),
]
"""A request, one of its fields, and which of the values above are right for it."""


class TestFields:
    @pytest.mark.parametrize(
        ("request_", "field", "right"), RIGHT, ids=[f"{r.get('do')}.{f}" for r, f, _ in RIGHT]
    )
    def test_wrong_values(
        self, talk: Talk, request_: Answer, field: str, right: tuple[Any, ...]
    ) -> None:
        for value in WRONG:
            if any(dumps(value) == dumps(accepted) for accepted in right):
                continue
            # Nobody's turn is a seat, too, and a roll may be refused before its faces are read.
            also = ["not-your-turn"] if field == "faces" or (field, value) == ("seat", None) else []
            talk.refused({**request_, field: value}, "malformed", "unknown", *also)

    @pytest.mark.parametrize(
        ("request_", "field", "right"), RIGHT, ids=[f"{r.get('do')}.{f}" for r, f, _ in RIGHT]
    )
    def test_right_values_are_right(
        self, talk: Talk, request_: Answer, field: str, right: tuple[Any, ...]
    ) -> None:
        for value in right:
            assert talk.raw(dumps({**request_, field: value}))["ok"] is True

    @pytest.mark.parametrize(
        "line",
        [
            {"do": "new"},
            {"do": "load"},
            {"do": "load", "game": "skirminion"},
            {"do": "load", "position": START},
            {"do": "load", "game": "skirminion", "position": START, "state": {}},
            {"do": "load", "game": "skirminion", "position": START, "record": []},
            {"do": "legal"},
            {"do": "check", "seat": "red"},
            {"do": "check", "action": "pass"},
            {"do": "play", "seat": "red"},
            {"do": "play", "action": "pass"},
            {"do": "odds"},
            {"do": "perft"},
        ],
        ids=dumps,
    )
    def test_missing_or_too_many(self, talk: Talk, line: Answer) -> None:
        talk.refused(line, "malformed")


class TestDice:
    WRONG_FACES: tuple[Any, ...] = (
        None, 3, "3", {}, [], [0], [7], [-1], [1, 2], ["3"], [3.0], [True], [None], [[3]], [10**30],
    )  # fmt: skip

    def test_wrong_faces_are_malformed(self) -> None:
        talk = Talk()
        talk.done("new", game="skirminion")
        for faces in self.WRONG_FACES:
            talk.refused({"do": "roll", "faces": faces}, "malformed")
        talk.refused({"do": "roll"}, "malformed")
        talk.done("roll", faces=[3])

    def test_rolling_when_no_roll_is_pending(self, talk: Talk) -> None:
        talk.refused({"do": "roll", "faces": [3]}, "not-your-turn")
        for dice in ([4, 2], {"seed": 7}):
            talk.done("new", game="skirminion", dice=dice)
            talk.refused({"do": "roll", "faces": [3]}, "not-your-turn")

    def test_playing_while_a_roll_is_pending(self) -> None:
        talk = Talk()
        talk.done("new", game="skirminion")
        for do in ("play", "check", "odds"):
            for seat in ("red", "blue"):
                for action in ("forts 2", "e1-e3", "pass"):
                    line = {"do": do, "seat": seat, "action": action}
                    talk.refused(line, "not-your-turn")


class TestTurns:
    def test_the_wrong_seat(self, talk: Talk) -> None:
        for do in ("play", "check", "odds"):
            for action in ("e8-e6", "e1-e3", "pass", "end"):
                for seat in ("blue", None):
                    line = {"do": do, "seat": seat, "action": action}
                    talk.refused(line, "not-your-turn")

    def test_a_finished_game(self, talk: Talk) -> None:
        talk.battle(LAST_BLOW)
        talk.play("red", "d4xd5")
        for do in ("play", "check", "odds"):
            for seat in ("red", "blue"):
                for action in ("a1-a2", "pass", "d4xd5", {"do": "end"}):
                    talk.refused({"do": do, "seat": seat, "action": action}, "over")
        talk.refused({"do": "roll", "faces": [1]}, "not-your-turn", "over")


class TestProcess:
    def test_it_survives_everything(self) -> None:
        with Pipes() as pipes:
            assert pipes.ask("load", game="skirminion", position=START)["ok"]
            pipes.ask("play", seat="red", action="e1-e3")
            before = [pipes.ask("state"), pipes.ask("record")]
            for line in BROKEN.values():
                assert well_refused(pipes.raw(line))["kind"] == "malformed"
            for request, field, right in RIGHT:
                for value in WRONG:
                    if not any(dumps(value) == dumps(accepted) for accepted in right):
                        well_refused(pipes.raw(dumps({**request, field: value}).encode()))
            assert [pipes.ask("state"), pipes.ask("record")] == before
            assert pipes.ask("play", seat="blue", action="pass")["ok"]
            assert pipes.ended() == 0
            assert pipes.stderr() == ""

    def test_a_line_without_an_end_for_a_while(self) -> None:
        with Pipes() as pipes:
            before = pipes.ask("load", game="skirminion", position=START)
            for _ in range(5):
                pipes.send(b'{"do":"undo",' * (LONGEST_LINE // 26))
                assert pipes.silent()
            pipes.send(b"\n")
            assert well_refused(pipes.read())["kind"] == "malformed"
            assert pipes.ask("state") == before
            pipes.send(lines([{"do": "state"}, "", {"do": "state"}])[:-1])
            assert [pipes.read()["ok"] for _ in range(2)] == [True, False]
            assert pipes.silent()
            pipes.send(b"\n")
            assert pipes.read() == before
            assert pipes.ended() == 0
            assert "Traceback" not in pipes.stderr()
