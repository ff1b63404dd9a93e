"""Records that people bring along: read and replayed elsewhere, kept here."""

import asyncio
from contextlib import suppress
from typing import Any

from outrider.server import tokens
from outrider.server.bounds import bounded_lines
from outrider.server.errands import Bring, Brought
from outrider.server.hall import Hall
from outrider.server.identity import Person
from outrider.server.storage.base import Change, LineRow, MatchRow, Missing, SeatRow
from outrider.server.times import now

AT_ONCE = 500
"""Lines that are written together. Others' moves are written in between."""
FRAME = 2
"""Lines of a record that are none of the game: the header and the result."""


async def archive(hall: Hall, person: Person, text: bytes, address: str) -> str:
    """Keep a record that somebody brought along, once it has been replayed and holds."""
    # Before any of it is read: what is too long is not looked into.
    bounded_lines(text.rstrip(b"\n").count(b"\n") + 1 - FRAME)
    await hall.quotas.check(person.origin, len(text))
    brought: Brought = await hall.heavy.do(Bring(text), address)
    id, at = tokens.match_name(), now()
    names = brought.header["names"]
    seats = [SeatRow(id, seat, "link", name=names.get(seat)) for seat in brought.header["seats"]]
    setup: dict[str, Any] = {
        "clock": None,
        "dice": "brought",
        "secret": "",
        "header": brought.header,
    }
    if brought.closing is not None:
        setup |= {"chained": True, "closing": brought.closing}
    row = MatchRow(
        id,
        brought.played["game"],
        brought.played["rules"],
        brought.played,
        setup,
        person.who,
        tokens.hashed(tokens.fresh()),
        True,
        at,
        # Archived when all of it is there. Until then nobody joins, watches or replays it.
        "revealing",
        None,
        at,
    )
    await hall.storage.create(row, seats, hall.quotas.origin(person.origin, len(text)))
    try:
        await _written(hall, id, at, brought)
    except BaseException:
        with suppress(Missing):
            await asyncio.shield(hall.storage.delete(id))
        raise
    hall.metrics.count("records_brought")
    return id


async def _written(hall: Hall, id: str, at: int, brought: Brought) -> None:
    lines = brought.lines
    for start in range(0, len(lines), AT_ONCE):
        part = lines[start : start + AT_ONCE]
        rows = [LineRow(start + n, line, at) for n, line in enumerate(part, 1)]
        await hall.storage.append(id, rows, Change(at, None, "revealing"))
    await hall.storage.append(id, [], Change(at, None, "archived", brought.result))
