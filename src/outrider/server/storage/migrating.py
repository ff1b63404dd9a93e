"""The numbered files that make the schema, and what they say to a database of another age."""

import re
import sqlite3
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from outrider.server.storage.base import StorageError

Kind = Literal["sqlite", "postgres"]
NAMED = re.compile(r"(\d{4})_(\w+)\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step from a version of the schema to the next."""

    version: int
    name: str
    sql: str


@cache
def migrations(kind: Kind) -> tuple[Migration, ...]:
    """All there are, in order and without a gap."""
    found = []
    for file in (files("outrider.server.storage") / "migrations" / kind).iterdir():
        named = NAMED.fullmatch(file.name)
        if named:
            found.append(Migration(int(named[1]), named[2], file.read_text("utf-8")))
    found.sort(key=lambda migration: migration.version)
    assert [migration.version for migration in found] == [*range(1, len(found) + 1)]
    return tuple(found)


def ahead(place: str, version: int, known: tuple[Migration, ...]) -> tuple[Migration, ...]:
    """What a database of a version still lacks. A newer one is refused: this program would not
    know what it breaks."""
    if version > len(known):
        raise StorageError(
            f"{place} was written by a newer Outrider (its schema is {version},"
            f" this program knows up to {len(known)}): update the program"
        )
    return known[version:]


def statements(sql: str) -> list[str]:
    """The statements of a file for SQLite, which in a transaction takes them one at a time only."""
    found, part = [], ""
    for line in sql.splitlines(keepends=True):
        part += line
        if sqlite3.complete_statement(part):
            found.append(part.strip())
            part = ""
    assert not part.strip(), part
    return found
