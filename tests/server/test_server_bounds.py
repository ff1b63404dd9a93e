"""What becomes of a match that is very long: to whoever missed much of it, and at its last line."""

import asyncio
import random
from pathlib import Path

import pytest

from outrider.server import bounds, telling
from server.driving import Json, Refused, both, inside, play_on, seated

SECONDS = 3


def test_lines_are_told_by_themselves_a_page_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "MOST_MISSED", 4)

    async def run() -> None:
        async with both(sat) as (red, blue):
            await play_on({"red": red, "blue": blue}, random.Random(4), 7)
            await blue.reached(red.version)
            told: list[Json] = []
            while page := (await blue.ask("lines", **{"from": len(told)}))["lines"]:
                assert len(page) <= 4
                told += page
            assert told[-len(red.news) :] == [line for each in red.news for line in each["lines"]]
            assert [line["n"] for line in told] == list(range(1, red.version + 1))
            with pytest.raises(Refused):
                await blue.ask("lines", **{"from": -1})

    with inside(tmp_path) as server:
        sat = seated(server, "skirmish", options={"table": "20x20"})
        asyncio.run(run())


def test_nobody_wins_on_time_where_nobody_can_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is to move at the last line could be made to lose by whoever brought the match there.
    A draw can still be agreed on."""
    clock = {"kind": "total", "seconds": SECONDS, "increment": 0}

    async def run() -> None:
        async with both(sat) as (red, blue):
            await play_on({"red": red, "blue": blue}, random.Random(4), 2)
            await blue.reached(red.version)
            monkeypatch.setattr(bounds, "MOST_LINES", red.version + 1)
            players = {"red": red, "blue": blue}
            await play_on(players, random.Random(4), 1)
            (seat,) = red.pending["decide"]
            action = players[seat].choice(seat, random.Random(1))
            refused = await players[seat].refused("play", action=action)
            assert "No clock runs any more" in refused["error"]["message"]
            await asyncio.sleep(SECONDS + 1)
            assert (await red.ask("table"))["result"] is None
            await red.change("draw")
            await blue.until(lambda: blue.version > red.version - 1)
            await blue.change("draw", version=red.version)
            assert (await red.ask("table"))["result"]["winners"] == []

    with inside(tmp_path) as server:
        sat = seated(server, "skirminion", clock=clock)
        asyncio.run(run())
