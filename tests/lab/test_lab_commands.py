"""The lab on the command line: a question, its answer, and what goes wrong."""

import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from outrider import lab
from outrider.cli.asking import plan_of
from outrider.cli.labs import Study
from outrider.core.refusal import Refusal
from outrider.lab.answer import EVEN, LESS, MORE, OPEN, verdict_of
from outrider.lab.intervals import interval

ASK = ["study", "skirmishers", "--bots", "random", "--workers", "1"]


def outrider(*words: str, **more: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "outrider", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload, no-any-return]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An experiment in a file, run in parts: stopped, and gone on with."""
    home = tmp_path_factory.mktemp("lab")
    file = home / "pinned.toml"
    text = 'game = "skirmishers"\nbots = ["random"]\ngames = {}\n[vary]\npinned = [true, false]\n'
    file.write_text(text.format(24))
    first = outrider("lab", "run", str(file), "--workers", "1")
    assert first.returncode == 0, first.stderr
    file.write_text(text.format(40))
    again = outrider("lab", "run", str(file), "--workers", "1")
    assert again.returncode == 0 and "40" in again.stdout
    return home / "pinned"


def test_an_answer_is_a_sentence_and_a_table(kept: Path) -> None:
    said = outrider("lab", "show", str(kept)).stdout
    assert "pinned yes: Red scores " in said and "between randoms (40 games)" in said
    assert "pinned no instead of pinned yes: Red " in said
    assert "no verdict" in said, "forty games tell nothing"
    assert "Red in 100" in said


def test_every_record_is_there_and_replays(kept: Path, tmp_path: Path) -> None:
    assert "80 of 80 games replay" in outrider("lab", "verify", str(kept)).stdout
    record = tmp_path / "game.jsonl"
    record.write_text(outrider("lab", "record", str(kept), "3", "--cell", "1").stdout)
    assert outrider("verify", str(record)).returncode == 0


def test_facts_that_are_not_those_of_their_records_are_found(kept: Path, tmp_path: Path) -> None:
    import shutil

    import polars

    copy = tmp_path / "copy"
    shutil.copytree(kept, copy)
    part = sorted((copy / "games").glob("*.parquet"))[0]
    changed = polars.read_parquet(part).with_columns(lines=polars.lit(1, polars.Int32))
    changed.write_parquet(part)
    found = outrider("lab", "verify", str(copy))
    assert found.returncode != 0
    assert "game 0 of cell 0: what was kept of it is not what its record says" in found.stderr


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"vary": ["pinned=yes,"]}, "nothing between two commas"),
        ({"vary": ["look=x"]}, '"x" is no number'),
        ({"vary": ["nothing=1,2"]}, "no such option or number"),
        ({"vary": ["pinned"]}, "what varies is written NAME=A,B"),
        ({"bots": ["nobody"]}, "there is no bot"),
        ({"until": "soon"}, "until: a share such as 2%"),
        ({"scenario": "gone.json"}, "gone.json: No such file"),
        ({"position": "no position"}, "not JSON"),
        ({"records": "all"}, "records: one of none, moves, text"),
    ],
)
def test_a_question_that_is_none_is_refused(asked: dict[str, Any], says: str) -> None:
    with pytest.raises(Refusal) as caught:
        plan_of(Study("skirmishers", **asked))
    assert says in caught.value.message


def test_a_refusal_is_one_line() -> None:
    found = outrider(*ASK, "--vary", "nothing=1,2")
    assert found.returncode == 2 and found.stdout == ""
    assert found.stderr.startswith("outrider: ") and found.stderr.count("\n") == 1


def test_a_full_disk_ends_it_and_loses_nothing(tmp_path: Path) -> None:
    """No file may be longer than so many bytes: the larger parts cannot be written."""

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    folder = tmp_path / "full"
    words = [*ASK, "--games", "400", "--keep", str(folder)]
    full = outrider(*words, preexec_fn=small)
    assert full.returncode == 1
    assert "full cannot be written: File too large" in full.stderr
    assert "the same command goes on from" in full.stderr
    games = lab.open(folder).games()
    assert 0 < len(games) < 400 and "Red scores" in full.stdout
    again = outrider(*words)
    assert again.returncode == 0
    assert len(lab.open(folder).games()) == 400
    assert lab.open(folder).games().head(len(games)).equals(games)


@pytest.mark.waiting
def test_control_c_ends_it_with_what_there_is(tmp_path: Path) -> None:
    folder = tmp_path / "stopped"
    command = [sys.executable, "-m", "outrider", "study", "basic", "--bots", "soldier"]
    command += ["--games", "1000000", "--keep", str(folder), "--workers", "2"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while running.poll() is None and not list(folder.glob("games/*.parquet")):
        pass
    running.send_signal(signal.SIGINT)
    said, wrong = running.communicate()
    assert running.returncode == 130
    assert "stopped; " in wrong and "goes on from" in wrong and "Red scores" in said
    assert len(lab.open(folder).games()) > 0


def test_a_verdict_is_given_where_the_games_carry_it() -> None:
    assert verdict_of(interval({0.0: 900, 1.0: 1100}, 2000), 0.5) == MORE
    assert verdict_of(interval({0.0: 1100, 1.0: 900}, 2000), 0.5) == LESS
    assert verdict_of(interval({0.0: 1000, 1.0: 1000}, 2000), 0.5) == EVEN
    assert verdict_of(interval({0.0: 40, 1.0: 60}, 2000), 0.5) == OPEN
