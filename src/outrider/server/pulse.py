"""Signs of life: every socket hears in good time how far its match is.

News say so, too. So a table is told only if nobody there has heard anything for a while; where
people play fast, that is never.
"""

import asyncio
import time
from collections.abc import Mapping
from math import ceil
from typing import Protocol

PULSE = 2.0
"""Seconds after which a table hears something. A page that hears nothing for three asks."""
TICK = 0.04
"""Seconds between two looks: tables are not told all at once, as whoever moves just then would wait
for all of them."""


class Beating(Protocol):
    """A match as it is known here."""

    spoke: float

    def beat(self) -> None: ...

    def is_watched(self) -> bool: ...


class Pulse:
    """A wheel: each table lies at the tick at which somebody looks at it again."""

    def __init__(self, tables: Mapping[str, Beating]) -> None:
        self._tables = tables
        self._ticks: list[list[str]] = [[] for _ in range(ceil(PULSE / TICK) + 1)]
        self._at = 0
        self._there: set[str] = set()

    def add(self, id: str) -> None:
        """Somebody has come to a table."""
        if id not in self._there:
            self._there.add(id)
            self._later(id, PULSE)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self.tick()

    def tick(self) -> None:
        """Look at those whose time has come. Nobody is kept in memory by that."""
        self._at = (self._at + 1) % len(self._ticks)
        ids, self._ticks[self._at] = self._ticks[self._at], []
        now = time.monotonic()
        for id in ids:
            table = self._tables.get(id)
            if table is None or not table.is_watched():
                self._there.discard(id)
                continue
            left = table.spoke + PULSE - now
            if left <= TICK:
                table.beat()
                left = PULSE
            self._later(id, left)

    def _later(self, id: str, seconds: float) -> None:
        ticks = min(max(1, int(seconds / TICK)), len(self._ticks) - 1)
        self._ticks[(self._at + ticks) % len(self._ticks)].append(id)
