"""How often somebody may ask, and whose turn it is when many do."""

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

MOST_KEPT = 10_000
ALONE = 4
"""Requests of one address that are let in together if nobody else asks."""


@dataclass(slots=True)
class Bucket:
    """So many at once, so many a second after that."""

    most: float
    a_second: float
    held: float = inf
    """More than there ever is, until it is first looked at."""
    filled: float = 0.0

    def take(self, now: float, cost: float = 1.0) -> float:
        """0 if one may go ahead, else the seconds to wait. Whatever costs more than there ever is
        takes all of it."""
        cost = min(cost, self.most)
        self._fill(now)
        if self.held >= cost:
            self.held -= cost
            return 0.0
        return (cost - self.held) / self.a_second

    def spend(self, now: float, cost: float) -> float:
        """Take what has been used already, if need be on credit: the seconds until it is paid."""
        self._fill(now)
        self.held -= cost
        return max(0.0, -self.held / self.a_second)

    def _fill(self, now: float) -> None:
        self.held = min(self.most, self.held + (now - self.filled) * self.a_second)
        self.filled = now

    def give_back(self, cost: float) -> None:
        self.held = min(self.most, self.held + cost)


class Limits:
    """A bucket for each address; the least used are forgotten."""

    def __init__(self, most: float, a_second: float) -> None:
        self._most, self._rate = most, a_second
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, address: str, cost: float = 1.0) -> float:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._most, self._rate)
            if len(self._buckets) > MOST_KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(time.monotonic(), cost)

    def give_back(self, address: str, cost: float) -> None:
        """What was asked for and not used."""
        if address in self._buckets:
            self._buckets[address].give_back(cost)


class Room:
    """Bytes that are held for requests under way: for those of one address, and in all."""

    def __init__(self, each: int, every: int) -> None:
        self._each, self._every = each, every
        self._held: Counter[str] = Counter()
        self._all = 0

    def take(self, address: str, size: int) -> bool:
        """Whether there is room for them; then it is taken."""
        if self._held[address] + size > self._each or self._all + size > self._every:
            return False
        self._held[address] += size
        self._all += size
        return True

    def leave(self, address: str, size: int) -> None:
        self._all -= size
        self._held[address] -= size
        if not self._held[address]:
            del self._held[address]


class Gate:
    """Requests are let in by turns: one of each address in a round of the event loop. Whoever has a
    hundred sockets waits for themselves, and not others for them."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Callable[[], bool]]] = {}
        self._called = False

    def enter(self, address: str, go: Callable[[], bool]) -> bool:
        """Whether one may go on at once. Else `go` is called when it is one's turn, and says
        whether there was still somebody to go."""
        if not self._called:
            # The first of a round, with nobody before it: the rest of them wait for the next.
            self._call(asyncio.get_running_loop())
            return True
        self._waiting.setdefault(address, deque()).append(go)
        return False

    async def turn(self, address: str) -> None:
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def go() -> bool:
            if place.done():  # whoever asked has gone
                return False
            place.set_result(None)
            return True

        if not self.enter(address, go):
            await place

    def _call(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._called:
            self._called = True
            loop.call_soon(self._round, loop)

    def _round(self, loop: asyncio.AbstractEventLoop) -> None:
        self._called = False
        each = ALONE if len(self._waiting) == 1 else 1
        for address, queue in tuple(self._waiting.items()):
            let = 0
            while queue and let < each:
                let += queue.popleft()()
            if not queue:
                del self._waiting[address]
        if self._waiting:
            self._call(loop)
