"""Opening: a schema of any age, several who start at once, files that are no database."""

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from outrider.server.storage import migrating, opened, postgres, sqlite
from outrider.server.storage.base import StorageError
from outrider.server.storage.migrating import Migration, migrations
from outrider.server.storage.moving import Movable
from outrider.server.storage.postgres_links import without_password
from server.storage.keeping import PATIENCE, a_change, a_line, a_match, run, seats, with_match

OPEN = """
import asyncio, sys
from outrider.server.storage import opened
from outrider.server.storage.base import MatchRow
async def main():
    storage = opened(sys.argv[1])
    await storage.open()
    id = sys.argv[2]
    await storage.create(MatchRow(id, "g", "1", {}, {}, "h", "w", False, 1), [])
    await storage.close()
sys.stdin.readline()
asyncio.run(main())
"""


def prepared(url: str, known: tuple[Migration, ...]) -> None:
    """As a program would that knows these migrations."""
    if url.startswith("sqlite"):
        sqlite.prepare(Path(url.removeprefix("sqlite:///")), known)
    else:
        asyncio.run(postgres.prepare(url, known))


def asked(url: str, *statements: str) -> list[Any]:
    """Run statements past the storage; the answer of the last."""
    if url.startswith("sqlite"):
        db = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
        try:
            db.execute("PRAGMA foreign_keys = ON")
            return [[tuple(row) for row in db.execute(sql)] for sql in statements][-1]
        finally:
            db.close()

    async def ask() -> list[Any]:
        link = await asyncpg.connect(url)
        try:
            return [[tuple(row) for row in await link.fetch(sql)] for sql in statements][-1]
        finally:
            await link.close()

    return asyncio.run(ask())


def known_to(url: str) -> tuple[Migration, ...]:
    return migrations("sqlite" if url.startswith("sqlite") else "postgres")


def test_both_kinds_have_the_same_migrations() -> None:
    kinds = [
        [(one.version, one.name) for one in migrations(kind)] for kind in ("sqlite", "postgres")
    ]
    assert kinds[0] == kinds[1]


def test_an_older_schema_is_brought_up_to_date(url: str) -> None:
    prepared(url, known_to(url)[:1])
    listed = "true" if url.startswith("postgres") else "1"
    asked(
        url,
        "INSERT INTO matches (id, game, rules, host, watch, listed, created, stage, touched)"
        f" VALUES ('m', 'chequers', '1.2', 'anna', 'w', {listed}, 5, 'running', 6)",
        """INSERT INTO terms (match, header, setup) VALUES ('m', '{"a":1}', '{}')""",
        "INSERT INTO lines (match, n, line, at) VALUES ('m', 1, '{}', 7)",
    )

    async def test(found: Movable) -> None:
        assert (await found.match("m")).header == {"a": 1}
        assert len(await found.lines("m")) == 1
        assert await found.lease("m", "p", 1, 0)
        await found.beat(1, 1)

    run(url, test)
    versions = asked(url, "SELECT version FROM schema_version ORDER BY version")
    assert versions == [(one.version,) for one in known_to(url)]


def test_a_newer_database_is_refused(url: str) -> None:
    known = known_to(url)
    prepared(url, (*known, Migration(len(known) + 1, "later", "CREATE TABLE later (a integer);")))
    with pytest.raises(StorageError, match=r"newer Outrider.*update the program") as error:
        asyncio.run(opened(url).open())
    assert "unused-pw" not in str(error.value)


def test_a_migration_that_fails_changes_nothing(url: str) -> None:
    known = known_to(url)
    prepared(url, known)
    broken = Migration(len(known) + 1, "broken", "CREATE TABLE half (a integer);\nNONSENSE;\n")
    with pytest.raises((StorageError, asyncpg.PostgresError)):
        prepared(url, (*known, broken))
    run(url, with_match)
    with pytest.raises((sqlite3.OperationalError, asyncpg.UndefinedTableError)):
        asked(url, "SELECT * FROM half")


def test_four_processes_start_at_once(url: str) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, url, f"m{k}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        for k in range(4)
    ]
    try:
        for process in processes:
            assert process.stdin is not None
            process.stdin.write(b"\n")
            process.stdin.flush()
        for process in processes:
            said = process.communicate(timeout=PATIENCE)[0]
            assert process.returncode == 0, said.decode()
    finally:
        for process in processes:
            process.kill()
            process.wait()

    async def test(found: Movable) -> None:
        assert [match.id async for match, _ in found.every_match()] == ["m0", "m1", "m2", "m3"]

    run(url, test)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE lines SET line = '{}'",
        "UPDATE lines SET n = n + 10 WHERE n = 1",
        "DELETE FROM lines WHERE n = 1",
        "DELETE FROM lines",
    ],
)
def test_lines_cannot_be_changed_past_the_storage(url: str, statement: str) -> None:
    async def fill(found: Movable) -> None:
        await found.create(a_match(), seats())
        await found.append("m", [a_line(1), a_line(2)], a_change())

    run(url, fill)
    with pytest.raises((sqlite3.IntegrityError, asyncpg.RaiseError), match="a line"):
        asked(url, statement)
    assert asked(url, "SELECT n FROM lines ORDER BY n") == [(1,), (2,)]


def test_truncating_is_refused_too(database: str) -> None:
    run(database, with_match)
    with pytest.raises(asyncpg.RaiseError, match="never changed"):
        asked(database, "TRUNCATE lines")


# -- files that are no database --------------------------------------------------------------------


def refused(path: Path) -> str:
    with pytest.raises(StorageError) as error:
        run(str(path), lambda found: found.counts())
    assert str(path) in str(error.value)
    return str(error.value)


def a_full_file(path: Path) -> bytes:
    async def fill(found: Movable) -> None:
        await found.create(a_match(), seats())
        await found.append("m", [a_line(n, f"c{n}", "x" * 300) for n in range(1, 400)], a_change())

    run(str(path), fill)
    return path.read_bytes()


def test_a_file_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    path.write_bytes(b"Dear diary, " * 1000)
    assert "not a database" in refused(path)
    assert path.read_bytes() == b"Dear diary, " * 1000


def test_a_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE cookies (a)")
    db.close()
    assert "some other program" in refused(path)


@pytest.mark.parametrize("harm", ["overwritten", "cut", "head"])
def test_a_damaged_file(tmp_path: Path, harm: str) -> None:
    path = tmp_path / "matches.db"
    sound = a_full_file(path)
    third = len(sound) // 3
    harmed = {
        "overwritten": sound[:third] + b"\xff" * third + sound[2 * third :],
        "cut": sound[: 2 * third],
        "head": b"\0" * 100 + sound[100:],
    }[harm]
    path.write_bytes(harmed)
    message = refused(path)
    assert any(word in message for word in ("damaged", "malformed", "not a database")), message


def test_places_where_no_file_can_be(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    assert "directory" in refused(tmp_path / "folder")
    refused(tmp_path / "file" / "matches.db")


def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "matches.db"

    async def test(found: Movable) -> None:
        await with_match(found)
        for file in path.parent.iterdir():
            assert file.stat().st_mode & 0o777 == 0o600

    run(str(path), test)


# -- addresses -------------------------------------------------------------------------------------


def test_addresses_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    whole = f"sqlite:///{tmp_path}/a b.db"
    for address in (
        "a b.db",
        "sqlite:///a b.db",
        "sqlite:///a%20b.db",
        f"{tmp_path}/a b.db",
        whole,
    ):
        assert opened(address).url == whole
    assert repr(opened(whole)) == f"SqliteStorage({whole!r})"


@pytest.mark.parametrize(
    "address",
    ["mysql://anna:secret@host/x", "sqlite://", "sqlite:///", "sqlite://host/x", "", ":memory:"],
)
def test_addresses_of_nothing(address: str) -> None:
    with pytest.raises(StorageError) as error:
        opened(address)
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://anna:secret@127.0.0.1:1/x",
        "postgresql://anna:secret@127.0.0.1:nonsense/x",
        "postgresql://anna:se/secret@127.0.0.1:1/x",
        "postgres://127.0.0.1:1/x?user=anna&password=secret",
        "postgresql://anna:secret@127.0.0.1:1/x?sslmode=nonsense",
    ],
)
def test_a_password_is_never_shown(address: str) -> None:
    found = opened(address)
    with pytest.raises(StorageError) as error:
        asyncio.run(found.open())
    for shown in (str(error.value), found.url, repr(found)):
        assert "secret" not in shown
    assert error.value.__cause__ is None
    assert "anna" in found.url or "127.0.0.1" in found.url


def test_what_is_shown_of_an_address() -> None:
    assert without_password("postgresql:///x") == "postgresql:///x"
    shown = without_password("postgresql://a:b@h1:1,h2:2/x?sslmode=require&password=c")
    assert shown == "postgresql://a@h1:1,h2:2/x?sslmode=require"


def test_importing_is_cheap() -> None:
    drivers = ("asyncpg", "outrider.server.storage.sqlite", "fastapi")
    code = (
        "import sys, outrider.server.storage;"
        f"print([name for name in {drivers} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_statements_are_parted_where_they_end() -> None:
    trigger = "CREATE TRIGGER c BEFORE UPDATE ON a\nBEGIN\n  SELECT 1;\nEND;\n"
    sql = f"-- one;\nCREATE TABLE a (b);\n{trigger}"
    assert len(migrating.statements(sql)) == 2
