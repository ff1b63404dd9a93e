"""What the seats that are asked may do, told to the pages that want it, once a version.

Such a page says so in its hello, and asks nothing to show what may be done: offers, reach, threats
and losses come after the news. They are worked out in a thread, or in a process of its own where
the table is large. A match that goes on meanwhile is looked at again, and never twice at a time.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from outrider.core.refusal import Refusal
from outrider.play.desk import Desk
from outrider.play.match import Match
from outrider.play.older import OlderMatch
from outrider.play.questions import Look
from outrider.server.errors import Busy
from outrider.server.heavy import Failed, Heavy
from outrider.server.live import Live
from outrider.server.saying import said
from outrider.server.trying import Try
from outrider.server.watcher import Watcher

LONG = 0.004
"""Seconds. Where a look usually takes longer it is kernels that do, which hold nobody up but who is
next: such games have a thread to themselves, so that the looks of all others, which take a fraction
of that, come before. More threads than these two would get in the way of the event loop."""
WEIGHT = 0.2
"""Of the latest look in what is usual."""


class Lanes:
    """A thread for looks that are quick, and one for those that are not, as games have turned out
    to be so far."""

    def __init__(self) -> None:
        self._threads = [ThreadPoolExecutor(1, f"outrider-looks-{each}") for each in range(2)]
        self._usual: dict[str, float] = {}

    async def do(self, game: str, look: Callable[[], bytes]) -> bytes:
        def timed() -> bytes:
            begun = time.thread_time()
            found = look()
            if found:
                took = time.thread_time() - begun
                usual = self._usual.get(game, took)
                self._usual[game] = usual + WEIGHT * (took - usual)
            return found

        lane = self._threads[self._usual.get(game, 0.0) > LONG]
        return await asyncio.get_running_loop().run_in_executor(lane, timed)

    def close(self) -> None:
        for thread in self._threads:
            thread.shutdown(wait=False, cancel_futures=True)


class Looks:
    """Whoever looks, for all matches of this process."""

    def __init__(self, heavy: Heavy, spawn: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self._heavy = heavy
        self._spawn = spawn
        self._lanes = Lanes()
        self._busy: set[str] = set()

    def tell(self, live: Live) -> None:
        """Something has happened in a match, or somebody has come: those who are asked and do not
        know what they may do are told."""
        if live.row.id in self._busy or not _wanting(live):
            return
        self._busy.add(live.row.id)
        self._spawn(self._told(live))

    async def _told(self, live: Live) -> None:
        try:
            while wanting := _wanting(live):
                match = live.playing()
                version, deciders = match.version, match.deciders()
                addresses = {
                    seat: watcher.looks or ""
                    for watcher in wanting
                    for seat in deciders
                    if seat in watcher.seats
                }
                found = {
                    seat: await self._looked(live, match, seat, address)
                    for seat, address in addresses.items()
                }
                for watcher in wanting:
                    watcher.looked = version
                if match.version != version:
                    continue  # it has gone on: nobody wants to know any more
                for watcher in wanting:
                    for seat in watcher.seats & found.keys():
                        watcher.send(found[seat])
        finally:
            self._busy.discard(live.row.id)

    async def _looked(self, live: Live, match: Match, seat: str, address: str) -> bytes:
        """What is said of a seat; that it could not be found out, where the server has too much to
        do: then the page may ask."""
        version, state = match.version, match.state
        about = {"type": "look", "of": version, "seat": seat}
        if not live.weight.light:
            trial = Try(match.game.id, match.game.dump(state), {"do": "look", "seat": seat})
            try:
                return said({**about, **await self._heavy.do(trial, address)})
            except (Refusal, Busy, Failed) as error:
                message = getattr(error, "message", "something went wrong here")
                return said({**about, "error": {"kind": "unknown", "message": message}})

        def looked() -> bytes:
            if match.version != version:
                return b""  # while it waited for its turn
            return said({**about, **Desk(match.game, state).answer(Look(seat)).to_json()})

        return await self._lanes.do(match.game.id, looked)

    def close(self) -> None:
        self._lanes.close()


def _wanting(live: Live) -> list[Watcher]:
    """Who wants to know what they may do, is asked something and has not been told."""
    wanting = [watcher for watcher in live.watchers if watcher.looks is not None]
    match = live.match
    if not wanting or match is None or isinstance(match, OlderMatch) or live.row.stage != "running":
        return []
    asked = frozenset(match.deciders())
    return [each for each in wanting if each.looked != match.version and each.seats & asked]
