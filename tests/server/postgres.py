"""A real PostgreSQL of the tests' own: made, started, stopped and thrown away by them."""

import asyncio
import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from server.ports import lasting_port

PATIENCE = 180.0
DIE_WITH_PARENT = 1


def program(name: str) -> str:
    """Where a program of PostgreSQL's is. Debian has them off the path."""
    found = shutil.which(name)
    if found:
        return found
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    if places:
        return str(places[-1])
    if "postgres" in os.environ.get("OUTRIDER_MISSING", "").split():
        assert os.environ.get("CI") != "true"
        pytest.skip("postgres is missing")
    raise AssertionError(f"{name} is missing: install PostgreSQL")


def _user() -> dict[str, Any]:
    """Whom to run it as: it refuses to be root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = names.get("postgres") or names["nobody"]
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _die_with_the_tests() -> None:
    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Cluster:
    """One server with any number of databases, on 127.0.0.1 and a socket in its folder."""

    def __init__(self, *, durable: bool = False) -> None:
        self.port = lasting_port()
        self._numbers = count(1)
        self._durable = durable
        self._process: subprocess.Popen[bytes] | None = None
        self._as = _user()
        initdb = program("initdb")
        self.folder = Path(tempfile.mkdtemp(prefix="outrider-pg-", dir="/tmp"))
        if self._as:
            os.chown(self.folder, self._as["user"], self._as["group"])
        command = [initdb, "-D", str(self.folder / "data"), "-U", "outrider"]
        command += ["--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run(
            command, check=True, capture_output=True, cwd=self.folder, timeout=PATIENCE, **self._as
        )
        self.start()

    def start(self) -> None:
        settings = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self.folder,
            "max_connections": 60,
            "shared_buffers": "32MB",
            "fsync": "on" if self._durable else "off",
        }
        command = [program("postgres"), "-D", str(self.folder / "data")]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                preexec_fn=_die_with_the_tests,
                **self._as,
            )
        until = time.monotonic() + PATIENCE
        while not self._ready():
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < until, "PostgreSQL does not start"
            time.sleep(0.02)

    def _ready(self) -> bool:
        try:
            told = (self.folder / "data" / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        assert self._process is not None
        return told[:1] == [str(self._process.pid)] and told[7:8] == ["ready   "]

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends all sessions in good order; SIGQUIT at once, as in a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    @property
    def running(self) -> bool:
        return self._process is not None

    def crash(self) -> None:
        """As if the power failed: nothing is told anything."""
        if self._process is not None:
            parent = self._process.pid
            children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
            for pid in [parent, *map(int, children)]:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self._process.wait(PATIENCE)
            self._process = None
            self._wait_for_the_dead([int(pid) for pid in children])

    def _wait_for_the_dead(self, pids: list[int]) -> None:
        """The next server refuses to start as long as one of the old uses its memory."""
        until = time.monotonic() + PATIENCE
        while any(_alive(pid) for pid in pids):
            assert time.monotonic() < until
            time.sleep(0.02)

    def close(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        return f"postgresql://outrider:unused-pw@127.0.0.1:{self.port}/{database}"

    def database(self) -> str:
        """The address of a new database."""
        name = f"test{next(self._numbers)}"

        async def made() -> None:
            link = await asyncpg.connect(self.url("postgres"))
            try:
                await link.execute(f"CREATE DATABASE {name}")
            finally:
                await link.close()

        asyncio.run(made())
        return self.url(name)
