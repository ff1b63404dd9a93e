"""The attack that is measured: what it is made of, what is counted, and that it cleans up."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench.attack_means import BODY, SIZES, Ladder, Size, a_table, all_made, made
from bench.attack_page import Phase, cells, verdicts
from bench.attack_victims import Felt, Victim, Waits
from outrider.core.record import record_from_text
from outrider.games import game as game_by_id
from outrider.play.match import Match
from outrider.table.terrain import MOST_PIECES

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 120.0


def test_what_attackers_bring_is_let_in_by_the_rules() -> None:
    """Otherwise the server would refuse it at once, and nothing would be shown."""
    means = made(Size(6, 5, 20))
    record = record_from_text(means.record.decode())
    match = Match.from_record(game_by_id(record.header.game), record)
    assert match.result is not None and len(record.lines) > 20
    game = game_by_id(json.loads(means.trials[0])["game"])
    for trial in map(json.loads, means.trials):
        game.load(trial["state"])
    wish = json.loads(means.wishes[0])
    game.terms(table=wish["table"])


def test_the_largest_are_as_large_as_the_rules_allow() -> None:
    assert SIZES[0].pieces == MOST_PIECES
    assert len(json.dumps(a_table(SIZES[0]))) > BODY / 3
    too_large = Size(MOST_PIECES + 1, 5, 0)
    assert [means.size for means in all_made((too_large, Size(3, 4, 0)))] == [Size(3, 4, 0)]


def test_who_is_refused_comes_with_less() -> None:
    means = tuple(all_made((Size(5, 4, 0), Size(3, 4, 0))))
    ladder = Ladder(means)
    ladder.refused(means[0])
    ladder.refused(means[0])  # another of several at once, about the same
    assert ladder.now is means[1]
    ladder.refused(means[1])
    assert ladder.now is means[1]


def phase(felt: Felt) -> Phase:
    return Phase("quiet", 1.0, felt, {}, 100.0, 200.0, 0.0)


def test_one_move_that_waits_counts_for_those_it_keeps_waiting() -> None:
    """Otherwise a second of silence would be one slow move among a hundred quick ones."""
    felt = Felt(moves=[10.0] * 90, bots=[5.0])
    victim = Victim.__new__(Victim)
    victim.pace = 0.1
    victim.count(felt, 1000.0)
    assert len(felt.moves) == 100 and felt.moves[90:93] == [1000.0, 900.0, 800.0]
    assert verdicts([phase(felt)])[0].endswith("NOT reached (quiet 1000 ms)")
    assert cells(phase(felt))[:5] == ["quiet", "100", "10.0", "1000", "1000"]


def test_what_never_comes_counts_once() -> None:
    felt = Felt(moves=[1.0], bots=[1.0])
    waits = Waits(True, time.monotonic() - 3, felt)
    waits.give_up()
    waits.give_up()
    assert len(felt.bots) == 2 and felt.bots[1] >= 3000 and felt.wrong == {"bots silent": 1}
    told = verdicts([phase(felt)])
    assert told[0].endswith(": reached") and told[1].endswith("NOT reached (quiet)")


def of_folder(folder: Path) -> dict[int, str]:
    """Processes that were started with something in this folder."""
    found = {}
    for place in Path("/proc").iterdir():
        if place.name.isdigit() and place.name != str(os.getpid()):
            try:
                said = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except (OSError, UnicodeDecodeError):
                continue
            if str(folder) in said:
                found[int(place.name)] = said
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_an_attack_that_is_ended_leaves_nothing_running(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.attack", "--tiny", "--seconds", "600"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    try:
        assert process.stderr is not None
        for line in process.stderr:
            if "measured" in line:
                break
        assert of_folder(tmp_path), "the server is there"
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 1
        until = time.monotonic() + PATIENCE
        while of_folder(tmp_path) and time.monotonic() < until:
            time.sleep(0.1)
        assert of_folder(tmp_path) == {}
        assert list(tmp_path.glob("outrider-attack-*")) == []
    finally:
        process.kill()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()
        for pid in of_folder(tmp_path):
            os.kill(pid, signal.SIGKILL)
