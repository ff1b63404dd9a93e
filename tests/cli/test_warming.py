"""Compiling beforehand, and showing the page."""

import os
import subprocess
import sys
import threading
import webbrowser
from pathlib import Path

import pytest

from outrider.cli.serving import show
from outrider.cli.warming import warming


def children() -> set[int]:
    """The processes that this one has started and that still run."""
    tasks = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return {int(pid) for task in tasks for pid in task.read_text().split()}


def test_everything_can_be_compiled_beforehand() -> None:
    command = [sys.executable, "-m", "outrider", "warm", "--bots", "--gently"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_compiling_beside_a_server_ends_with_it() -> None:
    before = children()
    with warming():
        assert len(children() - before) == 1
    assert children() <= before


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
    assert done.wait(5)
    assert shown == ["http://127.0.0.1:8000"]
