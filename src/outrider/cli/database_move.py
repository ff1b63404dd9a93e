"""`outrider database move`: from SQLite to PostgreSQL, or back."""

import asyncio
import sys

from outrider.core.refusal import malformed
from outrider.server.storage import opened
from outrider.server.storage.base import StorageError
from outrider.server.storage.moving import Movable
from outrider.server.storage.moving import move as moved
from outrider.server.storage.sqlite import SqliteStorage

WORDS = {
    "matches": "matches",
    "seats": "seats",
    "lines": "lines of records",
    "hidden": "matches hidden by somebody",
    "origins": "matches with where they came from",
    "downs": "times without a server",
    "kept": "secrets of the server",
    "designs": "shared tables and scenarios",
    "campaigns": "campaigns",
    "followers": "people in them",
    "battles": "battles of them",
}


def move(source_url: str, target_url: str) -> None:
    """Copy all that is in one storage into another, which must be empty, and say how much it was.
    The servers have to be stopped."""
    try:
        source, target = opened(source_url), opened(target_url)
        if source.url == target.url:
            raise StorageError(f"{source.url} would be moved to itself")
        if isinstance(source, SqliteStorage) and not source.path.exists():
            raise StorageError(f"there is no {source.path}")
        totals = asyncio.run(_moved(source, target))
    except StorageError as error:
        raise malformed(str(error)) from None
    print(f"{source.url} -> {target.url}")
    for what, count in totals.items():
        print(f"  {count:>9,} {WORDS[what]}")


async def _moved(source: Movable, target: Movable) -> dict[str, int]:
    try:
        await source.open()
        await target.open()
        return await moved(source, target, _show)
    finally:
        await target.close()
        await source.close()


def _show(done: int, of: int) -> None:
    """On a terminal, one line that is written over again and again."""
    if sys.stderr.isatty():
        end = "\n" if done == of else ""
        print(f"\rmatches: {done:,} of {of:,}", end=end, file=sys.stderr, flush=True)
