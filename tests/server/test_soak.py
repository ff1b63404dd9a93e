"""Memory levels off: what is over leaves it, and so does whoever has left.

The long one runs for an hour; OUTRIDER_SOAK is another number of seconds, and OUTRIDER_SOAK_PAUSE
of those between two actions at a table."""

import gc
import os
import statistics
import time
from collections import Counter
from pathlib import Path

import pytest
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
from websockets.server import ServerProtocol

from outrider.core.conduct import Moment
from outrider.play.match import Match
from outrider.server.connections import Connection
from outrider.server.frames import Frames, Socket
from outrider.server.live import Live
from outrider.server.sockets import Table
from outrider.server.watcher import Watcher
from server.driving import DEADLINE, inside
from server.lasting import Server
from server.soaking import soaked

KINDS: tuple[type, ...] = (
    Live, Match, Moment, Table, Watcher, Socket, ServerProtocol, Frames,
    Connection, RequestResponseCycle,
)  # fmt: skip
SECONDS = float(os.environ.get("OUTRIDER_SOAK", "3600"))
PAUSE = float(os.environ.get("OUTRIDER_SOAK_PAUSE", "2"))
WITHIN = 1.05
"""How much more memory there may be in the end than after the first ten minutes."""


def counted() -> Counter[str]:
    """How many there are of what a match and its sockets are made of."""
    # Each server has its own kind of connections. This has to be quick: while it lasts, everything
    # is held by one more, and Python does not bear that everywhere.
    kinds = {*KINDS, *Connection.__subclasses__(), *Socket.__subclasses__()}
    return Counter(type(each).__name__ for each in gc.get_objects() if type(each) in kinds)


def test_what_is_over_leaves_the_memory(tmp_path: Path) -> None:
    """By itself: no search for garbage helps."""
    gc.collect()
    before = counted()
    most: Counter[str] = Counter()
    with inside(tmp_path) as server:
        gc.disable()
        try:
            soak = soaked(server.url, 12, 16, 0.05, lambda _: most.update(counted()))
            assert not soak.problems, soak.problems
            assert soak.ended >= soak.tables
            assert most["Live"] and most["Frames"]
            until = time.monotonic() + DEADLINE
            # The last may still be on their way out.
            while (left := counted() - before) and time.monotonic() < until:
                time.sleep(0.2)
            assert not left, f"after {soak.ended} matches: {dict(left)}"
            assert not server.app.state.hall.live
        finally:
            gc.enable()


@pytest.mark.slow
def test_memory_levels_off(tmp_path: Path) -> None:
    kept = ("--most", "kept-per-address=1000000")
    server = Server(f"sqlite:///{tmp_path}/matches.db", tmp_path / "log", *kept)
    seen: list[tuple[float, float]] = []

    def look(at: float) -> None:
        lines = Path(f"/proc/{server.pid}/status").read_text("ascii").splitlines()
        resident = next(line for line in lines if line.startswith("VmRSS:"))
        seen.append((at, int(resident.split()[1]) / 1024))
        if len(seen) % 6 == 0:
            print(f"{at:6.0f} s {seen[-1][1]:6.1f} MB", flush=True)

    try:
        soak = soaked(f"http://127.0.0.1:{server.port}", SECONDS, 200, PAUSE, look)
    finally:
        server.kill()
    begun = min(600.0, SECONDS / 2)
    early = statistics.median(mb for at, mb in seen if begun <= at <= begun + SECONDS / 6)
    late = statistics.median(mb for at, mb in seen if at >= SECONDS * 11 / 12)
    print(f"{soak.ended} matches, {soak.actions} actions: {early:.1f} MB early, {late:.1f} MB late")
    assert not soak.problems, soak.problems[:5]
    assert late <= WITHIN * early
