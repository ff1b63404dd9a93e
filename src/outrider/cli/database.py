"""The commands `outrider database`: looking after what a server has kept."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import fields, replace

from outrider.cli.files import data_folder
from outrider.core.refusal import Refusal, malformed, unknown
from outrider.core.wire import shown
from outrider.server.pruning import Bound
from outrider.server.pruning import bounds as bounds_of
from outrider.server.settings import Keep, default_database
from outrider.server.storage import opened
from outrider.server.storage.base import Missing, Stage, Storage, StorageError
from outrider.server.storage.sqlite import SqliteStorage
from outrider.server.times import now

ENDED: tuple[Stage, ...] = ("open", "revealing", "over", "archived")


def with_storage(url: str | None, work: Callable[[Storage], Awaitable[None]]) -> None:
    """Do something with an opened storage; a failure is said in one line."""

    async def run() -> None:
        storage = opened(url or default_database(data_folder()))
        if isinstance(storage, SqliteStorage) and not storage.path.exists():
            # To open it would make one.
            raise StorageError(f"there is no {storage.path}")
        await storage.open()
        try:
            await work(storage)
        finally:
            await storage.close()

    try:
        asyncio.run(run())
    except StorageError as error:
        raise Refusal("unknown", str(error)) from None


def list_matches(url: str | None) -> None:
    async def work(storage: Storage) -> None:
        counts = await storage.counts()
        for stage, count in counts.items():
            print(f"{stage:<10} {count}")
        print(f"{'all':<10} {sum(counts.values())}")

    with_storage(url, work)


def prune(url: str | None, days: int | None, keep: Sequence[str] = (), dry: bool = False) -> None:
    """Delete what nobody has touched for longer than it is kept, or with `days` all finished and
    never begun matches of that age."""
    bounds = [*bounds_of(keep_of(keep))] if days is None else [Bound("old", days, ENDED, "old")]

    async def work(storage: Storage) -> None:
        at = now()
        for bound in bounds:
            ask = bound.count if dry else bound.prune
            count = await ask(storage, at)
            said = f"{bound.words}, {bound.days} days"
            print(f"{said:<40} {count:>7,} {'would go' if dry else 'deleted'}")

    with_storage(url, work)


def keep_of(pairs: Sequence[str]) -> Keep:
    """How long matches are kept, from `over=365` and the like."""
    return replace(Keep(), **numbers(pairs, [each.name for each in fields(Keep)]))


def numbers(pairs: Sequence[str], known: Sequence[str]) -> dict[str, int]:
    found = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        name = name.replace("-", "_")
        if name not in known:
            names = ", ".join(known).replace("_", "-")
            raise malformed(f"{shown(pair)}: there are {names}, each as NAME=NUMBER")
        if not value.isdecimal() or len(value) > 15:
            raise malformed(f"{shown(pair)} needs a whole number after the =")
        found[name] = int(value)
    return found


def delete(url: str | None, match: str) -> None:
    async def work(storage: Storage) -> None:
        try:
            await storage.delete(match)
        except Missing:
            raise unknown(f"there is no match {shown(match)}") from None
        print(f"{match} is deleted.")

    with_storage(url, work)
