"""The servers of a load test, and a PostgreSQL of its own if one is wanted."""

import http.client
import json
import os
import pwd
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PATIENCE = 60.0
LIMITS = ["--made-per-minute", "1000000", "--asked-per-second", "100000"]
LIMITS += ["--connections-each", "1000000", "--sockets-each", "1000000"]
DICE = ("fair-2", "fair")
"""By the first of these names that the server knows."""
TOO_MANY = 429
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE") / 2**20


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class Serving:
    """A server of its own, on a port of this machine, until it is stopped."""

    HEALTH = "/healthz"
    """What it answers to as soon as it can."""

    def __init__(self, command: Sequence[str], port: int, log: Path, env: dict[str, str]) -> None:
        self.port = port
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env={**os.environ, **env},
            )
        try:
            self._wait(log)
        except BaseException:
            self.stop()  # also where this program is being ended
            raise

    def _wait(self, log: Path) -> None:
        until = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"the server does not start: {log.read_text('utf-8')}")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            Asking(self.port).ask("GET", self.HEALTH)
        except OSError:
            return False
        return True

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def limit_files(self, count: int) -> None:
        """Let it have so many files and connections open and no more."""
        resource.prlimit(self._process.pid, resource.RLIMIT_NOFILE, (count, count))

    def memory(self) -> float:
        """Resident, in megabytes."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text("ascii").splitlines()
        found = next(line for line in lines if line.startswith("VmRSS:"))
        return int(found.split()[1]) / 1024

    def whole(self) -> float:
        """The same with all processes that it has started, and theirs."""
        total, waiting = 0.0, [self._process.pid]
        while waiting:
            pid = waiting.pop()
            try:
                pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
                for thread in Path(f"/proc/{pid}/task").iterdir():
                    waiting += map(int, (thread / "children").read_text("ascii").split())
            except (FileNotFoundError, ProcessLookupError):
                continue
            total += pages * PAGE
        return total

    def share(self) -> float:
        """The same with pages that several processes share counted in parts."""
        lines = Path(f"/proc/{self._process.pid}/smaps_rollup").read_text("ascii").splitlines()
        found = next(line for line in lines if line.startswith("Pss:"))
        return int(found.split()[1]) / 1024

    def cpu(self) -> float:
        """Seconds of a core used so far."""
        stat = Path(f"/proc/{self._process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / TICKS


class Server(Serving):
    """One `outrider serve`."""

    def __init__(self, database: str, log: Path, options: Sequence[str] = LIMITS) -> None:
        port = free_port()
        command = [sys.executable, "-m", "outrider", "serve", "--port", str(port)]
        kept = {"OUTRIDER_DATA": str(log.parent)}
        super().__init__([*command, "--database", database, *options], port, log, kept)


class Refused(RuntimeError):
    """An answer that says no."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Asking:
    """HTTP over one connection."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._dice = list(DICE)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body)
        self._connection.request(method, path, data, {"content-type": "application/json"})
        answer = self._connection.getresponse()
        said = answer.read()
        if answer.status >= 300:
            raise Refused(answer.status, f"{method} {path}: {answer.status} {said.decode()[:200]}")
        return json.loads(said)

    def make(self, wish: dict[str, Any]) -> Any:
        """A match in which the dice fall by themselves."""
        while True:
            try:
                return self.ask("POST", "/api/matches", {**wish, "dice": self._dice[0]})
            except Refused as refused:
                if refused.status == TOO_MANY or len(self._dice) == 1:
                    raise
                del self._dice[0]


class Postgres:
    """A cluster in a temporary folder, with the settings PostgreSQL comes with."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="outrider-load-", dir="/tmp"))
        self._as = _unprivileged()
        if self._as:
            os.chown(self._folder, self._as["user"], self._as["group"])
        data, port = self._folder / "data", free_port()
        settings = ["-p", str(port), "-c", "listen_addresses=127.0.0.1"]
        self._run("initdb", "-D", str(data), "-U", "outrider", "--auth=trust", "-E", "UTF8")
        with (self._folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                [program("postgres"), "-D", str(data), "-k", str(self._folder), *settings],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._folder,
                **self._as,
            )
        self.url = f"postgresql://outrider@127.0.0.1:{port}/postgres"
        until = time.monotonic() + PATIENCE
        while not self._ready(data):
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError("PostgreSQL does not start")
            time.sleep(0.05)

    def _ready(self, data: Path) -> bool:
        try:
            return (data / "postmaster.pid").read_text("ascii").splitlines()[7] == "ready   "
        except (FileNotFoundError, IndexError):
            return False

    def _run(self, name: str, *arguments: str) -> None:
        subprocess.run(
            [program(name), *arguments],
            check=True,
            capture_output=True,
            cwd=self._folder,
            timeout=PATIENCE,
            **self._as,
        )

    def cpu(self) -> float:
        """Seconds of a core, of all its processes that have ended or are the first."""
        total = 0.0
        parent = self._process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii").split()
        for pid in [str(parent), *children]:
            try:
                stat = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
            except FileNotFoundError:
                continue
            total += (int(stat[11]) + int(stat[12])) / TICKS
        return total

    def stop(self) -> None:
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(20)
        shutil.rmtree(self._folder, ignore_errors=True)


def _unprivileged() -> dict[str, Any]:
    """PostgreSQL refuses to be root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = names.get("postgres") or names["nobody"]
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def places(name: str) -> list[str]:
    """Where a program of PostgreSQL's is. Debian has them off the path."""
    kept = sorted(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")))
    return [found for found in (shutil.which(name), *reversed(kept)) if found]


def is_installed(name: str) -> bool:
    return bool(places(name))


def program(name: str) -> str:
    if not is_installed(name):
        raise RuntimeError(f"{name} is missing: install PostgreSQL")
    return places(name)[0]
