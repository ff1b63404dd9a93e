"""Whole games, kept as records, and beside each the text that `outrider replay` prints of it.

The text is there to be read: a change of the rules shows up as a change in a game somebody can
follow. After a change that is meant, OUTRIDER_UPDATE=1 writes the texts anew.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import outrider
from outrider.games import built_in

HERE = Path(__file__).parent
RECORDS = sorted(HERE.glob("*.jsonl"))


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_playthrough(record: Path) -> None:
    command = [sys.executable, "-m", "outrider", "replay", str(record)]
    environment = {**os.environ, "COLUMNS": "100", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, capture_output=True, env=environment, check=True)
    shown = "\n".join(line.rstrip() for line in done.stdout.decode("utf-8").splitlines()) + "\n"
    text = record.with_suffix(".txt")
    if os.environ.get("OUTRIDER_UPDATE"):
        text.write_text(shown, "utf-8")
    assert shown == text.read_text("utf-8")


@pytest.mark.parametrize("game", built_in(), ids=lambda game: game.id)
def test_every_game_has_one(game: outrider.Game[object, outrider.Action]) -> None:
    assert HERE / f"{game.id}.jsonl" in RECORDS


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_records_are_replayed_byte_for_byte(record: Path) -> None:
    text = record.read_text("utf-8")
    read = outrider.record_from_text(text)
    assert read.to_text() == text
    game = outrider.game(read.header.game)
    match = outrider.Match.from_record(game, read)
    assert match.record().to_text() == text
    assert match.result is not None


KINDS = {
    "skirminion": "declare place move attack siege receive rest pass end",
    "skirmish": "deploy move ready time shoot strike throw land tell take skip",
    "skirmish-2012": "deploy move ready time shoot strike throw land tell take skip",
}


@pytest.mark.parametrize("id", KINDS)
def test_the_games_show_every_kind_of_action(id: str) -> None:
    """SKN-P1: what can be written is met in the game that is kept."""
    record = outrider.record_from_text((HERE / f"{id}.jsonl").read_text("utf-8"))
    done = {line.to_json().get("do") for line in record.lines}
    assert done >= set(KINDS[id].split())
