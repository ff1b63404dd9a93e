"""Programs as bots: good ones, and every kind of bad one."""

import os
import random
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import outrider
from outrider.bots import BotFailed, Clock
from outrider.bots.arena import Bout, play
from outrider.bots.external import ExternalBot
from outrider.bots.seating import let_choose
from outrider.dice import SeededDice
from outrider.play.match import Match

ROOT = Path(__file__).resolve().parents[2]
BASIC = outrider.game("basic")


def program(folder: Path, body: str) -> str:
    file = folder / "bot.py"
    file.write_text(f"import json, sys, time, os\n{body}\n", "utf-8")
    return f"{sys.executable} {file}"


def fresh() -> Match:
    return Match(BASIC, BASIC.terms(), SeededDice(1))


def asked(command: str, seconds: float = 5.0, memory: int = 1024) -> Any:
    match = fresh()
    seat = match.deciders()[0]
    bot = ExternalBot(BASIC, seat, command, memory)
    try:
        view = BASIC.view(match.state, seat)
        choices = match.choices(seat)
        return bot.choose(view, choices, Clock(seconds), random.Random(1))
    finally:
        bot.close()


ECHO = (
    "for line in sys.stdin:\n"
    '    print(json.dumps({"action": json.loads(line)["legal"][0]}), flush=True)'
)

BAD = {
    "crashes": "sys.stdin.readline(); raise SystemExit(3)",
    "hangs": "time.sleep(60)",
    "garbage": "sys.stdin.readline(); print('}{', flush=True); time.sleep(60)",
    "no action": "sys.stdin.readline(); print('{}', flush=True); time.sleep(60)",
    "unknown action": 'sys.stdin.readline(); print(\'{"action":{"do":"fly"}}\', flush=True)',
    "talks too much": "sys.stdin.readline(); sys.stdout.write('x' * 3_000_000); time.sleep(60)",
    "closes its ears": "os.close(0); time.sleep(60)",
    "closes its mouth": "os.close(1); time.sleep(60)",
    "binary": "sys.stdin.readline(); os.write(1, b'\\xff\\xfe\\n'); time.sleep(60)",
}


def test_a_good_one(tmp_path: Path) -> None:
    action = asked(program(tmp_path, ECHO))
    assert action in fresh().choices(fresh().deciders()[0])


@pytest.mark.parametrize("name", BAD)
def test_bad_ones_fail_in_time(name: str, tmp_path: Path) -> None:
    clock = Clock(30)
    with pytest.raises(BotFailed):
        asked(program(tmp_path, BAD[name]), 1.5)
    assert clock.left() > 20


def test_one_that_is_not_there() -> None:
    with pytest.raises(BotFailed, match="cannot be started"):
        asked("/no/such/program x")


def test_one_that_takes_all_memory(tmp_path: Path) -> None:
    body = "sys.stdin.readline(); x = bytearray(900_000_000); print('never', flush=True)"
    with pytest.raises(BotFailed):
        asked(program(tmp_path, body), 10, memory=300)


def test_it_is_ended_with_all_it_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    body = (
        "import subprocess\n"
        "child = subprocess.Popen(['sleep', '60'])\n"
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n" + ECHO
    )
    asked(program(tmp_path, body))
    left = pids.read_text().split()
    until = time.monotonic() + 5
    while left and time.monotonic() < until:
        left = [pid for pid in left if runs(pid)]
    assert left == []


def runs(pid: str) -> bool:
    """Whether a process is there; one that only waits to be buried is not."""
    try:
        os.kill(int(pid), 0)
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_an_illegal_action_costs_the_move_and_is_noted(tmp_path: Path) -> None:
    body = 'for line in sys.stdin:\n    print(json.dumps({"action": {"do": "end"}}), flush=True)'
    match = fresh()
    seat = match.deciders()[0]
    bot = ExternalBot(BASIC, seat, program(tmp_path, body))
    try:
        _, reason = let_choose(match, seat, bot, Clock(5), random.Random(1))
    finally:
        bot.close()
    assert reason is not None and "not allowed" in reason
    lines = [line.to_json() for line in match.record().lines]
    assert lines[-2]["match"] == "substitute" and lines[-1]["do"] == "deploy"


@pytest.mark.parametrize("command", [f"{sys.executable} first.py", "node first.js"])
def test_the_examples_play_a_whole_game(command: str) -> None:
    runner, file = command.split()
    if shutil.which(runner) is None:
        pytest.skip(f"{runner} is not here")
    bot = f"{runner} {ROOT / 'examples' / 'bots' / file}"
    played = play(Bout(0, "basic", (bot, "random"), 3, {"turn_limit": 12}))
    assert played.substitutes == (0, 0)
    assert played.choices[0] > 10
