"""When SQLite's write-ahead log is carried over into the file, and when that has to wait.

Somebody may copy the files while they are in use, with any program. Such a copy is sound as long as
the file is not written and the log only grows between the first look at either and the last: what
is carried over meanwhile may be in neither copy, or an old log spoils a newer file. So that is not
left to SQLite, and it waits while somebody has the files open, or had a moment ago.
"""

import ctypes
import logging
import os
import select
import sqlite3
import struct
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

LOG = logging.getLogger("outrider.server")
LOG_BYTES = 128 * 1024 * 1024
"""A log of this size is carried over. Whoever writes meanwhile waits for the disk, so that is not
to be often where many play: an action takes about four pages of it."""
QUIET_BYTES = 16 * 1024 * 1024
"""One of this size is, too, while hardly anybody writes."""
QUIET = 64 * 1024
"""Bytes a second: four actions."""
LARGEST = 512 * 1024 * 1024
"""One of this size is, whoever looks on: somebody may keep the files open for ever."""
KEPT = 2
"""A file that is so many times as large as a log usually gets is cut off."""
EVERY = 0.5
"""Seconds between two looks at it."""
GRACE = 30.0
"""Seconds a copy may take from one file to the next."""
WAIT = 1.0
"""Seconds that whoever is in the middle of the log is waited for."""
FEW = 5
"""Pages that one small write makes at the most."""
HEAD, FRAME = 32, 24
"""Bytes at the head of a log, and before each of its pages (sqlite.org/fileformat2.html, 4.1)."""
PAGE, SALT = slice(8, 12), slice(16, 24)
"""In the head: how large pages are, and a number that no log before this one had."""
SALT_AT = 8
"""Where the same number stands before a page."""

IN_CLOSE_WRITE, IN_CLOSE_NOWRITE, IN_OPEN = 0x8, 0x10, 0x20
EVENT = struct.Struct("iIII")


class Opens:
    """Notices who opens files, by Linux's inotify. What is open already does not count: so whoever
    uses them himself opens them first."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._lock = threading.Lock()
        self._open = 0
        self._last = float("-inf")
        self._fd = watched(paths)
        if self._fd is not None:
            # Read at once: unread, two alike are told as one.
            self._thread = threading.Thread(target=self._listen, args=(self._fd,), daemon=True)
            self._thread.start()

    def recent(self, seconds: float) -> bool:
        """Whether somebody has one of them open, or had within so many seconds."""
        with self._lock:
            self._drain()
            return self._open > 0 or time.monotonic() - self._last < seconds

    def close(self) -> None:
        with self._lock:
            fd, self._fd = self._fd, None
        if fd is not None:
            self._thread.join()
            os.close(fd)

    def _listen(self, fd: int) -> None:
        while self._fd is not None:
            if select.select([fd], [], [], 0.2)[0]:
                with self._lock:
                    self._drain()

    def _drain(self) -> None:
        while self._fd is not None:
            try:
                told = os.read(self._fd, 65536)
            except BlockingIOError:
                return
            self._last = time.monotonic()
            at = 0
            while at < len(told):
                _, mask, _, length = EVENT.unpack_from(told, at)
                at += EVENT.size + length
                if mask & IN_OPEN:
                    self._open += 1
                elif mask & (IN_CLOSE_WRITE | IN_CLOSE_NOWRITE):
                    self._open = max(0, self._open - 1)


def watched(paths: Sequence[Path]) -> int | None:
    """What to read from who opens and closes them; None where the system does not tell."""
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        fd = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    except (AttributeError, OSError):
        return None
    wanted = IN_OPEN | IN_CLOSE_WRITE | IN_CLOSE_NOWRITE
    if fd >= 0 and all(libc.inotify_add_watch(fd, os.fsencode(p), wanted) >= 0 for p in paths):
        return int(fd)
    LOG.warning("copies of the database are not noticed: %s", os.strerror(ctypes.get_errno()))
    if fd >= 0:
        os.close(fd)
    return None


class Log:
    """The log's file. What stands in it from earlier logs goes by the name of another salt. SQLite
    keeps its locks on other files than this one: to open it does no harm."""

    def __init__(self, path: Path) -> None:
        self._fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)

    def size(self) -> int:
        """Of the file."""
        return os.fstat(self._fd).st_size

    def used(self) -> int:
        """How much of it is the present log: the pages before the first of an earlier one."""
        head = os.pread(self._fd, HEAD, 0)
        if len(head) < HEAD:
            return 0
        step, salt = FRAME + int.from_bytes(head[PAGE], "big"), head[SALT]
        low, high = 0, (self.size() - HEAD) // step
        while low < high:
            middle = (low + high) // 2
            if os.pread(self._fd, len(salt), HEAD + middle * step + SALT_AT) == salt:
                low = middle + 1
            else:
                high = middle
        return HEAD + low * step

    def close(self) -> None:
        os.close(self._fd)


class Carrier:
    """Carries the log over: most of it in a thread of its own, on the connection `beside`, and the
    little that was written meanwhile in the thread that writes, which waits for that alone."""

    def __init__(self, path: Path, keeper: sqlite3.Connection, beside: sqlite3.Connection) -> None:
        self._keeper, self._beside = keeper, beside
        (self._patience,) = keeper.execute("PRAGMA busy_timeout").fetchone()
        self._hold()  # which makes the log, if there is none
        self._let_go()
        self._beside.execute("SELECT count(*) FROM sqlite_master").fetchone()  # has it open now
        log = Path(f"{path}-wal")
        self._log = Log(log)
        self._opens = Opens([path, log])
        self._next = 0.0
        self._seen = (0.0, 0)
        """When the log was last looked at, and how large it was."""
        self._carrying: threading.Thread | None = None

    def look(self, db: sqlite3.Connection) -> None:
        """Carry over what is there, if there is enough and nobody is looking. Nothing may be under
        way on the connection."""
        now = time.monotonic()
        if self._carrying is not None:
            if not self._carrying.is_alive():
                self._carrying = None
                with suppress(OSError, sqlite3.Error):
                    self._finish(db, self._log.used() > LARGEST)
        elif now >= self._next:
            self._next = now + EVERY
            with suppress(OSError, sqlite3.Error):  # a full disk, say: the log goes on meanwhile
                size = self._log.used()
                if size > LARGEST or (self._is_time(size, now) and not self._opens.recent(GRACE)):
                    self._begin()

    def _is_time(self, size: int, now: float) -> bool:
        before, earlier = self._seen
        self._seen = now, size
        if size > LOG_BYTES:
            return True
        return size > QUIET_BYTES and 0 <= size - earlier <= QUIET * (now - before)

    def _begin(self) -> None:
        # Once all of it is in the file, the next write begins the log anew, unless somebody reads
        # what is in it. That is left to the keeper: whoever opened a file just now may have read
        # what was not in it yet, and needs the log.
        self._let_go()
        self._hold()
        self._carrying = threading.Thread(target=self._carry, name="outrider-carrier", daemon=True)
        self._carrying.start()

    def _carry(self) -> None:
        with suppress(sqlite3.Error):
            self._beside.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def _finish(self, db: sqlite3.Connection, large: bool) -> None:
        if large or not self._opens.recent(GRACE):
            self._let_go()  # nothing is carried over beyond what it can see
            self._hold()
            _, there, done = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if large or not self._opens.recent(GRACE):
                self._let_go()
                if there == done:
                    self._empty(db, large)

    def _empty(self, db: sqlite3.Connection, large: bool) -> None:
        """Begin the log anew. The first half of an old log would spoil the file; so whoever is in
        the middle of it now is waited for. Who comes later sees that it is a new one, and takes no
        notice of the rest, which is left for it to be written over, unless that is very much."""
        until = time.monotonic() + WAIT
        db.execute("PRAGMA busy_timeout = 0")
        try:
            if not self._begun_anew(db, until):
                return
            while self._opens.recent(0.0) and not large:
                if time.monotonic() > until:
                    LOG.warning("a copy of the database that takes so long may be spoilt")
                    return
                time.sleep(0.002)
            if self._log.size() > KEPT * LOG_BYTES:
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            db.execute(f"PRAGMA busy_timeout = {self._patience}")

    def _begun_anew(self, db: sqlite3.Connection, until: float) -> bool:
        """The next write is the first of a new log, once no reader of ours uses the old one. It
        changes a number that nobody looks at: what changes nothing, SQLite does not write."""
        while time.monotonic() < until:
            (number,) = db.execute("PRAGMA user_version").fetchone()
            db.execute(f"PRAGMA user_version = {(number + 1) % 2**31}")
            _, there, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if there <= FEW:
                return True
            time.sleep(0.002)
        return False

    def _hold(self) -> None:
        self._keeper.execute("BEGIN")
        self._keeper.execute("SELECT count(*) FROM sqlite_master").fetchone()

    def _let_go(self) -> None:
        if self._keeper.in_transaction:
            self._keeper.execute("ROLLBACK")

    def close(self) -> None:
        if self._carrying is not None:
            self._carrying.join()
        self._opens.close()
        self._log.close()
        self._beside.close()
        self._keeper.close()
