"""Who is here, who has hidden what, where matches came from, and which of them are old."""

import asyncio

import pytest

from outrider.server.storage.base import Missing, Origin
from outrider.server.storage.moving import Movable
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


def test_who_is_here_is_told_to_other_processes(url: str) -> None:
    async def test(found: Movable) -> None:
        async with storage(url) as other:
            assert not await found.attend("p", {}, whole=False), "nobody knows it yet"
            assert await found.processes() == {}
            assert await found.attend("p", {("m", "white"): 1, ("m", ""): 3}, whole=True)
            assert await other.attend("q", {}, whole=True)
            assert set(await other.processes()) == {"p", "q"}
            assert await other.present("p") == {("m", "white"): 1, ("m", ""): 3}
            before = (await other.processes())["p"]
            assert await found.attend("p", {}, whole=False)
            after = (await other.processes())["p"]
            assert after[0] != before[0] and after[1] == before[1]
            moved = {("m", "white"): 0, ("m", "black"): 2, ("m", ""): 1}
            assert await found.attend("p", moved, whole=False)
            assert (await other.processes())["p"][1] != after[1]
            assert await other.present("p") == {("m", "black"): 2, ("m", ""): 1}
            assert await found.attend("p", {("n", "white"): 1}, whole=True)
            assert await other.present("p") == {("n", "white"): 1}
            await other.leave("p")
            assert set(await found.processes()) == {"q"} and await found.present("p") == {}
            assert not await found.attend("p", {("m", "white"): 1}, whole=False)
            assert await found.present("p") == {}

    run(url, test)


def test_hidden_matches_are_in_nobody_elses_way(url: str) -> None:
    async def test(found: Movable) -> None:
        for id in ("m", "o"):
            await found.create(a_match(id, stage="over"), seats(id, who="bert"))
        await found.hide("m", "bert", 5)
        await found.hide("m", "bert", 9)
        assert [one.match.id for one in await found.matches_of("bert", 10)] == ["o"]
        assert len(await found.matches_of("anna", 10)) == 2
        await found.show("m", "bert")
        await found.show("m", "bert")
        assert len(await found.matches_of("bert", 10)) == 2
        with pytest.raises(Missing):
            await found.hide("x", "bert", 5)

    run(url, test)


def test_what_all_have_hidden_may_go(url: str) -> None:
    async def test(found: Movable) -> None:
        for id, stage in (("m", "over"), ("o", "running"), ("p", "archived")):
            await found.create(a_match(id, stage=stage), seats(id, who="bert"))
            await found.append(id, [a_line(1)], a_change(stage=stage))
            await found.hide(id, "anna", 10)
        assert await found.all_hidden(99) == await found.prune_hidden(99) == 0, "bert has not"
        for id in ("m", "o", "p"):
            await found.hide(id, "bert", 20)
        assert await found.all_hidden(20) == await found.prune_hidden(20) == 0, "not long ago"
        assert await found.all_hidden(21) == 2
        assert await found.prune_hidden(21, 1) == 1
        assert await found.prune_hidden(21, 5) == 1
        assert [match.id async for match, _ in found.every_match()] == ["o"]
        assert (await found.totals())["hidden"] == 2

    run(url, test)


def test_where_matches_came_from(url: str) -> None:
    async def test(found: Movable) -> None:
        assert await found.kept_in_all() == await found.kept_from("a") == (0, 0)
        for k in range(3):
            await found.create(a_match(f"m{k}"), seats(f"m{k}"), Origin("a", k * 100))
        await found.create(a_match("other"), seats("other"), Origin("b", 7))
        await with_match(found, "older")
        assert await found.kept_from("a") == (3, 300)
        assert await found.kept_from("b") == (1, 7)
        assert await found.kept_in_all() == (5, 307)
        await found.delete("m2")
        assert await found.kept_from("a") == (2, 100)
        assert await found.kept_in_all() == (4, 107)

    run(url, test)


def test_the_old_go_a_few_at_a_time(url: str) -> None:
    async def test(found: Movable) -> None:
        for k in range(7):
            await with_match(found, f"old{k}", stage="over", created=1, touched=10)
        await with_match(found, "played", stage="running", created=1, touched=10)
        assert await found.old(10, ["over"]) == 0
        assert await found.old(11, ["over"]) == 7
        assert await found.old(11, ["over", "running"]) == 8
        assert await found.old(11, []) == 0
        assert await found.prune(11, ["over"], 3) == 3
        assert await found.prune(11, ["over"], 3) == 3
        assert await found.prune(11, ["over"], 3) == 1
        assert await found.old(99, ["running", "over"]) == 1

    run(url, test)


def test_others_hear_of_what_was_pruned(url: str) -> None:
    async def test(found: Movable) -> None:
        await with_match(found, "m", stage="over", created=1, touched=10)
        async with storage(url) as other, asyncio.timeout(PATIENCE):
            changes = other.changes(own=False)
            assert await found.prune(11, ["over"]) == 1
            assert await anext(changes) in ("m", "")

    run(url, test)
