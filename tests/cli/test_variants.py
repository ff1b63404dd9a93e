"""Variants at the command line and before the referee."""

import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cli.driving import Talk, outrider
from cli.packaged import python_path
from outrider.core.record import record_from_text
from outrider.games import game, installed
from outrider_pebbles.game import Pebbles

RIFLES: dict[str, Any] = {
    "outrider_variant": 1,
    "game": "basic",
    "name": "long rifles",
    "set": {"long.range": 12},
}
GAME = game("basic")
BAD: list[tuple[Any, str]] = [
    ({**RIFLES, "set": {"long.range": 80}}, "set.long.range: must be from 0 to 72, not 80"),
    ({**RIFLES, "set": {"long.rnage": 8}}, "set.long.rnage: there is no such number"),
    ({**RIFLES, "game": "skirmishers"}, 'game: this is a variant of "skirmishers", not of basic'),
    ({**RIFLES, "outrider_variant": 2}, "outrider_variant: must be 1, not 2"),
    ({**RIFLES, "set": {"base": 0.3001}}, "set.base: must be whole in parts of 1/1000"),
    ({**RIFLES, "set": {"close.health": 2.5}}, "set.close.health: must be a whole number"),
    ({}, "outrider_variant: missing"),
    ([], "must be an object, not []"),
]

DEADLY = {
    f"{kind}.{what}": number
    for kind in ("commander", "close", "long")
    for what, number in (("attack", 1), ("save", 7), ("damage", 20), ("range", 72))
}
BOT = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["state"]["variant"]["set"]["long.range"] != 72:
        break
    legal = asked["legal"]
    blows = [action for action in legal if action["do"] == "attack"]
    print(json.dumps({"action": (blows or legal)[0]}), flush=True)
"""


@pytest.fixture
def talk() -> Talk:
    return Talk()


def kept(folder: Path, value: Any) -> Path:
    file = folder / "mine.json"
    file.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return file


class TestTheCommand:
    def test_show_lists_names_defaults_bounds_and_sentences(self) -> None:
        done = outrider("variant", "show", "basic", COLUMNS="200")
        assert done.returncode == 0
        row = next(line for line in done.stdout.splitlines() if line.startswith("long.range"))
        words = row.split()
        assert words[:5] == ["long.range", "10", "0", "72", "BSK-C1"]
        assert row.rstrip().endswith("A long range unit attacks enemies within so many inches.")

    def test_show_as_json_has_a_schema(self) -> None:
        told = json.loads(outrider("variant", "show", "basic", "--json").stdout)
        assert told["game"] == "basic" and len(told["figures"]) == 24
        assert {"name", "default", "low", "high", "step", "rule", "sentence"} == set(
            told["figures"][0]
        )
        check = jsonschema.Draft202012Validator(told["schema"])
        check.check_schema(told["schema"])
        check.validate(RIFLES)
        assert not any(check.is_valid(value) for value, _ in BAD if "base" not in str(value))

    def test_of_a_game_without_and_of_none(self, tmp_path: Path) -> None:
        path = python_path(tmp_path)
        done = outrider("variant", "show", "pebbles", PYTHONPATH=path)
        assert done.stdout == "pebbles is not played with changed numbers.\n"
        file = kept(tmp_path, {**RIFLES, "game": "pebbles"})
        done = outrider("variant", "check", file, PYTHONPATH=path)
        assert done.returncode == 2
        assert done.stdout == "pebbles is not played with changed numbers\n"
        assert outrider("variant", "show", "chess").returncode == 2

    def test_check_says_what_is_changed(self, tmp_path: Path) -> None:
        done = outrider("variant", "check", kept(tmp_path, RIFLES))
        assert (done.returncode, done.stdout) == (0, "ok\n  long.range 12 (not 10)\n")
        done = outrider("variant", "check", kept(tmp_path, {**RIFLES, "set": {}}))
        assert (done.returncode, done.stdout) == (0, "ok: nothing is changed\n")

    @pytest.mark.parametrize(("value", "said"), BAD)
    def test_check_says_what_is_wrong(self, tmp_path: Path, value: Any, said: str) -> None:
        done = outrider("variant", "check", kept(tmp_path, value))
        assert done.returncode == 2 and "Traceback" not in done.stderr
        if "skirmish" in said:
            assert done.stdout == "set.long.range: there is no such number\n"
        elif "missing" in said:
            assert done.stdout == "game: missing\n"
        else:
            assert said in done.stdout

    @pytest.mark.parametrize("text", ["", "{", "null", '{"a":1,"a":1}', "\x00"])
    def test_check_of_what_is_no_json(self, tmp_path: Path, text: str) -> None:
        file = kept(tmp_path, text)
        done = outrider("variant", "check", file)
        assert done.returncode == 2 and done.stdout == ""
        assert done.stderr.startswith(f"outrider: {file}: ") and done.stderr.count("\n") == 1

    @pytest.mark.parametrize(("value", "said"), BAD)
    def test_play_refuses_it_whole(self, tmp_path: Path, value: Any, said: str) -> None:
        saved = tmp_path / "game.jsonl"
        arguments = ("--variant", kept(tmp_path, value), "--save", saved)
        done = outrider("play", "basic", *arguments, stdin="quit\n")
        assert done.returncode == 2 and said in done.stderr and done.stderr.count("\n") == 1
        assert not saved.exists()

    def test_play_keeps_it_and_goes_on_with_it(self, tmp_path: Path) -> None:
        saved, file = tmp_path / "game.jsonl", kept(tmp_path, RIFLES)
        arguments = ("--save", saved, "--seed", "3", "--name", "red=Ann")
        done = outrider(
            "play", "basic", "--variant", file, *arguments, stdin="rules bsk-u1\nquit\n"
        )
        assert done.returncode == 0, done.stderr
        assert "Played with changed numbers (long rifles): long.range 12 (not 10)." in done.stdout
        assert "12 (not 10)" in done.stdout.split("long rifles")[1].split(".", 1)[1]
        assert record_from_text(saved.read_text("utf-8")).header.variant == RIFLES
        again = outrider("play", "basic", "--resume", saved, stdin="quit\n")
        assert "long.range 12 (not 10)" in again.stdout
        assert record_from_text(saved.read_text("utf-8")).header.variant == RIFLES
        shown = outrider("replay", saved, "--no-board").stdout
        assert "Played with changed numbers (long rifles)" in shown
        both = outrider("play", "basic", "--resume", saved, "--variant", file)
        assert both.returncode == 2 and "has its numbers already" in both.stderr

    def test_what_is_under_way_has_its_numbers(self, tmp_path: Path) -> None:
        file, state = kept(tmp_path, RIFLES), tmp_path / "state.json"
        state.write_text(json.dumps(GAME.dump(GAME.opening_position(variant=RIFLES))), "utf-8")
        done = outrider("analyse", state, "--variant", file)
        assert done.returncode == 2 and "has its numbers already" in done.stderr
        wrong = kept(tmp_path, {**RIFLES, "game": "skirminion"})
        done = outrider("perft", "basic", "1", "--variant", wrong)
        assert done.returncode == 2 and "not of basic" in done.stderr

    def test_rules_mark_what_is_changed(self, tmp_path: Path) -> None:
        file = kept(tmp_path, {**RIFLES, "set": {"bolster.reach": 6}})
        done = outrider("rules", "basic", "bsk-a2", "--variant", file, COLUMNS="200")
        assert "within 6 (not 5) inches of the commander" in done.stdout
        whole = outrider("rules", "basic", "--variant", file, COLUMNS="200").stdout
        assert "Played with changed numbers (long rifles): bolster.reach 6 (not 5)." in whole
        assert "(not " not in outrider("rules", "basic").stdout
        assert outrider("rules", "skirmish", "--variant", file).returncode == 2

    def test_a_tournament_is_played_with_it(self, tmp_path: Path) -> None:
        """BSK-C5: whoever strikes first kills, across the whole table; and programs are told so."""
        bot = tmp_path / "bot.py"
        bot.write_text(BOT, "utf-8")
        file, log = kept(tmp_path, {**RIFLES, "set": DEADLY}), tmp_path / "log.jsonl"
        arguments = ("random", f"{sys.executable} {bot}", "--games", "2", "--cores", "1")
        run = ("tournament", "basic", *arguments, "--log", log)
        done = outrider(*run, "--variant", file)
        assert done.returncode == 0, done.stderr
        assert "Played with changed numbers (long rifles)" in done.stdout
        header, *played = map(json.loads, log.read_text("utf-8").splitlines())
        assert header["variant"] == json.loads(file.read_text("utf-8"))
        assert len(played) == 2 and all(bout["lines"] < 60 for bout in played), played
        assert not any(any(bout["substitutes"]) for bout in played), "it saw no changed numbers"
        # The log belongs to these numbers, and goes on with no others.
        assert "another tournament" in outrider(*run).stderr
        kept(tmp_path, {**RIFLES, "set": {"base": 2}})
        assert "set.base: must be from" in outrider(*run, "--variant", file).stderr


class TestTheReferee:
    def test_new_takes_it_and_says_it(self, talk: Talk) -> None:
        told = talk.done("new", game="basic", variant=RIFLES, dice=[5, 2])
        assert told["state"]["variant"] == RIFLES
        assert talk.done("state")["state"]["variant"] == RIFLES
        assert talk.done("record")["record"][0]["variant"] == RIFLES
        talk.done("play", seat="red", action="deploy R1 3,1")
        assert talk.done("undo")["state"]["variant"] == RIFLES

    @pytest.mark.parametrize(("value", "said"), [*BAD, ("mine.json", "must be an object"),
                                                 (7, "must be an object")])  # fmt: skip
    def test_new_refuses_it_whole(self, talk: Talk, value: Any, said: str) -> None:
        before = talk.done("new", game="basic", dice={"seed": 3})["state"]
        refused = talk.ask("new", game="basic", variant=value)
        assert refused["ok"] is False and said in refused["error"]["message"]
        assert refused["error"]["kind"] in ("malformed", "unknown")
        assert refused["error"]["message"].startswith("the variant: ")
        assert talk.done("state")["state"] == before

    def test_an_exact_number_is_not_rounded(self, talk: Talk) -> None:
        line = b'{"do":"new","game":"basic","variant":{"outrider_variant":1,"game":"basic",'
        line += b'"name":"x","set":{"base":0.30000000000000000001}}}'
        assert "parts of 1/1000" in talk.raw(line)["error"]["message"]

    def test_null_is_the_book(self, talk: Talk) -> None:
        told = talk.done("new", game="basic", variant=None)
        assert "variant" not in told["state"]
        assert talk.done("record")["record"][0]["variant"] is None

    def test_load_takes_states_positions_and_records(self, talk: Talk) -> None:
        state = talk.done("new", game="basic", variant=RIFLES)["state"]
        record = talk.done("record")["record"]
        for given in ({"state": state}, {"record": record}, {"position": json.dumps(state)}):
            talk.done("new", game="basic")
            assert talk.done("load", game="basic", **given)["state"] == state
        assert talk.done("load", game="basic", position=json.dumps(state), variant=RIFLES)
        for given in ({"state": state}, {"record": record}):
            refused = talk.ask("load", game="basic", variant=RIFLES, **given)
            assert "part of the" in refused["error"]["message"]

    def test_they_are_played_by(self, talk: Talk) -> None:
        """BSK-C1: 12 inches are in range, with odds, and a thousandth more is not."""
        talk.done(
            "new", game="basic", variant={**RIFLES, "set": {"long.range": 12, "long.attack": 2}}
        )
        state = talk.done("state")["state"]
        units = [
            {"id": "R4", "at": [12, 2], "health": 2},
            {"id": "B2", "at": [12, 14], "health": 3},
        ]
        battle = {**state, "phase": "battle", "pending": {"decide": ["red"]}, "units": units,
                  "turn": 1, "initiative": None}  # fmt: skip
        talk.done("load", state=battle)
        attack = {"do": "attack", "unit": "R4", "target": "B2"}
        assert talk.done("odds", seat="red", action=attack)["odds"]["hit"] == "5/6"
        units[1]["at"] = [12, 14.001]
        talk.done("load", state=battle)
        refused = talk.ask("check", seat="red", action=attack)
        assert refused["error"]["rule"] == "BSK-C1"

    def test_games_describe_them(self, talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(installed().games, "pebbles", Pebbles())
        found = {each["id"]: each for each in talk.done("games")["games"]}
        assert found["basic"]["figures"][0]["name"] == "commander.movement"
        jsonschema.Draft202012Validator(found["basic"]["variant"]).validate(RIFLES)
        assert "figures" not in found["pebbles"] and "variant" not in found["pebbles"]
