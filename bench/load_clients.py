"""The players of a load test, in a process of their own: two sockets for every match.

They follow what they are told and send another action whenever it is time for one. Sending and
receipt are timed by the same clock. What is said to a server, and what it says, is another room's:
`load_ours` and `load_peer`.
"""

import asyncio
import random
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

import uvloop

from bench.load_socket import Socket

AT_ONCE = 50
"""Sockets that are being opened at the same time."""
LAG = 0.01
PATIENCE = 60.0
AFTERWARDS = 1.5
"""Seconds in which the last of a run may still arrive."""
LATEST = 10.0
"""And those for which a server that had too much to do is waited for after that."""


@dataclass(frozen=True, slots=True)
class Place:
    """A match to be played: where each seat connects to, and with which token."""

    match: str
    game: str
    seats: dict[str, tuple[int, str]]
    pages: bool = False
    """Whether its players are told what they may do, as pages of the web table are."""


@dataclass(frozen=True, slots=True)
class Plan:
    kind: "type[Live]"
    """Who plays."""
    places: list[Place]
    before: int
    """Actions of every match before anything is measured."""
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Pace:
    """So many actions a second, for so long."""

    rate: float
    seconds: float


@dataclass(slots=True)
class Tally:
    """What came of it. Times are milliseconds."""

    delays: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    looks: list[float] = field(default_factory=list)
    """From the news to what may be done next, at players who are told that, too."""
    lags: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    sent: int = 0
    received: int = 0
    ended: int = 0
    lost: int = 0
    silent: int = 0
    """Actions the opponent never heard of."""
    cpu: float = 0.0
    seconds: float = 0.0


class Live(ABC):
    """One match, as its two players know it."""

    def __init__(self, place: Place, tally: Tally, source: random.Random) -> None:
        self.place = place
        self.tally = tally
        self.source = source
        self.sockets = {seat: Socket(self._hears(seat)) for seat in place.seats}
        self.waiting = len(self.sockets)
        self.ready = asyncio.Event()
        self.mover = ""
        self.sent = 0.0
        self.outstanding = 0
        """What the action on its way still lacks: the answer, and the other's receipt."""

    @classmethod
    @abstractmethod
    def prepare(cls, places: Sequence[Place]) -> None:
        """What takes long the first time."""

    @property
    @abstractmethod
    def open(self) -> bool:
        """Whether there is an action to choose."""

    @abstractmethod
    def act(self) -> None:
        """Choose one and send it."""

    @abstractmethod
    async def begin(self) -> None:
        """Take both seats."""

    @abstractmethod
    def heard(self, seat: str, body: bytes) -> None:
        """Something came for a seat."""

    @property
    def free(self) -> bool:
        return self.outstanding == 0 and self.open

    @property
    def settled(self) -> bool:
        """Whether nothing is on its way that somebody waits for."""
        return self.outstanding == 0

    def _hears(self, seat: str) -> Callable[[bytes], None]:
        return lambda body: self.heard(seat, body)

    def _seated(self) -> None:
        """A seat has been told how its match stands."""
        self.waiting -= 1
        if self.waiting <= 0:
            self.ready.set()

    def _send(self, mover: str, text: bytes) -> None:
        self.mover = mover
        self.outstanding = 2
        self.tally.sent += 1
        self.sent = time.perf_counter()
        self.sockets[mover].send(text)

    def _arrived(self, times: list[float], at: float) -> None:
        times.append((at - self.sent) * 1000)
        self.outstanding -= 1


class Players:
    """All of them."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tally = Tally()
        self.source = random.Random(plan.seed)
        self.all: list[Live] = []

    async def join(self, places: Sequence[Place]) -> None:
        """Take seats at these, too, in place of those where nothing can be done any more."""
        over = [each for each in self.all if not each.open]
        self._close(over)
        new = [self.plan.kind(place, self.tally, self.source) for place in places]
        self.all = [each for each in self.all if each.open] + new
        gate = asyncio.Semaphore(AT_ONCE)

        async def opened(each: Live) -> None:
            async with gate:
                await each.begin()
                await asyncio.wait_for(each.ready.wait(), 30)

        await asyncio.gather(*(opened(each) for each in new))
        await self._warm_up(new)

    async def _warm_up(self, new: Sequence[Live]) -> None:
        """Bring every match into the middle of its game, as fast as is comfortable."""
        most = 4 * AT_ONCE
        for done in range(self.plan.before):
            for each in new:
                until = time.monotonic() + PATIENCE
                while sum(other.outstanding > 0 for other in new[:most]) > AT_ONCE:
                    if time.monotonic() > until:
                        raise RuntimeError(f"no answer to {AT_ONCE} actions for {PATIENCE:.0f} s")
                    await asyncio.sleep(0.002)
                if each.free:
                    each.act()
                    await asyncio.sleep(0.0005)
            await asyncio.sleep(0.2 if done % 5 == 4 else 0)
        if not await self._settled(new, PATIENCE):
            raise RuntimeError(f"an action is not answered in {PATIENCE:.0f} s")

    async def _settled(self, matches: Sequence[Live], patience: float) -> bool:
        """Whatever is still on its way would be counted with what is measured next."""
        until = time.monotonic() + patience
        while not all(each.settled for each in matches):
            if time.monotonic() > until:
                return False
            await asyncio.sleep(0.05)
        return True

    async def play(self, pace: Pace) -> Tally:
        """So many actions a second, whatever the server does."""
        fresh = self._counted()
        going = sum(each.open for each in self.all)
        lag = asyncio.ensure_future(self._lag())
        begun, cpu = time.perf_counter(), time.process_time()
        for k in range(int(pace.rate * pace.seconds)):
            # Also where it is late it hears what has come meanwhile, before it sends more.
            await asyncio.sleep(max(0.0, begun + k / pace.rate - time.perf_counter()))
            free = self._free()
            if free is not None:
                free.act()
        fresh.seconds = time.perf_counter() - begun
        fresh.cpu = time.process_time() - cpu
        await asyncio.sleep(AFTERWARDS)
        lag.cancel()
        fresh.silent = sum(each.outstanding > 0 for each in self.all)
        fresh.ended = going - sum(each.open for each in self.all)
        fresh.lost = sum(socket.closed for each in self.all for socket in each.sockets.values())
        self._counted()
        await self._settled(self.all, LATEST)
        return fresh

    def _counted(self) -> Tally:
        """From now on."""
        self.tally = Tally()
        for each in self.all:
            each.tally = self.tally
        return self.tally

    def _free(self) -> Live | None:
        for _ in range(50):
            each = self.source.choice(self.all)
            if each.free:
                return each
        return None

    async def _lag(self) -> None:
        """How late this process itself is: what it measures is late by as much."""
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(LAG)
            self.tally.lags.append((time.perf_counter() - begun - LAG) * 1000)

    def close(self) -> None:
        self._close(self.all)

    def _close(self, matches: Sequence[Live]) -> None:
        for each in matches:
            for socket in each.sockets.values():
                socket.close()


def run(plan: Plan, pipe: Connection) -> None:
    """The life of the process: connect, warm up, and then whatever it is told to: to play at a
    pace, and say what came of it, or to take seats at more matches; until it is told nothing."""
    plan.kind.prepare(plan.places)

    async def main() -> None:
        players = Players(plan)
        await players.join(plan.places)
        pipe.send("ready")
        while True:
            while not pipe.poll():
                await asyncio.sleep(0.01)
            told = pipe.recv()
            if told is None:
                break
            if isinstance(told, Pace):
                pipe.send(await players.play(told))
            else:
                await players.join(told)
                pipe.send("ready")
        players.close()
        await asyncio.sleep(0.1)

    uvloop.run(main())
