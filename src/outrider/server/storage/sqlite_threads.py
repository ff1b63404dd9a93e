"""The threads that speak to an SQLite file, so that the event loop never waits for a disk.

One thread writes. Whatever is asked of it while it commits goes into its next transaction together,
so a slow disk makes the groups larger, not the queue longer. Others read, each by itself.
"""

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from outrider.server.storage.base import Conflict, Missing, StorageError
from outrider.server.storage.feed import Feeds
from outrider.server.storage.sqlite_log import Carrier

T = TypeVar("T")
PATIENCE = 10.0
"""How long another process may keep the file locked, in seconds."""
LOOK = 0.2
"""How often to look for writes of other processes, in seconds."""
LARGEST_GROUP = 200
READERS = 2


def connected(path: Path) -> sqlite3.Connection:
    """A connection for any thread, one at a time; transactions are begun by hand."""
    connection = sqlite3.connect(
        path,
        timeout=PATIENCE,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=512,
    )
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        # The log is carried over when that spoils nobody's copy (sqlite_log).
        connection.execute("PRAGMA wal_autocheckpoint = 0")
    except BaseException:
        connection.close()
        raise
    return connection


def understood(error: Exception, place: str) -> Exception:
    """What an error of SQLite's means to whoever asked."""
    if isinstance(error, sqlite3.IntegrityError):
        if error.sqlite_errorcode in (
            sqlite3.SQLITE_CONSTRAINT_UNIQUE,
            sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
        ):
            return Conflict(str(error))
        if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
            return Missing("no such match")
    if isinstance(error, sqlite3.Error):
        return StorageError(f"{place}: {error}")
    if isinstance(error, UnicodeError | OverflowError):
        return StorageError(f"{place}: a value that cannot be kept")
    return error


@dataclass(eq=False, slots=True)
class Job:
    """Something to write, and who waits for it. `told` are the matches that listeners hear of."""

    work: Callable[[sqlite3.Connection], Any]
    future: asyncio.Future[Any]
    told: list[str] = field(default_factory=list)
    append: "Append | None" = None
    value: Any = None
    error: Exception | None = None


@dataclass(frozen=True, slots=True)
class Append:
    """The most frequent job by far: many of them are written by two statements."""

    id: str
    lines: Sequence[tuple[Any, ...]]
    change: tuple[Any, ...]
    """touched, due, stage, result"""


APPENDING = """
CREATE TEMP VIEW appends AS
    SELECT match, n, line, at, client, NULL AS touched, NULL AS due, NULL AS stage, NULL AS result
    FROM lines;
CREATE TEMP TRIGGER appending INSTEAD OF INSERT ON appends BEGIN
    INSERT INTO lines (match, n, line, at, client)
        VALUES (NEW.match, NEW.n, NEW.line, NEW.at, NEW.client);
    UPDATE matches SET touched = NEW.touched WHERE id = NEW.match AND NEW.touched IS NOT NULL;
    UPDATE matches SET due = NEW.due, stage = NEW.stage, result = NEW.result
        WHERE id = NEW.match AND NEW.touched IS NOT NULL
        AND (due IS NOT NEW.due OR stage IS NOT NEW.stage OR result IS NOT NEW.result);
END;
"""
"""Known to the connection that writes, and to nobody else. What has an index is set only where it
has changed: that of an index is written anew otherwise, too."""
UNCHANGED = (None, None, None, None)


def appended_at_once(connection: sqlite3.Connection, appends: Sequence[Append]) -> bool:
    """Write lines and the changes of their matches by one statement, which is a transaction, too:
    after each statement the thread waits its turn behind the event loop. Whether that could be; if
    something fails nothing is written. That a match is not there the lines say."""
    values: list[Any] = []
    for append in appends:
        if not append.lines:
            return False
        for line in append.lines[:-1]:
            values += (*line, *UNCHANGED)
        values += (*append.lines[-1], *append.change)
    count = len(values) // 9
    if not 0 < count <= LARGEST_GROUP:
        return False
    rows = ",".join(["(?,?,?,?,?,?,?,?,?)"] * count)
    connection.execute(f"INSERT INTO appends VALUES {rows}", values)
    return True


def write_appends(connection: sqlite3.Connection, appends: Iterable[Append]) -> None:
    """Write them all or raise, within a transaction, by few statements."""
    lines: list[Any] = []
    changes: dict[str, tuple[Any, ...]] = {}
    for append in appends:
        changes[append.id] = append.change
        for line in append.lines:
            lines += line
    count = len(lines) // 5
    for start in range(0, count, LARGEST_GROUP):
        part = lines[5 * start : 5 * (start + LARGEST_GROUP)]
        rows = ",".join(["(?,?,?,?,?)"] * (len(part) // 5))
        connection.execute(f"INSERT INTO lines (match, n, line, at, client) VALUES {rows}", part)
    rows = ",".join(["(?,?,?,?,?)"] * len(changes))
    done = connection.execute(
        "UPDATE matches SET touched = c.column2, due = c.column3, stage = c.column4,"
        f" result = c.column5 FROM (VALUES {rows}) AS c WHERE matches.id = c.column1",
        [value for id, change in changes.items() for value in (id, *change)],
    )
    if done.rowcount != len(changes):
        raise Missing("no such match")


class Writer:
    """The one thread that writes."""

    def __init__(self, path: Path, feeds: Feeds) -> None:
        self._path = path
        self._feeds = feeds
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self.connection = connected(path)
        self.connection.executescript(APPENDING)
        self._carrier = Carrier(path, connected(path), connected(path))
        self._closed = False
        # Looked at here: what others write until the thread is under way is news, too.
        self._seen = self._version()
        self._thread = threading.Thread(target=self._run, name="outrider-writer", daemon=True)
        self._thread.start()

    async def do(
        self,
        work: Callable[[sqlite3.Connection], T],
        told: list[str] | None = None,
    ) -> T:
        """Have something written; returns when it is on disk. `work` may fill `told` itself."""
        return await self._asked(work, [] if told is None else told)

    def append(self, append: Append) -> asyncio.Future[None]:
        """The same for lines; nobody need wait for it at once."""
        return self._asked(lambda db: write_appends(db, [append]), [append.id], append)

    def _asked(
        self,
        work: Callable[[sqlite3.Connection], T],
        told: list[str],
        append: Append | None = None,
    ) -> asyncio.Future[T]:
        if self._closed:
            raise StorageError(f"{self._path} is closed")
        future: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(Job(work, future, told, append))
        return future

    async def close(self) -> None:
        """After what is still to be written."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)

    # -- in the thread -----------------------------------------------------------------------------

    def _run(self) -> None:
        look = time.monotonic() + LOOK
        going = True
        while going:
            jobs: list[Job] = []
            going = self._collect(jobs)
            if jobs:
                self._write(jobs)
                self._call(self._settle, jobs)
            self._carrier.look(self.connection)
            if time.monotonic() >= look:
                version = self._version()
                if version != self._seen:
                    self._call(self._feeds.tell, [""])
                self._seen, look = version, time.monotonic() + LOOK
        self._carrier.close()
        self.connection.close()

    def _collect(self, jobs: list[Job]) -> bool:
        """All that waits by now. False after the last."""
        try:
            job = self._jobs.get(timeout=LOOK)
            while job is not None:
                jobs.append(job)
                if len(jobs) == LARGEST_GROUP:
                    return True
                job = self._jobs.get_nowait()
        except queue.Empty:
            return True
        return False

    def _version(self) -> int | None:
        """Changes when another connection has written."""
        try:
            version: int = self.connection.execute("PRAGMA data_version").fetchone()[0]
        except sqlite3.Error:
            return None
        return version

    def _call(self, function: Callable[..., None], *arguments: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(function, *arguments)
        except RuntimeError:
            # The loop is gone, and with it everybody who waited.
            self._closed = True

    def _settle(self, jobs: list[Job]) -> None:
        """In the event loop."""
        own: list[str] = []
        told: list[str] = []
        for job in jobs:
            if job.error is None:
                (told if job.append is None else own).extend(job.told)
            if job.future.done():
                continue
            if job.error is None:
                job.future.set_result(job.value)
            else:
                job.future.set_exception(job.error)
        self._feeds.tell(own, own=True)
        if told:
            self._feeds.tell(told)

    def _write(self, jobs: list[Job]) -> None:
        """In one transaction: plainly, or if somebody fails, with care that nobody else does. If
        the transaction itself cannot be, each in its own."""
        db = self.connection
        appends = [job.append for job in jobs if job.append is not None]
        if len(appends) == len(jobs):
            with suppress(sqlite3.Error, UnicodeError, OverflowError):  # as is seen below
                if appended_at_once(db, appends):
                    return
        for way in (self._plainly, self._apart):
            try:
                db.execute("BEGIN IMMEDIATE")
            except sqlite3.Error as error:
                for job in jobs:
                    job.error = understood(error, str(self._path))
                return
            try:
                way(jobs)
                db.execute("COMMIT")
                return
            except Exception as error:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                if len(jobs) == 1:
                    jobs[0].error = understood(error, str(self._path))
                    return
        for job in jobs:
            job.error = None
            self._write([job])

    def _plainly(self, jobs: list[Job]) -> None:
        """With as few statements as can be."""
        for job in jobs:
            if job.append is None:
                job.value = job.work(self.connection)
        appends = [job.append for job in jobs if job.append is not None]
        if appends:
            write_appends(self.connection, appends)

    def _apart(self, jobs: list[Job]) -> None:
        """Each hears of its own failure."""
        for job in jobs:
            try:
                job.value = self._saved(job.work)
            except Exception as error:
                if not self.connection.in_transaction:
                    raise
                job.error = understood(error, str(self._path))

    def _saved(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do all of something or nothing, within the transaction. Some failures (a full disk) make
        SQLite take back the whole of it: then there is none any more."""
        db = self.connection
        db.execute("SAVEPOINT part")
        try:
            value = work(db)
        except Exception:
            if db.in_transaction:
                db.execute("ROLLBACK TO part")
                db.execute("RELEASE part")
            raise
        db.execute("RELEASE part")
        return value


class Readers:
    """A few threads that read, each with its own connection."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._closed = False
        self._own = threading.local()
        # All at once: what is opened later looks like somebody's copy.
        self._connections = [connected(path) for _ in range(READERS)]
        self._free = list(self._connections)
        self._threads = ThreadPoolExecutor(READERS, "outrider-reader", self._start)

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """The answer of a function that sees one moment of the database."""
        if self._closed:
            raise StorageError(f"{self._path} is closed")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._read, work)

    async def close(self) -> None:
        self._closed = True
        await asyncio.to_thread(self._threads.shutdown)
        while self._connections:
            self._connections.pop().close()

    def _start(self) -> None:
        self._own.connection = self._free.pop()
        self._own.connection.execute("PRAGMA query_only = ON")

    def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            connection: sqlite3.Connection = self._own.connection
            connection.execute("BEGIN")
            try:
                return work(connection)
            finally:
                connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            raise StorageError(f"{self._path}: {error}") from error
