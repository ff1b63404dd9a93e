"""What is special about the file: its threads, its groups, and a disk that is full."""

import asyncio
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from outrider.server.storage import sqlite, sqlite_threads
from outrider.server.storage.base import Conflict, LineRow, StorageError
from outrider.server.storage.sqlite import SqliteStorage
from outrider.server.storage.sqlite_log import Log
from server.storage.keeping import PATIENCE, a_change, a_line, a_match, seats, with_match


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


async def limited(found: SqliteStorage, spare: int | None) -> None:
    """Let the file grow by so many pages only."""

    def work(db: sqlite3.Connection) -> None:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        most = 2**30 if spare is None else pages + spare
        db.execute(f"PRAGMA max_page_count = {most}")

    assert found._writer is not None
    await found._writer.do(work)


def test_a_full_disk(path: Path) -> None:
    async def test() -> None:
        found = SqliteStorage(path)
        await found.open()
        for id in ("m", "o", "p"):
            await with_match(found, id)
        await found.append("m", [a_line(1)], a_change(1))
        await limited(found, 3)
        huge = [a_line(n, None, "x" * 5_000) for n in range(2, 40)]
        with pytest.raises(StorageError, match="full"):
            await found.append("m", huge, a_change(2, stage="over"))
        with pytest.raises(StorageError, match="full"):
            await found.create(a_match("big", setup={"a": "x" * 100_000}), seats("big"))
        # In company of others, which do not suffer from it.
        done = await asyncio.gather(
            found.append("m", huge, a_change(2)),
            found.append("o", [a_line(1)], a_change(3)),
            found.append("p", [a_line(1)], a_change(3)),
            found.lease("o", "p", 10, 0),
            return_exceptions=True,
        )
        assert isinstance(done[0], StorageError)
        assert [*done[1:]] == [None, None, True]
        assert await found.match("m") == a_match(touched=1, stage="running")
        assert await found.lines("m") == (a_line(1),)
        assert [id for id in ("m", "o", "p") if len(await found.lines(id)) == 1] == ["m", "o", "p"]
        await limited(found, None)
        await found.append("m", huge, a_change(2))
        assert len(await found.lines("m")) == 39
        await found.close()

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_nothing_waits_for_somebody_elses_lock(path: Path) -> None:
    """Another program writes for a while: the loop goes on, readers read, writers wait."""

    async def test() -> None:
        found = SqliteStorage(path)
        await found.open()
        await with_match(found)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.ensure_future(found.append("m", [a_line(1)], a_change()))
        # A loop that waited for the lock would wait until the writer gives up.
        for _ in range(60):
            assert (await found.match("m")).id == "m"
            await asyncio.sleep(0.005)
        assert not writing.done()
        other.execute("COMMIT")
        other.close()
        await writing
        assert await found.lines("m") == (a_line(1),)
        await found.close()

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_a_lock_that_is_never_given_back(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_threads, "PATIENCE", 0.2)

    async def test() -> None:
        found = SqliteStorage(path)
        await found.open()
        await with_match(found)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="locked"):
            await found.append("m", [a_line(1)], a_change())
        other.close()
        await found.append("m", [a_line(1)], a_change())
        await found.close()

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_what_waits_is_committed_together(path: Path) -> None:
    """Many appends make few transactions, and one that conflicts does not harm the others."""

    async def test() -> None:
        found = SqliteStorage(path)
        await found.open()
        ids = [f"m{k}" for k in range(500)]
        await asyncio.gather(*(with_match(found, id) for id in ids))
        assert found._writer is not None
        commits = 0

        def traced(statement: str) -> None:
            nonlocal commits
            commits += statement == "COMMIT"

        found._writer.connection.set_trace_callback(traced)
        begun = time.process_time()
        for n in range(1, 5):
            await asyncio.gather(*(found.append(id, [a_line(n)], a_change()) for id in ids))
        took = time.process_time() - begun
        assert commits <= 40
        assert 4 * len(ids) / took > 1_000
        done = await asyncio.gather(
            *(found.append(id, [a_line(4 if id == "m7" else 5)], a_change()) for id in ids),
            return_exceptions=True,
        )
        assert [id for id, one in zip(ids, done, strict=True) if one is not None] == ["m7"]
        assert isinstance(done[7], Conflict)
        found._writer.connection.set_trace_callback(None)
        await found.close()

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_two_appends_of_one_match_in_one_group(path: Path) -> None:
    async def test() -> None:
        found = SqliteStorage(path)
        await found.open()
        await with_match(found)
        await asyncio.gather(*(found.append("m", [a_line(n)], a_change(n)) for n in range(1, 9)))
        assert len(await found.lines("m")) == (await found.match("m")).touched == 8
        await found.close()

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_a_caller_who_does_not_wait(path: Path) -> None:
    async def test() -> None:
        found = SqliteStorage(path)
        await found.open()
        await with_match(found)
        for n in range(1, 30):
            task = asyncio.ensure_future(found.append("m", [a_line(n)], a_change()))
            await asyncio.sleep(0)
            task.cancel()
        await found.append("m", [a_line(30)], a_change())
        assert len(await found.lines("m")) == 30
        last = asyncio.ensure_future(found.append("m", [a_line(31)], a_change()))
        await asyncio.sleep(0)
        await found.close()
        await last
        for asked in (found.counts(), found.beat(1, 1)):
            with pytest.raises(StorageError, match="closed"):
                await asked
        await found.close()
        await found.open()
        assert len(await found.lines("m")) == 31
        await found.close()

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_not_open(path: Path) -> None:
    async def test() -> None:
        found = SqliteStorage(path)
        for asked in (found.counts(), found.beat(1, 1)):
            with pytest.raises(StorageError, match="not open"):
                await asked
        await found.close()

    asyncio.run(test())


def test_the_file_is_as_safe_as_it_can_be(path: Path) -> None:
    async def test() -> None:
        found = SqliteStorage(path)
        await found.open()
        assert found._writer is not None
        for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            got = await found._writer.do(
                lambda db, pragma=pragma: db.execute(f"PRAGMA {pragma}").fetchone()  # type: ignore[misc]
            )
            assert got == (value,)
        with pytest.raises(StorageError, match="readonly"):
            await found._all("DELETE FROM matches")
        await found.close()
        # All of it is in the one file: it can be copied.
        assert [file.name for file in path.parent.iterdir()] == ["matches.db"]

    asyncio.run(test())


def test_a_large_file_is_not_read_through(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        found = SqliteStorage(path)
        await found.open()
        await found.close()
        monkeypatch.setattr(sqlite, "LARGEST_CHECKED", 1)
        await found.open()
        await found.close()

    asyncio.run(test())


def test_what_others_write_before_its_thread_is_under_way_is_heard_of(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()
    run = sqlite_threads.Writer._run

    def late(writer: sqlite_threads.Writer) -> None:
        begun.wait()
        run(writer)

    async def test() -> None:
        first = SqliteStorage(path)
        await first.open()
        monkeypatch.setattr(sqlite_threads.Writer, "_run", late)
        second = SqliteStorage(path)
        await second.open()
        changes = second.changes(own=False)
        await with_match(first, "m")
        begun.set()
        async with asyncio.timeout(PATIENCE):
            assert await anext(changes) == ""
        await second.close()
        await first.close()

    asyncio.run(test())


def test_a_line_writes_no_index_of_its_match_that_it_does_not_change(path: Path) -> None:
    """An action is on disk before it is told, so every page more is waited for."""

    async def test() -> None:
        found = SqliteStorage(path)
        await found.open()
        await with_match(found)
        log = Log(Path(f"{path}-wal"))
        await found.append("m", [a_line(1)], a_change(1))

        async def pages(*lines: LineRow, **change: Any) -> float:
            before = log.used()
            await found.append("m", lines, a_change(lines[0].n, **change))
            return (log.used() - before) / (4096 + 24)

        assert await pages(a_line(2)) == 2  # lines, and matches
        assert await pages(a_line(3, "red:1")) == 3  # and what clients have sent
        assert await pages(a_line(4), due=5) > 3  # and what is due, and in which stage
        assert await found.due_before(6, 9) == (("m", 5),)
        assert await pages(a_line(5), due=5) == 2
        assert await pages(a_line(6), stage="over", result={"winners": []}) > 3
        assert await found.match("m") == a_match(touched=6, stage="over", result={"winners": []})
        assert await found.due_before(6, 9) == ()
        log.close()
        await found.close()

    asyncio.run(test())
