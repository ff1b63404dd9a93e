"""Shared tables and scenarios: kept, listed, hidden, deleted and moved, in either storage."""

from dataclasses import replace

import pytest

from outrider.server.storage.base import Conflict, Missing
from outrider.server.storage.moving import Movable
from server.storage.designing import a_design
from server.storage.keeping import run


def test_a_design_is_kept_as_it_was_shared(url: str) -> None:
    async def test(found: Movable) -> None:
        row = a_design(created=5, follows="b" * 12)
        await found.put_design(row)
        assert await found.design(row.id) == row
        with pytest.raises(Conflict):
            await found.put_design(replace(row, title="another"))
        assert await found.design(row.id) == row
        with pytest.raises(Missing):
            await found.design("x")
        assert await found.designs_kept(None) == await found.designs_kept("here") == (1, 17)
        assert await found.designs_kept("there") == (0, 0)

    run(url, test)


def test_the_shelf_is_listed_newest_first_and_page_by_page(url: str) -> None:
    async def test(found: Movable) -> None:
        for n in range(7):
            game = "basic" if n % 2 else "other"
            await found.put_design(a_design(f"{n}", created=n // 2, game=game, who=f"w{n % 3}"))
        await found.put_design(a_design("unlisted", listed=False, created=9))
        every = [row.id for row in await found.designs(None, 100)]
        assert every == ["6", "5", "4", "3", "2", "1", "0"]
        assert all(row.body is None for row in await found.designs(None, 100))
        first = await found.designs(None, 3)
        rest = await found.designs(None, 100, (first[-1].created, first[-1].id))
        assert [row.id for row in (*first, *rest)] == every
        assert [row.id for row in await found.designs("basic", 2)] == ["5", "3"]
        assert [row.id for row in await found.designs_of("w0", 9)] == ["6", "3", "0"]

    run(url, test)


def test_what_is_hidden_or_deleted_is_not_on_the_shelf(url: str) -> None:
    async def test(found: Movable) -> None:
        for id in ("a", "b"):
            await found.put_design(a_design(id))
        await found.hide_design("a", True)
        assert [row.id for row in await found.designs(None, 9)] == ["b"]
        assert (await found.design("a")).hidden
        await found.hide_design("a", False)
        assert len(await found.designs(None, 9)) == 2
        await found.drop_design("b", "host")
        gone = await found.design("b")
        assert (gone.gone, gone.body, gone.title, gone.author) == ("host", None, "", "")
        assert [row.id for row in await found.designs_of("anna", 9)] == ["a"]
        assert await found.designs_kept(None) == (1, 17)
        for deed in (found.drop_design("b", "author"), found.hide_design("x", True)):
            with pytest.raises(Missing):
                await deed

    run(url, test)


def test_of_very_many_that_are_gone_the_oldest_are_forgotten(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sharing and deleting for ever takes no room for ever."""
    for module in ("sqlite_designs", "postgres_designs"):
        monkeypatch.setattr(f"outrider.server.storage.{module}.MOST_GONE", 2)

    async def test(found: Movable) -> None:
        await found.put_design(a_design("other", origin="there"))
        await found.drop_design("other", "author")
        for n in range(4):
            await found.put_design(a_design(f"{n}", created=n))
            await found.drop_design(f"{n}", "author")
        assert [row.id for row in await found.all_designs("", 9)] == ["2", "3", "other"]

    run(url, test)
