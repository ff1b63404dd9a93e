"""`outrider database copy`: one file with everything, while the server runs."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from outrider.cli.files import data_folder
from outrider.core.refusal import malformed
from outrider.server.settings import default_database
from outrider.server.storage import opened
from outrider.server.storage.base import StorageError
from outrider.server.storage.sqlite import SqliteStorage
from outrider.server.storage.sqlite_threads import connected


def copy(url: str | None, file: Path) -> None:
    """Copy an SQLite database as it is at one moment. The copy appears when it is whole."""
    try:
        source = opened(url or default_database(data_folder()))
        if not isinstance(source, SqliteStorage):
            raise StorageError("only SQLite is copied like this: for PostgreSQL there is pg_dump")
        if not source.path.exists():
            raise StorageError(f"there is no {source.path}")
        if file.exists():
            raise StorageError(f"{file} is there already")
        _copied(source.path, file)
    except StorageError as error:
        raise malformed(str(error)) from None
    print(f"{source.path} -> {file}")


def _copied(source: Path, file: Path) -> None:
    part = file.with_name(f"{file.name}.part")
    try:
        # There are secrets in it.
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    except OSError as error:
        raise StorageError(f"{part}: {error.strerror}") from error
    try:
        with closing(_read(source)) as here, closing(sqlite3.connect(part)) as there:
            here.backup(there)
            _check(there, source)
        with part.open("rb") as found:
            os.fsync(found.fileno())
        part.rename(file)
    except (sqlite3.Error, OSError) as error:
        raise StorageError(f"{file} could not be written: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def _read(source: Path) -> sqlite3.Connection:
    try:
        connection = connected(source)
        connection.execute("SELECT 1 FROM matches LIMIT 1").fetchone()
    except sqlite3.Error as error:
        raise StorageError(f"{source}: {error}") from error
    return connection


def _check(there: sqlite3.Connection, source: Path) -> None:
    """A copy of what is damaged would be found out when it is needed."""
    try:
        said = [str(row[0]) for row in there.execute("PRAGMA quick_check(1)")]
    except sqlite3.DatabaseError as error:
        said = [str(error)]
    if said != ["ok"]:
        raise StorageError(f"{source} is damaged: {said[0]}".replace("\n", " "))
