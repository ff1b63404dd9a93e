"""Origins, sizes, rates, headers, cookies, and what is said when something breaks."""

import asyncio
import json
import time
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from outrider.server.storage.base import StorageError
from server.driving import (
    DEADLINE,
    WIDE,
    Json,
    Sat,
    Server,
    asked_for,
    at_table,
    connected,
    inside,
    made,
    running,
    seated,
)

pytest_plugins = ["server.hosting"]
FOREIGN = [
    "http://evil.example",
    "https://evil.example:8000",
    "null",
    "",
    "http://127.0.0.1",
    "http://127.0.0.1.evil.example",
    "http://[",
    "http://[::1",
    "x" * 4000,
    "file://",
]


# -- origins ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", FOREIGN, ids=range(len(FOREIGN)))
def test_pages_from_elsewhere_change_nothing(host: Server, origin: str) -> None:
    with host.person(headers={"origin": origin}) as page:
        for method, address in (
            ("POST", "/api/matches"),
            ("PUT", "/api/me"),
            ("DELETE", "/api/matches/abcdefghijkm"),
            ("POST", "/api/records"),
            ("PATCH", "/api/me"),
        ):
            answer = page.request(method, address, json=asked_for("basic"))
            assert answer.status_code == 403, (method, answer.text)
            assert answer.json()["error"]["kind"] == "forbidden"
            assert "set-cookie" not in answer.headers
        assert "access-control-allow-origin" not in page.get("/api/games").headers


@pytest.mark.parametrize("origin", FOREIGN[1:], ids=range(1, len(FOREIGN)))
def test_pages_from_elsewhere_open_no_socket(host: Server, origin: str) -> None:
    sat = seated(host, "skirmishers", listed=True)

    async def run() -> None:
        address = f"ws://{host.address}/api/matches/{sat.match}/socket"
        with pytest.raises(websockets.InvalidStatus) as caught:
            await websockets.connect(address, additional_headers={"origin": origin})
        assert caught.value.response.status_code == 403

    asyncio.run(run())
    assert "Traceback" not in host.said()


def test_the_servers_own_pages_and_those_it_is_told_of_may(tmp_path: Path) -> None:
    with running(tmp_path, *WIDE, "--origin", "https://friend.example") as server:
        for origin in (server.url, "https://friend.example"):
            with server.person(headers={"origin": origin}) as page:
                new = made(page, "basic", listed=True)

                async def run(match: str, origin: str) -> None:
                    address = f"ws://{server.address}/api/matches/{match}/socket"
                    async with websockets.connect(
                        address, additional_headers={"origin": origin}
                    ) as socket:
                        await socket.send('{"do":"hello"}')
                        assert json.loads(await socket.recv())["type"] == "table"

                asyncio.run(run(new["match"], origin))
        with server.person(headers={"origin": "http://friend.example"}) as page:
            assert page.post("/api/matches", json=asked_for("basic")).status_code == 403


# -- headers and cookies ---------------------------------------------------------------------------


def test_every_answer_has_the_headers(host: Server) -> None:
    with host.person() as person:
        answers = [
            person.get("/"),
            person.get("/api/games"),
            person.get("/nowhere"),
            person.get("/openapi.json"),
            person.get("/metrics"),
            person.put("/api/me", json={}),
            person.post("/api/me", json={}),
            person.post("/api/matches", content=b"x" * 300_000),
            person.post("/api/matches", json={}, headers={"origin": "http://evil.example"}),
        ]
    for answer in answers:
        headers = answer.headers
        assert headers["x-content-type-options"] == "nosniff", answer.url
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy and "*" not in policy
        assert "server" not in headers and "strict-transport-security" not in headers
    for address in ("/docs", "/redoc"):
        with host.person() as person:
            assert person.get(address).status_code == 404


def test_scripts_have_the_headers_that_are_for_scripts(host: Server) -> None:
    with host.person() as person:
        for path in ("/static/app/main.js", "/static/css/style.css", "/games/basic/skin.js"):
            headers = person.get(path).headers
            assert headers["x-content-type-options"] == "nosniff", path
            assert headers["cross-origin-resource-policy"] == "same-origin"
            assert "content-security-policy" not in headers and "x-frame-options" not in headers


def test_people_see_a_page_where_there_is_none(host: Server) -> None:
    with host.person() as person:
        typed = person.get("/nowhere", headers={"accept": "text/html,*/*;q=0.8"})
        asked = [
            person.get("/nowhere"),
            person.get("/api/nowhere", headers={"accept": "text/html"}),
        ]
    assert typed.status_code == 404 and "<html" in typed.text
    for answer in asked:
        assert answer.status_code == 404 and answer.json()["error"]["kind"] == "unknown"


def cookie_of(answer: httpx.Response) -> Any:
    found: SimpleCookie = SimpleCookie()
    found.load(answer.headers["set-cookie"])
    return found["outrider"]


def test_the_cookie_is_for_the_server_alone(host: Server) -> None:
    with host.person() as person:
        morsel = cookie_of(person.get("/api/me"))
        assert morsel["httponly"] and morsel["samesite"].lower() == "lax"
        assert morsel["path"] == "/" and not morsel["domain"] and not morsel["secure"]
        assert "set-cookie" not in person.get("/api/me").headers, "it is known by now"


def test_over_https_cookies_are_secure(tmp_path: Path) -> None:
    with running(tmp_path, "--secure") as server, server.person() as person:
        answer = person.get("/api/me")
        assert cookie_of(answer)["secure"]
        assert "max-age" in answer.headers["strict-transport-security"]


def test_a_forged_cookie_is_a_strangers(host: Server) -> None:
    with host.person() as maker:
        maker.put("/api/me", json={"name": "Ada"})
        new = made(maker, "basic")
        real = maker.cookies["outrider"]
    body, _, signature = real.rpartition(".")
    forged = [
        body,
        f"{body}.",
        f"{body}.{signature[::-1]}",
        f"{body[::-1]}.{signature}",
        "." * 500,
        "x" * 5000,
        "eyJ3aG8iOiJ4In0.x",
        f"{real}x",
    ]
    for cookie in forged:
        with host.person(headers={"cookie": f"outrider={cookie}"}) as forger:
            assert forger.get("/api/me").json() == {"name": None}, cookie
            assert forger.get("/api/matches/mine").json() == {"matches": []}
            assert forger.delete(f"/api/matches/{new['match']}").status_code == 403
    with host.person(headers={"cookie": f"outrider={real}"}) as maker:
        assert maker.get("/api/me").json() == {"name": "Ada"}


# -- rates -----------------------------------------------------------------------------------------


def test_too_many_matches_in_a_minute_are_refused(tmp_path: Path) -> None:
    with running(tmp_path, "--made-per-minute", "3") as server, server.person() as person:
        answers = [person.post("/api/matches", json=asked_for("basic")) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
        assert answers[-1].json()["error"]["kind"] == "too-many"
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert answers[-1].headers["x-content-type-options"] == "nosniff"
        assert person.get("/api/matches").status_code == 200, "looking is free"
        assert person.post("/api/records", content=b"x").status_code == 429


def test_too_many_requests_are_refused_and_too_many_messages_wait(tmp_path: Path) -> None:
    with inside(tmp_path, asked_per_second=10) as server:
        sat = seated(server, "skirmishers")
        with server.person() as person:
            assert person.get("/api/games").status_code == 200
            # However slow the machine is, more than ten in a second get there some time.
            assert any(person.get("/api/games").status_code == 429 for _ in range(1000))

        async def run() -> None:
            async with at_table(server, sat.match, sat.tokens["red"]) as red:
                began = time.monotonic()
                for n in range(30):
                    await red.socket.send(json.dumps({"do": "ping", "id": n}))
                await red.until(lambda: len(red._answers) == 30)
                assert time.monotonic() - began > 0.5

        asyncio.run(run())


# -- when something breaks -------------------------------------------------------------------------


PRIVATE = "the password is xyzzy"


class Failing:
    """A storage that has failed, in words that are for nobody outside."""

    url = "nowhere"

    def append(self, *given: Any, **named: Any) -> asyncio.Future[None]:
        """What storages give for this is there at once, and done later."""
        writing: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        writing.set_exception(StorageError(PRIVATE))
        return writing

    def __getattr__(self, name: str) -> Any:
        async def fail(*given: Any, **named: Any) -> Any:
            raise StorageError(PRIVATE) if name != "counts" else KeyError(PRIVATE)

        return fail


@pytest.fixture
def broken(tmp_path: Path) -> Any:
    with inside(tmp_path) as server:
        sat = seated(server, "skirmishers")
        hall = server.app.state.hall
        real = hall.storage
        yield server, sat, hall
        hall.storage = real
        for live in hall.live.values():
            live.storage = real


def clean(text: str) -> None:
    for private in ("xyzzy", "Traceback", "StorageError", "KeyError", ".py", "sqlite", "site-pack"):
        assert private not in text, text


def test_a_failing_storage_is_told_in_one_plain_sentence(
    broken: tuple[Server, Sat, Any],
) -> None:
    server, sat, hall = broken
    hall.storage = Failing()
    with server.person() as person:
        for method, address in (
            ("GET", "/healthz"),
            ("GET", "/metrics"),
            ("GET", "/api/matches"),
            ("GET", "/api/matches/mine"),
            ("GET", "/api/matches/abcdefghijkm"),
            ("POST", "/api/matches"),
        ):
            answer = person.request(method, address, json=asked_for("basic"))
            broken_within = address == "/metrics"
            assert answer.status_code == (500 if broken_within else 503), (address, answer.text)
            kind = "broken" if broken_within else "unavailable"
            assert answer.json()["error"]["kind"] == kind
            assert answer.headers["x-content-type-options"] == "nosniff"
            clean(answer.text)
        assert person.get(
            f"/api/matches/{sat.match}", headers={"outrider-token": sat.tokens["red"]}
        ).is_success, "what is in memory is there"


def test_a_socket_survives_a_storage_that_fails(broken: tuple[Server, Sat, Any]) -> None:
    server, sat, hall = broken
    live = hall.live[sat.match]

    async def run() -> None:
        async with at_table(server, sat.match, sat.tokens["red"]) as red:
            real, live.storage = live.storage, Failing()
            refused = await red.refused("play", action={"do": "end"})
            assert refused["error"]["kind"] == "unavailable"
            clean(json.dumps(refused))
            assert red.version == 0
            live.storage = real
            await red.change("play", action={"do": "end"})
            assert red.version == 1
        hall.storage = Failing()
        async with connected(server, "abcdefghijkm") as player:
            await player.socket.send('{"do":"hello"}')
            answer: Json = json.loads(await asyncio.wait_for(player.socket.recv(), DEADLINE))
            assert answer["error"]["kind"] == "unavailable"
            clean(json.dumps(answer))

    asyncio.run(run())


def test_odd_http_is_answered(host: Server) -> None:
    with host.person() as person:
        for method, address, status in (
            ("GET", "/api/matches/ABC", 400),
            ("GET", "/api/matches/abcdefghijkm", 404),
            ("GET", "/api/matches/abcdefghijk%00", 400),
            ("PATCH", "/api/me", 405),
            ("GET", "/api/../etc/passwd", 404),
            ("GET", "//evil.example/%2e%2e", 404),
            ("GET", "/api/me/", 404),
        ):
            answer = person.request(method, address, follow_redirects=False)
            assert answer.status_code == status, (address, answer.status_code)
            assert answer.json()["error"]["message"]
            clean(answer.text)
        for body in (b"{", b"\xff", b"[" * 100_000, b'{"name":' + b"9" * 9000 + b"}", b"null"):
            answer = person.put("/api/me", content=body)
            assert answer.status_code == 400, body[:20]
            clean(answer.text)
        for headers in ({"outrider-token": "x" * 65}, {"outrider-watch": "x" * 9000}):
            answer = person.get("/api/matches/abcdefghijkm", headers=headers)
            assert answer.status_code == 400
        repeated = person.put("/api/me", json={"name": "x", "swordfish": 1})
        assert repeated.status_code == 400
    assert "Traceback" not in host.said()
