"""After a restart everything goes on: matches at any point, and bots."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.lasting import (
    GAMES,
    PATIENCE,
    Seat,
    Server,
    Table,
    fetched,
    lines_of,
    played_on,
    sound,
    table,
)

MATCHES = 50
BOT_SECONDS = 15.0
"""What a bot may take after a restart: the lease of the dead server has to run out."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(f"sqlite:///{tmp_path}/matches.db", tmp_path / "log")
    yield made
    made.kill()


async def play_some(at: Table, count: int) -> None:
    """Until so many more actions are acknowledged, or the match is over."""
    enough = at.acknowledged + count
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(seat.play(lambda: at.acknowledged >= enough) for seat in at.seats))


@pytest.mark.parametrize("how", ["killed", "stopped"])
def test_all_matches_go_on_after_a_restart(server: Server, tmp_path: Path, how: str) -> None:
    source = random.Random(5)
    tables = [table(server, GAMES[k % len(GAMES)], source) for k in range(MATCHES)]
    wish = {"game": "basic", "seats": [{"kind": "me"}, {"kind": "link"}]}
    opened = server.ask("/api/matches", wish)

    async def test() -> None:
        await asyncio.gather(*(play_some(each, k % 25) for k, each in enumerate(tables) if k))
        server.kill() if how == "killed" else server.stop()
        server.start()
        before = [each.acknowledged for each in tables]
        await asyncio.gather(*(play_some(each, 6) for each in tables))
        for acknowledged, each in zip(before, tables, strict=True):
            assert each.acknowledged >= acknowledged + 6 or each.seats[0].over
            await played_on(server, each)

    asyncio.run(test())
    rows = lines_of(f"sqlite:///{tmp_path}/matches.db", [each.match for each in tables])
    for each in tables:
        sound(each, rows[each.match], fetched(server, each))
    # One that nobody had joined yet waits for somebody still.
    ((seat, invite),) = opened["invites"].items()
    joined = server.ask(f"/api/matches/{opened['match']}/join", {"invite": invite})
    assert joined["seat"] == seat
    token = {"outrider-token": joined["token"]}
    assert server.ask(f"/api/matches/{opened['match']}", **token)["stage"] == "running"


def test_bots_go_on_after_a_restart(server: Server, tmp_path: Path) -> None:
    """Killed again and again just when it is the bot's turn."""
    wish = {"game": "skirmishers", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    made = server.ask("/api/matches", wish)
    ((name, token),) = made["tokens"].items()
    mine = Seat(made["match"], "skirmishers", name, token, random.Random(7), [server])
    at = Table(made["match"], made["watch"], [mine])

    async def test() -> None:
        for _ in range(4):
            await play_some(at, 1)
            server.kill()
            server.start()
            async with asyncio.timeout(BOT_SECONDS):
                await mine.play(
                    lambda: mine.seat in mine.shown.get("pending", {}).get("decide", ())
                )
            if mine.over:
                break
        await played_on(server, at)

    asyncio.run(test())
    (rows,) = lines_of(f"sqlite:///{tmp_path}/matches.db", [at.match]).values()
    sound(at, rows, fetched(server, at), bots=True)
    assert len(server.starts) > 2
    assert any("do" in row.line and row.line["seat"] != mine.seat for row in rows)
