"""Programs as bots: good ones, and every kind of bad one."""

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import outrider
from outrider.bots import Asked, BotFailed, Clock, levels
from outrider.bots.protocol import Bot, Level
from outrider.contests.arena import Bout, play
from outrider.contests.external import ExternalBot
from outrider.contests.seating import seated, take_turn
from outrider.core.choices import Listed
from outrider.core.game import Game
from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import Action
from outrider.dice import SeededDice
from outrider.play.match import Match

ROOT = Path(__file__).resolve().parents[2]
BASIC = outrider.game("basic")


def program(folder: Path, body: str) -> str:
    file = folder / "bot.py"
    file.write_text(f"import json, sys, time, os\n{body}\n", "utf-8")
    return f"{sys.executable} {file}"


DEADLINE = 180.0
"""Seconds after which nothing is expected any more."""


def fresh() -> Match:
    return Match(BASIC, BASIC.terms(), SeededDice(1))


def asked(command: str, seconds: float = DEADLINE, memory: int = 1024) -> Any:
    match = fresh()
    seat = match.deciders()[0]
    bot = ExternalBot(BASIC, seat, command, memory)
    try:
        question = Asked.of(BASIC, match.state, seat)
        return bot.choose(question, Clock(seconds), random.Random(1))
    finally:
        bot.close()


ECHO = (
    "for line in sys.stdin:\n"
    '    print(json.dumps({"action": json.loads(line)["legal"][0]}), flush=True)'
)

BAD = {
    "crashes": "sys.stdin.readline(); raise SystemExit(3)",
    "hangs": "time.sleep(3600)",
    "garbage": "sys.stdin.readline(); print('}{', flush=True); time.sleep(3600)",
    "no action": "sys.stdin.readline(); print('{}', flush=True); time.sleep(3600)",
    "unknown action": 'sys.stdin.readline(); print(\'{"action":{"do":"fly"}}\', flush=True)',
    "talks too much": "sys.stdin.readline(); sys.stdout.write('x' * 3_000_000); time.sleep(3600)",
    "closes its ears": "os.close(0); time.sleep(3600)",
    "closes its mouth": "os.close(1); time.sleep(3600)",
    "floods its errors": "sys.stdin.readline()\nwhile True: os.write(2, b'x' * 9999)",
    "binary": "sys.stdin.readline(); os.write(1, b'\\xff\\xfe\\n'); time.sleep(3600)",
}


def test_a_good_one(tmp_path: Path) -> None:
    action = asked(program(tmp_path, ECHO))
    assert action in fresh().choices(fresh().deciders()[0])


@pytest.mark.parametrize("name", BAD)
def test_bad_ones_fail_in_time(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it were waited for, this would take an hour."""
    monkeypatch.setattr("outrider.contests.external.STARTING", 0.5)
    with pytest.raises(BotFailed):
        asked(program(tmp_path, BAD[name]), 1.5)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("/no/such/program x", "there is no program"),
        ("no-such-program x", "there is no program"),
        ("/", "there is no program"),
        ("python 'x", "No closing quotation"),
        (" ", "names no program"),
        ("'' x", "names no program"),
    ],
)
def test_what_cannot_be_run_is_refused_at_once(command: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        ExternalBot(BASIC, "red", command)


def test_one_that_is_gone_when_it_is_needed(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text("#!/bin/sh\n", "utf-8")
    file.chmod(0o755)
    bot = ExternalBot(BASIC, "red", str(file))
    file.unlink()
    match = fresh()
    seat = match.deciders()[0]
    turn = take_turn(match, seat, bot, DEADLINE, random.Random(1))
    assert turn.reason is not None and "cannot be started" in turn.wrote


def test_one_that_takes_all_memory(tmp_path: Path) -> None:
    body = "sys.stdin.readline(); x = bytearray(900_000_000); print('never', flush=True)"
    with pytest.raises(BotFailed):
        asked(program(tmp_path, body), 10, memory=300)


def test_it_is_ended_with_all_it_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    body = (
        "import subprocess\n"
        "child = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n" + ECHO
    )
    asked(program(tmp_path, body))
    left = pids.read_text().split()
    until = time.monotonic() + DEADLINE
    while left and time.monotonic() < until:
        left = [pid for pid in left if runs(pid)]
    assert left == []


DETACHED = {
    "in a session of its own": "subprocess.Popen(['sleep', '600'], start_new_session=True).pid",
    "of a process that is gone": (
        "int(subprocess.check_output(['sh', '-c', 'setsid sleep 600 >&- & echo $!']))"
    ),
}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who started whom")
@pytest.mark.parametrize("way", DETACHED)
def test_what_it_started_is_ended(way: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    body = f"import subprocess\nopen({str(pids)!r}, 'w').write(str({DETACHED[way]}))\n" + ECHO
    match = fresh()
    bot = ExternalBot(BASIC, match.deciders()[0], program(tmp_path, body))
    try:
        take_turn(match, match.deciders()[0], bot, DEADLINE, random.Random(1))
        assert runs(pids.read_text())
    finally:
        bot.close()
    assert not runs(pids.read_text())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux kills children with their parent")
def test_it_does_not_outlive_who_started_it(tmp_path: Path) -> None:
    code = (
        "import sys, time\n"
        "from outrider.contests.programs import Program\n"
        "print(Program([sys.executable, '-c', 'import time; time.sleep(600)'])._process.pid)\n"
        "sys.stdout.flush(); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        pid = first.stdout.readline().strip()
        # Until it has become what it is to be, it would die of its own launcher's check.
        while b"prctl" in Path(f"/proc/{pid}/cmdline").read_bytes():
            time.sleep(0.01)
        assert runs(pid)
        first.kill()
    until = time.monotonic() + DEADLINE
    while runs(pid) and time.monotonic() < until:
        time.sleep(0.01)
    assert not runs(pid)


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
        reason = take_turn(match, seat, bot, DEADLINE, random.Random(1)).reason
    finally:
        bot.close()
    assert reason is not None and "not allowed" in reason
    lines = [line.to_json() for line in match.record().lines]
    assert lines[-2]["match"] == "substitute" and lines[-1]["do"] == "deploy"


def turns(bot: ExternalBot, count: int, pause: float = 0.0) -> list[str | None]:
    """Why it was replaced, if it was, in so many turns of one seat."""
    match = fresh()
    reasons: list[str | None] = []
    try:
        while len(reasons) < count:
            seat = match.deciders()[0]
            if seat == "red":
                reasons.append(take_turn(match, seat, bot, DEADLINE, random.Random(1)).reason)
                time.sleep(pause)
            else:
                match.play(seat, match.choices(seat).sample(random.Random(1)))
    finally:
        bot.close()
    return reasons


TWICE = {
    "at once": "print(said + '\\n' + said, flush=True)",
    "a little later": "print(said, flush=True); time.sleep(0.05); print(said, flush=True)",
}


@pytest.mark.parametrize("how", TWICE)
def test_what_answers_an_earlier_question_is_forgotten(how: str, tmp_path: Path) -> None:
    body = (
        "for line in sys.stdin:\n"
        '    said = json.dumps({"action": json.loads(line)["legal"][0]})\n'
        f"    {TWICE[how]}"
    )
    bot = ExternalBot(BASIC, "red", program(tmp_path, body))
    assert turns(bot, 5, 0.5 if how == "a little later" else 0.0) == [None] * 5


def test_one_that_ends_after_every_answer(tmp_path: Path) -> None:
    body = (
        "line = sys.stdin.readline()\n"
        'print(json.dumps({"action": json.loads(line)["legal"][0]}), flush=True)'
    )
    assert turns(ExternalBot(BASIC, "red", program(tmp_path, body)), 10) == [None] * 10


def test_after_a_broken_rule_it_is_started_anew(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    body = (
        f"open({str(starts)!r}, 'a').write('x')\n"
        'for line in sys.stdin:\n    print(json.dumps({"action": {"do": "end"}}), flush=True)'
    )
    reasons = turns(ExternalBot(BASIC, "red", program(tmp_path, body)), 3)
    assert all(reason is not None and "not allowed" in reason for reason in reasons)
    assert starts.read_text() == "xxx"


def test_the_reason_comes_with_its_last_words(tmp_path: Path) -> None:
    body = "sys.stdin.readline(); raise ValueError('I am lost')"
    match, log = fresh(), tmp_path / "log"
    seat = match.deciders()[0]
    command = program(tmp_path, body)
    bot = ExternalBot(BASIC, seat, command, log=log)
    turn = take_turn(match, seat, bot, DEADLINE, random.Random(1))
    assert turn.reason == "the bot's program has ended"
    assert turn.wrote == "ValueError: I am lost"
    noted = match.record().lines[-2].to_json()
    assert noted["reason"] == (
        "the bot's program has ended; it wrote: ValueError: I am lost; a random move is played"
    )
    assert f"{command}: ValueError: I am lost\n" in log.read_text("utf-8")


def test_much_on_standard_error_stops_nobody(tmp_path: Path) -> None:
    body = f"sys.stderr.write('x' * 300_000)\n{ECHO}"
    assert asked(program(tmp_path, body)) is not None


class Slow(Listed[Action]):
    """Choices that take their time to be listed."""

    def __iter__(self) -> Iterator[Action]:
        time.sleep(0.5)
        return super().__iter__()


def test_its_time_begins_when_it_is_asked(tmp_path: Path) -> None:
    """Neither listing the choices nor anything before it is the program's time."""
    body = (
        "asked = json.loads(sys.stdin.readline())\n"
        'print(json.dumps({"action": asked["legal"][0]} if asked["seconds"] > 59 else {}))'
    )
    match = fresh()
    seat = match.deciders()[0]
    question = Asked.of(BASIC, match.state, seat)
    vars(question)["choices"] = Slow(
        list(match.choices(seat)), lambda action: malformed(str(action))
    )
    bot = ExternalBot(BASIC, seat, program(tmp_path, body))
    try:
        bot.choose(question, Clock(DEADLINE), random.Random(1))
        reason = take_turn(match, seat, bot, DEADLINE, random.Random(1)).reason
    finally:
        bot.close()
    assert reason is None


class Broken:
    """Somebody's bot in Python, with a mistake in it."""

    def __init__(self, answers: dict[str, Any]) -> None:
        self._answers = answers

    def choose(self, *_: Any) -> Action:
        action: Action = self._answers["R9"]
        return action


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ({}, "the bot failed: KeyError: 'R9'"),
        ({"R9": None}, "the bot gave no action"),
        ({"R9": {"do": "end"}}, "the bot gave no action"),
    ],
)
def test_a_mistake_in_python_costs_the_move_too(answers: dict[str, Any], reason: str) -> None:
    match = fresh()
    seat = match.deciders()[0]
    turn = take_turn(match, seat, Broken(answers), 1.0, random.Random(1))
    assert turn.reason == reason
    assert match.record().lines[-1].to_json()["do"] == "deploy"


def failing(monkeypatch: pytest.MonkeyPatch, *failing: str) -> None:
    """Some levels of all games have a mistake in them."""
    before = levels.maker

    def maker(game: Game[Any, Any]) -> levels.Make:
        def make(game: Game[Any, Any], level: Level) -> Bot:
            return Broken({}) if level.name in failing else before(game)(game, level)

        return make

    monkeypatch.setattr(levels, "maker", maker)


def test_a_lower_level_chooses_for_one_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, "captain", "soldier")
    match = fresh()
    seat = match.deciders()[0]
    turn = take_turn(match, seat, seated(match.game, seat, "captain"), 1.0, random.Random(1))
    assert turn.reason == "the bot failed: KeyError: 'R9'"
    note, chose = (line.to_json() for line in match.record().lines[-2:])
    assert note["match"] == "substitute"
    assert note["reason"].startswith("a recruit chooses in place of the captain: the bot failed")
    alone = fresh()
    take_turn(alone, seat, seated(match.game, seat, "recruit"), 1.0, random.Random(1))
    assert chose["do"] == alone.record().lines[-1].to_json()["do"]


def test_no_level_is_replaced_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, *levels.LEVELS)
    match = fresh()
    seat, version = match.deciders()[0], match.version
    bot = seated(match.game, seat, "marshal")
    with pytest.raises(Refusal, match=f"no bot answers for {seat}"):
        take_turn(match, seat, bot, 1.0, random.Random(1))
    assert match.version == version


@pytest.mark.parametrize("command", [f"{sys.executable} first.py", "node first.js"])
def test_the_examples_play_a_whole_game(command: str) -> None:
    runner, file = command.split()
    if shutil.which(runner) is None:
        pytest.skip(f"{runner} is not here")
    bot = f"{runner} {ROOT / 'examples' / 'bots' / file}"
    played = play(Bout(0, "basic", (bot, "random"), 3, {"turn_limit": 12}))
    assert played.substitutes == (0, 0)
    assert played.choices[0] > 10
