"""Processes for work that grows with what somebody sends: long records, large tables.

None of it runs in the server's own process, where everybody would wait for it. Whoever sends most
does not come first: addresses take turns, one address never has all processes, and an errand has
an end. The processes are started when they are first needed, and give way to everything else.
"""

import asyncio
import multiprocessing
import os
import resource
import threading
from collections import OrderedDict, deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from outrider.core.refusal import Refusal
from outrider.server.errands import Errand, Page
from outrider.server.errors import Busy

START = 240.0
"""Seconds a fresh process may take to be ready: it may have to wait for a compiler."""
SECONDS = 120.0
"""What an errand may take. What is bounded takes a quarter of that, on a machine that has
nothing else to do."""
MOST_WAITING = 8
"""Errands of one address that may wait. Another is refused."""
MEMORY = 4 * 1024**3
"""Bytes a process may take hold of, much of which it never touches."""
NICE = 5


def work(pipe: Connection) -> None:
    """The life of such a process: errands in, answers out, until the pipe is closed."""
    from outrider.server.errands import done

    os.setpgid(0, 0)  # Control-C at the terminal is for the server, which then ends us
    os.nice(NICE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    pipe.send(("ready", None))
    while True:
        try:
            errand = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send(("ok", done(errand)))
        except Refusal as refusal:
            pipe.send(("refused", (refusal.kind, refusal.message, refusal.rule)))
        except Exception as error:
            pipe.send(("failed", type(error).__name__))


class Hand:
    """One process and our end of its pipe."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(
            target=work, args=(theirs,), daemon=True, name="outrider-heavy"
        )
        self._process.start()
        theirs.close()
        self._ready = False
        self.last = ""
        """The match it was last asked about: it still knows it."""

    def ask(self, errand: Errand) -> Any:
        """Blocks until it is done. Raises a Refusal; then the process may be gone."""
        try:
            if not self._ready:
                self._heard(START)
                self._ready = True
            self._pipe.send(errand)
            kind, said = self._heard(SECONDS)
        except (EOFError, OSError):
            self.kill()
            raise Refusal("unknown", "that was too much for this server") from None
        if kind == "refused":
            raise Refusal(*said)
        if kind == "failed":
            raise Failed(said)
        return said

    def _heard(self, seconds: float) -> Any:
        if not self._pipe.poll(seconds):
            self.kill()
            raise Refusal("unknown", f"that takes longer than {seconds:.0f} s here")
        return self._pipe.recv()

    @property
    def alive(self) -> bool:
        return not self._pipe.closed and self._process.is_alive()

    def kill(self) -> None:
        if self._process.is_alive():
            self._process.kill()
        self._process.join(5)
        self._pipe.close()


class Failed(Exception):
    """An errand broke: that is a mistake of ours."""


class Turns:
    """Who is next. One address has one fewer than all places at most, where there are several."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._each = max(1, places - 1)
        self._holding: dict[str, int] = {}
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def come(self, address: str) -> None:
        """Wait for a turn. Raises Busy if too many of the same address do."""
        if self._free and self._holding.get(address, 0) < self._each:
            self._take(address)
            return
        queue = self._waiting.setdefault(address, deque())
        if len(queue) >= MOST_WAITING:
            raise Busy(f"{MOST_WAITING} of your requests wait already; wait for them")
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.go(address)  # it had been given the turn and never used it
            raise

    def _take(self, address: str) -> None:
        self._free -= 1
        self._holding[address] = self._holding.get(address, 0) + 1

    def go(self, address: str) -> None:
        self._free += 1
        self._holding[address] -= 1
        if not self._holding[address]:
            del self._holding[address]
        self._call()

    def _call(self) -> None:
        """Let the next in: the address that has waited longest since its last turn."""
        for address, queue in tuple(self._waiting.items()):
            while queue and queue[0].done():
                queue.popleft()  # whoever asked has gone
            if not queue:
                del self._waiting[address]
            elif self._free and self._holding.get(address, 0) < self._each:
                self._take(address)
                queue.popleft().set_result(None)
                self._waiting.move_to_end(address)
                if not queue:
                    del self._waiting[address]


class Heavy:
    """Some such processes, and the turns that addresses take at them."""

    def __init__(self, count: int) -> None:
        self._turns = Turns(count)
        self._idle: list[Hand] = []
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="outrider-heavy")
        self._closed = False

    async def do(self, errand: Errand, address: str) -> Any:
        """What comes of an errand that somebody at an address has asked for."""
        await self._turns.come(address)
        if self._closed:
            self._turns.go(address)
            raise Busy("the server is closing")
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self._threads, self._ask, errand)
        # The turn lasts until it is done, also if whoever asked has gone meanwhile.
        work.add_done_callback(lambda _: self._turns.go(address))
        return await asyncio.shield(work)

    def _ask(self, errand: Errand) -> Any:
        match = errand.match if isinstance(errand, Page) else ""
        hand = self._hand(match)
        try:
            hand.last = match or hand.last
            return hand.ask(errand)
        finally:
            with self._lock:
                if hand.alive and not self._closed:
                    self._idle.append(hand)
                else:
                    hand.kill()

    def _hand(self, match: str) -> Hand:
        """One that knows the match, if there is one."""
        with self._lock:
            self._idle.sort(key=lambda hand: hand.last == match)
            while self._idle:
                hand = self._idle.pop()
                if hand.alive:
                    return hand
                hand.kill()
        try:
            return Hand()
        except (OSError, RuntimeError):  # no memory, no files, or too many processes
            raise Busy("the server has no room for that now") from None

    def close(self) -> None:
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            while self._idle:
                self._idle.pop().kill()
