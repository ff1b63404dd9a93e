"""`outrider scenario` and `outrider play --scenario`, as a shell runs them (SKR-S5)."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.driving import outrider
from games.skirmishers.skirmish_line import GAME, scenario


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(scenario({"R1": {"at": [5, 5]}, "B1": {"at": [9, 9]}})), "utf-8")
    return path


def test_list() -> None:
    done = outrider("scenario", "list")
    assert done.returncode == 0 and done.stderr == ""
    for name in GAME.scenario_names():
        assert name in done.stdout


@pytest.mark.parametrize("name", GAME.scenario_names())
def test_show(name: str, tmp_path: Path) -> None:
    """In characters with every piece, and as SVG that can be parsed."""
    sheet = GAME.scenario_sheet(name)
    done = outrider("scenario", "show", name)
    assert done.returncode == 0 and sheet.name in done.stdout
    assert all(token.text[:2] in done.stdout for token in sheet.tokens)
    file = tmp_path / "drawn.svg"
    assert outrider("scenario", "show", name, "--svg", file).returncode == 0
    root = ElementTree.parse(file).getroot()
    texts = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert texts >= {token.text for token in sheet.tokens}
    assert outrider("scenario", "show", name, "--svg", "-").stdout == file.read_text("utf-8")


def test_check(file: Path) -> None:
    done = outrider("scenario", "check", file)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ok\n", "")
    data = json.loads(file.read_text("utf-8"))
    data["sides"]["blue"]["pieces"][0] |= {"at": [5, 5.5], "weapon": "gun"}
    data["sides"]["red"]["victory"] = [{"kind": "exit", "edge": "up", "count": 2}]
    file.write_text(json.dumps(data), "utf-8")
    done = outrider("scenario", "check", file)
    assert done.returncode == 2 and done.stderr == ""
    assert [line.partition(": ")[0] for line in done.stdout.splitlines()] == [
        "sides.blue.pieces[0].weapon",
        "sides.red.victory[0].edge",
        "sides.red.victory[0].count",
    ]


@pytest.mark.parametrize("words", [["check", "none.json"], ["check", "."], ["show", "nowhere"]])
def test_what_is_no_scenario(words: list[str]) -> None:
    done = outrider("scenario", *words)
    assert done.returncode == 2 and done.stderr.startswith("outrider: ")
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr


def test_play(file: Path, tmp_path: Path) -> None:
    kept = tmp_path / "game.jsonl"
    words = ("play", "skirmishers", "--scenario", file, "--save", kept, "--seed", "1")
    done = outrider(*words, stdin="move R1 6,6\nquit\n")
    assert done.returncode == 0
    header = json.loads(kept.read_text("utf-8").splitlines()[0])
    assert header["scenario"]["name"] == "a test" and header["table"] is None
    refused = outrider("play", "skirminion", "--scenario", "duel")
    assert refused.returncode == 2 and "no scenarios" in refused.stderr
