"""However a tournament ends, nothing of it is left running, and what was played is kept."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")

PATIENCE = 180.0
"""Seconds after which nothing is expected any more."""
STUBBORN = """
import json, os, subprocess, sys, time
child = subprocess.Popen(["sleep", "600"], start_new_session=True)
open(os.path.join(sys.argv[1], f"{os.getpid()}-{child.pid}"), "w").close()
for line in sys.stdin:
    time.sleep(0.01)
    print(json.dumps({"action": json.loads(line)["legal"][0]}), flush=True)
time.sleep(600)  # that its input has ended is nothing to it
"""


@dataclass
class Running:
    """A tournament that has played a game or more."""

    process: subprocess.Popen[str]
    log: Path
    pids: Path

    def workers(self) -> list[int]:
        return [pid for pid, parent, line in processes()
                if parent == self.process.pid and b"spawn_main" in line]  # fmt: skip

    def programs(self) -> list[int]:
        """All bots, and what they have started, that there ever were."""
        return [int(pid) for file in self.pids.iterdir() for pid in file.name.split("-")]


def processes() -> Iterator[tuple[int, int, bytes]]:
    """The pid, the parent's and the command of all processes that are not dead already."""
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdecimal():
                after = (folder / "stat").read_text().rpartition(")")[2].split()
                if after[0] != "Z":
                    yield int(folder.name), int(after[1]), (folder / "cmdline").read_bytes()
        except OSError:
            continue


def until(true: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def alive(pids: list[int]) -> list[int]:
    there = {pid for pid, _, _ in processes()}
    return [pid for pid in pids if pid in there]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    bot, pids, log = tmp_path / "bot.py", tmp_path / "pids", tmp_path / "log.jsonl"
    pids.mkdir()
    bot.write_text(STUBBORN, "utf-8")
    words = ["tournament", "basic", "random", f"{sys.executable} {bot} {pids}", "--games", "400",
             "-o", "turn_limit=2", "--cores", "2", "--log", str(log)]  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", "outrider", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    made = Running(process, log, pids)
    workers: list[int] = []
    try:
        played = until(lambda: log.exists() and log.read_text().count("\n") > 1)
        assert played, process.communicate(timeout=PATIENCE)
        # Both games that are being played have begun: there is something to be left behind.
        assert until(lambda: len(alive(made.programs())) >= 2)
        workers = made.workers()
        assert len(workers) == 2
        yield made
    finally:
        for pid in alive([process.pid, *workers, *made.programs()]):
            os.kill(pid, signal.SIGKILL)
        process.communicate()


def test_killed(running: Running) -> None:
    workers = running.workers()
    running.process.kill()
    running.process.wait()
    assert until(lambda: not alive([*workers, *running.programs()]))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_told_to_end(running: Running, number: signal.Signals) -> None:
    workers = running.workers()
    # Control-C reaches all processes of a terminal; they leave it to the first.
    if number == signal.SIGINT:
        os.killpg(running.process.pid, number)
    else:
        running.process.send_signal(number)
    out, err = running.process.communicate(timeout=PATIENCE)
    assert running.process.returncode == 130
    assert until(lambda: not alive([*workers, *running.programs()]))
    games = running.log.read_text().count("\n") - 1
    assert "Elo" in out and f" of {games} games against" in " ".join(out.split())
    played = "1 game was" if games == 1 else f"{games} games were"
    assert err == (
        f"outrider: stopped; {played} played and kept: "
        f"the same command goes on from {running.log}\n"
    )


def test_a_worker_is_killed(running: Running) -> None:
    workers = running.workers()
    os.kill(workers[0], signal.SIGKILL)
    out, err = running.process.communicate(timeout=PATIENCE)
    assert running.process.returncode == 1
    assert until(lambda: not alive([*workers, *running.programs()]))
    assert "Elo" in out
    assert err.count("\n") == 1 and "killed from outside" in err and "goes on from" in err
