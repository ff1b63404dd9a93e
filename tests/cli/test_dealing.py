"""`outrider scenario deal`, as a shell runs it."""

import json
from pathlib import Path

import pytest

from cli.driving import outrider

ASKED = ("scenario", "deal", "--seed", "1", "--pieces", "2")


def test_a_fight_is_dealt_into_a_file_and_shown_the_same_again(tmp_path: Path) -> None:
    file = tmp_path / "fight.json"
    done = outrider(*ASKED, "--out", file, "--workers", "1")
    assert done.returncode == 0, done.stderr
    value = json.loads(file.read_text("utf-8"))
    assert value["name"] in done.stdout and "drawn" in done.stdout
    assert "--seed 1 --pieces 2, which deals it again" in done.stdout
    assert outrider("scenario", "check", file).stdout.strip() == "ok"
    shown = outrider(*ASKED, "--workers", "2")
    assert value["name"] in shown.stdout and value["story"][:30] in shown.stdout
    assert shown.stdout.splitlines()[-2:] == done.stdout.splitlines()[-2:]
    before = file.read_bytes()
    again = outrider(*ASKED, "--out", file)
    assert again.returncode == 2 and "is there already" in again.stderr
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--seed", "-4"), "the seed: a whole number from 0"),
        (("--pieces", "99"), "the pieces of a side: a whole number from 2 to 12, not 99"),
        (("--game", "skirminion"), "no fights are dealt for skirminion"),
        (("--game", "ludo"), "ludo"),
        (("--out", "/nowhere/at/all.json"), "/nowhere/at/all.json"),
        (("--workers", "0"), "workers"),
    ],
)
def test_what_cannot_be_dealt_is_said_at_once(words: tuple[str, ...], reason: str) -> None:
    done = outrider("scenario", "deal", *words)
    assert done.returncode == 2
    assert reason in done.stderr and "Traceback" not in done.stderr
