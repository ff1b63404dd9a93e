"""A process that writes as `writing.py` does, with a small log that is carried over often.

    python copying.py ADDRESS MATCHES GRACE [careless | crowded]

So that a copy meets that often, too. `crowded` is with a low bound for what may wait. `careless` is
without a look at who has the files open, as any program is that leaves it to SQLite: the tests' way
to know that they would notice.
"""

import asyncio
import sqlite3
import sys

from outrider.server.storage import sqlite_log, sqlite_threads
from server.storage.writing import main


class Careless(sqlite_log.Carrier):
    """Leaves it to SQLite."""

    def look(self, db: sqlite3.Connection) -> None:
        db.execute("PRAGMA wal_autocheckpoint = 50")


if __name__ == "__main__":
    sqlite_log.LOG_BYTES = 200_000
    sqlite_log.EVERY = 0.0
    sqlite_log.GRACE = float(sys.argv[3])
    if sys.argv[4:] == ["careless"]:
        sqlite_threads.Carrier = Careless  # type: ignore[attr-defined]
    if sys.argv[4:] == ["crowded"]:
        sqlite_log.LARGEST = 1_000_000
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), 0.01))
