"""Lists of matches, names, deleting, records brought along, and what is for whoever runs it."""

import asyncio
import json
import random
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from outrider.core.course import last, replay
from outrider.core.record import Fell, record_from_text
from outrider.core.refusal import Refusal
from outrider.games import game as game_by_id
from play.forging import rechained, rows_of, text_of, unchained
from server.driving import (
    WIDE,
    Json,
    Refused,
    Server,
    asked_for,
    at_table,
    both,
    connected,
    inside,
    made,
    play_on,
    running,
    seated,
)

pytest_plugins = ["server.hosting"]
PLAYED = Path(__file__).parent.parent / "playthroughs"


def names(found: Json) -> list[str]:
    return [match["match"] for match in found["matches"]]


def test_open_matches_are_listed_if_asked_for_until_they_are_full(host: Server) -> None:
    with host.person() as maker, host.person() as guest:
        hidden = made(maker, "basic")
        listed = made(maker, "basic", listed=True)
        alone = made(maker, "basic", "me here", listed=True)
        found = names(guest.get("/api/matches?limit=100").json())
        assert listed["match"] in found
        assert hidden["match"] not in found and alone["match"] not in found
        assert guest.post(f"/api/matches/{listed['match']}/join", json={}).status_code == 200
        assert listed["match"] not in names(guest.get("/api/matches?limit=100").json())
        assert len(guest.get("/api/matches?limit=1").json()["matches"]) <= 1
        for limit in ("0", "101", "-1", "x", "1.5", "9" * 40):
            answer = guest.get(f"/api/matches?limit={limit}")
            assert answer.status_code == 400, limit
            assert answer.json()["error"]["kind"] == "malformed"


def test_ones_own_matches_are_those_made_and_those_joined(host: Server) -> None:
    with host.person() as maker, host.person() as guest, host.person() as stranger:
        one, two = made(maker, "basic"), made(maker, "skirmish", "link link me")
        wish = {"invite": two["invites"]["blue"]}
        guest.get("/api/me")
        assert guest.post(f"/api/matches/{two['match']}/join", json=wish).status_code == 200
        assert names(maker.get("/api/matches/mine").json()) == [two["match"], one["match"]]
        assert names(guest.get("/api/matches/mine").json()) == [two["match"]]
        assert names(stranger.get("/api/matches/mine").json()) == []


def test_a_name_is_kept_and_shown(host: Server) -> None:
    with host.person() as maker, host.person() as guest:
        assert maker.get("/api/me").json() == {"name": None}
        assert maker.put("/api/me", json={"name": "  Ada   L. "}).json() == {"name": "Ada L."}
        assert maker.get("/api/me").json() == {"name": "Ada L."}
        new = made(maker, "basic")
        guest.put("/api/me", json={"name": "Grace"})
        wish = {"invite": new["invites"]["blue"], "name": "G."}
        assert guest.post(f"/api/matches/{new['match']}/join", json=wish).status_code == 200
        headers = {"outrider-token": new["tokens"]["red"]}
        text = maker.get(f"/api/matches/{new['match']}/record", headers=headers).text
        assert record_from_text(text).header.names == {"red": "Ada L.", "blue": "G."}


@pytest.mark.parametrize(
    "name", ["", " ", "x" * 41, "a\nb\x00", "\u202eevil", 5, None, ["a"], "\u200b"]
)
def test_a_name_that_is_none_is_refused(host: Server, name: Any) -> None:
    with host.person() as person:
        answer = person.put("/api/me", json={"name": name})
        assert answer.status_code == 400, answer.text
        assert person.get("/api/me").json() == {"name": None}


def test_half_a_character_is_no_name(host: Server) -> None:
    """What JSON can spell and nobody can write down."""
    with host.person() as person:
        for body in (
            b'{"name":"\\ud800"}',
            b'{"\\ud800":"x","name":"x"}',
            b'{"name":"\xff"}',
        ):
            headers = {"content-type": "application/json"}
            answer = person.put("/api/me", content=body, headers=headers)
            assert answer.status_code == 400, (body, answer.text)
        for wish in (
            b'{"game":"\\ud800","seats":[{"kind":"me"}]}',
            b'{"game":"basic","seats":[{"kind":"\\ud800"},{"kind":"me"}]}',
            b'{"game":"basic","seats":[{"kind":"me"},{"kind":"me"}],"options":{"\\ud800":1}}',
            b'{"game":"basic","seats":[{"kind":"me"},{"kind":"bot","level":"\\ud800"}]}',
            b'{"game":"basic","seats":[{"kind":"me"},{"kind":"me"}],"scenario":"\\ud800"}',
        ):
            headers = {"content-type": "application/json"}
            answer = person.post("/api/matches", content=wish, headers=headers)
            assert answer.status_code in (400, 404), (wish, answer.text)


WISHES: list[Json] = [
    {},
    {"game": "chess"},
    {"seats": []},
    {"seats": [{"kind": "me"}]},
    {"seats": [{"kind": "me"}] * 9},
    {"seats": [{"kind": "me"}, {"kind": "cat"}]},
    {"seats": [{"kind": "me"}, {"kind": "bot", "level": "grandmaster"}]},
    {"seats": [{"kind": "me"}, {"kind": "me", "more": 1}]},
    {"options": {"turn_limit": -5}},
    {"options": {"nonsense": 1}},
    {"options": []},
    {"options": {"turn_limit": float("nan")}},
    {"table": {"size": [float("inf"), 3], "name": "x", "terrain": []}},
    {"table": {"size": [1e300, 1e300], "name": "x", "terrain": []}},
    {"table": {"name": 5}},
    {"scenario": "nowhere"},
    {"clock": {"kind": "hourglass"}},
    {"clock": {"kind": "move", "seconds": 0}},
    {"clock": {"kind": "move", "seconds": 1.5}},
    {"clock": {"kind": "total", "seconds": 10**12}},
    {"dice": "loaded"},
    {"listed": "yes"},
    {"more": 1},
]


@pytest.mark.parametrize("wish", WISHES, ids=range(len(WISHES)))
def test_a_match_that_cannot_be_is_not_made(host: Server, wish: Json) -> None:
    with host.person() as person:
        before = names(person.get("/api/matches/mine").json())
        body = {} if not wish else {**asked_for("basic"), **wish}
        answer = person.post("/api/matches", content=json.dumps(body))
        assert answer.status_code in (400, 404), answer.text
        assert answer.json()["error"]["kind"] in ("malformed", "unknown")
        assert names(person.get("/api/matches/mine").json()) == before


def test_who_made_a_match_deletes_it_unless_others_play(host: Server) -> None:
    with host.person() as maker, host.person() as guest:
        new = made(maker, "basic", listed=True)
        address = f"/api/matches/{new['match']}"
        assert guest.delete(address).status_code == 403
        assert guest.post(f"{address}/join", json={}).status_code == 200
        refused = maker.delete(address)
        assert refused.status_code == 409 and "others are playing" in refused.text

        async def resigned() -> None:
            async with at_table(host, new["match"], new["tokens"]["red"]) as red:
                await red.change("resign")

        asyncio.run(resigned())
        assert guest.delete(address).status_code == 403
        refused = maker.delete(address)
        assert refused.status_code == 409 and "others have played" in refused.text
        waiting = made(maker, "basic")
        address = f"/api/matches/{waiting['match']}"
        assert maker.delete(address).status_code == 200
        assert maker.delete(address).status_code == 404
        assert maker.get(address).status_code == 404


# -- records ---------------------------------------------------------------------------------------


def brought(host: Server, text: str | bytes) -> tuple[int, Json]:
    with host.person() as person:
        answer = person.post("/api/records", content=text)
        return answer.status_code, answer.json()


@pytest.mark.parametrize("file", sorted(PLAYED.glob("*.jsonl")), ids=lambda file: file.stem)
def test_a_record_is_kept_as_it_was_brought(host: Server, file: Path) -> None:
    text = file.read_text("utf-8")
    status, kept = brought(host, text)
    assert status == 201, kept
    with host.person() as person:
        assert person.get(f"/api/matches/{kept['match']}/record").text == text
        found = person.get(f"/api/matches/{kept['match']}").json()
        assert (
            found["stage"] == "archived"
            and found["result"] == json.loads(text.splitlines()[-1])["result"]
        )
        assert kept["match"] not in names(person.get("/api/matches?limit=100").json())
        assert person.post(f"/api/matches/{kept['match']}/join", json={}).status_code == 409

    async def looked() -> None:
        async with at_table(host, kept["match"], version=0) as watcher:
            assert len(watcher.table["missed"]["lines"]) == len(text.splitlines()) - 2
            assert (await watcher.refused("resign"))["error"]["kind"] == "forbidden"

    asyncio.run(looked())


@pytest.fixture(scope="module")
def played(host: Server) -> str:
    """A record of a match played here, with its dice."""
    sat = seated(host, "skirmish", options={"round_limit": 1, "table": "20x20"})

    async def run() -> None:
        async with both(sat) as (red, blue):
            await play_on({"red": red, "blue": blue}, random.Random(1))

    asyncio.run(run())
    return sat.fetch()


def test_a_record_of_this_server_can_be_brought_back(host: Server, played: str) -> None:
    status, kept = brought(host, played)
    assert status == 201
    with host.person() as person:
        assert person.get(f"/api/matches/{kept['match']}/record").text == played


def test_a_damaged_record_is_refused_with_its_line(host: Server, played: str) -> None:
    rows = played.splitlines()
    damaged: dict[str, tuple[str | bytes, str]] = {
        "empty": ("", "line 1"),
        "junk": (b"\x00\xff\xfe", "line 1"),
        "a picture": (b"\x89PNG\r\n\x1a\n" + b"\x00" * 100, "line 1"),
        "cut": ("\n".join(rows[:-1]), f"line {len(rows) - 1}"),
        "a line gone": ("\n".join(rows[:5] + rows[6:]), "line 6"),
        "a line twice": ("\n".join(rows[:6] + rows[5:]), "line 7"),
        "another seat": (played.replace('"seat":"red"', '"seat":"blue"', 1), "line"),
        "another result": (played.replace('"result":{', '"result":{"x":1,'), "line"),
        "other rules": (re.sub(r'"rules":"[^"]*"', '"rules":"0.0"', played, count=1), "line 1"),
        "a hash gone": (re.sub(r',"hash":"[0-9a-f]{64}"', "", played, count=1), "line 2"),
        "another name": (played.replace('"names":{', '"names":{"blue":"Eve",', 1), "line 1"),
        "another game": (
            text_of(unchained(rows_of(played.replace('"game":"skirmish"', '"game":"chess"', 1)))),
            "chess",
        ),
        "deep": ("[" * 100_000, "line 1"),
    }
    for what, (text, where) in damaged.items():
        status, answer = brought(host, text)
        assert status in (400, 404), (what, status, answer)
        assert where in answer["error"]["message"], (what, answer)


def test_a_record_whose_dice_were_changed_is_refused(host: Server, played: str) -> None:
    """A face that the rules would have taken as well."""
    record = record_from_text(played)
    game = game_by_id(record.header.game)
    changed = None
    for place, line in reversed(list(enumerate(record.lines))):
        if not isinstance(line, Fell):
            continue
        for face in range(1, 7):
            faces = (face, *line.faces[1:])
            lines = (*record.lines[:place], replace(line, faces=faces), *record.lines[place + 1 :])
            other = replace(record, lines=lines)
            try:
                last(replay(game, other))
            except Refusal:
                continue
            if other != record:
                changed = (line.n, other)
    assert changed is not None
    status, answer = brought(host, changed[1].to_text())
    assert status == 400 and f"line {changed[0] + 1}: this line" in answer["error"]["message"]
    forged = rechained(changed[1].to_json())
    status, answer = brought(host, text_of(forged))
    assert status == 400 and f"line n={changed[0]}, die 1" in answer["error"]["message"]
    loaded = rechained([{**forged[0], "dice": {"kind": "loaded"}}, *forged[1:]])
    status, answer = brought(host, text_of(loaded))
    assert status == 400, answer


def test_a_record_that_nobody_signed_is_refused(host: Server, played: str) -> None:
    rows = rows_of(played)
    rows[-1]["signature"] = "0" * 128
    status, answer = brought(host, text_of(rows))
    assert status == 400
    assert f"line {len(rows)}: the signature" in answer["error"]["message"]


def test_numbers_that_only_json_can_write_do_no_harm(host: Server, played: str) -> None:
    odd = "0.1234567890123456789012345"
    rows = text_of(unchained(rows_of(played))).splitlines()
    header = json.loads(rows[0])
    for name in ("dice", "options", "table", "scenario", "date", "names", "state"):
        text = json.dumps({**header, name: {"x": "ODD"}}).replace('"ODD"', odd)
        status, answer = brought(host, "\n".join([text, *rows[1:]]))
        assert status in (201, 400), (name, answer)
    for line in (
        '{"n":1,"seat":"red","match":"substitute","reason":ODD}',
        '{"n":1,"seat":"red","match":"substitute","reason":{"a":[]}}',
        '{"n":1,"seat":"red","match":"substitute"}',
        '{"n":1,"seat":"red","match":"claim","against":ODD}',
        '{"n":1,"seat":"red","match":"takeback","to":ODD}',
        '{"n":1,"roll":"initiative","seat":"red","faces":[ODD]}',
        '{"n":1,"seat":"red","do":"deploy","unit":"R1","at":[ODD,1]}',
    ):
        text = "\n".join([rows[0], line.replace("ODD", odd), '{"result":null}'])
        status, answer = brought(host, text)
        assert status in (201, 400), (line, answer)
        if status != 201:
            continue

        async def looked(match: str) -> None:
            async with at_table(host, match, version=0) as watcher:
                assert watcher.table["missed"]["lines"]

        asyncio.run(looked(answer["match"]))


def test_eight_mebibytes_are_the_most(host: Server) -> None:
    """And whoever brings more is told how much that is."""
    most = 8 * 1024 * 1024

    def refused(answer: httpx.Response, bound: str) -> None:
        assert answer.status_code == 413 and answer.json()["error"]["kind"] == "malformed"
        assert f"at most {bound} bytes" in answer.json()["error"]["message"]

    with host.person() as person:
        fits = person.post("/api/records", content=b" " * most)
        assert fits.status_code == 400
        refused(person.post("/api/records", content=b" " * (most + 1)), "8,388,608")

        def pieces() -> Any:
            for _ in range(9):
                yield b" " * (1024 * 1024)

        refused(person.post("/api/records", content=pieces()), "8,388,608")
        refused(person.post("/api/matches", content=b" " * (256 * 1024 + 1)), "262,144")

        def more() -> Any:
            for _ in range(9):
                yield b" " * (64 * 1024)

        refused(person.post("/api/matches", content=more()), "262,144")
    assert "Traceback" not in host.said()


# -- for whoever runs it ---------------------------------------------------------------------------


def test_health_and_numbers(tmp_path: Path) -> None:
    with inside(tmp_path) as server, server.person() as person:
        assert person.get("/healthz").json()["ok"] is True
        sat = seated(server, "skirmishers")

        async def run() -> None:
            async with both(sat) as (red, _):
                await red.change("play", action={"do": "end"})
                await red.refused("play", action={"do": "end"})
                text = person.get("/metrics").text
                assert "outrider_live_sockets 2" in text and "outrider_live_matches 1" in text

        asyncio.run(run())
        assert person.get("/healthz").json()["matches"] == 1
        text = person.get("/metrics").text
        assert person.get("/metrics").headers["content-type"].startswith("text/plain")
        for line in text.splitlines():
            assert re.fullmatch(r'# TYPE \w+ \w+|\w+(\{le="[^"]+"\})? [0-9.]+', line), line
        for wanted in ("matches_running 1", "matches_made_total 1", "actions_total 1"):
            assert f"outrider_{wanted}" in text
        assert "outrider_refusals_total 1" in text
        assert 'outrider_action_milliseconds_bucket{le="+Inf"} 1' in text


# -- damage ----------------------------------------------------------------------------------------


def test_a_match_that_cannot_be_read_says_that_it_cannot_go_on(tmp_path: Path) -> None:
    with running(tmp_path, *WIDE) as server:
        sat = seated(server, "basic", listed=True)
        database = server.database
    with closing(sqlite3.connect(database)) as db, db:
        header = json.loads(db.execute("SELECT header FROM terms").fetchone()[0])
        db.execute("UPDATE terms SET header = ?", (json.dumps({**header, "seats": ["blue"]}),))
    with running(tmp_path, *WIDE) as server, server.person() as person:
        found = person.get(f"/api/matches/{sat.match}")
        assert found.status_code == 200
        stuck = found.json()["stuck"]
        assert "cannot go on" in stuck and "seats" in stuck
        record = person.get(f"/api/matches/{sat.match}/record")
        assert record.status_code == 409 and "cannot go on" in record.text

        async def run() -> None:
            async with at_table(server, sat.match, sat.tokens["red"]) as red:
                assert red.table["stuck"] == stuck and red.table["state"] is None
                for do in ("play", "resign", "draw", "takeback", "legal", "check"):
                    refused = await red.refused(do, action={"do": "end"})
                    assert "cannot go on" in refused["error"]["message"], do

        asyncio.run(run())
        assert "Traceback" not in server.said()
        new = seated(server, "basic")

        async def other() -> None:
            async with connected(server, new.match) as player:
                with pytest.raises(Refused):
                    await player.hello(tokens=[sat.tokens["red"]])

        asyncio.run(other())
