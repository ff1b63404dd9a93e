"""An action that has nobody to wait for but the disk.

Nearly all are such: nothing else is being written to the match, the clocks have not run out and no
other process has written meanwhile. They are drafted as soon as they are read, and what follows is
done as soon as they are on disk, without a task that would have to be woken in between. All others
go the long way, `Live.write`.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

from outrider.core.frozen import frozen
from outrider.play.match import Draft, Match
from outrider.server.errors import Stale
from outrider.server.live import Live
from outrider.server.staleness import is_stale
from outrider.server.storage.base import Conflict
from outrider.server.watcher import Watcher

LONGER: set[asyncio.Task[None]] = set()
"""What goes the long way after all; nobody else holds it."""


class Asker(Protocol):
    """Whoever wants something to happen in a match."""

    watcher: Watcher

    def answer(self, version: int) -> bytes:
        """What they are answered now that it has happened."""

    def failed(self, error: Exception) -> None:
        """It has not."""

    def done(self) -> None:
        """That was all."""


@frozen
class Wish:
    """What is to happen: by whom, for the version they saw, under an id of their own."""

    draft_of: Callable[[Match], Draft]
    seat: str
    version: int
    client: str


def begin(live: Live, wish: Wish, asker: Asker) -> bool:
    """Do it, if it has nobody to wait for; else do nothing. What is wrong with it is raised."""
    if not taken(live.lock):
        return False
    try:
        begun = _begun(live, wish, asker)
    except BaseException:
        live.lock.release()
        raise
    if not begun:
        live.lock.release()
    return begun


def taken(lock: asyncio.Lock) -> bool:
    """Take a lock if it is free. To acquire one that is does not wait for anything."""
    if lock.locked():
        return False
    acquiring = lock.acquire()
    try:
        acquiring.send(None)
    except StopIteration:
        return True
    acquiring.close()  # somebody else is about to have it
    return False


def _begun(live: Live, wish: Wish, asker: Asker) -> bool:
    match = live.playing()
    if wish.version > match.version or wish.client in live.clients:
        return False
    if is_stale(match, wish.seat, wish.version, False):
        raise Stale
    if live.draft_due(match) is not None:
        return False
    made = live.prepared(match, wish.draft_of(match), wish.client)
    writing = live.storage.append(live.row.id, made.rows, made.change)

    def written(writing: asyncio.Future[None]) -> None:
        try:
            error = asyncio.CancelledError() if writing.cancelled() else writing.exception()
            if error is None:
                live.happened(match, made, asker.watcher, asker.answer)
        except Exception as broken:
            error = broken
        finally:
            live.lock.release()
        if isinstance(error, Conflict):
            longer = asyncio.ensure_future(_anew(live, wish, asker))
            LONGER.add(longer)
            longer.add_done_callback(LONGER.discard)
            return
        if isinstance(error, Exception):
            asker.failed(error)
        asker.done()

    writing.add_done_callback(written)
    return True


async def _anew(live: Live, wish: Wish, asker: Asker) -> None:
    """The long way, as another process was first."""
    try:
        version = await live.write(wish.draft_of, wish.seat, wish.version, wish.client)
        asker.watcher.send(asker.answer(version or wish.version))
    except Exception as error:
        asker.failed(error)
    finally:
        asker.done()
