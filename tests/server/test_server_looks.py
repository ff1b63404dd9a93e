"""What may be done is told with the news, to pages that said they want it: once a version, for the
seats that are asked, and worked out where nobody else has to wait for it."""

import asyncio
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from outrider.games import built_in
from outrider.play.desk import Desk
from outrider.server.looks import LONG, Lanes
from server.driving import DEADLINE, Json, Player, Server, at_table, inside, seated
from server.weighty import table as many_corners

GAMES = [game.id for game in built_in()]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with inside(Path(tmp_path_factory.mktemp("looks"))) as server:
        yield server


def looks(player: Player) -> list[Json]:
    return [said for said in player.others if said["type"] == "look"]


def due(player: Player) -> set[tuple[int, str]]:
    """The looks that somebody should have, who speaks for these seats."""
    asked = player.pending.get("decide", [])
    return {(player.version, seat) for seat in asked if seat in player.table["you"]}


async def told(player: Player) -> list[Json]:
    """The looks at how things stand."""

    def now() -> list[Json]:
        return [said for said in looks(player) if said["of"] == player.version]

    await player.until(lambda: {(said["of"], said["seat"]) for said in now()} == due(player))
    return now()


async def step(player: Player, source: random.Random) -> None:
    roll = player.pending.get("roll")
    if roll is not None:
        faces = [source.randint(1, 6) for _ in range(roll["dice"])]
        answer = await player.change("roll", seat=roll["seat"], faces=faces)
    else:
        seat = source.choice(player.pending["decide"])
        action = player.choice(seat, source)
        answer = await player.change("play", seat=seat, action=action)
    await player.reached(answer["version"])


@pytest.mark.parametrize("game", GAMES)
def test_a_look_is_what_would_be_answered(host: Server, game: str) -> None:
    sat = seated(host, game, "here here", own=False, dice="typed")

    async def play() -> None:
        tokens = [sat.tokens[seat] for seat in ("red", "blue")]
        async with at_table(sat.server, sat.match, *tokens, looks=True) as player:
            assert player.table["looks"] is True
            source = random.Random(5)
            for _ in range(12):
                for look in await told(player):
                    await same(player, look)
                await step(player, source)
            said = [(look["of"], look["seat"]) for look in looks(player)]
            assert len(said) == len(set(said)), "once a version"

    asyncio.run(play())


async def same(player: Player, look: Json) -> None:
    seat = look["seat"]
    offers = await player.ask("offers", seat=seat)
    bare = [{k: v for k, v in offer.items() if k != "loses"} for offer in look["offers"]]
    assert (bare, look["complete"]) == (offers["offers"], offers["complete"])
    for offer in look["offers"][:20]:
        seen = await player.ask("preview", seat=seat, action=offer["action"])
        lost: dict[str, int] = {}
        for event in seen["events"]:
            if event["event"] == "hurt":
                lost[event["seat"]] = lost.get(event["seat"], 0) + event["loss"]
        if "place" in offer and offer.get("at_once"):
            assert offer.get("loses", {}) == lost
    for unit, ground in look["ground"].items():
        found = await player.ask("reach", seat=seat, unit=unit)
        assert ground == {"reach": found["reach"], "threats": found["threats"]}


def test_only_whoever_says_so_and_is_asked(host: Server) -> None:
    sat = seated(host, "basic")

    async def play() -> None:
        red, blue = sat.tokens["red"], sat.tokens["blue"]
        async with (
            at_table(sat.server, sat.match, red, looks=True) as page,
            at_table(sat.server, sat.match, blue, looks=True) as other,
            at_table(sat.server, sat.match, red) as older,
            at_table(sat.server, sat.match, looks=True, watch=sat.watch) as watcher,
        ):
            assert "looks" not in older.table
            source = random.Random(2)
            for _ in range(8):
                await asyncio.gather(told(page), told(other))
                seat = page.pending["decide"][0]
                mover = page if seat == "red" else other
                answer = await mover.change("play", seat=seat, action=mover.choice(seat, source))
                for each in (page, other, older, watcher):
                    await each.reached(answer["version"])
            await older.ask("ping")
            await watcher.ask("ping")
            assert {look["seat"] for look in looks(page)} == {"red"}
            assert {look["seat"] for look in looks(other)} == {"blue"}
            assert looks(older) == looks(watcher) == []

    asyncio.run(play())


def test_whoever_comes_back_is_told_again(host: Server) -> None:
    sat = seated(host, "skirminion")

    async def play() -> None:
        for _ in range(2):
            async with at_table(sat.server, sat.match, sat.tokens["red"], looks=True) as player:
                found = await told(player)
                assert found or "red" not in player.pending["decide"]

    asyncio.run(play())


def test_nobody_waits_for_a_look(host: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is worked out off the event loop: while it takes its time others are answered."""
    sat = seated(host, "skirminion", "here here", own=False)
    begun, goes_on = threading.Event(), threading.Event()
    look = Desk.look

    def slowly(desk: Desk, seat: str | None) -> Any:
        begun.set()
        assert goes_on.wait(DEADLINE)
        return look(desk, seat)

    monkeypatch.setattr(Desk, "look", slowly)

    async def play() -> None:
        tokens = list(sat.tokens.values())
        async with at_table(sat.server, sat.match, *tokens, looks=True) as player:
            await asyncio.to_thread(begun.wait, DEADLINE)
            source = random.Random(1)
            for _ in range(3):
                await step(player, source)
            assert looks(player) == []
            goes_on.set()
            found = await told(player)
            assert {said["of"] for said in found} == {player.version}
            assert len(looks(player)) == len(found), "what is past is not told"

    asyncio.run(play())


def test_quick_looks_do_not_wait_for_long_ones() -> None:
    """A game whose looks take long has a thread to itself, once that is known of it."""
    lanes, goes_on = Lanes(), threading.Event()

    def long() -> bytes:
        until = time.thread_time() + 2 * LONG
        while time.thread_time() < until:
            pass
        return b"long"

    def held_up() -> bytes:
        assert goes_on.wait(DEADLINE)
        return b"long"

    async def ask() -> None:
        assert await lanes.do("long", long) == b"long"
        waiting = asyncio.ensure_future(lanes.do("long", held_up))
        async with asyncio.timeout(DEADLINE):
            assert await lanes.do("quick", lambda: b"quick") == b"quick"
        goes_on.set()
        assert await waiting == b"long"

    try:
        asyncio.run(ask())
    finally:
        goes_on.set()
        lanes.close()


def test_a_large_table_is_looked_at_elsewhere(host: Server) -> None:
    sat = seated(host, "skirmish", "here here", own=False, table=many_corners(9, 60))

    async def play() -> None:
        tokens = list(sat.tokens.values())
        async with at_table(sat.server, sat.match, *tokens, looks=True) as player:
            for look in await told(player):
                assert look["offers"]

    asyncio.run(play())
