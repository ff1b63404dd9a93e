"""Moving from a file to a server and back, with nothing lost on the way."""

import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from outrider.cli.database_move import move as command
from outrider.core.refusal import Refusal
from outrider.server.storage import moving
from outrider.server.storage.base import Origin, StorageError
from outrider.server.storage.moving import Movable, move
from server.storage.designing import a_design
from server.storage.keeping import (
    PATIENCE,
    a_change,
    a_line,
    a_match,
    run,
    seats,
    storage,
    with_match,
)
from server.storage.marching import a_campaign


async def fill(found: Movable) -> None:
    stages = ("open", "revealing", "running", "over", "archived")
    for k in range(25):
        id = f"m{k:02}"
        match = a_match(id, listed=k % 2 == 0, due=k or None)
        await found.create(match, seats(id), Origin(f"from {k % 3}", k) if k % 2 else None)
        if k:
            lines = [a_line(n, f"c{n}" if n % 2 else None) for n in range(1, k + 1)]
            result = {"winner": "white"} if k % 5 == 3 else None
            await found.append(id, lines, a_change(k, due=k, stage=stages[k % 5], result=result))
    for k in range(12):
        await found.put_design(a_design(f"d{k:02}", created=k, hidden=k == 3, title="Ä" * k))
    await found.drop_design("d07", "author")
    for k in range(23):
        row = a_campaign(f"c{k:02}", match=f"m{k}", touched=k)
        fought = [{"battle": "one", "match": f"m-{k}"}]
        await found.put_campaign(replace(row, course={**row.course, "fought": fought}))
    for who in ("bert", "Anna", "änna"):
        await found.hide("m03", who, 5)
    assert await found.attend("p", {("m01", "white"): 1}, whole=True)
    await found.beat(1_000, 50)
    await found.beat(2_000, 50)
    await found.kept("identity key", "k" * 64)
    assert await found.lease("m01", "p", 10, 0)


async def all_of(found: Movable) -> list[Any]:
    rows: list[Any] = [
        (match, sat, await found.lines(match.id)) async for match, sat in found.every_match()
    ]
    rows.sort(key=lambda row: row[0].id)
    designs = await found.all_designs("", 99)
    campaigns = await found.all_campaigns("", 99)
    return [*rows, *designs, *campaigns, await found.rest(), await found.totals()]


def moved(
    source: str, target: str, progress: Callable[[int, int], None] = lambda done, of: None
) -> dict[str, int]:
    async def test() -> dict[str, int]:
        async with asyncio.timeout(PATIENCE), storage(source) as one, storage(target) as other:
            return await move(one, other, progress)

    return asyncio.run(test())


@pytest.fixture
def source(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/source.db"
    run(url, fill)
    return url


def test_there_and_back(
    source: str, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "MOST_MATCHES", 10)
    before = run(source, all_of)
    told: list[tuple[int, int]] = []
    totals = moved(source, database, lambda done, of: told.append((done, of)))
    few = {"hidden": 3, "origins": 12, "downs": 1, "kept": 1, "designs": 12}
    few |= {"campaigns": 23, "followers": 46, "battles": 46}
    assert totals == {"matches": 25, "seats": 50, "lines": 300, **few}
    assert told == [(10, 25), (20, 25), (25, 25)]
    assert run(database, all_of) == before
    back = f"sqlite:///{tmp_path}/back.db"
    moved(database, back)
    assert run(back, all_of) == before


def test_an_empty_storage_is_moved_too(tmp_path: Path) -> None:
    totals = moved(str(tmp_path / "a.db"), str(tmp_path / "b.db"))
    assert set(totals.values()) == {0}


@pytest.mark.parametrize("what", ["match", "secret", "beat"])
def test_a_target_that_is_not_empty_is_refused(source: str, url: str, what: str) -> None:
    async def something(found: Movable) -> None:
        if what == "match":
            await with_match(found, "mine")
        elif what == "secret":
            await found.kept("identity key", "mine")
        else:
            await found.beat(1, 1)

    run(url, something)
    before = run(url, all_of)
    with pytest.raises(StorageError, match="not empty") as error:
        moved(source, url)
    assert "unused-pw" not in str(error.value)
    assert run(url, all_of) == before


def test_an_interrupted_move_leaves_nothing(
    source: str, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "MOST_LINES", 50)

    def interrupted(done: int, of: int) -> None:
        if done > 15:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        moved(source, url, interrupted)
    empty = run(url, all_of)
    assert set(empty[-1].values()) == {0}
    moved(source, url)
    assert run(url, all_of) == run(source, all_of)


def test_a_source_that_is_written_to_meanwhile(source: str, url: str) -> None:
    def meddling(done: int, of: int) -> None:
        db = sqlite3.connect(source.removeprefix("sqlite:///"))
        db.execute("INSERT INTO lines (match, n, line, at) VALUES ('m00', 1, '{}', 1)")
        db.commit()
        db.close()

    with pytest.raises(StorageError, match="stop its servers"):
        moved(source, url, meddling)
    assert set(run(url, all_of)[-1].values()) == {0}


def test_the_command(source: str, database: str, capsys: pytest.CaptureFixture[str]) -> None:
    command(source, database)
    said = capsys.readouterr()
    assert "25 matches" in said.out
    assert "300 lines of records" in said.out
    assert "unused-pw" not in said.out + said.err
    with pytest.raises(Refusal, match="not empty"):
        command(source, database)
    with pytest.raises(Refusal, match="itself"):
        command(source, source)


def test_the_command_makes_no_empty_source(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="there is no"):
        command(str(tmp_path / "none.db"), str(tmp_path / "target.db"))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(Refusal, match="no kind of storage"):
        command("mysql://x:secret@y", str(tmp_path / "target.db"))


def test_progress_on_a_terminal(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    command(source, str(tmp_path / "target.db"))
    assert capsys.readouterr().err == "\rmatches: 25 of 25\n"
