"""Compiling beforehand, and showing the page."""

import os
import signal
import subprocess
import sys
import threading
import time
import webbrowser
from pathlib import Path

import pytest

from outrider.cli.serving import show
from outrider.cli.warming import warming
from outrider.core.patience import compiling

DEADLINE = 180.0
"""Seconds after which nothing is expected any more."""


def children(pid: int = os.getpid()) -> set[int]:
    """The processes that one, or this one, has started and that still run."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return {int(pid) for task in tasks for pid in task.read_text().split()}


def test_everything_can_be_compiled_beforehand() -> None:
    command = [sys.executable, "-m", "outrider", "warm", "--bots", "--gently"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""


def test_environments_are_compiled_beforehand_if_they_are_asked_for() -> None:
    program = (
        "import sys; from outrider.cli.warming import warm\n"
        "from outrider.rl.basic.kernel import entry; from outrider.rl.kernel.entry import drawn\n"
        "called = entry.step, entry.codes, entry.view, drawn\n"
        "warm(False, False, 'basic', environments=bool(int(sys.argv[1])))\n"
        "print([len(each.overloads) for each in called])"
    )
    for asked, found in (("0", "[0, 0, 0, 0]"), ("1", "[1, 1, 1, 1]")):
        command = [sys.executable, "-c", program, asked]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == found


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_compiling_beside_a_game_begins_when_it_is_needed_and_ends_with_it() -> None:
    before = children()
    with warming("basic"):
        assert children() <= before
        compiling()
        compiling()
        assert len(children() - before) == 1
    assert children() <= before


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_compiling_ends_with_a_server_that_is_told_to_end(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "outrider", "serve", "--warm", "--port", "0"]
    # Without anything in the cache it has enough to do.
    here = {"OUTRIDER_DATA": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, **here})
    try:
        assert server.stdout is not None and b"Outrider is at" in server.stdout.readline()
        until = time.monotonic() + DEADLINE
        while not (found := children(server.pid)):
            assert time.monotonic() < until
            time.sleep(0.02)
        time.sleep(1)  # by now it serves
        server.terminate()
        assert server.wait(DEADLINE) == -signal.SIGTERM
        while any(Path(f"/proc/{pid}").exists() for pid in found):
            assert time.monotonic() < until, "it goes on without the server"
            time.sleep(0.02)
    finally:
        server.kill()
        server.communicate()


def test_a_page_is_shown_where_there_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    done = threading.Event()

    def opened(address: str) -> bool:
        shown.append(address)
        done.set()
        return True

    monkeypatch.setattr(webbrowser, "open", opened)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    show("http://127.0.0.1:1")
    assert not shown  # else a browser for terminals might take over ours
    monkeypatch.setenv("DISPLAY", ":0")
    show("http://127.0.0.1:8000")
    assert done.wait(DEADLINE)
    assert shown == ["http://127.0.0.1:8000"]
