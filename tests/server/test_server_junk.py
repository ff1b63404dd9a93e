"""Junk on a socket: always a typed answer, and the socket stays usable."""

import asyncio
import json
from typing import Any

import pytest
import websockets

from server.driving import DEADLINE, Json, Player, Sat, Server, at_table, both, connected, seated

pytest_plugins = ["server.hosting"]

KINDS = {"malformed", "unknown", "not-your-turn", "illegal", "over", "forbidden", "stale"}
DEEP = "[" * 5000 + "]" * 5000
JUNK: list[str | bytes] = [
    "",
    " ",
    "null",
    "5",
    '"text"',
    "[]",
    "{}",
    "{",
    "NaN",
    '{"do":NaN}',
    '{"do":"ping","do":"ping"}',
    '{"do":5}',
    '{"do":[]}',
    '{"do":"nothing"}',
    '{"do":"hello","tokens":[]}',
    '{"do":"__class__"}',
    '{"do":"play","action":' + DEEP + "}",
    DEEP,
    '{"do":"play","version":' + "9" * 5000 + "}",
    '{"do":"\\ud800"}',
    '{"do":"ping","id":[]}',
    '{"do":"ping","id":{"a":1}}',
    "\x00",
    b"",
    b'{"do":"ping"}',
    b"\xff\xfe",
]
VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    1.5,
    10**400,
    "",
    "x" * 5000,
    "\x00",
    [],
    [[]],
    {},
    {"a": 1},
]
FIELDS = {
    "play": ("seat", "action", "client", "version"),
    "roll": ("seat", "faces", "client", "version"),
    "resign": ("seat", "client", "version"),
    "takeback": ("seat", "client", "version"),
    "draw": ("seat", "client", "version"),
    "claim": ("seat", "against"),
    "reveal": ("seat", "entropy"),
    "check": ("seat", "action"),
    "odds": ("seat", "action"),
    "preview": ("seat", "action"),
    "legal": ("seat",),
    "reach": ("seat", "unit"),
}
ACTIONS: dict[str, list[Any]] = {
    "skirminion": [
        {"do": "move", "from": 5, "to": "e3"},
        "e1-e9",
        "forts 99999999999",
        "=",
        "\u0661",
    ],
    "basic": [{"do": "move", "unit": "R1", "to": [1e308, 1]}, "move R1 1e9,1e9", "deploy R9 1,1"],
    "skirmishers": [{"do": "move", "unit": "R1", "path": [[1]] * 500}, "fight R1+R1+R1 B1", "move"],
    "skirmish": [{"do": "throw", "unit": "R1", "toward": [None, 2]}, "land 8,8,8", "tell R1 R1"],
    "skirmish-2012": [{"do": "time"}, "time", {"do": "move", "unit": {}, "to": {}}],
}


@pytest.fixture(scope="module")
def sat(host: Server) -> Sat:
    return seated(host, "skirmishers")


async def still_there(player: Player) -> None:
    assert (await player.ask("ping"))["ok"]


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_junk_is_answered(sat: Sat, junk: str | bytes) -> None:
    async def run() -> None:
        async with both(sat) as (red, _):
            answer = await red.raw(junk)
            assert answer["ok"] is False and answer["error"]["kind"] in KINDS, answer
            assert len(answer["error"]["message"]) < 300
            await still_there(red)

    asyncio.run(run())


@pytest.mark.parametrize("do", FIELDS)
def test_wrong_types_are_answered(sat: Sat, do: str) -> None:
    async def run() -> None:
        async with both(sat) as (red, _):
            # Of a version that is not there yet: nothing of this is ever written.
            good: Json = {"action": {"do": "hold"}, "client": "c", "version": 7, "seat": "red"}
            good |= {"faces": [1], "against": "blue", "entropy": "e" * 16, "unit": "R1"}
            for name in FIELDS[do]:
                for value in VALUES:
                    if (name, value) in (("seat", None), ("version", 0)):
                        continue
                    request = {field: good[field] for field in FIELDS[do]}
                    answer = await red.raw(json.dumps({"do": do, **request, name: value}))
                    if answer["ok"]:
                        assert do == "reach" and name == "unit", answer
                        continue
                    assert answer["error"]["kind"] in KINDS, (name, value, answer)
                missing = {field: good[field] for field in FIELDS[do] if field != name}
                answer = await red.raw(json.dumps({"do": do, **missing}))
                assert answer["ok"] or answer["error"]["kind"] in KINDS
            await still_there(red)

    asyncio.run(run())
    assert sat.record().lines == ()


@pytest.mark.parametrize("game", ACTIONS)
def test_odd_actions_are_answered(host: Server, game: str) -> None:
    sat = seated(host, game)

    async def run() -> None:
        async with both(sat) as (red, _):
            begun = red.version
            for action in [*ACTIONS[game], *VALUES, {"do": "end", "more": 1}, {"do": None}, "?"]:
                for do in ("play", "check", "odds", "preview"):
                    said = {"do": do, "action": action, "client": "c", "version": begun}
                    answer = await red.raw(json.dumps(said))
                    assert not answer["ok"] or do == "check", (do, action, answer)
                    assert answer["ok"] or answer["error"]["kind"] in KINDS, answer
            for unit in ("R1", "B1", "", "Z9", "a1", "e\u0301", "R" * 5000):
                answer = await red.raw(json.dumps({"do": "reach", "unit": unit}))
                assert answer["ok"] or answer["error"]["kind"] in KINDS, answer
            await still_there(red)
            assert red.version == begun

    asyncio.run(run())


HELLOS: list[str | bytes] = [
    *(junk for junk in JUNK if junk not in ('{"do":"hello","tokens":[]}',)),
    '{"do":"hello","tokens":5}',
    '{"do":"hello","tokens":[5]}',
    '{"do":"hello","tokens":[null]}',
    '{"do":"hello","tokens":{}}',
    '{"do":"hello","tokens":[],"version":"x"}',
    '{"do":"hello","tokens":[],"version":-1}',
    '{"do":"hello","tokens":[],"version":true}',
    json.dumps({"do": "hello", "tokens": ["x"] * 20_000}),
]


@pytest.mark.parametrize("junk", HELLOS, ids=range(len(HELLOS)))
def test_a_first_message_that_is_no_hello_is_answered(sat: Sat, junk: str | bytes) -> None:
    async def run() -> None:
        async with connected(sat.server, sat.match) as player:
            await player.socket.send(junk)
            text = await asyncio.wait_for(player.socket.recv(), DEADLINE)
            answer = json.loads(text)
            assert answer["ok"] is False
            assert answer["error"]["kind"] in ("malformed", "forbidden"), answer
            await asyncio.wait_for(player.socket.wait_closed(), DEADLINE)
            assert player.socket.close_code == 1008

    asyncio.run(run())


def test_a_message_beyond_the_limit_ends_its_own_socket_only(sat: Sat) -> None:
    async def run() -> None:
        async with both(sat) as (red, blue):
            fits = json.dumps({"do": "ping", "id": 1, "more": "x" * 200_000})
            assert (await red.raw(fits, 1))["ok"]
            await red.socket.send(json.dumps({"do": "ping", "id": 2, "more": "x" * 300_000}))
            await asyncio.wait_for(red.socket.wait_closed(), DEADLINE)
            assert red.socket.close_code == 1009
            await still_there(blue)

    asyncio.run(run())


def test_a_version_far_ahead_in_hello_is_no_harm(sat: Sat) -> None:
    async def run() -> None:
        async with at_table(sat.server, sat.match, sat.tokens["red"], version=10**9) as red:
            assert red.table["missed"]["lines"] == []

    asyncio.run(run())


def test_nothing_of_this_is_a_failure_of_the_server(host: Server) -> None:
    """All of the above, in the order of the file, left no traceback in what the server printed."""
    assert "Traceback" not in host.said(), host.said()[-3000:]


@pytest.mark.slow
def test_who_says_nothing_is_let_go(sat: Sat) -> None:
    async def run() -> None:
        async with connected(sat.server, sat.match) as player:
            answer = json.loads(await asyncio.wait_for(player.socket.recv(), DEADLINE))
            assert answer["error"] == {"kind": "malformed", "message": "nobody said hello"}
            with pytest.raises(websockets.ConnectionClosed):
                await asyncio.wait_for(player.socket.recv(), DEADLINE)

    asyncio.run(run())
