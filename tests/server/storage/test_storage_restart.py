"""PostgreSQL goes away and comes back; the server need not be started again."""

import asyncio
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from outrider.server.storage import postgres_appends, postgres_links
from outrider.server.storage.base import Conflict, StorageError
from outrider.server.storage.moving import Movable
from server.postgres import Cluster
from server.storage.keeping import PATIENCE, a_change, a_line, a_match, run, seats, with_match


@pytest.fixture
def again(cluster: Cluster) -> Iterator[Cluster]:
    """Whatever a test does to it, it runs afterwards."""
    yield cluster
    if not cluster.running:
        cluster.start()


async def noticed(found: Movable) -> None:
    """Something in every pooled connection, so that all of them break."""
    await asyncio.gather(*(found.counts() for _ in range(8)))


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["restart", "crash"])
def test_everything_goes_on_after_a_restart(
    again: Cluster, database: str, how: signal.Signals
) -> None:
    async def test(found: Movable) -> None:
        await with_match(found)
        await noticed(found)
        feed = found.changes()
        writing = [
            asyncio.ensure_future(found.append("m", [a_line(1, "a"), a_line(2)], a_change())),
            asyncio.create_task(found.create(a_match("n"), seats("n"))),
        ]
        await asyncio.sleep(0)
        again.stop(how)
        reading = [asyncio.create_task(found.match("m")), asyncio.create_task(found.lines("m"))]
        late = asyncio.ensure_future(found.append("m", [a_line(3)], a_change()))
        await asyncio.sleep(0.3)
        assert not late.done()
        again.start()
        await asyncio.gather(*writing, *reading, late)
        assert await found.lines("m") == (a_line(1, "a"), a_line(2), a_line(3))
        assert await found.match("n") == a_match("n")
        async with asyncio.timeout(PATIENCE):
            while await anext(feed) != "":
                pass
        # The listener is back, too.
        await found.append("m", [a_line(4)], a_change())
        async with asyncio.timeout(PATIENCE):
            while await anext(feed) != "m":
                pass
        with pytest.raises(Conflict):
            await found.append("m", [a_line(4)], a_change())

    run(database, test)


def test_a_server_that_stays_away(
    again: Cluster, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(found: Movable) -> None:
        await with_match(found)
        monkeypatch.setattr(postgres_links, "PATIENCE", 0.3)
        again.stop()
        for asked in (
            found.match("m"),
            found.append("m", [a_line(1)], a_change()),
            found.beat(1, 1),
        ):
            with pytest.raises(StorageError) as error:
                await asked
            assert "unused-pw" not in str(error.value)
        again.start()
        monkeypatch.setattr(postgres_links, "PATIENCE", 10.0)
        await found.append("m", [a_line(1)], a_change())

    run(database, test)


def test_a_write_whose_answer_was_lost(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was written, but the connection broke before it was said: the second try sees that."""
    real = postgres_links.Links.use
    lose = True

    async def losing(self, work, done=None, tries=0):  # type: ignore[no-untyped-def]
        first = True

        async def lost(link):  # type: ignore[no-untyped-def]
            nonlocal first
            answer = await work(link)
            if first and done is not None and lose:
                first = False
                raise ConnectionResetError
            return answer

        return await real(self, lost, done, tries)

    monkeypatch.setattr(postgres_links.Links, "use", losing)

    async def test(found: Movable) -> None:
        nonlocal lose
        await with_match(found)
        await found.append("m", [a_line(1, "a"), a_line(2)], a_change())
        before, after = seats()[1], seats(who="bert")[1]
        await found.take_seat(before, after)
        await found.set_stage("m", "running", "over", 77)
        assert await found.match("m") == a_match(stage="over", touched=77)
        assert await found.lines("m") == (a_line(1, "a"), a_line(2))
        assert await found.seats("m") == (seats()[0], after)
        await found.delete("m")
        lose = False
        await with_match(found)
        await found.append("m", [a_line(1, "b")], a_change())
        lose = True
        # Somebody else's line is no answer to it.
        for lines in ([a_line(1, "a")], [a_line(1, "b"), a_line(2)], [a_line(2, "b")]):
            with pytest.raises(Conflict):
                await found.append("m", lines, a_change())
        with pytest.raises(Conflict):
            await found.create(a_match(host="somebody else"), seats())
        with pytest.raises(Conflict):
            await found.take_seat(after, before)
        with pytest.raises(Conflict):
            await found.set_stage("m", "open", "over", 78)
        assert await found.lines("m") == (a_line(1, "b"),)

    run(database, test)


def test_a_group_whose_answer_was_lost(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several matches in one transaction: each is looked after by itself."""
    real = postgres_appends._written

    async def losing(link: Any, group: Any, process: str) -> set[str]:
        answer = await real(link, group, process)
        if len(group) > 1:
            raise ConnectionResetError
        return answer

    monkeypatch.setattr(postgres_appends, "_written", losing)

    async def test(found: Movable) -> None:
        ids = [f"m{k}" for k in range(5)]
        await asyncio.gather(*(with_match(found, id) for id in ids))
        await asyncio.gather(*(found.append(id, [a_line(1)], a_change()) for id in ids))
        assert [len(await found.lines(id)) for id in ids] == [1] * 5

    run(database, test)


def test_a_closed_storage(database: str) -> None:
    async def test(found: Movable) -> None:
        await with_match(found)
        last = asyncio.ensure_future(found.append("m", [a_line(1)], a_change()))
        await asyncio.sleep(0)
        await found.close()
        await last
        for asked in (found.counts(), found.append("m", [a_line(2)], a_change())):
            with pytest.raises(StorageError, match="not open"):
                await asked
        await found.close()

    run(database, test)
