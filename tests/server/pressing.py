"""Making it hard for a server: other processes that want the processor, and signals to its bots."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.driving import DEADLINE, Server


@contextmanager
def crowd(count: int) -> Iterator[None]:
    """So many processes that are always busy."""
    command = [sys.executable, "-c", "while True: pass"]
    spinning = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


def bots(server: Server) -> list[int]:
    """The processes in which a server's bots think, oldest first."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
                command = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if int(parent) == server.pid and b"spawn_main" in command:
                found.append(int(folder.name))
    return sorted(found)


def some_bot(server: Server, besides: tuple[int, ...] = ()) -> int:
    """One of them, as soon as there is one."""
    until = time.monotonic() + DEADLINE
    while time.monotonic() < until:
        for pid in bots(server):
            if pid not in besides:
                return pid
        time.sleep(0.02)
    raise AssertionError("no bot was started")


def is_there(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@contextmanager
def stopped(pid: int) -> Iterator[None]:
    """A process that does nothing meanwhile; it may be gone at the end."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        if is_there(pid):
            os.kill(pid, signal.SIGCONT)
