"""Lists: what is in them, in which order, and how much of it."""

from dataclasses import replace

from outrider.server.storage.moving import Movable
from server.storage.keeping import a_change, a_line, a_match, run, seats, with_match


def test_open_matches(url: str) -> None:
    async def test(found: Movable) -> None:
        for k in range(5):
            await with_match(found, f"open{k}", created=100 + k)
        await with_match(found, "hidden", listed=False, created=200)
        await with_match(found, "running", stage="running", created=200)
        await with_match(found, "full", created=200)
        free = seats("full")[1]
        await found.take_seat(free, replace(free, who="bert", token="t", invite=None))
        listed = await found.open_matches(10)
        assert [one.match.id for one in listed] == ["open4", "open3", "open2", "open1", "open0"]
        assert listed[0].match == a_match("open4", created=104)
        assert listed[0].seats == seats("open4")
        assert listed[0].version == 0
        assert [one.match.id for one in await found.open_matches(2)] == ["open4", "open3"]
        assert await found.open_matches(0) == await found.open_matches(-1) == ()

    run(url, test)


def test_the_matches_of_somebody(url: str) -> None:
    async def test(found: Movable) -> None:
        await with_match(found, "made", host="bert", created=1, touched=5)
        await found.create(a_match("joined", created=1, touched=3), seats("joined", who="bert"))
        await found.create(
            a_match("both", host="bert", created=1, touched=4), seats("both", who="bert")
        )
        await with_match(found, "fresh", host="bert", created=9, touched=0)
        await with_match(found, "other", created=1, touched=9)
        mine = await found.matches_of("bert", 10)
        assert [one.match.id for one in mine] == ["fresh", "made", "both", "joined"]
        await found.append("joined", [a_line(1), a_line(2)], a_change(99))
        mine = await found.matches_of("bert", 2)
        assert [one.match.id for one in mine] == ["joined", "fresh"]
        assert mine[0].version == 2
        assert mine[0].seats[1].who == "bert"
        assert await found.matches_of("nobody", 10) == ()

    run(url, test)


def test_what_is_due(url: str) -> None:
    async def test(found: Movable) -> None:
        for id, due in (("a", 30), ("b", 10), ("c", None), ("d", 20), ("e", 20)):
            await with_match(found, id, due=due)
        assert await found.due_before(5, 10) == ()
        assert await found.due_before(10, 10) == (("b", 10),)
        assert await found.due_before(99, 3) == (("b", 10), ("d", 20), ("e", 20))
        await found.append("b", [a_line(1)], a_change(due=None))
        await found.append("d", [a_line(1)], a_change(due=40))
        assert await found.due_before(99, 10) == (("e", 20), ("a", 30), ("d", 40))

    run(url, test)


def test_counts(url: str) -> None:
    async def test(found: Movable) -> None:
        nothing = {"open": 0, "revealing": 0, "running": 0, "over": 0, "archived": 0}
        assert await found.counts() == nothing
        await with_match(found, "a")
        await with_match(found, "b", stage="over")
        await with_match(found, "c", stage="over")
        assert await found.counts() == nothing | {"open": 1, "over": 2}

    run(url, test)


def test_every_match(url: str) -> None:
    """More than fit on one page."""

    async def test(found: Movable) -> None:
        assert [row async for row in found.every_match()] == []
        ids = [f"m{k:03}" for k in range(450)]
        for id in ids:
            await with_match(found, id)
        rows = [row async for row in found.every_match()]
        assert [match.id for match, _ in rows] == ids
        assert all(seated == seats(match.id) for match, seated in rows)

    run(url, test)
