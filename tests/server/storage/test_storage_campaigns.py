"""Campaigns under way: kept, changed once, listed, pruned and never robbed of a battle."""

from dataclasses import replace

import pytest

from outrider.server.pruning import DAY, prune
from outrider.server.settings import Keep
from outrider.server.storage.base import Conflict, Missing
from outrider.server.storage.campaigns import SeatKept
from outrider.server.storage.moving import Movable
from server.storage.keeping import a_match, run, seats
from server.storage.marching import a_campaign


def test_a_campaign_is_kept_as_it_is(url: str) -> None:
    async def test(found: Movable) -> None:
        row = a_campaign(match="m-new")
        await found.put_campaign(row)
        assert await found.campaign(row.id) == row
        assert row.followers == ("anna", "bert") and row.matches == ("m-old", "m-new")
        with pytest.raises(Conflict):
            await found.put_campaign(replace(row, title="another"))
        for match in row.matches:
            assert await found.campaign_of(match) == row
        assert await found.campaign_of("m-other") is None
        assert await found.campaigns_kept(None) == await found.campaigns_kept("here") == (1, 12)
        assert await found.campaigns_kept("there") == (0, 0)
        with pytest.raises(Missing):
            await found.campaign("x")
        await found.drop_campaign(row.id)
        assert await found.campaign_of("m-new") is None
        with pytest.raises(Missing):
            await found.drop_campaign(row.id)

    run(url, test)


def test_of_two_who_change_the_same_version_one_is_told(url: str) -> None:
    async def test(found: Movable) -> None:
        row = a_campaign()
        await found.put_campaign(row)
        first = replace(row, version=2, touched=9, course={**row.course, "match": "m1"})
        await found.change_campaign(first)
        with pytest.raises(Conflict):
            await found.change_campaign(
                replace(row, version=2, course={**row.course, "match": "m2"})
            )
        assert await found.campaign(row.id) == first
        assert await found.campaign_of("m2") is None
        again = replace(first, version=3, course={**row.course, "match": None})
        await found.change_campaign(again)
        assert await found.campaign_of("m1") is None
        with pytest.raises(Missing):
            await found.change_campaign(a_campaign("other", version=2))

    run(url, test)


def test_everybody_finds_their_own(url: str) -> None:
    async def test(found: Movable) -> None:
        for n in range(4):
            seats = (SeatKept("red", "me", who=f"w{n % 2}"),)
            await found.put_campaign(
                a_campaign(f"c{n}", touched=n, host=f"w{n % 2}", seats=seats, course={})
            )
        assert [row.id for row in await found.campaigns_of("w1", 9)] == ["c3", "c1"]
        assert [row.id for row in await found.campaigns_of("w0", 1)] == ["c2"]
        assert [row.id for row in await found.all_campaigns("c0", 2)] == ["c1", "c2"]

    run(url, test)


def test_no_battle_of_a_campaign_that_goes_on_is_pruned(url: str) -> None:
    """However old it is: who lives is worked out of it. When the campaign is over, or goes, its
    battles go like any others."""

    async def test(found: Movable) -> None:
        for id in ("m-old", "m-new", "other"):
            await found.create(
                a_match(id, created=5, touched=5, host="anna"), seats(id, who="bert")
            )
            await found.set_stage(id, "open", "running", 5)
            await found.set_stage(id, "running", "over", 5)
        row = a_campaign(match="m-new")
        await found.put_campaign(row)
        at = 10_000
        assert await found.old(at, ("over",)) == 1
        assert await found.prune(at, ("over",)) == 1
        assert (await found.match("m-old")).stage == (await found.match("m-new")).stage == "over"
        for who in ("anna", "bert"):
            for id in row.matches:
                await found.hide(id, who, 1)
        assert await found.all_hidden(at) == 0 and await found.prune_hidden(at) == 0
        await found.change_campaign(replace(row, version=2, stage="over"))
        assert await found.old(at, ("over",)) == 2 and await found.prune(at, ("over",)) == 2

    run(url, test)


def test_a_campaign_that_nobody_fights_goes_with_its_battles(url: str) -> None:
    async def test(found: Movable) -> None:
        keep = Keep(running=10)
        await found.create(a_match("m-new", created=5, touched=5), seats("m-new"))
        await found.set_stage("m-new", "open", "running", 3 * DAY)
        await found.put_campaign(a_campaign(match="m-new"))
        assert await prune(found, keep, 12 * DAY) == 0, "something has happened in its battle"
        assert await found.old_campaigns(4 * DAY, ("running",)) == 1
        assert await prune(found, keep, 14 * DAY) == 2
        with pytest.raises(Missing):
            await found.campaign("aaaaaaaaaaaa")

    run(url, test)
