"""`outrider database shared`: what people have shared, for whoever runs the server."""

from collections.abc import Awaitable
from datetime import UTC, datetime

from outrider.cli.database import with_storage
from outrider.core.refusal import unknown
from outrider.core.wire import shown
from outrider.server.storage.base import Missing, Storage

BATCH = 200


def list_shared(url: str | None) -> None:
    async def work(storage: Storage) -> None:
        count, size = await storage.designs_kept(None)
        rows = await storage.all_designs("", BATCH)
        while rows:
            for row in rows:
                day = datetime.fromtimestamp(row.created / 1000, UTC).date()
                state = row.gone and f"deleted by the {row.gone}"
                state = state or ("hidden" if row.hidden else "" if row.listed else "by link only")
                title = _plain(row.title)
                print(f"{row.id}  {day}  {row.game:<14} {row.kind:<9} {title}"
                      f"  ({_plain(row.author)}){state and '  ' + state}")  # fmt: skip
            rows = await storage.all_designs(rows[-1].id, BATCH)
        print(f"{count:,} in all, {size:,} bytes")

    with_storage(url, work)


def _plain(text: str) -> str:
    """What a stranger wrote, on a terminal."""
    return text if text.isprintable() else ascii(text)


def hide(url: str | None, id: str, hidden: bool) -> None:
    async def work(storage: Storage) -> None:
        await _found(id, storage.hide_design(id, hidden))
        print(f"{id} is {'hidden' if hidden else 'on the shelf again'}.")

    with_storage(url, work)


def delete(url: str | None, id: str) -> None:
    async def work(storage: Storage) -> None:
        await _found(id, storage.drop_design(id, "host"))
        print(f"{id} is deleted.")

    with_storage(url, work)


async def _found(id: str, deed: Awaitable[None]) -> None:
    try:
        await deed
    except Missing:
        raise unknown(f"nothing is shared under {shown(id)}") from None
