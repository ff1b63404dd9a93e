"""Several processes want the same kernel, and nothing is in the cache: one compiles it.

The kernel is a real one. While it is compiled it notes the process that does so, and goes on when
the test says so.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from outrider.compiled.once import Turn

DEADLINE = 60.0
KERNEL = """
import os
import time
from pathlib import Path

from numba.extending import overload

from outrider.compiled import entry

HERE = Path(__file__).parent


def more(number):
    return number + 1


@overload(more)
def compiled_more(number):
    with (HERE / "compiling").open("a") as notes:
        notes.write(f"{os.getpid()}\\n")
    while not (HERE / "go").exists():
        time.sleep(0.01)
    return lambda number: number + 1


@entry()
def inner(number):
    return more(number)


@entry()
def outer(number):
    return inner(number)
"""
USER = """
import kernel
from outrider.core.patience import hearing

with hearing(lambda: (kernel.HERE / f"told-{kernel.os.getpid()}").touch()):
    print(kernel.outer(41), flush=True)
print(sum(kernel.outer.stats.cache_misses.values()), flush=True)
"""


class House:
    """A folder with a kernel, and processes that use it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        self.cache.mkdir()
        (folder / "kernel.py").write_text(KERNEL, "utf-8")
        (folder / "user.py").write_text(USER, "utf-8")
        self.users: list[subprocess.Popen[str]] = []

    def user(self) -> subprocess.Popen[str]:
        self.users.append(
            subprocess.Popen(
                [sys.executable, str(self.folder / "user.py")],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, "NUMBA_CACHE_DIR": str(self.cache)},
            )
        )
        return self.users[-1]

    def compilers(self) -> set[int]:
        """The processes that have begun to compile."""
        notes = self.folder / "compiling"
        return {int(line) for line in notes.read_text("utf-8").split()} if notes.exists() else set()

    def was_told(self, user: subprocess.Popen[str]) -> bool:
        """Whether a process has heard that it has to wait for the compiler."""
        return (self.folder / f"told-{user.pid}").exists()

    def until(self, user: subprocess.Popen[str], holds: Callable[[], bool]) -> None:
        until = time.monotonic() + DEADLINE
        while not holds():
            assert user.poll() is None, user.communicate()
            assert time.monotonic() < until, "it does not come to it"
            time.sleep(0.02)

    def begun(self, user: subprocess.Popen[str]) -> None:
        """Wait until a process compiles."""
        self.until(user, lambda: user.pid in self.compilers())

    def waits(self, user: subprocess.Popen[str]) -> None:
        """A process has found nothing in the cache, and yet does not compile."""
        self.until(user, lambda: self.was_told(user))
        time.sleep(0.5)
        assert user.poll() is None
        assert user.pid not in self.compilers()

    def go(self) -> None:
        (self.folder / "go").touch()

    def said(self, user: subprocess.Popen[str]) -> list[str]:
        """What a process printed in the end, without a word of complaint."""
        printed, complaints = user.communicate(timeout=DEADLINE)
        assert user.returncode == 0 and not complaints, complaints
        return printed.split()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    for user in made.users:
        user.kill()
        user.communicate()


def test_the_second_waits_and_takes_what_the_first_has_compiled(house: House) -> None:
    first = house.user()
    house.begun(first)
    second = house.user()
    house.waits(second)
    house.go()
    assert house.said(first) == ["42", "1"]
    assert house.said(second) == ["42", "0"]
    assert house.compilers() == {first.pid}
    # Whoever comes later finds it, and has nothing to wait for.
    third = house.user()
    assert house.said(third) == ["42", "0"]
    assert house.was_told(first) and not house.was_told(third)


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_nobody_waits_for_a_process_that_was_killed(house: House) -> None:
    first = house.user()
    house.begun(first)
    second = house.user()
    house.waits(second)
    first.send_signal(signal.SIGKILL)
    house.begun(second)
    house.go()
    assert house.said(second) == ["42", "1"]


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_nobody_waits_for_ever_for_a_process_that_was_stopped(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = house.user()
    house.begun(first)
    first.send_signal(signal.SIGSTOP)
    (folder,) = house.cache.iterdir()
    turn = Turn(folder, longest=0.3)
    assert not turn.take() and not turn.taken
    waits: list[float] = []
    with monkeypatch.context() as patch:
        patch.setattr("outrider.compiled.once.time.sleep", waits.append)
        assert not turn.take(), "the next kernel does not wait once more"
    assert len(waits) <= 1
    first.send_signal(signal.SIGCONT)
    house.go()
    assert house.said(first) == ["42", "1"]
    assert turn.take()
    turn.leave()


def test_without_a_place_for_a_lock_everybody_compiles(tmp_path: Path) -> None:
    turn = Turn(tmp_path / "nowhere")
    with turn.until_done():
        assert not turn.take()
    assert not turn.taken


def test_what_is_compiled_for_another_kernel_keeps_its_turn(tmp_path: Path) -> None:
    turn, other = Turn(tmp_path), Turn(tmp_path, longest=0.0)
    with turn.until_done():
        assert turn.take()
        with turn.until_done():
            assert turn.take()
        assert not other.take(), "the outer one is not done yet"
    assert other.take()
    other.leave()
