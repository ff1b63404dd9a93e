"""What grows with what somebody sends is bounded, paged, and done where nobody waits for it."""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from outrider.core.wire import dumps
from outrider.server import bounds
from outrider.server.errors import Busy
from outrider.server.heavy import MOST_WAITING, Turns
from server.driving import Json, Server, asked_for, at_table, made, running, seated
from server.weighty import lengthened, played, table

FELT = 1.0
"""Seconds of a processor that the server may spend on others while somebody waits for an answer.
Without walls it is 10 and more."""
LARGE = table(30, 48)
"""1,440 corners: as large as a table may be here."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = ("--made-per-minute", "100000", "--asked-per-second", "1000")
    with running(tmp_path_factory.mktemp("walls"), *options) as server:
        yield server


def brought(server: Server, text: str) -> str:
    with server.person() as person:
        answer = person.post("/api/records", content=text.encode())
        assert answer.status_code == 201, answer.text
        match: str = answer.json()["match"]
        return match


def pages(server: Server, match: str, count: int = 100) -> list[Json]:
    """All pages of a match, one after the other."""
    found: list[Json] = []
    with server.person() as person:
        seen, total = 0, 1
        while seen < total:
            answer = person.get(
                f"/api/matches/{match}/moments", params={"from": seen, "count": count}
            )
            assert answer.status_code == 200, answer.text
            page = answer.json()
            assert page["from"] == seen and page["moments"]
            assert len(answer.content) < bounds.MOST_BYTES + 100_000
            found.append(page)
            seen, total = seen + len(page["moments"]), page["total"]
        assert seen == total
    return found


def slowest(server: Server, others: Callable[[], Any]) -> float:
    """The most that a server worked while somebody at a table waited for an answer, and others did
    something."""
    sat = seated(server, "basic")

    async def run() -> float:
        async with at_table(server, sat.match, sat.tokens["red"]) as red:
            work = asyncio.ensure_future(asyncio.to_thread(others))
            longest = 0.0
            while not work.done():
                begun = server.spent()
                await red.ask("ping")
                longest = max(longest, server.spent() - begun)
                await asyncio.sleep(0.01)
            await work
            return longest

    return asyncio.run(run())


# -- bounds ----------------------------------------------------------------------------------------


def test_what_is_too_much_is_refused_before_it_is_looked_into(host: Server) -> None:
    match = played("basic", 60)
    long = lengthened(match, bounds.MOST_LINES + 10)
    weighty = lengthened(played("basic", 60, LARGE), 17_000)
    units = json.dumps({"sides": [{"id": f"R{k}", "at": [1, 1]} for k in range(150)]})
    with host.person() as person:
        for body, said in (
            (long, f"a record may have at most {bounds.MOST_LINES:,} lines, not "),
            (weighty, "lines on such a table, not 16,9"),
        ):
            answer = person.post("/api/records", content=body.encode())
            assert answer.status_code == 400 and answer.json()["error"]["kind"] == "malformed"
            assert said in answer.json()["error"]["message"]
        corners = f"a table may have at most {bounds.MOST_CORNERS:,} corners here, not 2,000"
        huge = table(50, 40)
        text = played("basic", 60, huge).record().to_text()
        state = {"game": "basic", "table": huge}
        for answer in (
            person.post("/api/matches", json=asked_for("basic", "here here", table=huge)),
            person.post("/api/practice", json={"game": "basic", "do": "state", "state": state}),
            person.post("/api/records", content=text.encode()),
        ):
            assert answer.status_code == 400, answer.text
            assert corners in answer.json()["error"]["message"]
        wish = asked_for("skirmishers", "here here", scenario=json.loads(units))
        answer = person.post("/api/matches", json=wish)
        assert "at most 100 units here, not 150" in answer.json()["error"]["message"]
    assert "Traceback" not in host.said()


def test_every_shipped_table_is_light() -> None:
    folder = Path(bounds.__file__).parent.parent / "games"
    found = [path for path in folder.rglob("*.json") if "scenarios" in path.parts]
    assert found
    for path in found:
        assert bounds.weighed(json.loads(path.read_text("utf-8"))).light, path


# -- moments ---------------------------------------------------------------------------------------


def test_moments_come_in_pages(host: Server) -> None:
    match = played("skirminion", 250)
    found = pages(host, brought(host, match.record().to_text()), 40)
    assert len(found) > 6
    told = [moment for page in found for moment in page["moments"]]
    assert len(told) == found[0]["total"] == match.version + 1
    for moment, real in zip(told, match.moments, strict=True):
        assert moment["state"] == json.loads(dumps(match.game.view(real.state, None)))
        line = None if real.line is None else real.line.to_json()
        text = (moment["line"] or {}).pop("text", None)
        assert moment["line"] == (None if line is None else json.loads(dumps(line)))
        assert text is None or isinstance(text, str)
    assert all(page["sentence"] == found[0]["sentence"] for page in found)


def test_a_running_match_is_paged_as_it_grows(host: Server) -> None:
    sat = seated(host, "basic", "here here", own=False)
    headers = {"outrider-watch": sat.watch}

    async def run() -> None:
        tokens = sat.tokens.values()
        async with at_table(host, sat.match, *tokens) as table:
            for unit in ("R1", "R2", "R3"):
                with host.person() as person:
                    address = f"/api/matches/{sat.match}/moments"
                    page = person.get(address, headers=headers).json()
                    assert page["total"] == table.version + 1 == len(page["moments"])
                    assert person.get(address).status_code == 403
                seat = table.pending["decide"][0]
                capital = seat[0].upper()
                place = [3 + 2 * int(unit[1]), 1 if seat == "red" else 23]
                action = {"do": "deploy", "unit": f"{capital}{unit[1]}", "at": place}
                await table.change("play", seat=seat, action=action)

    asyncio.run(run())


def test_a_page_that_is_none_is_refused(host: Server) -> None:
    match = brought(host, played("skirminion", 30).record().to_text())
    with host.person() as person:
        for query in ("from=-1", "count=0", "count=101", "from=x", "from=1e9", "count=1000000"):
            answer = person.get(f"/api/matches/{match}/moments?{query}")
            assert answer.status_code == 400, query
        beyond = person.get(f"/api/matches/{match}/moments?from=5000").json()
        assert beyond["moments"] == [] and beyond["total"] == 31
        new = made(person, "basic", "me link", listed=True)
        answer = person.get(f"/api/matches/{new['match']}/moments")
        assert answer.status_code == 409 and "not begun" in answer.json()["error"]["message"]


# -- others ----------------------------------------------------------------------------------------


def test_nobody_waits_for_a_large_record(host: Server) -> None:
    """As it was once done: a record of some kilobytes whose moments are many megabytes."""
    text = lengthened(played("basic", 100, LARGE), 4_000)
    assert len(text) < 400_000

    def others() -> None:
        match = brought(host, text)
        with host.person() as person:
            for place in (0, 2_000, 3_900):
                answer = person.get(f"/api/matches/{match}/moments?from={place}")
                assert answer.status_code == 200
                assert len(answer.content) < bounds.MOST_BYTES + 100_000
            assert person.get(f"/api/matches/{match}").status_code == 200
            assert len(person.get(f"/api/matches/{match}/record").text.splitlines()) >= 4_000

    assert slowest(host, others) < FELT


def test_nobody_waits_for_a_large_table(host: Server) -> None:
    def others() -> None:
        with host.person() as person:
            match = played("skirmish", 40, LARGE)
            state = match.game.dump(match.state)
            seat = match.deciders()[0]
            asked = {"game": "skirmish", "state": state, "seat": seat, "do": "legal"}
            for _ in range(3):
                answer = person.post("/api/practice", json=asked)
                assert answer.status_code == 200 and answer.json()["actions"]
            for _ in range(3):
                made(person, "skirmish", "here here", table=LARGE)

    assert slowest(host, others) < FELT


def test_questions_at_a_large_table_are_answered_as_at_a_small_one(host: Server) -> None:
    for on in (None, LARGE):
        more = {} if on is None else {"table": on}
        sat = seated(host, "basic", "here here", own=False, **more)

        async def run(sat: Any = sat, on: Json | None = on) -> None:
            async with at_table(host, sat.match, *sat.tokens.values()) as player:
                seat = player.pending["decide"][0]
                unit = f"{seat[0].upper()}1"
                found = await player.ask("legal", seat=seat)
                assert found["actions"] and not found["complete"]
                good = {"do": "deploy", "unit": unit, "at": [4, 1 if seat == "red" else 23]}
                if on is not None:
                    good["at"] = [4, 1 if seat == "red" else 59]
                said = await player.ask("check", seat=seat, action=good)
                assert said["legal"] is True
                bad = await player.ask("check", seat=seat, action={**good, "at": [12, 12]})
                assert bad["legal"] is False and bad["refusal"]["rule"]
                assert (await player.ask("preview", seat=seat, action=good))["events"]
                assert (await player.ask("odds", seat=seat, action=good))["ok"]
                assert "reach" in await player.ask("reach", seat=seat, unit=unit)

        asyncio.run(run())
    assert "Traceback" not in host.said()


# -- turns -----------------------------------------------------------------------------------------


def test_addresses_take_turns() -> None:
    async def run() -> None:
        turns = Turns(2)
        order: list[str] = []

        async def come(address: str) -> None:
            await turns.come(address)
            order.append(address)

        await come("greedy")
        waiting = [asyncio.ensure_future(come("greedy")) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="wait already"):
            await turns.come("greedy")
        await come("other")  # one place is never the same address's
        last = asyncio.ensure_future(come("third"))
        await asyncio.sleep(0)
        assert order == ["greedy", "other"]
        turns.go("greedy")
        await asyncio.sleep(0)
        turns.go("greedy")
        await last
        assert order == ["greedy", "other", "greedy", "third"]
        waiting[-1].cancel()
        for address in ("other", "third", *["greedy"] * (MOST_WAITING - 2)):
            turns.go(address)
            await asyncio.sleep(0)
        await asyncio.gather(*waiting[:-1])
        assert order.count("greedy") == MOST_WAITING
        with pytest.raises(asyncio.CancelledError):
            await waiting[-1]

    asyncio.run(run())
