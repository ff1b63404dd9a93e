"""Sealed dice over the wire: anchors, links, and what happens when one does not come."""

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from cli.driving import outrider
from outrider.core.chain import sha256
from outrider.core.record import Anchored, Noted, Opened
from outrider.core.wire import dumps
from outrider.dice import Seal, SealedDice, verified
from server.driving import (
    WIDE,
    Player,
    Refused,
    Sat,
    Server,
    act,
    at_table,
    both,
    kill,
    made,
    play_on,
    running,
    seated,
)
from server.seals import Holder, check_chain, seated_with_seals, watching

pytest_plugins = ["server.hosting"]

SHORT = {"turn_limit": 8}
LONG = {"turn_limit": 200, "table": "20x20"}
CLOCK = {"kind": "total", "seconds": 600, "increment": 5}


@asynccontextmanager
async def begun(sat: Sat, seeds: dict[str, str]) -> AsyncIterator[tuple[Holder, Holder]]:
    """Two people who have given their anchors; nobody opens anything yet."""
    async with watching(sat, "red") as red, watching(sat, "blue") as blue:
        held = [
            Holder(player, sat.match, {seat: seeds[seat]})
            for seat, player in (("red", red), ("blue", blue))
        ]
        for holder in held:
            await holder.anchors()
        for player in (red, blue):
            await player.until(lambda player=player: player.table["stage"] == "running")  # type: ignore[misc]
        yield held[0], held[1]


def looking_on(sat: Sat) -> AbstractAsyncContextManager[Player]:
    return at_table(sat.server, sat.match, watch=sat.watch)


async def waiting(red: Holder, blue: Holder) -> None:
    """Until dice wait for the links of both."""
    for holder in (red, blue):
        await holder.player.until(
            lambda holder=holder: holder.wanted is not None  # type: ignore[misc]
        )


def test_a_whole_game(host: Server, tmp_path: Path) -> None:
    sat, seeds = seated_with_seals(host, "basic", options={"turn_limit": 40, "table": "20x20"})

    async def run() -> None:
        async with begun(sat, seeds) as (red, blue):
            tasks = [asyncio.ensure_future(holder.serve()) for holder in (red, blue)]
            try:
                players = {"red": red.player, "blue": blue.player}
                await play_on(players, random.Random(4))
            finally:
                for task in tasks:
                    task.cancel()
            assert red.player.over
            assert check_chain(red.player) == check_chain(blue.player)
            kept = {
                "match": sat.match,
                "anchors": red.player.table["dice"]["anchors"],
                "commitment": None,
                "entropy": {},
                "heads": [[red.player.version, check_chain(red.player)]],
            }
            (tmp_path / "kept.json").write_text(dumps(kept), "utf-8")

    asyncio.run(run())
    record = sat.record()
    assert record.header.dice is not None and record.header.dice["engine"] == []
    assert verified(record).wrong is None and verified(record).rolls > 2
    openings = [line for line in record.lines if isinstance(line, Opened)]
    assert all(set(line.links) == {"server", "red", "blue"} for line in openings)
    file = tmp_path / "game.jsonl"
    file.write_text(sat.fetch(), "utf-8")
    with host.person() as person:
        key = person.get("/api/key").json()["key"]
    done = outrider("verify", file, "--seen", tmp_path / "kept.json", "--key", key)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "by the links all had opened" in done.stdout
    for secret in seeds.values():
        assert secret not in sat.fetch() and not any(secret in text for text in host.heard)


def test_no_link_is_shown_before_all_are_there(host: Server) -> None:
    sat, seeds = seated_with_seals(host, "basic", options=SHORT)

    async def run() -> None:
        async with begun(sat, seeds) as (red, blue), looking_on(sat) as nobody:
            await waiting(red, blue)
            link = red.links()["red"]
            before = red.player.version
            await red.open()
            await red.open()  # again is no harm
            await blue.player.until(
                lambda: bool(blue.player.others) and blue.player.others[-1]["type"] == "seals"
            )
            assert blue.player.others[-1]["seals"]["missing"] == ["blue"]
            assert not any(link in text for text in host.heard)
            assert red.player.version == before
            refused = await blue.player.refused(
                "open", links={"red": link}, **{"for": (blue.wanted or {})["for"]}
            )
            assert refused["error"]["kind"] == "forbidden"
            refused = await nobody.refused("open", links={"blue": link}, **{"for": "0" * 64})
            assert refused["error"]["kind"] == "forbidden"
            for bad in (sha256("x"), "x", 5, None):
                refused = await blue.player.refused(
                    "open", links={"blue": bad}, **{"for": (blue.wanted or {})["for"]}
                )
                assert refused["error"]["kind"] == "malformed"
            refused = await blue.player.refused(
                "open", links=blue.links(), **{"for": sha256("another line")}
            )
            assert refused["error"]["kind"] == "not-your-turn"
            await blue.open()
            await red.player.until(lambda: red.player.version > before)
            assert any(link in text for text in host.heard)
            for holder in (red, blue):
                check_chain(holder.player)

    asyncio.run(run())


def test_anchors(host: Server) -> None:
    sat, seeds = seated_with_seals(host, "basic")

    async def run() -> None:
        async with watching(sat, "red") as red, watching(sat, "blue") as blue:
            own = Seal(sat.match, "red", seeds["red"]).anchor
            server = red.table["dice"]["anchors"]["server"]
            assert red.table["stage"] == "revealing" and set(red.table["dice"]["anchors"]) == {
                "server"
            }
            for bad in (server, "x", 5, own.upper()):
                assert (await red.refused("anchor", anchor=bad))["error"]["kind"] == "malformed"
            await red.ask("anchor", anchor=own)
            await red.ask("anchor", anchor=own)
            assert (await red.refused("anchor", anchor=sha256("x")))["error"]["kind"] == (
                "not-your-turn"
            )
            twin = await blue.refused("anchor", anchor=own)
            assert twin["error"]["message"] == "two anchors are the same"
            await blue.ask("anchor", anchor=Seal(sat.match, "blue", seeds["blue"]).anchor)
            await red.until(lambda: red.table["stage"] == "running")

    asyncio.run(run())


@pytest.mark.parametrize(
    ("kinds", "clock", "kind"),
    [
        ("me here", None, "sealed"),
        ("me bot", None, "fair-2"),
        ("me bot", CLOCK, "sealed"),
        ("me link", None, "fair-2"),
        ("me link", {"kind": "move", "seconds": 60}, "sealed"),
        ("me link", {"kind": "move", "seconds": 86400}, "fair-2"),
        ("me link", {"kind": "total", "seconds": 30 * 86400, "increment": 0}, "fair-2"),
    ],
)
def test_which_dice_by_themselves(
    host: Server, kinds: str, clock: dict[str, object] | None, kind: str
) -> None:
    with host.person() as person:
        new = made(person, "skirminion", kinds, clock=clock)
        headers = {"outrider-token": new["tokens"]["red"]}
        said = person.get(f"/api/matches/{new['match']}", headers=headers).json()["dice"]
    assert said["kind"] == kind


def test_a_client_that_knows_nothing_of_seals_leaves_them_to_the_server(host: Server) -> None:
    """And everybody is told so, from the header on."""
    sat = seated(host, "basic", own=False, clock=CLOCK, options=SHORT)

    async def run() -> None:
        async with both(sat) as (red, blue):
            await play_on({"red": red, "blue": blue}, random.Random(2))

    asyncio.run(run())
    record = sat.record()
    assert record.header.dice is not None and record.header.dice["engine"] == ["red", "blue"]
    assert verified(record).wrong is None


def test_going_on_without_a_link_needs_everybodys_word(host: Server) -> None:
    """Blue's page has lost its seed. Red agrees, all commit anew, and the record says it."""
    sat, seeds = seated_with_seals(host, "basic", options=SHORT)

    async def run() -> None:
        async with begun(sat, seeds) as (red, blue):
            await waiting(red, blue)
            before = red.player.version
            await red.open()
            new = {seat: Seal(sat.match, seat, f"another of {seat}") for seat in seeds}
            await blue.player.ask("anchor", anchor=new["blue"].anchor)
            await red.player.until(
                lambda: any(o.get("seals", {}).get("anew") == ["blue"] for o in red.player.others)
            )
            assert red.player.version == before, "one alone cannot"
            await red.player.ask("anchor", anchor=new["red"].anchor)
            await waiting(red, blue)
            await red.player.until(lambda: red.player.version == before + 1)
            assert "may have seen" in red.player.news[-1]["events"][0]["text"]
            await blue.player.until(lambda: blue.player.version == before + 1)
            red.seals, blue.seals = {"red": new["red"]}, {"blue": new["blue"]}
            assert (red.wanted or {})["missing"] == ["red", "blue"], "what was opened is void"
            await red.open()
            await blue.open()
            await red.player.until(lambda: red.player.version > before + 1)

    asyncio.run(run())
    record = sat.record()
    assert isinstance(record.lines[0], Anchored) and isinstance(record.lines[1], Opened)


def test_a_seal_is_left_with_the_server_and_taken_back(host: Server) -> None:
    sat, seeds = seated_with_seals(host, "basic", options=SHORT)

    async def run() -> None:
        async with begun(sat, seeds) as (red, blue):
            await waiting(red, blue)
            refused = await blue.player.refused("entrust", seed="wrong")
            assert refused["error"]["kind"] == "malformed"
            await blue.player.ask("entrust", seed=seeds["blue"])
            await red.player.until(lambda: (red.wanted or {}).get("missing") == ["red"])
            assert "leaves the seal with the server" in red.player.news[-1]["events"][0]["text"]
            await red.open()
            await red.player.until(lambda: red.wanted is None)
            renewed = Seal(sat.match, "blue", "my own again")
            await blue.player.ask("anchor", anchor=renewed.anchor)
            again = await blue.player.refused("anchor", anchor=sha256("and again"))
            assert again["error"]["kind"] == "not-your-turn"
            blue.seals = {"blue": renewed}
            tasks = [asyncio.ensure_future(holder.serve()) for holder in (red, blue)]
            await play_on({"red": red.player, "blue": blue.player}, random.Random(9))
            for task in tasks:
                task.cancel()

    asyncio.run(run())
    record = sat.record()
    assert [line.match for line in record.lines if isinstance(line, Noted)][:1] == ["entrust"]
    assert verified(record).wrong is None


def test_leaving_a_seal_from_several_devices_at_once(host: Server) -> None:
    """It is left once, and none of them hears that something is broken."""
    sat, seeds = seated_with_seals(host, "basic", options=SHORT)

    async def run() -> None:
        async with begun(sat, seeds) as (red, blue), AsyncExitStack() as stack:
            await waiting(red, blue)
            devices = [await stack.enter_async_context(watching(sat, "blue")) for _ in range(5)]
            await asyncio.gather(*(each.ask("entrust", seed=seeds["blue"]) for each in devices))
            await red.open()
            await red.player.until(lambda: red.wanted is None)

    asyncio.run(run())
    lines = sat.record().lines
    assert sum(isinstance(line, Noted) and line.match == "entrust" for line in lines) == 1


@pytest.mark.parametrize("left", ["seed", "line"])
def test_killed_while_a_seal_is_left_with_the_server(tmp_path: Path, left: str) -> None:
    """A seed of which no line tells opens nothing; a line without its seed waits for it."""
    with running(tmp_path, *WIDE) as host:
        sat, seeds = seated_with_seals(host, "basic", options=SHORT)

        async def before() -> None:
            async with begun(sat, seeds) as (red, blue):
                await waiting(red, blue)
                if left == "line":
                    await blue.player.ask("entrust", seed=seeds["blue"])

        asyncio.run(before())
        kill(host)
    with sqlite3.connect(host.database) as db:
        kept = seeds["blue"] if left == "seed" else None
        where = "WHERE match = ? AND seat = 'blue'"
        db.execute(f"UPDATE seats SET entropy = ? {where}", (kept, sat.match))
    with running(tmp_path, *WIDE) as host:
        again = at(sat, host)

        async def after() -> None:
            async with watching(again, "red", "blue") as player:
                held = Holder(player, sat.match, seeds)
                assert (held.wanted or {})["missing"] == ["red", "blue"]
                await player.ask("entrust", seat="blue", seed=seeds["blue"])
                del held.seals["blue"]
                await held.open()
                await player.until(lambda: held.wanted is None)

        asyncio.run(after())
        lines = again.record().lines
    assert sum(isinstance(line, Noted) and line.match == "entrust" for line in lines) == 1
    assert any(isinstance(line, Opened) for line in lines)


def test_bots_open_at_once_and_the_player_last(host: Server) -> None:
    sat, seeds = seated_with_seals(host, "basic", "me bot", options=SHORT)

    async def run() -> None:
        async with watching(sat, "red") as player:
            red = Holder(player, sat.match, seeds)
            await red.anchors()
            await player.until(lambda: red.wanted is not None)
            assert (red.wanted or {})["missing"] == ["red"]
            task = asyncio.ensure_future(red.serve())
            await player.until(lambda: player.over or "red" in player.pending.get("decide", ()))
            task.cancel()
            check_chain(player)

    asyncio.run(run())
    record = sat.record()
    assert record.header.dice is not None and record.header.dice["engine"] == ["blue"]


def test_typed_dice_are_told_and_agreed_to(host: Server) -> None:
    with host.person() as maker, host.person() as guest:
        new = made(maker, "skirmish", "me link", dice="typed", listed=True)
        listed = guest.get("/api/matches").json()["matches"]
        assert next(m for m in listed if m["match"] == new["match"])["dice"] == "typed"
        assert guest.get(f"/api/matches/{new['match']}").json()["dice"] == {"kind": "typed"}
        join = f"/api/matches/{new['match']}/join"
        refused = guest.post(join, json={})
        assert refused.status_code == 409 and "agree" in refused.json()["error"]["message"]
        assert guest.post(join, json={"dice": "typed"}).status_code == 200


def test_players_at_two_processes(tmp_path: Path, database: str) -> None:
    """Red is at one process, Blue at another: each offers a link where it is, at the same time."""
    more = (*WIDE, "--database", database)
    with running(tmp_path / "a", *more) as first, running(tmp_path / "b", *more) as second:
        sat, seeds = seated_with_seals(first, "basic", options=LONG)

        async def run() -> None:
            async with watching(sat, "red") as red, watching(at(sat, second), "blue") as blue:
                held = {
                    seat: Holder(player, sat.match, {seat: seeds[seat]})
                    for seat, player in (("red", red), ("blue", blue))
                }
                for holder in held.values():
                    await holder.anchors()
                for holder in held.values():
                    await holder.player.until(
                        lambda holder=holder: holder.wanted is not None  # type: ignore[misc]
                    )
                tasks = [asyncio.ensure_future(holder.serve()) for holder in held.values()]
                await play_on({"red": red, "blue": blue}, random.Random(2), 30)
                for task in tasks:
                    task.cancel()
                await blue.reached(red.version)
                await red.reached(blue.version)
                assert check_chain(red) == check_chain(blue)

        asyncio.run(run())
        record = sat.record()
        assert verified(record).wrong is None and verified(record).rolls >= 2


def test_anchors_that_come_to_two_processes_at_once(tmp_path: Path, database: str) -> None:
    """Each writes one before it has heard of the other; the match begins all the same."""
    more = (*WIDE, "--database", database)
    with running(tmp_path / "a", *more) as first, running(tmp_path / "b", *more) as second:

        async def begins() -> None:
            sat, seeds = seated_with_seals(first, "basic", options=SHORT)
            async with watching(sat, "red") as red, watching(at(sat, second), "blue") as blue:
                one = Holder(red, sat.match, {"red": seeds["red"]})
                two = Holder(blue, sat.match, {"blue": seeds["blue"]})
                await asyncio.gather(one.anchors(), two.anchors())
                await waiting(one, two)

        for _ in range(8):  # in one of a few both come at the same moment
            asyncio.run(begins())


def test_what_was_offered_outlives_a_killed_server(tmp_path: Path) -> None:
    with running(tmp_path, *WIDE) as host:
        sat, seeds = seated_with_seals(host, "basic", options=SHORT)

        async def offered() -> None:
            async with begun(sat, seeds) as (red, blue):
                await waiting(red, blue)
                await red.open()

        asyncio.run(offered())
        kill(host)
    with running(tmp_path, *WIDE) as host:
        again = at(sat, host)

        async def came() -> None:
            async with watching(again, "blue") as blue:
                held = Holder(blue, sat.match, {"blue": seeds["blue"]})
                assert (held.wanted or {})["missing"] == ["blue"], "red has offered before"
                await held.open()
                await blue.until(lambda: held.wanted is None)

        asyncio.run(came())
        verdict = verified(again.record())
        # Two dice for the initiative, and two more for every tie between them.
        assert verdict.wrong is None and verdict.rolls >= 2 and verdict.rolls % 2 == 0


def at(sat: Sat, host: Server) -> Sat:
    return replace(sat, server=host)


def test_who_does_not_open_runs_out_of_time(host: Server) -> None:
    """Fifteen seconds are free; then Blue's clock of two runs, and is up."""
    clock = {"kind": "total", "seconds": 2, "increment": 3}
    sat, seeds = seated_with_seals(host, "skirmish", options={"table": "20x20"}, clock=clock)

    async def run() -> None:
        async with begun(sat, seeds) as (red, blue):
            people = {"red": red.player, "blue": blue.player}
            source = random.Random(5)
            while red.wanted is None:
                assert not red.player.over
                await act(people, source)
            began = time.monotonic()
            await red.open()
            await red.player.until(lambda: red.player.over)
            assert time.monotonic() - began > 15
            assert red.player.table["result"]["winners"] == ["red"]
            assert "out of time" in red.player.table["result"]["reason"]

    asyncio.run(run())


@pytest.mark.parametrize("dice", ["fair-2", "sealed"])
def test_a_host_at_the_table_cannot_fish_for_a_six(host: Server, dice: str) -> None:
    """A player who reads the database knows every secret of the server's. With dice by line that
    was enough to add draw offers until his attack hit. Now talk moves no die; and sealed dice he
    does not even know, since Blue's link is not in there."""
    sat, seeds = seated_with_seals(host, "basic", options={"turn_limit": 40, "table": "20x20"})
    if dice == "fair-2":
        sat = seated(host, "basic", options={"turn_limit": 40, "table": "20x20"})

    async def run() -> None:
        async with AsyncExitStack() as stack:
            players: dict[str, Player] = {}
            if dice == "sealed":
                red, blue = await stack.enter_async_context(begun(sat, seeds))
                players = {"red": red.player, "blue": blue.player}
                for holder in (red, blue):
                    task = asyncio.ensure_future(holder.serve())
                    stack.callback(task.cancel)
            else:
                pair = await stack.enter_async_context(both(sat))
                players = {"red": pair[0], "blue": pair[1]}
            await play_on(players, random.Random(6), 14)
            one = players["red"]
            await one.until(lambda: "roll" not in one.pending)
            for _ in range(3):
                await one.change("draw", seat="red")
                await players["blue"].reached(one.version)
                await players["blue"].change("no-draw", seat="blue")
                await one.reached(players["blue"].version)
            with pytest.raises(Refused, match="somebody has to play first"):
                await one.change("draw", seat="red")

    asyncio.run(run())
    with sqlite3.connect(host.database) as db:
        (setup,) = db.execute("SELECT setup FROM terms WHERE match = ?", (sat.match,)).fetchone()
        rows = db.execute("SELECT * FROM seats WHERE match = ?", (sat.match,)).fetchall()
    secret = json.loads(setup)["secret"]
    assert all(seed not in str(rows) + setup for seed in seeds.values())
    if dice == "sealed":
        known = SealedDice(sat.match, secret, {})
        standing = sat.record().header.dice
        assert standing is not None
        assert known.chain("server", standing["anchors"]["server"], 0) is not None
        assert known.chain("blue", standing["anchors"]["blue"], 0) is None
