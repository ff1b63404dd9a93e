"""How a run says where it is, and that cold starts are cold."""

import io
import os
import pty
import re
import select
from pathlib import Path

import pytest

from bench.measure import TINY, Measurement, Plan, rate, seconds, take
from bench.progress import CLEAR, Count, Step, Steps, Teller, Timed, duration
from bench.startup import _cold

SLOW_PLAN = Plan(rounds=3, cold=1, slice=0.01, perft=1, peer_perft=1, games=1)


def test_what_is_left_in_words() -> None:
    found = [duration(each) for each in (0, 0.4, 61, 100, 3600, 7200)]
    assert found == ["1 s", "1 s", "61 s", "2 min", "60 min", "2.0 h"]


def measurements(done: list[str]) -> list[Measurement]:
    """A rate, a time, one that is compiled anew, and one that is not installed."""

    def noted(name: str) -> int:
        done.append(name)
        return 1

    def nowhere(plan: Plan) -> float:
        raise ModuleNotFoundError("no", name="nowhere")

    return [
        Measurement("a", "A", "X", "n/s", "", lambda plan: rate(lambda: noted("a"), plan)),
        Measurement("b", "B", "X", "s", "", lambda plan: seconds(lambda: noted("b"))),
        Measurement("c", "C", "X", "s", "", lambda plan: seconds(lambda: noted("c")), cold=True),
        Measurement("d", "D", "X", "s", "", nowhere),  # type: ignore[arg-type]
    ]


def test_every_step_is_told_before_it_begins() -> None:
    done: list[str] = []
    screen = io.StringIO()
    rows = take(measurements(done), SLOW_PLAN, Teller(screen))
    lines = screen.getvalue().splitlines()
    pattern = re.compile(r"(\d+) of 14, about \d+ s left: (.*)")
    told = [pattern.fullmatch(line) for line in lines]
    assert [each and int(each[1]) for each in told] == list(range(1, 15))
    assert lines[0].endswith("warming up, A (X)") and lines[-1].endswith("round 3, D (X)")
    assert [len(row.runs) for row in rows] == [3, 3, 1, 0]
    assert [row.missing for row in rows][3] == "no nowhere here: make bench installs it"
    assert (done.count("b"), done.count("c")) == (3, 1)


def test_a_tiny_plan_leaves_out_what_is_compiled_anew() -> None:
    done: list[str] = []
    rows = take(measurements(done), TINY, Teller(io.StringIO()))
    assert rows[2].missing == "left out of a tiny run" and "c" not in done


def test_what_was_slow_is_expected_to_be_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("bench.progress.time.monotonic", lambda: now)
    screen = io.StringIO()
    steps = Steps([Step("long", "long", 1), Step("short", "short", 1)] * 3, Teller(screen))
    for took in (40, 2, 40, 2, 40, 2):
        steps.begin()
        now += took
    steps.end()
    left = re.findall(r"about (\S+ \S+) left", screen.getvalue())
    assert left == ["6 s", "83 s", "84 s", "44 s", "42 s", "2 s"]


def test_on_a_terminal_the_line_changes_in_place() -> None:
    ours, theirs = pty.openpty()
    try:
        with os.fdopen(theirs, "w") as screen:
            count = Count(2, "games", Teller(screen))
            count.add()
            count.add()
            # A terminal hands on what it has, not all at once.
            said = ""
            while said.count(CLEAR) < 4 and select.select([ours], [], [], 30)[0]:
                said += os.read(ours, 10_000).decode()
    finally:
        os.close(ours)
    first, second = f"{CLEAR}0 of 2: games", f"{CLEAR}1 of 2, about 1 s left: games"
    assert said.startswith(f"{first}{second}{CLEAR}2 of 2")
    assert said.endswith(CLEAR) and "\n" not in said


def test_in_a_file_lines_come_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("bench.progress.time.monotonic", lambda: now)
    screen = io.StringIO()
    count = Count(100, "games", Teller(screen, every=5))
    for _ in range(100):
        now += 0.5
        count.add()
    lines = screen.getvalue().splitlines()
    assert lines[0] == "0 of 100: games"
    assert lines[1] == "10 of 100, about 45 s left: games"
    assert lines[-1].startswith("100 of 100") and len(lines) == 11


def test_so_many_seconds_and_once_at_least() -> None:
    screen = io.StringIO()
    assert list(Timed(0.0, "games", Teller(screen))) == [0]
    assert screen.getvalue().splitlines()[-1].startswith("1 of 1, ")


KERNEL = "from outrider.compiled import entry\n\n\n@entry()\ndef answer(x):\n    return x + 1\n"


def test_a_cold_start_compiles(tmp_path: Path) -> None:
    (tmp_path / "quick_kernel.py").write_text(KERNEL, "utf-8")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import quick_kernel"
    trial = _cold(["-c", f"{code}; quick_kernel.answer(1)"], TINY)
    assert trial() > 0 and trial() > 0
    with pytest.raises(RuntimeError, match="nothing was compiled"):
        _cold(["-c", code], TINY)()
