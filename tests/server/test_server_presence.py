"""Coming back, several devices at one seat, and who is here."""

import asyncio
import random
import socket
from pathlib import Path
from typing import Any

import pytest
import websockets

from server.driving import (
    DEADLINE,
    Json,
    Player,
    Sat,
    Server,
    at_table,
    both,
    connected,
    inside,
    made,
    play_on,
    seated,
)

pytest_plugins = ["server.hosting"]


@pytest.fixture
def sat(host: Server) -> Sat:
    return seated(host, "skirmish", options={"table": "20x20"})


def lines(news: list[Json]) -> list[Json]:
    return [line for each in news for line in each["lines"]]


def test_coming_back_brings_exactly_what_was_missed(sat: Sat) -> None:
    async def run() -> None:
        source = random.Random(4)
        async with at_table(sat.server, sat.match, sat.tokens["red"]) as red:
            async with at_table(sat.server, sat.match, sat.tokens["blue"]) as blue:
                await play_on({"red": red, "blue": blue}, source, 6)
                seen, heard = blue.version, len(red.news)
            while "blue" not in red.pending["decide"] and not red.over:
                await play_on({"red": red}, source, 1)
            if red.version == seen:
                await red.change("draw")
            expected = red.news[heard:]
            async with at_table(sat.server, sat.match, sat.tokens["blue"], version=seen) as blue:
                missed = blue.table["missed"]
                assert missed["from"] == seen
                assert missed["lines"] == lines(expected) and missed["lines"]
                assert missed["events"] == [e for news in expected for e in news["events"]]
                assert blue.version == red.version
                assert blue.table["state"] == red.table["state"]
                await play_on({"red": red, "blue": blue}, source, 3)
            async with at_table(
                sat.server, sat.match, sat.tokens["blue"], version=red.version
            ) as blue:
                assert blue.table["missed"] == {"from": red.version, "lines": [], "events": []}
            async with at_table(sat.server, sat.match, sat.tokens["blue"], version=0) as blue:
                assert [line["n"] for line in blue.table["missed"]["lines"]] == list(
                    range(1, red.version + 1)
                )
            async with at_table(sat.server, sat.match, sat.tokens["blue"]) as blue:
                assert "missed" not in blue.table

    asyncio.run(run())


def test_a_seat_is_carried_to_another_device_by_its_token(sat: Sat) -> None:
    async def run() -> None:
        source = random.Random(9)
        async with both(sat) as (red, blue):
            await play_on({"red": red, "blue": blue}, source, 4)
            async with at_table(sat.server, sat.match, sat.tokens["red"]) as phone:
                assert phone.table["you"] == ["red"]
                assert phone.table["state"] == red.table["state"]
                await red.socket.close()
                await play_on({"red": phone, "blue": blue}, source, 4)

    asyncio.run(run())


def test_two_devices_at_one_seat_both_see_and_act(sat: Sat) -> None:
    async def run() -> None:
        source = random.Random(9)
        async with (
            both(sat) as (red, blue),
            at_table(sat.server, sat.match, sat.tokens["red"]) as phone,
        ):
            for device in (red, phone) * 3:
                await play_on({"red": device, "blue": blue}, source, 2)
                for other in (red, phone, blue):
                    await other.reached(device.version)
            assert lines(red.news) == lines(phone.news)

    asyncio.run(run())


def here(player: Player) -> dict[str, bool]:
    return {seat["seat"]: seat["here"] for seat in player.others[-1]["seats"]}


def test_all_are_told_who_is_here(sat: Sat) -> None:
    async def run() -> None:
        async with at_table(sat.server, sat.match, sat.tokens["red"]) as red:
            await red.until(lambda: bool(red.others))
            assert here(red) == {"red": True, "blue": False}
            async with at_table(sat.server, sat.match, sat.tokens["blue"]):
                await red.until(lambda: here(red)["blue"])
                async with at_table(sat.server, sat.match, sat.tokens["blue"]):
                    await red.until(lambda: len(red.others) >= 3)
                await red.until(lambda: len(red.others) >= 4)
                assert here(red)["blue"], "the other device is still there"
                async with at_table(sat.server, sat.match, watch=sat.watch):
                    await red.until(lambda: red.others[-1]["watching"] == 1)
                await red.until(lambda: red.others[-1]["watching"] == 0)
            await red.until(lambda: not here(red)["blue"])

    asyncio.run(run())


def test_joining_is_told_to_those_who_wait(host: Server) -> None:
    with host.person() as maker, host.person() as guest:
        guest.put("/api/me", json={"name": "Grace"})
        new = made(maker, "skirmish", "me link link")

        async def run() -> None:
            async with at_table(host, new["match"], new["tokens"]["red"]) as red:
                told: list[Json] = []
                wish = {"invite": new["invites"]["green"]}
                assert guest.post(f"/api/matches/{new['match']}/join", json=wish).is_success

                def taken() -> bool:
                    seats: list[Json] = red.table["seats"]
                    told[:] = [seat for seat in seats if seat["seat"] == "green"]
                    return bool(told[0]["taken"])

                await red.until(taken)
                assert told[0]["name"] == "Grace" and red.table["stage"] == "open"

        asyncio.run(run())


def test_people_at_one_screen_share_a_socket(host: Server) -> None:
    """Two tokens, one socket: requests name the seat."""
    with host.person() as maker:
        new = made(maker, "skirmish", "here here", options={"round_limit": 1, "table": "20x20"})

    async def run() -> None:
        async with at_table(host, new["match"], *new["tokens"].values()) as screen:
            assert screen.table["you"] == ["blue", "red"] and screen.table["stage"] == "running"
            refused = await screen.refused("play", action={"do": "ready"})
            assert refused["error"]["kind"] == "malformed"
            await play_on({"red": screen, "blue": screen}, random.Random(2))
            assert screen.over

    asyncio.run(run())


def test_a_match_that_is_deleted_lets_its_sockets_go(host: Server) -> None:
    with host.person() as maker:
        new = made(maker, "skirmishers", "me here")

        async def run() -> None:
            async with at_table(host, new["match"], new["tokens"]["red"]) as red:
                assert maker.delete(f"/api/matches/{new['match']}").status_code == 200
                await asyncio.wait_for(red.socket.wait_closed(), DEADLINE)
                assert red.socket.close_code == 1001
            with pytest.raises(Exception, match="there is no match"):
                async with at_table(host, new["match"], new["tokens"]["red"]):
                    pass

        asyncio.run(run())


def test_who_does_not_read_is_let_go_and_the_others_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outrider.server.watcher.MOST_WAITING", 16)
    with inside(tmp_path) as server:
        sat = seated(server, "skirmish", options={"table": "20x20"})

        async def run() -> None:
            async with at_table(server, sat.match, sat.tokens["red"]) as red:
                address = f"ws://{server.address}/api/matches/{sat.match}/socket"
                narrow = through_a_straw(server)
                async with websockets.connect(
                    address, sock=narrow, max_queue=1, close_timeout=0.2
                ) as slow:
                    await slow.send(f'{{"do":"hello","tokens":["{sat.tokens["blue"]}"]}}')
                    await red.until(lambda: bool(red.others) and here(red)["blue"])
                    request = '{"do":"table","id":"' + "x" * 60_000 + '"}'
                    sending = asyncio.ensure_future(flood(slow, request))
                    await red.until(lambda: not here(red)["blue"])
                    assert (await red.ask("ping"))["ok"]
                    sending.cancel()
                    await asyncio.gather(sending, return_exceptions=True)
                    slow.transport.abort()

        asyncio.run(run())


def through_a_straw(server: Server) -> socket.socket:
    """A connection that holds little of what is not read."""
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    host, port = server.address.split(":")
    narrow.connect((host, int(port)))
    return narrow


async def flood(slow: Any, request: str) -> None:
    while True:
        await slow.send(request)
        await asyncio.sleep(0.001)


def test_a_socket_to_an_address_that_is_not_there(host: Server) -> None:
    async def run() -> None:
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(f"ws://{host.address}/api/sockets")
        async with connected(host, "abcdefghijkm") as player:
            with pytest.raises(Exception, match="there is no match"):
                await player.hello(tokens=[])

    asyncio.run(run())
