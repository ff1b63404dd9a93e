"""Tables and scenarios that people make: examined while they do, and shared.

What is shared never changes: a new version is a new one, which says what it follows. It is kept as
the text it was shared with, and told as data; no page takes any of it for markup.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from outrider.core.refusal import Refusal, malformed, unknown
from outrider.core.wire import dumps, parse
from outrider.server.errors import Forbidden, Full
from outrider.server.examining import Examine, examined
from outrider.server.hall import Hall
from outrider.server.identity import Person, a_nickname
from outrider.server.storage.base import Conflict, Missing
from outrider.server.storage.designs import DesignRow
from outrider.server.times import now
from outrider.server.tokens import Mint

LARGEST = 128 * 1024
"""Bytes of one of them. The largest that the readers accept and people would make has 20,000."""
KEPT = 256
GONE = {
    "author": "whoever shared this has deleted it",
    "host": "the host of this server has deleted this",
}


@dataclass(frozen=True, slots=True)
class Sharing:
    """What somebody wants to share, and how."""

    game: str
    kind: str
    value: dict[str, Any]
    title: str
    author: str | None = None
    listed: bool = True
    follows: str | None = None
    client: str | None = None
    """Sent again with the same, it is shared once."""


async def share(hall: Hall, person: Person, wish: Sharing) -> DesignRow:
    """Keep it under a link of its own. It has been examined, and nothing is wrong with it."""
    author = a_nickname(wish.author or person.name or "")
    body = dumps(wish.value)
    size = len(body.encode())
    if size > LARGEST:
        raise malformed(f"what is shared has at most {LARGEST:,} bytes, not {size:,}")
    follows = wish.follows
    if follows is not None:
        try:
            await hall.storage.design(follows)
        except Missing:
            follows = None
    row = DesignRow(
        Mint(hall.key, wish.client).match_name(),
        wish.game,
        wish.kind,
        wish.title,
        author,
        person.who,
        person.origin or "",
        size,
        wish.listed,
        created=now(),
        follows=follows,
        body=body,
    )
    before = await _before(hall, row)
    if before is not None:
        return before
    await check_room(hall, row.origin, size)
    try:
        await hall.storage.put_design(row)
    except Conflict:
        before = await _before(hall, row)
        if before is None:
            raise
        return before
    return row


async def _before(hall: Hall, row: DesignRow) -> DesignRow | None:
    """The same, if it has been shared already: the answer may have been lost."""
    try:
        found = await hall.storage.design(row.id)
    except Missing:
        return None
    return found if found.who == row.who and found.gone is None else None


async def check_room(hall: Hall, origin: str, size: int) -> None:
    """Raises Full where another would be too much."""
    bounds = hall.settings
    count, held = await hall.storage.designs_kept(None)
    if count >= bounds.shared_in_all or held + size > bounds.shared_bytes:
        raise Full(
            f"this server keeps {bounds.shared_in_all:,} shared tables and scenarios, and no more",
            bounds.shared_in_all,
        )
    count, _ = await hall.storage.designs_kept(origin)
    if count >= bounds.shared_per_address:
        raise Full(
            f"of one address {bounds.shared_per_address:,} tables and scenarios are kept, and no"
            " more: delete some that you do not need",
            bounds.shared_per_address,
        )


async def found(hall: Hall, id: str, person: Person) -> DesignRow:
    """One by its link, with its body."""
    try:
        row = await hall.storage.design(id)
    except Missing:
        raise unknown(
            "nothing is shared under that link: look whether all of it is there"
        ) from None
    if row.gone is not None:
        raise unknown(GONE[row.gone])
    if row.hidden and row.who != person.who:
        raise unknown("the host of this server has put this away")
    return row


def value_of(row: DesignRow) -> dict[str, Any]:
    value = parse(row.body or "null")
    assert isinstance(value, dict)
    return value


@lru_cache(KEPT)
def told(row: DesignRow) -> dict[str, Any]:
    """How it is to be played, by today's rules; or what is wrong with it by them."""
    try:
        return examined(Examine(row.game, row.kind, value_of(row), pictured=True))
    except Refusal as refusal:
        return refused(refusal)


def refused(refusal: Refusal) -> dict[str, Any]:
    """What is said of one that today's rules do not even read."""
    finding = {"place": "", "message": refusal.message, "rule": refusal.rule, "grave": True}
    return {"ok": False, "findings": [{**finding, "at": None, "mend": None}], "setting": None}


async def drop(hall: Hall, id: str, person: Person) -> None:
    row = await found(hall, id, person)
    if row.who != person.who:
        raise Forbidden("only who shared it may delete it")
    await hall.storage.drop_design(id, "author")
