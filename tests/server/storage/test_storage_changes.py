"""Who hears of changes, and how soon."""

import asyncio
import gc
import time
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from outrider.server.storage.base import Conflict
from outrider.server.storage.feed import MOST, Feed, Feeds
from outrider.server.storage.moving import Movable
from server.storage.keeping import a_change, a_line, run, seats, storage, with_match


async def heard(feed: Feed, within: float = 10.0) -> str:
    async with asyncio.timeout(within):
        return await anext(feed)


async def nothing_more(feed: Feed) -> None:
    with pytest.raises(TimeoutError):
        await heard(feed, 0.3)


def feed_of(found: Movable) -> Feed:
    feed = found.changes()
    assert isinstance(feed, Feed)
    return feed


def test_ones_own_changes(url: str) -> None:
    async def test(found: Movable) -> None:
        feed = feed_of(found)
        await with_match(found)
        assert await heard(feed) == "m"
        free = seats()[1]
        await found.take_seat(free, replace(free, who="bert"))
        assert await heard(feed) == "m"
        await found.set_stage("m", "open", "running", 1)
        assert await heard(feed) == "m"
        await found.append("m", [a_line(1)], a_change())
        assert await heard(feed) == "m"
        with pytest.raises(Conflict):
            await found.append("m", [a_line(1)], a_change())
        assert await found.lease("m", "p", 10, 0)
        await nothing_more(feed)
        await found.delete("m")
        assert await heard(feed) == "m"
        await with_match(found, "old", created=1, touched=1)
        assert await heard(feed) == "old"
        assert await found.prune(5, ["open"]) == 1
        assert await heard(feed) == "old"
        await nothing_more(feed)

    run(url, test)


def test_lines_of_ones_own_can_be_left_out(url: str) -> None:
    """All else is told; and to another process, everything."""

    async def test(found: Movable) -> None:
        async with storage(url) as other:
            deaf, theirs = found.changes(own=False), other.changes(own=False)
            assert isinstance(deaf, Feed) and isinstance(theirs, Feed)
            await with_match(found)
            assert await heard(deaf) == "m"
            assert await heard(theirs) in ("m", "")
            await asyncio.gather(*(found.append("m", [a_line(n)], a_change()) for n in (1, 2)))
            assert await heard(theirs) in ("m", "")
            await nothing_more(deaf)
            await found.set_stage("m", "running", "over", 1)
            assert await heard(deaf) == "m"

    run(url, test)


def test_many_pruned_at_once(url: str) -> None:
    async def test(found: Movable) -> None:
        ids = {f"m{k}" for k in range(150)}
        await asyncio.gather(*(with_match(found, id, created=1, touched=1) for id in ids))
        await asyncio.sleep(0.3)
        feed = feed_of(found)
        assert await found.prune(5, ["open"]) == 150
        first = await heard(feed)
        if first:
            assert {first, *[await heard(feed) for _ in range(149)]} == ids
        await nothing_more(feed)

    run(url, test)


def test_changes_of_another_process_with_postgresql(database: str) -> None:
    """Over two pools, as two processes have them."""

    async def test(found: Movable) -> None:
        async with storage(database) as other:
            await with_match(found)
            feed = feed_of(other)
            for n in range(1, 101):
                await found.append("m", [a_line(n)], a_change())
                assert await heard(feed) == "m"
                assert (await other.lines("m", n - 1))[0].n == n
            await asyncio.gather(*(with_match(found, f"o{k}") for k in range(50)))
            assert {await heard(feed) for _ in range(50)} == {f"o{k}" for k in range(50)}

    run(database, test)


@pytest.mark.slow
def test_changes_of_another_process_come_soon_with_postgresql(database: str) -> None:
    """The time it takes, on a machine that has little else to do."""

    async def test(found: Movable) -> None:
        async with storage(database) as other:
            await with_match(found)
            feed = feed_of(other)
            took = []
            for n in range(1, 101):
                begun = time.perf_counter()
                await found.append("m", [a_line(n)], a_change())
                assert await heard(feed) == "m"
                took.append(time.perf_counter() - begun)
            assert sorted(took)[50] < 0.05, took

    run(database, test)


def test_changes_of_another_process_with_sqlite(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/matches.db"

    async def test(found: Movable) -> None:
        async with storage(url) as other:
            feed, own = feed_of(other), feed_of(found)
            for n in range(3):
                await with_match(found, f"m{n}")
                assert await heard(feed) == ""
                assert await heard(own) == f"m{n}"
            await nothing_more(feed)
            await nothing_more(own)

    run(url, test)


def test_feeds(url: str) -> None:
    """Several can listen; they end with the storage, or when somebody has heard enough."""

    async def test(found: Movable) -> None:
        first, second, third = feed_of(found), feed_of(found), feed_of(found)
        await with_match(found)
        assert await heard(first) == await heard(second) == "m"
        async with aclosing(second):
            pass
        assert [id async for id in second] == []
        waiting = asyncio.create_task(heard(first))
        await asyncio.sleep(0)
        await found.close()
        with pytest.raises(StopAsyncIteration):
            await waiting
        assert [id async for id in third] == ["m"]

    run(url, test)


def test_a_slow_listener_hears_of_a_match_once() -> None:
    async def test() -> None:
        feeds = Feeds()
        assert not feeds
        feed = feeds.new()
        assert feeds
        for id in "abab":
            feeds.tell([id])
        assert [await anext(feed), await anext(feed)] == ["a", "b"]
        feeds.tell(str(k) for k in range(MOST + 1))
        feeds.tell(["c"])
        assert [await anext(feed), await anext(feed)] == ["", "c"]
        del feed
        gc.collect()
        assert not feeds

    asyncio.run(test())
