"""Connections that go nowhere are ended, and nobody holds so many that others find none."""

import asyncio
import json
import os
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
import websockets

from outrider.server.connections import MOST_WAITING
from outrider.server.hosts import Names
from server.driving import (
    DEADLINE,
    Server,
    asked_for,
    at_table,
    made,
    play_on,
    running,
    seated,
    stop,
)
from server.weighty import lengthened, played

HEAD = b"POST /api/matches HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
HALVES = {
    "nothing": b"",
    "a head": HEAD,
    "half a line": b"GET /heal",
    "a body that does not come": HEAD + b"content-length: 1000\r\n\r\n{",
    "chunks that do not come": HEAD + b"transfer-encoding: chunked\r\n\r\n5\r\n{",
}
ELSEWHERE = "127.0.0.2"
"""Another address of this machine, for whoever is up to no good."""
ENOUGH = 180.0
"""Seconds after which a request that is ended after ten is ended on a busy machine, too."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = ("--made-per-minute", "100000", "--connections-each", "60", "--sockets-each", "20")
    with running(tmp_path_factory.mktemp("walls"), *options) as server:
        yield server


def dialled(server: Server, source: str = "127.0.0.1") -> socket.socket:
    where, port = server.address.split(":")
    return socket.create_connection((where, int(port)), DEADLINE, (source, 0))


def taken(line: socket.socket) -> bytes:
    """Everything until the other side closes."""
    said = b""
    with suppress(ConnectionError):
        while block := line.recv(65536):
            said += block
    return said


def count(server: Server, name: str) -> int:
    with server.person() as person:
        text = person.get("/metrics").text
    found = re.search(rf"^outrider_{name}(?:_total)? (\d+)$", text, re.MULTILINE)
    return int(found[1]) if found else 0


# -- half-sent requests ----------------------------------------------------------------------------


def test_half_a_request_is_ended_after_ten_seconds(host: Server) -> None:
    before = count(host, "half_requests")
    with ExitStack() as stack:
        lines = {}
        for name, half in HALVES.items():
            lines[name] = stack.enter_context(dialled(host))
            lines[name].sendall(half)
            lines[name].settimeout(ENOUGH)
        dripping = stack.enter_context(dialled(host))
        dripping.sendall(HEAD)
        dripping.settimeout(0.5)
        begun = time.monotonic()
        ended = False
        with suppress(ConnectionError):
            while not ended and time.monotonic() < begun + ENOUGH:
                dripping.sendall(b"x")  # every byte is one more of the same header
                try:
                    ended = dripping.recv(65536) != b""
                except TimeoutError:
                    continue
        assert time.monotonic() - begun < ENOUGH, "one byte after the other holds it open"
        for name, line in lines.items():
            said = taken(line)
            assert time.monotonic() - begun < ENOUGH, name
            assert said.startswith(b"HTTP/1.1 408 "), (name, said)
            assert "within 10 s" in json.loads(said.split(b"\r\n\r\n")[1])["error"]["message"]
    assert count(host, "half_requests") >= before + len(HALVES)
    assert "Traceback" not in host.said() and "failed" not in host.said()


def test_a_slow_upload_that_gets_on_is_let_be(host: Server) -> None:
    body = b"x" * 600_000
    head = b"POST /api/records HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n"
    with dialled(host) as line:
        line.settimeout(ENOUGH)
        line.sendall(head + b"content-length: %d\r\n\r\n" % len(body))
        for start in range(0, len(body), 50_000):
            line.sendall(body[start : start + 50_000])
            time.sleep(1)
        assert taken(line).startswith(b"HTTP/1.1 400 "), "it is no record, and was read to its end"


def test_whoever_does_not_take_an_answer_in_is_let_go(host: Server) -> None:
    with host.person() as person:
        text = lengthened(played("skirmishers", 40), 20_000)
        long = person.post("/api/records", content=text.encode()).json()["match"]
    with dialled(host) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        before = count(host, "slow_readers")
        # More than fits anywhere on the way, and nobody reads it.
        asked = f"GET /api/matches/{long}/record HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
        line.sendall(asked.encode() * MOST_WAITING)
        until = time.monotonic() + 2 * ENOUGH
        while count(host, "slow_readers") == before:
            assert time.monotonic() < until, "an answer waits for ever"
            time.sleep(0.5)


# -- bounds ----------------------------------------------------------------------------------------


def test_one_address_holds_so_many_connections(host: Server) -> None:
    with ExitStack() as stack:
        for _ in range(60):
            stack.enter_context(dialled(host, ELSEWHERE)).sendall(HEAD)
        time.sleep(0.2)
        for _ in range(5):
            line = stack.enter_context(dialled(host, ELSEWHERE))
            line.settimeout(DEADLINE)
            said = taken(line)
            assert b"503" in said.split(b"\r\n")[0]
            assert b"one address may hold at most 60 connections" in said
        with host.person() as person:
            assert person.get("/healthz").status_code == 200, "others do not notice"
    assert count(host, "connections_refused") >= 5
    until = time.monotonic() + DEADLINE
    while True:
        with dialled(host, ELSEWHERE) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
            if taken(line).startswith(b"HTTP/1.1 200"):
                break
        assert time.monotonic() < until, "what is closed counts no more"
        time.sleep(0.1)


def test_one_address_holds_so_many_sockets(host: Server) -> None:
    sat = seated(host, "basic", listed=True)
    where = f"ws://{host.address}/api/matches/{sat.match}/socket"

    async def run() -> None:
        held = [await websockets.connect(where, local_addr=(ELSEWHERE, 0)) for _ in range(20)]
        with pytest.raises(websockets.InvalidStatus) as caught:
            await websockets.connect(where, local_addr=(ELSEWHERE, 0))
        answer = caught.value.response
        assert answer.status_code == 429 and answer.body is not None
        assert "at most 20 tables" in json.loads(answer.body)["error"]["message"]
        async with at_table(host, sat.match, sat.tokens["red"]) as red:
            assert (await red.ask("ping"))["ok"]
        await held.pop().close()
        async with asyncio.timeout(DEADLINE):
            while True:
                try:
                    held.append(await websockets.connect(where, local_addr=(ELSEWHERE, 0)))
                    break
                except websockets.InvalidStatus:
                    await asyncio.sleep(0.05)
        for each in held:
            await each.close()

    asyncio.run(run())


def test_behind_a_proxy_people_are_told_apart(tmp_path: Path) -> None:
    options = ("--proxied", "--connections-each", "5", "--sockets-each", "2")
    with running(tmp_path, "--made-per-minute", "100000", *options) as server:
        sat = seated(server, "basic", listed=True)
        where = f"ws://{server.address}/api/matches/{sat.match}/socket"

        async def run() -> None:
            held = []
            for person in range(6):
                named = {"x-forwarded-for": f"10.0.0.{person}"}
                both = [await websockets.connect(where, additional_headers=named) for _ in "ab"]
                held += both
                with pytest.raises(websockets.InvalidStatus):
                    await websockets.connect(where, additional_headers=named)
            for each in held:
                await each.close()

        asyncio.run(run())


# -- files -----------------------------------------------------------------------------------------


def test_running_out_of_files_locks_nobody_out(tmp_path: Path) -> None:
    """With 200 files in all, and somebody who would like to have 300 of them."""
    database = f"sqlite:///{tmp_path / 'matches.db'}"
    words = "--made-per-minute 100000 --connections-each 100000 --sockets-each 100000"
    command = f'ulimit -Sn 100; ulimit -Hn 200; exec "{sys.executable}" -m outrider serve --port 0 '
    process = subprocess.Popen(
        ["bash", "-c", f"{command} --database {database} {words}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "OUTRIDER_DATA": str(tmp_path)},
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline().decode())
        assert found is not None
        server = Server(found[0], tmp_path / "matches.db")
        until = time.monotonic() + DEADLINE
        while True:
            with suppress(httpx.TransportError):
                if httpx.get(f"{server.url}/healthz").status_code == 200:
                    break
            assert time.monotonic() < until
        limits = Path(f"/proc/{process.pid}/limits").read_text()
        assert re.search(r"Max open files\s+200\s+200", limits), "as many as it may have"
        sat = seated(server, "skirminion", "me bot", own=False)

        async def run() -> None:
            async with at_table(server, sat.match, sat.tokens["red"]) as red:
                with ExitStack() as stack:
                    lines = [stack.enter_context(dialled(server, ELSEWHERE)) for _ in range(300)]
                    full = lines[-1]
                    full.settimeout(DEADLINE)
                    assert b"the server is full" in await asyncio.to_thread(taken, full)
                    for _ in range(3):
                        await red.until(lambda: "red" in red.pending.get("decide", ()))
                        await play_on({"red": red}, random.Random(1), 1)
                    assert red.version > 3, "moves are written, and the bot has a process"

        asyncio.run(run())
    finally:
        stop(process)


# -- bad HTTP, broken frames -----------------------------------------------------------------------


def test_junk_is_counted_and_not_written_down(host: Server) -> None:
    sat = seated(host, "basic", listed=True)
    before, said = (count(host, "bad_requests"), count(host, "bad_frames")), host.said()
    for junk in (b"\x16\x03\x01\x02\x00\x01" * 20, b"HELLO\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"):
        with dialled(host) as line:
            line.settimeout(DEADLINE)
            line.sendall(junk)
            assert taken(line).startswith(b"HTTP/1.1 400 ")
    with dialled(host) as line:
        line.settimeout(DEADLINE)
        with suppress(OSError):
            line.sendall(b"GET / HTTP/1.1\r\n" + b"x-long: " + b"y" * 2_000_000)
        taken(line)
    where, port = host.address.split(":")
    upgrade = (
        f"GET /api/matches/{sat.match}/socket HTTP/1.1\r\nhost: {where}:{port}\r\n"
        "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()
    frames = (
        b"\xff\xff\xff\xff\xff\xff",
        b"\x81\x05hello",  # not masked
        b"\x81\x82\0\0\0\0\xff\xfe",  # not UTF-8
        b"\x01\x81\0\0\0\0{" + b"\x00\x80\0\0\0\0" * 3_000,  # one message in 3,000 pieces
    )
    for frame in frames:
        with dialled(host) as line:
            line.settimeout(DEADLINE)
            line.sendall(upgrade)
            assert line.recv(65536).startswith(b"HTTP/1.1 101 ")
            with suppress(ConnectionError):
                line.sendall(frame)
            taken(line)
    assert count(host, "bad_requests") >= before[0] + 4
    assert count(host, "bad_frames") >= before[1] + len(frames)
    assert host.said() == said, "nothing of it is in the log"


# -- names -----------------------------------------------------------------------------------------


def test_names_that_only_a_home_knows_are_fine() -> None:
    names = Names("0.0.0.0", "play.example.org")
    for good in (
        None, "127.0.0.1:8000", "localhost:8000", "localhost", "192.168.1.5:8000", "[::1]:8000",
        "[fe80::1]", "mypc:8000", "mypc.local:8000", "MyPC.Local", "box.lan", "nas.home.arpa",
        "play.example.org", "PLAY.example.org:443", "play.example.org.",
    ):  # fmt: skip
        assert names.answers_to(good), good
    for bad in (
        "", "evil.example", "evil.example:8000", "127.0.0.1.evil.example", "play.example.org.evil",
        "xplay.example.org", "[::1", "[::1]x", "local.evil", "a:b:c", "evil.example:80x",
    ):  # fmt: skip
        assert not names.answers_to(bad), bad


def test_other_names_are_not_answered(host: Server, tmp_path: Path) -> None:
    sat = seated(host, "basic", listed=True)
    for foreign in ("evil.example", "evil.example:8000", "127.0.0.1.evil.example"):
        with host.person(headers={"host": foreign}) as page:
            for answer in (
                page.get("/api/matches/mine"),
                page.get("/"),
                page.post(
                    "/api/matches",
                    json=asked_for("basic"),
                    headers={"origin": f"http://{foreign}"},
                ),
            ):
                assert answer.status_code == 421, answer.text
                assert "--name" in answer.json()["error"]["message"]
                assert "set-cookie" not in answer.headers

        async def run(foreign: str = foreign) -> None:
            address = f"ws://{host.address}/api/matches/{sat.match}/socket"
            with pytest.raises(websockets.InvalidStatus):
                await websockets.connect(address, additional_headers={"host": foreign})

        asyncio.run(run())
    with running(tmp_path, "--name", "play.example.org", "--public") as server:
        with server.person(headers={"host": "play.example.org"}) as page:
            assert page.get("/").status_code == 200
        with server.person(headers={"host": "evil.example"}) as page:
            assert page.get("/").status_code == 421


def test_what_is_private_is_kept_by_no_cache(host: Server) -> None:
    with host.person() as person:
        new = made(person, "basic", "here here")
        token = {"outrider-token": new["tokens"]["red"]}
        for answer in (
            person.get("/api/me"),
            person.get("/api/matches/mine"),
            person.post("/api/matches", json=asked_for("basic")),
            person.get(f"/api/matches/{new['match']}", headers=token),
            person.get(f"/api/matches/{new['match']}/record", headers=token),
            person.get(f"/api/matches/{new['match']}/moments", headers=token),
            person.get("/api/matches/abcdefghijkm"),
            person.get("/healthz"),
        ):
            assert answer.headers["cache-control"] == "no-store", answer.url
        assert "no-store" not in person.get("/").headers["cache-control"]


def test_a_broken_handshake_is_refused_without_a_word_in_the_log(tmp_path: Path) -> None:
    head = (
        b"GET /api/matches/abcdefghijkl/socket HTTP/1.1\r\nhost: 127.0.0.1\r\n"
        b"upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 99\r\n"
        b"sec-websocket-key: x\r\n\r\n"
    )
    with running(tmp_path) as server:
        where, port = server.address.split(":")
        with socket.create_connection((where, int(port)), timeout=DEADLINE) as line:
            line.sendall(head)
            assert line.recv(64).split()[1].startswith(b"4")
        with server.person() as person:
            assert person.get("/healthz").status_code == 200
        assert "Traceback" not in server.said()
