"""What both kinds of storage promise: everything comes back as it was, and of two who write to the
same place exactly one succeeds."""

import asyncio
from dataclasses import replace

import pytest

from outrider.server.storage.base import Change, Conflict, LineRow, Missing, SeatRow, StorageError
from outrider.server.storage.moving import Movable
from server.storage.keeping import a_change, a_line, a_match, run, seats, storage, with_match


def test_a_match_comes_back_as_it_was(url: str) -> None:
    match = a_match(result={"winner": None, "why": "agreed"}, stage="archived", due=2**41)
    bot = SeatRow("m", "red", "bot", level="good", entropy="e" * 64, engine=True)

    async def test(found: Movable) -> None:
        await found.create(match, (*seats(), bot))
        assert await found.match("m") == match
        assert list((await found.match("m")).header["options"]) == ["z", "a", ""]
        assert await found.seats("m") == (*seats(), bot)
        assert await found.lines("m") == ()

    run(url, test)

    async def later(found: Movable) -> None:
        assert await found.match("m") == match
        assert await found.seats("m") == (*seats(), bot)

    run(url, later)


def test_what_is_not_there(url: str) -> None:
    async def test(found: Movable) -> None:
        before, after = seats("x")[1], seats("x", who="bert")[1]
        for asked in (
            found.match("x"),
            found.seats("x"),
            found.delete("x"),
            found.set_stage("x", "open", "running", 1),
            found.take_seat(before, after),
            found.append("x", [a_line(1)], a_change()),
            found.append("x", [], a_change()),
        ):
            with pytest.raises(Missing):
                await asked
        assert await found.lines("x") == ()
        assert not await found.lease("x", "p", 10, 0)

    run(url, test)


def test_one_match_of_an_id(url: str) -> None:
    async def test(found: Movable) -> None:
        made = await asyncio.gather(
            *(found.create(a_match(host=f"h{k}"), seats()) for k in range(20)),
            return_exceptions=True,
        )
        assert made.count(None) == 1
        assert sum(isinstance(one, Conflict) for one in made) == 19
        assert len(await found.seats("m")) == 2
        with pytest.raises(Conflict):
            await found.create(a_match("two"), [seats("two")[0], seats("two")[0]])
        with pytest.raises(Missing):
            await found.match("two")
        with pytest.raises(ValueError, match="another match"):
            await found.create(a_match("two"), seats("m"))

    run(url, test)


def test_appending(url: str) -> None:
    async def test(found: Movable) -> None:
        await with_match(found)
        await found.append("m", [a_line(1, "a"), a_line(2)], a_change(7, due=99))
        assert await found.match("m") == a_match(touched=7, due=99, stage="running")
        await found.append(
            "m", [a_line(3, "b")], Change(8, stage="over", result={"winner": "white"})
        )
        assert await found.lines("m") == (a_line(1, "a"), a_line(2), a_line(3, "b"))
        assert await found.lines("m", 2) == (a_line(3, "b"),)
        assert await found.lines("m", 3) == ()
        ended = await found.match("m")
        assert (ended.stage, ended.result, ended.due) == ("over", {"winner": "white"}, None)
        await found.append("m", [], a_change(9))
        assert (await found.match("m")).touched == 9
        # A few hundred at once, as from a record that is brought along.
        many = [a_line(n, f"c{n}") for n in range(4, 700)]
        await found.append("m", many, a_change(10))
        assert (await found.lines("m", 3)) == tuple(many)

    run(url, test)


@pytest.mark.parametrize(
    "lines",
    [
        [a_line(2, "new")],
        [a_line(3, "new"), a_line(2)],
        [a_line(3, "first")],
        [a_line(3, "new"), a_line(4, "new")],
        [a_line(3), a_line(3)],
    ],
    ids=["number", "a later number", "client", "client twice", "number twice"],
)
def test_a_conflict_leaves_all_as_it_was(url: str, lines: list[LineRow]) -> None:
    async def test(found: Movable) -> None:
        await with_match(found)
        await found.append("m", [a_line(1, "first"), a_line(2)], a_change(5))
        before = (await found.match("m"), await found.lines("m"))
        with pytest.raises(Conflict):
            await found.append("m", lines, a_change(6, due=3, stage="over"))
        assert (await found.match("m"), await found.lines("m")) == before

    run(url, test)


def test_the_same_client_in_another_match(url: str) -> None:
    async def test(found: Movable) -> None:
        for id in ("m", "o"):
            await with_match(found, id)
            await found.append(id, [a_line(1, "same"), a_line(2), a_line(3)], a_change())
        assert await found.lines("m") == await found.lines("o")

    run(url, test)


def test_of_many_appends_of_a_number_one_wins(url: str) -> None:
    """Each in company of others that have nothing to do with it, from two storages at once."""

    async def test(found: Movable) -> None:
        async with storage(url) as other:
            ids = [f"m{k}" for k in range(10)]
            await asyncio.gather(*(with_match(found, id) for id in ids))
            for n in range(1, 20, 2):
                rivals = [
                    (one, id, f"{id} {n} {k}")
                    for id in ids
                    for k, one in enumerate((found, found, other, other))
                ]
                done = await asyncio.gather(
                    *(
                        one.append(id, [a_line(n, by, by), a_line(n + 1, None, by)], a_change())
                        for one, id, by in rivals
                    ),
                    return_exceptions=True,
                )
                assert all(one is None or isinstance(one, Conflict) for one in done), done
                for id in ids:
                    won = [
                        by
                        for (_, of, by), one in zip(rivals, done, strict=True)
                        if of == id and one is None
                    ]
                    assert len(won) == 1
                    new = await found.lines(id, n - 1)
                    assert new == (a_line(n, won[0], won[0]), a_line(n + 1, None, won[0]))

    run(url, test)


def test_one_that_is_wrong_harms_no_other(url: str) -> None:
    async def test(found: Movable) -> None:
        ids = [f"m{k}" for k in range(6)]
        await asyncio.gather(*(with_match(found, id) for id in ids))
        await found.append("m1", [a_line(1)], a_change())
        done = await asyncio.gather(
            found.append("m0", [a_line(1)], a_change()),
            found.append("m1", [a_line(1)], a_change()),
            found.append("m2", [a_line(1, "half a pair \ud83d")], a_change()),
            found.append("m3", [a_line(1)], a_change(2**70)),
            found.append("none", [a_line(1)], a_change()),
            found.append("m4", [a_line(0)], a_change()),
            found.append("m5", [a_line(1)], a_change()),
            return_exceptions=True,
        )
        wanted = (None, Conflict, StorageError, StorageError, Missing, StorageError, None)
        assert [one and type(one) for one in done] == [*wanted]
        assert [len(await found.lines(id)) for id in ids] == [1, 1, 0, 0, 0, 1]
        later = await asyncio.gather(
            found.append("m0", [], a_change(8)),
            found.append("none", [], a_change(8)),
            found.append("m5", [a_line(2)], a_change(8)),
            return_exceptions=True,
        )
        assert [one and type(one) for one in later] == [None, Missing, None]
        assert (await found.match("m0")).touched == 8

    run(url, test)


def test_a_seat_is_taken_once(url: str) -> None:
    async def test(found: Movable) -> None:
        await with_match(found)
        free = seats()[1]
        async with storage(url) as other:
            takers = [replace(free, who=f"w{k}", token=f"t{k}", invite=None) for k in range(100)]
            done = await asyncio.gather(
                *((found, other)[k % 2].take_seat(free, taker) for k, taker in enumerate(takers)),
                return_exceptions=True,
            )
        assert done.count(None) == 1
        assert sum(isinstance(one, Conflict) for one in done) == 99
        winner = takers[done.index(None)]
        assert await found.seats("m") == (seats()[0], winner)
        # Whoever holds it may change it again: reveal entropy, or leave it.
        revealed = replace(winner, entropy="e" * 64, engine=True)
        await found.take_seat(winner, revealed)
        with pytest.raises(Conflict):
            await found.take_seat(winner, free)
        await found.take_seat(revealed, free)
        assert await found.seats("m") == seats()
        with pytest.raises(ValueError, match="another"):
            await found.take_seat(free, seats()[0])

    run(url, test)


def test_stages_and_dues(url: str) -> None:
    async def test(found: Movable) -> None:
        await with_match(found)
        done = await asyncio.gather(
            *(found.set_stage("m", "open", "revealing", k) for k in range(1, 11)),
            return_exceptions=True,
        )
        assert done.count(None) == 1
        assert sum(isinstance(one, Conflict) for one in done) == 9
        now = await found.match("m")
        assert (now.stage, now.touched) == ("revealing", done.index(None) + 1)

    run(url, test)


def test_deleting_takes_everything_along(url: str) -> None:
    async def test(found: Movable) -> None:
        for id in ("m", "o"):
            await with_match(found, id)
            await found.append(id, [a_line(1), a_line(2)], a_change())
            assert await found.lease(id, "p", 100, 0)
        await found.delete("m")
        with pytest.raises(Missing):
            await found.match("m")
        with pytest.raises(Missing):
            await found.delete("m")
        assert await found.lines("m") == ()
        totals = await found.totals()
        assert (totals["matches"], totals["seats"], totals["lines"]) == (1, 2, 2)
        # The id is free again, with nothing left of the old one.
        await with_match(found, "m")
        assert await found.lease("m", "q", 100, 0)
        assert not await found.lease("o", "q", 100, 0)
        await found.append("m", [a_line(1)], a_change())

    run(url, test)


def test_pruning(url: str) -> None:
    async def test(found: Movable) -> None:
        for k, stage in enumerate(("over", "over", "running", "archived")):
            await with_match(found, f"old{k}", stage=stage, created=10, touched=20 + k)
            await found.append(f"old{k}", [a_line(1)], a_change(20 + k, stage=stage))
        await with_match(found, "new", stage="over", created=50, touched=0)
        assert await found.prune(20, ["over", "archived"]) == 0
        assert await found.prune(21, []) == 0
        assert await found.prune(21, ["over", "archived"]) == 1
        assert await found.prune(40, ["over", "archived"]) == 2
        assert [match.id async for match, _ in found.every_match()] == ["new", "old2"]
        assert (await found.totals())["lines"] == 1

    run(url, test)


def test_leases(url: str) -> None:
    async def test(found: Movable) -> None:
        await with_match(found)
        async with storage(url) as other:
            both = (found, other)
            asked = [both[k % 2].lease("m", f"p{k}", 100, 50) for k in range(20)]
            assert sum(await asyncio.gather(*asked)) == 1
            await found.release("nobody")
            for k in range(20):
                await found.release(f"p{k}")
            assert await found.lease("m", "p", 100, 50)
            assert not await other.lease("m", "q", 200, 99)
            assert await found.lease("m", "p", 150, 90)
            assert not await other.lease("m", "q", 200, 149)
            assert await other.lease("m", "q", 200, 150)
            assert not await found.lease("m", "p", 300, 160)
            await other.release("q")
            assert await found.lease("m", "p", 300, 160)

    run(url, test)


def test_beats_and_times_without_a_server(url: str) -> None:
    async def test(found: Movable) -> None:
        assert await found.down(0) == ()
        await found.beat(1_000, 50)
        async with storage(url) as other:
            await other.beat(1_050, 50)
            await found.beat(1_040, 50)
            assert await other.down(0) == ()
            await other.beat(1_200, 50)
            # Several that start at the same time note it once.
            await asyncio.gather(*(one.beat(2_000, 50) for one in (found, other) * 5))
            assert await found.down(0) == ((1_050, 1_200), (1_200, 2_000))
            assert await other.down(1_200) == ((1_200, 2_000),)
            assert await found.down(2_000) == ()
            # A clock far ahead is believed when it is put right.
            await found.beat(9_000, 50)
            await found.beat(2_010, 50)
            await found.beat(2_100, 50)
            assert (2_010, 2_100) in await other.down(0)

    run(url, test)


def test_what_is_kept_under_a_name_is_the_first(url: str) -> None:
    async def test(found: Movable) -> None:
        async with storage(url) as other:
            asked = [(found, other)[k % 2].kept("key", f"v{k}") for k in range(40)]
            assert len(set(await asyncio.gather(*asked))) == 1
            first = await other.kept("key", "late")
            assert first.startswith("v")
            assert await found.kept("else", "x") == "x"
        assert (await found.rest()).kept == {"key": first, "else": "x"}

    run(url, test)
