"""A disk that is full or cannot be written to, and a damaged file: one sentence each, no more."""

import asyncio
import os
import random
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from outrider.server.health import SORRY
from server.driving import (
    DEADLINE,
    Player,
    Refused,
    asked_for,
    at_table,
    play_on,
    running,
    seated,
)
from server.lasting import Server

SMALL = 3 * 1024 * 1024
can_mount = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("mount") is None, reason="only root may mount a small disk"
)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of three megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "outrider-test", str(place)],
        capture_output=True,
        check=False,
    )
    if done.returncode:
        pytest.skip("no small disk may be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def filled(disk: Path) -> Path:
    """Something else takes all that is left."""
    other = disk / "other"
    with other.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"\0" * 4096)
        except OSError:
            return other


def unmeasured() -> dict[str, str]:
    """The environment without what makes coverage measure a process: it writes a file of its own
    and complains where there is no room for it."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}


def started(database: str, folder: Path, **limits: int) -> tuple[int, str]:
    """What becomes of a server that should not start, and all it says."""
    before = f"ulimit -f {limits['blocks']}; " if limits else ""
    command = f'{before}exec "{sys.executable}" -m outrider serve --port 0 --database {database}'
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        env={**unmeasured(), "OUTRIDER_DATA": str(folder)},
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def one_sentence(told: tuple[int, str], *words: str) -> None:
    status, text = told
    assert status == 2, text
    assert text.startswith("outrider: ") and text.count("\n") == 1, text
    for word in words:
        assert word in text, text


# -- at the start ----------------------------------------------------------------------------------


def test_a_damaged_file_is_one_sentence(tmp_path: Path) -> None:
    junk = tmp_path / "junk.db"
    junk.write_bytes(random.Random(1).randbytes(40_000))
    one_sentence(started(f"sqlite:///{junk}", tmp_path), str(junk), "not a database")
    with running(tmp_path) as server:
        seated(server, "basic")
    whole = server.database
    data = bytearray(whole.read_bytes())
    data[4096 * 3 : 4096 * 6] = random.Random(2).randbytes(4096 * 3)
    whole.write_bytes(data)
    one_sentence(started(f"sqlite:///{whole}", tmp_path), str(whole))


def test_no_room_at_the_start_is_one_sentence(tmp_path: Path) -> None:
    """Here by a limit on the size of files; it needs no rights to set one."""
    one_sentence(started(f"sqlite:///{tmp_path / 'new.db'}", tmp_path, blocks=8), str(tmp_path))
    with running(tmp_path) as server:
        seated(server, "basic")
    one_sentence(started(f"sqlite:///{server.database}", tmp_path, blocks=300), "too large")


def test_nowhere_to_write_is_one_sentence(tmp_path: Path) -> None:
    one_sentence(started("sqlite:////proc/outrider.db", tmp_path), "/proc/outrider.db")
    one_sentence(started("postgresql://nobody@127.0.0.1:9/nothing", tmp_path), "127.0.0.1:9")


@can_mount
def test_a_full_and_a_read_only_disk_at_the_start(disk: Path, tmp_path: Path) -> None:
    database = f"sqlite:///{disk / 'matches.db'}"
    server = Server(database, tmp_path / "log")
    server.stop()
    other = filled(disk)
    one_sentence(started(database, tmp_path), "No space left")
    other.unlink()
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    one_sentence(started(database, tmp_path), "Read-only file system")


# -- while it runs ---------------------------------------------------------------------------------


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + DEADLINE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.2)


async def refused(player: Player) -> Refused:
    """Play until the disk says no."""
    while True:
        try:
            await play_on({"red": player, "blue": player}, random.Random(player.version), 1)
        except Refused as no:
            return no


def limited(process: int, size: int) -> None:
    _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, hard))


def test_a_disk_that_fills_up_is_told_and_gets_well_again(tmp_path: Path) -> None:
    database = tmp_path / "matches.db"
    server = Server(f"sqlite:///{database}", tmp_path / "log")
    try:
        _fills_up(server, tmp_path, Limited(server, database))
    finally:
        server.stop()


class Limited:
    """No file grows any further, by a limit on their size."""

    def __init__(self, server: Server, database: Path) -> None:
        self._server, self._log = server, database.with_name("matches.db-wal")

    def fill(self) -> None:
        limited(self._server.pid, self._log.stat().st_size)

    def empty(self) -> None:
        limited(self._server.pid, resource.RLIM_INFINITY)


class Filled:
    """There is no room on the disk."""

    def __init__(self, disk: Path) -> None:
        self._disk = disk

    def fill(self) -> None:
        self._other = filled(self._disk)

    def empty(self) -> None:
        self._other.unlink()


def _fills_up(server: Server, folder: Path, disk: Limited | Filled) -> None:
    from server.driving import Server as Driven

    driven = Driven(f"http://127.0.0.1:{server.port}", folder / "matches.db")
    sat = seated(driven, "skirminion", "here here", own=False)
    assert server.ask("/healthz")["ok"]

    async def run() -> None:
        async with at_table(driven, sat.match, *sat.tokens.values()) as player:
            await play_on({"red": player, "blue": player}, random.Random(1), 5)
            disk.fill()
            no = await refused(player)
            assert no.kind == "unavailable" and no.answer["error"]["message"] == SORRY
            kept = player.version
            with driven.person() as person:
                answer = person.post("/api/matches", json=asked_for("basic"))
                assert answer.status_code == 503, answer.text
                assert answer.json()["error"] == {"kind": "unavailable", "message": SORRY}
                until(lambda: person.get("/healthz").status_code == 503)
                assert person.get("/api/games").status_code == 200
            assert (await player.ask("ping"))["ok"], "whoever is in stays in"
            disk.empty()
            with driven.person() as person:
                until(lambda: person.get("/healthz").status_code == 200)
            await play_on({"red": player, "blue": player}, random.Random(2), 5)
            assert player.version > kept
            assert len(sat.record().lines) == player.version, "nothing is lost"

    asyncio.run(run())
    log = server.log.read_text()
    assert "Traceback" not in log, log
    assert log.count("the storage does not work") == 1, log
    assert log.count("\n") < 10, log


@can_mount
def test_a_full_disk_while_it_runs(disk: Path, tmp_path: Path) -> None:
    server = Server(f"sqlite:///{disk / 'matches.db'}", tmp_path / "log")
    try:
        _fills_up(server, disk, Filled(disk))
    finally:
        server.stop()
