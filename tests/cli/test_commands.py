"""The command and its subcommands, as a shell runs them."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cli.driving import DEADLINE, Talk, environment, outrider
from outrider._version import __version__
from outrider.cli.wishes import options_from_words
from outrider.core.refusal import Refusal
from outrider.games import game, games
from outrider.play.match import Match
from outrider.testing import finished

COMMANDS = ("play", "replay", "games", "rules", "referee", "perft")
SKIRMINION = game("skirminion")
COMPILER = ("numba", "llvmlite", "numpy")


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that a command refuses with."""
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1 and done.stderr.endswith("\n"), done.stderr
    assert done.stderr.startswith("outrider: ")
    return done.stderr.removeprefix("outrider: ").strip()


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game in a file."""
    terms = SKIRMINION.terms({"length_limit": 25})
    file = tmp_path_factory.mktemp("records") / "game.jsonl"
    file.write_text(finished(SKIRMINION, terms, 4).record().to_text(), "utf-8")
    return file


class TestHelp:
    def test_help(self) -> None:
        done = outrider("--help")
        assert done.returncode == 0 and done.stderr == ""
        for command in COMMANDS:
            assert re.search(rf"\b{command}\b", done.stdout)

    def test_nothing_at_all_shows_the_help(self) -> None:
        done = outrider()
        assert done.returncode in (0, 2)
        assert "referee" in done.stdout + done.stderr

    def test_help_of_a_command(self) -> None:
        done = outrider("play", "--help")
        assert done.returncode == 0 and done.stderr == ""
        for option in ("--resume", "--last", "--position", "--seed", "--typed", "--save", "--name",
                       "--bot", "--pace", "--seconds"):  # fmt: skip
            assert option in done.stdout

    def test_version(self) -> None:
        done = outrider("--version")
        assert (done.returncode, done.stdout) == (0, f"outrider {__version__}\n")

    @pytest.mark.parametrize("arguments", [["dance"], ["perft", "skirminion", "x"]])
    def test_misuse(self, arguments: list[str]) -> None:
        done = outrider(*arguments)
        assert done.returncode == 2
        assert done.stdout == ""
        assert "Traceback" not in done.stderr


class TestCompiler:
    """Help, lists and the start of the referee wait for no compiler."""

    SCRIPT = """
import contextlib, io, sys
import outrider
from outrider.cli.app import app
for words in ("--help", "--version", "games", "games --json", "rules skirminion", "play --help"):
    sys.argv[1:] = words.split()
    with contextlib.redirect_stdout(io.StringIO()) as told:
        try:
            app()
        except SystemExit as ended:
            assert not ended.code, ended.code
    assert told.getvalue(), words
    print(words, [name for name in ("numba", "llvmlite", "numpy") if name in sys.modules])
"""

    def test_commands(self) -> None:
        done = subprocess.run(
            [sys.executable, "-c", self.SCRIPT],
            capture_output=True, text=True, env=environment(), timeout=DEADLINE, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        lines = done.stdout.splitlines()
        assert len(lines) == 6
        assert all(line.endswith(" []") for line in lines), done.stdout

    def test_starting_the_referee(self) -> None:
        code = (
            "import sys; from outrider.cli.referee import serve;"
            "serve(sys.stdin.buffer, sys.stdout.buffer);"
            f"print([name for name in {COMPILER!r} if name in sys.modules])"
        )
        lines = b'{"do":"games"}\n{"do":"state"}\n{"do":"new","game":"skirminion"}\n'
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=lines, capture_output=True, env=environment(), timeout=DEADLINE, check=True,
        )  # fmt: skip
        *answers, names = done.stdout.decode().splitlines()
        assert [json.loads(answer)["ok"] for answer in answers] == [True, False, True]
        assert names == "[]"

    def test_the_modules_of_the_command(self) -> None:
        done = subprocess.run(
            [sys.executable, "-X", "importtime", "-m", "outrider", "--help"],
            capture_output=True, text=True, env=environment(), timeout=DEADLINE, check=True,
        )  # fmt: skip
        imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
        assert "outrider.cli.app" in imported
        assert not imported & set(COMPILER)


class TestGames:
    def test_as_a_table(self) -> None:
        done = outrider("games")
        assert done.returncode == 0 and done.stderr == ""
        for listed in games():
            assert listed.id in done.stdout and listed.title in done.stdout

    def test_as_json(self) -> None:
        done = outrider("games", "--json")
        assert done.returncode == 0 and done.stderr == ""
        found = json.loads(done.stdout)
        assert found["protocol"] == 1
        assert [described["id"] for described in found["games"]] == [g.id for g in games()]
        for described in found["games"]:
            assert described["seats"] and all(n >= 1 for n in described["seats"])
            self.check_schema(described["options"])

    def check_schema(self, schema: dict[str, Any]) -> None:
        """The defaults are valid, on their own and all together, and strange values are not."""
        jsonschema.Draft202012Validator.check_schema(schema)
        valid = jsonschema.Draft202012Validator(schema).is_valid
        defaults = {name: spec["default"] for name, spec in schema["properties"].items()}
        assert valid({}) and valid(defaults)
        assert not valid({"no such option": 1}) and not valid([])
        for name, default in defaults.items():
            assert valid({name: default})
            values: list[Any] = [None, [], {}, 1.0001, -(10**9), 10**9, "no such value", "0", " "]
            if schema["properties"][name]["type"] == "number":
                values.remove(1.0001)  # how many decimals a length has is beyond a schema
            for strange in values:
                assert not valid({name: strange}), (name, strange)
            if isinstance(default, bool):
                assert not valid({name: "yes"})
            else:
                assert not valid({name: True})

    def test_the_schema_says_what_the_game_says(self) -> None:
        valid = jsonschema.Draft202012Validator(SKIRMINION.options_schema()).is_valid
        for options in (
            {}, {"quiet_limit": 0}, {"quiet_limit": 10**6}, {"quiet_limit": 10**6 + 1},
            {"quiet_limit": -1}, {"length_limit": "5"}, {"length_limit": False}, {"x": 1},
        ):  # fmt: skip
            answer = Talk().ask("new", game="skirminion", options=options)
            assert answer["ok"] is valid(options), options


class TestRules:
    def test_the_whole_book(self) -> None:
        done = outrider("rules", "skirminion")
        assert done.returncode == 0 and done.stderr == ""
        for rule in SKIRMINION.rulebook():
            assert rule.id in done.stdout
        assert "Gravezas" in done.stdout

    @pytest.mark.parametrize("id", ["SKN-M2", "skn-m2"])
    def test_one_rule_in_any_case(self, id: str) -> None:
        done = outrider("rules", "skirminion", id)
        assert done.returncode == 0
        rule = SKIRMINION.rulebook().find("SKN-M2")
        assert rule is not None
        assert " ".join(done.stdout.split()) == f"SKN-M2 ({rule.source}) {rule.text}"

    def test_no_such_rule_or_game(self) -> None:
        assert "SKN-M99" in refused(outrider("rules", "skirminion", "SKN-M99"))
        assert "chess" in refused(outrider("rules", "chess"))


class TestPerft:
    def test_from_the_start(self) -> None:
        done = outrider("perft", "skirminion", "3")
        assert done.returncode == 0
        for depth, nodes in enumerate((31, 961, 34503), 1):
            assert re.search(rf"\b{depth}\b.* {nodes} ", done.stdout)

    def test_from_a_position_divided(self) -> None:
        position = "8/8/8/3a4/3D4/8/8/F7 r - -"
        done = outrider("perft", "skirminion", "1", "--position", position, "--divide")
        assert done.returncode == 0
        state = SKIRMINION.read(position)
        actions = [SKIRMINION.write_action(a) for a in SKIRMINION.choices(state, "red")]
        counts = dict(re.findall(r"^│ (\S+) +│ +(\d+) │$", done.stdout, re.M))
        assert counts == {**dict.fromkeys(actions, "1"), "all": str(len(actions))}

    def test_what_is_refused(self) -> None:
        assert "SKN-P5" in refused(outrider("perft", "skirminion", "1", "--position", "x"))
        refused(outrider("perft", "skirminion", "1", "-o", "quiet_limit=many"))
        done = outrider("perft", "skirminion", "13")
        assert done.returncode == 2 and "Traceback" not in done.stderr

    def test_an_option_that_is_no_number(self) -> None:
        refused(outrider("perft", "skirminion", "1", "-o", "quiet_limit=--5"))

    @pytest.mark.parametrize("value", ["--5", "-", "", "1e3", "5.0", "9" * 5000, "5-", "yes"])
    def test_options_that_are_no_numbers(self, value: str) -> None:
        with pytest.raises(Refusal):
            SKIRMINION.terms(options_from_words(SKIRMINION, [f"quiet_limit={value}"]))


class TestReplay:
    def test_with_boards(self, record: Path) -> None:
        done = outrider("replay", record)
        assert done.returncode == 0 and done.stderr == ""
        assert done.stdout.count("a   b   c   d   e   f   g   h") >= 20
        assert "SKN-V5" in done.stdout.splitlines()[-1]

    def test_without_boards(self, record: Path) -> None:
        done = outrider("replay", record, "--no-board")
        assert done.returncode == 0 and done.stderr == ""
        assert "a   b   c" not in done.stdout
        for number, line in enumerate(record.read_text("utf-8").splitlines()[1:-1], 1):
            seat = json.loads(line)["seat"]
            assert re.search(rf"^{number}\. {seat}\b", done.stdout, re.M)

    def test_names_are_shown_and_not_obeyed(self, tmp_path: Path) -> None:
        names = {"red": "[bold]Ann[/]", "blue": "[/nonsense]"}
        match = Match(SKIRMINION, SKIRMINION.terms(), names=names)
        file = tmp_path / "names.jsonl"
        file.write_text(match.record().to_text())
        done = outrider("replay", file)
        assert done.returncode == 0
        assert all(name in done.stdout for name in names.values())

    def test_files_that_are_none(self, tmp_path: Path) -> None:
        assert "No such file" in refused(outrider("replay", tmp_path / "nowhere.jsonl"))
        assert "is not a file" in refused(outrider("replay", tmp_path))
        assert "irectory" in refused(outrider("replay", __file__ + "/x"))

    @pytest.mark.parametrize(
        ("damage", "line"),
        [
            ("empty", 1),
            ("cut in a line", 9),
            ("a line dropped", 10),
            ("an illegal move", 5),
            ("not UTF-8", 4),
            ("another result", -1),
        ],
    )
    def test_damaged_files(self, record: Path, tmp_path: Path, damage: str, line: int) -> None:
        file = tmp_path / "damaged.jsonl"
        rows = record.read_bytes().splitlines(keepends=True)
        match damage:
            case "empty":
                rows = []
            case "cut in a line":
                rows = [*rows[:8], rows[8][:7]]
            case "a line dropped":
                del rows[9]
            case "an illegal move":
                rows[4] = b'{"n":4,"seat":"red","do":"move","from":"e1","to":"h8"}\n'
            case "not UTF-8":
                rows[3] = b"\xff" + rows[3]
            case _:
                rows[-1] = b'{"result":null}\n'
        file.write_bytes(b"".join(rows))
        message = refused(outrider("replay", file))
        assert f"line {len(rows) if line < 0 else line}: " in message

    def test_a_refusal_is_one_line_whatever_the_record_says(
        self, record: Path, tmp_path: Path
    ) -> None:
        rows = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
        rows[1]["roll"] = "x\n\x1b[2J"
        file = tmp_path / "trick.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        assert "\x1b" not in refused(outrider("replay", file))

    def test_a_reader_who_has_had_enough(self, record: Path) -> None:
        """As `outrider replay FILE | head -0`."""
        ours, theirs = os.pipe()
        os.close(ours)
        done = subprocess.run(
            [sys.executable, "-m", "outrider", "replay", record],
            stdout=theirs, stderr=subprocess.PIPE, env=environment(), timeout=DEADLINE, check=False,
        )  # fmt: skip
        os.close(theirs)
        assert done.stderr == b""


class TestPlay:
    """What is refused before a game begins; the games are in test_terminal.py."""

    @pytest.mark.parametrize(
        "arguments",
        [
            ["chess"],
            ["skirminion", "--option", "quiet=5"],
            ["skirminion", "--option", "quiet_limit"],
            ["skirminion", "-o", "quiet_limit=1", "-o", "quiet_limit=2"],
            ["skirminion", "--position", "8/8"],
            ["skirminion", "--name", "green=Eve"],
            ["skirminion", "--last"],
            ["skirminion", "--save", "/dev/null/x.jsonl"],
            ["skirminion", "--bot", "blue=python 'x"],
            ["skirminion", "--bot", "blue= "],
            ["skirminion", "--bot", "captian"],
        ],
        ids=" ".join,
    )
    def test_refused(self, tmp_path: Path, arguments: list[str]) -> None:
        refused(outrider("play", *arguments, OUTRIDER_DATA=str(tmp_path / "none")))
        assert not (tmp_path / "none").exists()
