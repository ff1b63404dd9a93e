"""The commands `outrider database`: looking after what a server has kept."""

import asyncio
from collections.abc import Awaitable, Callable

from outrider.cli.files import data_folder
from outrider.core.refusal import Refusal, unknown
from outrider.core.wire import shown
from outrider.server.settings import default_database
from outrider.server.storage import opened
from outrider.server.storage.base import Missing, Stage, Storage, StorageError
from outrider.server.times import now

DAY = 24 * 3600 * 1000
ENDED: tuple[Stage, ...] = ("open", "revealing", "over", "archived")


def with_storage(url: str | None, work: Callable[[Storage], Awaitable[None]]) -> None:
    """Do something with an opened storage; a failure is said in one line."""

    async def run() -> None:
        storage = opened(url or default_database(data_folder()))
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


def prune(url: str | None, days: int) -> None:
    """Delete finished and never begun matches that nobody has touched for so many days."""

    async def work(storage: Storage) -> None:
        gone = await storage.prune(now() - days * DAY, ENDED)
        print(f"{gone} matches deleted.")

    with_storage(url, work)


def delete(url: str | None, match: str) -> None:
    async def work(storage: Storage) -> None:
        try:
            await storage.delete(match)
        except Missing:
            raise unknown(f"there is no match {shown(match)}") from None
        print(f"{match} is deleted.")

    with_storage(url, work)
