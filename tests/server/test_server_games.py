"""Two people at two sockets, through a whole game of each kind."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from cli.driving import outrider
from outrider.core.course import last, replay
from outrider.core.record import Chose, Fell, record_from_text
from outrider.games import game as game_by_id
from play.forging import rechained, rows_of, text_of
from server.driving import Sat, Server, both, play_on, seated

pytest_plugins = ["server.hosting"]

SHORT: dict[str, dict[str, Any]] = {
    "skirminion": {"length_limit": 60},
    "basic": {"turn_limit": 12},
    "skirmishers": {},
    "skirmish": {"round_limit": 3, "table": "20x20"},
    "skirmish-2012": {"round_limit": 3, "table": "20x20"},
}
"""Games that end soon. One that is played to the bitter end stands below."""


async def whole_game(sat: Sat, seed: int) -> None:
    async with both(sat) as (red, blue):
        await play_on({"red": red, "blue": blue}, random.Random(seed))
        assert red.over and red.pending.keys() == {"over"}
        for name in ("version", "state", "pending", "result", "question", "conduct"):
            assert red.table[name] == blue.table[name], name
        assert [news["lines"] for news in red.news] == [news["lines"] for news in blue.news]
        assert red.news[-1]["dice"]["secret"] and blue.news[-1]["dice"]["secret"]
        told = [line for news in red.news for line in news["lines"]]
        began = red.news[0]["from"]
        record = sat.record()
        assert record.to_json()[1 + began : -1] == told
        assert record.result is not None and record.result.to_json() == red.table["result"]
        game = game_by_id(record.header.game)
        assert game.view(last(replay(game, record)).state, None) == red.table["state"]
        seats = {line.seat for line in record.lines if isinstance(line, Chose)}
        assert {"red", "blue"} <= seats


@pytest.mark.parametrize("game", SHORT)
def test_two_sockets_play_a_whole_game(host: Server, tmp_path: Path, game: str) -> None:
    sat = seated(host, game, options=SHORT[game])
    asyncio.run(whole_game(sat, 7))
    text = sat.fetch()
    file = tmp_path / "game.jsonl"
    file.write_text(text, "utf-8")
    done = outrider("verify", file)
    assert done.returncode == 0, done.stdout + done.stderr
    rolls = [line for line in record_from_text(text).lines if isinstance(line, Fell)]
    assert f"in {len(rolls)} rolls fell as committed to" in done.stdout


@pytest.mark.parametrize("game", ["basic", "skirmish"])
def test_a_forged_die_is_named(host: Server, tmp_path: Path, game: str) -> None:
    """The record of a real match, with one face changed where the rules would not mind."""
    sat = seated(host, game, options=SHORT[game])

    async def resigned() -> None:
        async with both(sat) as (red, blue):
            players = {"red": red, "blue": blue}
            source = random.Random(3)
            await play_on(players, source, 12)  # enough for the dice that say who begins
            await red.change("resign")

    asyncio.run(resigned())
    record = sat.record()
    first = next(line for line in record.lines if isinstance(line, Fell))
    text = sat.fetch()
    before = f'"seat":"{first.seat}","faces":[{first.faces[0]}'
    after = f'"seat":"{first.seat}","faces":[{first.faces[0] % 6 + 1}'
    assert before in text
    file = tmp_path / "forged.jsonl"
    file.write_text(text.replace(before, after, 1), "utf-8")
    done = outrider("verify", file)
    assert done.returncode == 2 and f"line {first.n + 1}: this line" in done.stderr, done.stderr
    # A forger hashes everything anew, and signs it.
    file.write_text(text_of(rechained(rows_of(file.read_text("utf-8")))), "utf-8")
    done = outrider("verify", file)
    assert done.returncode == 1 and f"line n={first.n}, die 1 of" in done.stdout, done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("game", SHORT)
def test_two_sockets_play_to_the_bitter_end(host: Server, game: str) -> None:
    asyncio.run(whole_game(seated(host, game), 11))
