"""Rows to keep, and storages to keep them in."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from outrider.server.storage import opened
from outrider.server.storage.base import Change, LineRow, MatchRow, SeatRow, Storage
from outrider.server.storage.moving import Movable

T = TypeVar("T")
PATIENCE = 180.0

HEADER = {
    "game": "chequers",
    "options": {"z": 1, "a": [1.5, None, True], "": "a half pair \ud83d, a \x00 and an \u00e9"},
    "first": 2**60,
}


def a_match(id: str = "m", **fields: Any) -> MatchRow:
    values: dict[str, Any] = {
        "id": id,
        "game": "chequers",
        "rules": "1.2",
        "header": HEADER,
        "setup": {"clock": {"each": 30}, "dice": "fair"},
        "host": "anna",
        "watch": "f" * 64,
        "listed": True,
        "created": 1_700_000_000_000,
        "touched": 1_700_000_000_000,
    }
    return MatchRow(**values | fields)


def seats(id: str = "m", **fields: Any) -> tuple[SeatRow, SeatRow]:
    """Not in the order of their names, and the second is free."""
    first = SeatRow(id, "white", "me", name="Änna", who="anna", token="a" * 64, commitment="c" * 64)
    return first, SeatRow(id, "black", "link", **{"invite": "b" * 64} | fields)


def a_line(n: int, client: str | None = None, text: str = "e4") -> LineRow:
    return LineRow(n, {"n": n, "choice": {"seat": "white", "move": text}}, 1_000 + n, client)


def a_change(touched: int = 1_700_000_000_500, **fields: Any) -> Change:
    return Change(touched, **fields)


@asynccontextmanager
async def storage(url: str) -> AsyncIterator[Movable]:
    found = opened(url)
    await found.open()
    try:
        yield found
    finally:
        await found.close()


def run(url: str, test: Callable[[Movable], Awaitable[T]]) -> T:
    """Run a test with a storage of its own, with a bound."""

    async def bounded() -> T:
        async with asyncio.timeout(PATIENCE), storage(url) as found:
            return await test(found)

    return asyncio.run(bounded())


async def with_match(found: Storage, id: str = "m", **fields: Any) -> None:
    await found.create(a_match(id, **fields), seats(id))
