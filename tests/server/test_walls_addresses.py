"""Whoever has a network of addresses is one, wherever something is counted by addresses."""

import asyncio
from pathlib import Path

import pytest
import websockets

from outrider.server.addresses import address_of, judged
from outrider.server.doors import Doors
from server.driving import made, running

SAME = (
    ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:0DB8:1:2::1%eth0"),
    ("192.0.2.7", "::ffff:192.0.2.7", "::FFFF:c000:207"),
    ("fe80::1%eth0", "fe80::2%eth1"),
)


def test_one_network_is_one_address() -> None:
    found = [{judged(address) for address in group} for group in SAME]
    assert all(len(each) == 1 for each in found)
    assert len(set.union(*found)) == len(SAME)
    assert judged("2001:db8:1:2::1") != judged("2001:db8:1:3::1")
    assert judged("192.0.2.7") == "192.0.2.7" != judged("192.0.2.8")
    assert judged("somewhere") == "somewhere" and address_of(None) == "?"
    assert address_of(("::ffff:192.0.2.7", 1)) == "192.0.2.7"


class Line:
    """As much of a connection as the doors ask for."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop

    def looked_at(self, now: float) -> None:
        pass


def test_a_proxy_is_known_however_its_address_is_written() -> None:
    loop = asyncio.new_event_loop()
    doors = Doors(1, trusted=("127.0.0.1", "::1"))
    try:
        for host in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
            for _ in range(3):
                assert doors.enter(Line(loop), address_of((host, 1))) is None
        assert doors.enter(Line(loop), address_of(("2001:db8::1", 1))) is None
        assert doors.enter(Line(loop), address_of(("2001:db8::2", 1))) is not None
    finally:
        loop.close()


def test_a_network_has_the_connections_sockets_and_rates_of_one(tmp_path: Path) -> None:
    options = (
        "--proxied",
        "--sockets-each",
        "2",
        "--made-per-minute",
        "5",
        "--asked-per-second",
        "5",
    )
    with (
        running(tmp_path, *options, "--asked-per-second", "2") as server,
        server.person() as person,
    ):
        match = made(person, "skirmishers", listed=True)["match"]
        where = f"ws://{server.address}/api/matches/{match}/socket"

        def asked(host: str, path: str, **more: object) -> int:
            named = {"x-forwarded-for": host}
            if more:
                return person.post(path, headers=named, json=more).status_code
            return person.get(path, headers=named).status_code

        async def sockets() -> None:
            def dialled(host: str) -> websockets.connect:
                return websockets.connect(where, additional_headers={"x-forwarded-for": host})

            held = [await dialled(host) for host in ("2001:db8::1", "2001:db8::2")]
            with pytest.raises(websockets.InvalidStatus):
                await dialled("2001:db8::3")
            held.append(await dialled("2001:db8:0:1::3"))
            held += [await dialled(host) for host in ("192.0.2.1", "::ffff:192.0.2.1")]
            with pytest.raises(websockets.InvalidStatus):
                await dialled("192.0.2.1")
            for each in held:
                await each.close()

        asyncio.run(sockets())
        wish = {"game": "skirmishers", "seats": [{"kind": "here"}] * 2}
        made_of = [asked(f"2001:db8:0:5::{n}", "/api/matches", **wish) for n in range(1, 8)]
        assert made_of == [201] * 5 + [429] * 2
        assert asked("2001:db8:0:6::1", "/api/matches", **wish) == 201
        many = [asked(f"2001:db8:0:7::{n:x}", "/api/me") for n in range(1, 60)]
        assert 429 in many and many[:8] == [200] * 8
