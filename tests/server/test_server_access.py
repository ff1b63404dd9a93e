"""Who may do what: tokens, invitations, links to watch by."""

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from server.driving import (
    DEADLINE,
    Json,
    Refused,
    Sat,
    Server,
    at_table,
    both,
    connected,
    made,
    seated,
)

pytest_plugins = ["server.hosting"]


@pytest.fixture
def sat(host: Server) -> Sat:
    return seated(host, "skirmishers")


def turned_away(sat: Sat, match: str | None = None, **said: object) -> str:
    """The kind of the refusal that a hello gets."""

    async def run() -> str:
        async with connected(sat.server, match or sat.match) as player:
            with pytest.raises(Refused) as caught:
                await player.hello(**said)
            await asyncio.wait_for(player.socket.wait_closed(), DEADLINE)
            assert player.socket.close_code == 1008
            return caught.value.kind

    return asyncio.run(run())


def test_wrong_tokens_open_nothing(host: Server, sat: Sat) -> None:
    other = seated(host, "skirmishers")
    for tokens in (
        ["wrong"],
        [""],
        ["x" * 10_000],
        [other.tokens["red"]],
        [sat.watch],
        [sat.invites["blue"]],
        [sat.tokens["red"], "wrong"],
        ["\u00e9\u4e2d"],
    ):
        assert turned_away(sat, tokens=tokens) == "forbidden", tokens
    assert turned_away(sat, match="abcdefghijkm", tokens=[]) == "unknown"


@pytest.mark.parametrize("match", ["A" * 12, "%00", "x" * 3000, "%ff%fe"])
def test_a_name_that_no_match_can_have_is_unknown(sat: Sat, match: str) -> None:
    async def run() -> None:
        async with connected(sat.server, match) as player:
            with pytest.raises(Refused) as caught:
                await player.hello(tokens=[])
            assert caught.value.kind == "unknown"

    asyncio.run(run())


def test_a_match_that_is_not_listed_is_watched_by_its_link(sat: Sat) -> None:
    assert turned_away(sat) == "forbidden"
    assert turned_away(sat, tokens=[], watch="wrong") == "forbidden"
    assert turned_away(sat, tokens=[], watch=sat.tokens["red"]) == "forbidden"
    assert turned_away(sat, tokens=[], watch=5) in ("forbidden", "malformed")

    async def run() -> None:
        async with at_table(sat.server, sat.match, watch=sat.watch) as watcher:
            assert watcher.table["you"] == [] and watcher.table["state"]

    asyncio.run(run())


def test_a_listed_match_is_watched_by_anybody(host: Server) -> None:
    sat = seated(host, "skirmishers", listed=True)

    async def run() -> None:
        async with at_table(host, sat.match) as watcher:
            assert watcher.table["you"] == []

    asyncio.run(run())
    with host.person() as person:
        assert person.get(f"/api/matches/{sat.match}").status_code == 200
        assert person.get(f"/api/matches/{sat.match}/record").status_code == 200


WRITES: list[Json] = [
    {"do": "play", "action": {"do": "end"}},
    {"do": "roll", "faces": [1]},
    {"do": "resign"},
    {"do": "abandon"},
    {"do": "draw"},
    {"do": "no-draw"},
    {"do": "takeback"},
    {"do": "no-takeback"},
    {"do": "claim", "against": "blue"},
    {"do": "reveal", "entropy": "a1" * 16},
]


@pytest.mark.parametrize("write", WRITES, ids=lambda write: str(write["do"]))
def test_who_watches_changes_nothing(sat: Sat, write: Json) -> None:
    async def run() -> None:
        async with at_table(sat.server, sat.match, watch=sat.watch) as watcher:
            for seat in ({}, {"seat": "red"}, {"seat": "blue"}, {"seat": "nobody"}):
                refused = await watcher.refused(**write, **seat)
                assert refused["error"]["kind"] == "forbidden", refused
            assert watcher.version == 0

    asyncio.run(run())
    assert sat.record().lines == ()


def test_nobody_acts_for_another_seat(sat: Sat) -> None:
    async def run() -> None:
        async with both(sat) as (_, blue):
            for write in WRITES:
                refused = await blue.refused(**write, seat="red")
                assert refused["error"]["kind"] == "forbidden", write
            refused = await blue.refused("play", action={"do": "end"})
            assert refused["error"]["kind"] == "not-your-turn"
            for question in ("legal", "check", "odds", "preview"):
                refused = await blue.refused(question, seat="red", action={"do": "end"})
                assert refused["error"]["kind"] == "forbidden"

    asyncio.run(run())
    assert sat.record().lines == ()


def test_looking_over_http_takes_a_token_or_the_link(host: Server, sat: Sat) -> None:
    other = seated(host, "skirmishers")
    with host.person() as person:
        for address in (f"/api/matches/{sat.match}", f"/api/matches/{sat.match}/record"):
            for headers in (
                {},
                {"outrider-token": other.tokens["red"]},
                {"outrider-watch": other.watch},
                {"outrider-watch": sat.tokens["red"]},
                {"outrider-token": sat.watch},
                {"outrider-token": sat.invites["blue"]},
            ):
                found = person.get(address, headers=headers)
                assert found.status_code == 403, headers
                assert found.json()["error"]["kind"] == "forbidden"
            for headers in ({"outrider-token": sat.tokens["blue"]}, {"outrider-watch": sat.watch}):
                assert person.get(address, headers=headers).status_code == 200


# -- joining ---------------------------------------------------------------------------------------


def test_an_invitation_is_for_one_seat_of_one_match_once(host: Server) -> None:
    with host.person() as maker, host.person() as guest, host.person() as other:
        one = made(maker, "skirmish", "me link link")
        two = made(maker, "skirmish", "me link link")
        join = f"/api/matches/{one['match']}/join"
        for wrong in (two["invites"]["blue"], "wrong", one["watch"], one["tokens"]["red"], None):
            answer = guest.post(join, json={"invite": wrong})
            assert answer.status_code == 403, wrong
        first = guest.post(join, json={"invite": one["invites"]["green"]})
        assert first.status_code == 200 and first.json()["seat"] == "green"
        again = other.post(join, json={"invite": one["invites"]["green"]})
        assert again.status_code == 403
        assert guest.post(join, json={"invite": one["invites"]["blue"]}).status_code == 200
        full = other.post(join, json={"invite": one["invites"]["blue"]})
        assert full.status_code == 409 and full.json()["error"]["kind"] == "over"
        missing = guest.post("/api/matches/abcdefghijkm/join", json={})
        assert missing.status_code == 404


def test_of_twenty_who_join_at_once_one_has_the_seat(host: Server) -> None:
    with host.person() as maker:
        new = made(maker, "skirmishers", "me link")

    def join(_: int) -> tuple[int, Json]:
        with host.person() as person:
            address = f"/api/matches/{new['match']}/join"
            answer = person.post(address, json={"invite": new["invites"]["blue"]})
            return answer.status_code, answer.json()

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(join, range(20)))
    counts = Counter(status for status, _ in answers)
    assert counts[200] == 1 and set(counts) <= {200, 403, 409}
    token = next(body["token"] for status, body in answers if status == 200)

    async def run() -> None:
        async with at_table(host, new["match"], token) as player:
            assert player.table["you"] == ["blue"] and player.table["stage"] == "running"

    asyncio.run(run())


def test_of_twenty_who_join_a_listed_match_two_have_its_two_seats(host: Server) -> None:
    with host.person() as maker:
        new = made(maker, "skirmish", "me link link", listed=True)

    def join(_: int) -> tuple[int, Json]:
        with host.person() as person:
            answer = person.post(f"/api/matches/{new['match']}/join", json={})
            return answer.status_code, answer.json()

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(join, range(20)))
    sat = {body["seat"]: body["token"] for status, body in answers if status == 200}
    assert sorted(sat) == ["blue", "green"]

    async def run() -> None:
        async with at_table(host, new["match"], *sat.values()) as player:
            assert player.table["you"] == ["blue", "green"]

    asyncio.run(run())
