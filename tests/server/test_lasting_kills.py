"""kill -9 of the server in the middle of games: nothing that was acknowledged is lost."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from itertools import cycle
from pathlib import Path

import pytest

from server.lasting import (
    GAMES,
    PATIENCE,
    Server,
    Table,
    fetched,
    lines_of,
    played_on,
    sound,
    table,
)

TABLES = 5
KILLS = 5
"""Of each of two servers; `make slow` has many more."""


class Evening:
    """Games played on and on at some tables while somebody keeps killing the server."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.database = f"sqlite:///{folder}/matches.db"
        self.server = Server(self.database, folder / "log")
        self.source = random.Random(seed)
        self.tables: list[Table] = []
        self.enough = False

    @property
    def acknowledged(self) -> int:
        return sum(each.acknowledged for each in self.tables)

    async def at_a_table(self, number: int) -> None:
        games = cycle(GAMES[number % len(GAMES) :] + GAMES[: number % len(GAMES)])
        while not self.enough:
            now = await self.new_table(next(games))
            await asyncio.gather(*(seat.play(lambda: self.enough) for seat in now.seats))

    async def new_table(self, game: str) -> Table:
        """Whoever hears no answer asks again, and has another match."""
        while True:
            try:
                made = await asyncio.to_thread(table, self.server, game, self.source)
            except (OSError, HTTPException):  # before its first byte, or in mid-answer
                await asyncio.sleep(0.02)
                continue
            self.tables.append(made)
            return made

    async def kills(self, count: int, apart: int) -> None:
        for _ in range(count):
            enough = self.acknowledged + apart
            async with asyncio.timeout(PATIENCE):
                while self.acknowledged < enough:
                    await asyncio.sleep(0.005)
            await asyncio.sleep(self.source.uniform(0.03, 0.3))
            await asyncio.to_thread(self.server.kill)
            await asyncio.to_thread(self.server.start)
        self.enough = True

    async def run(self, kills: int, apart: int) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(TABLES):
                group.create_task(self.at_a_table(number))
            group.create_task(self.kills(kills, apart))
        for each in self.tables:
            await played_on(self.server, each)

    def check(self) -> None:
        rows = lines_of(self.database, [each.match for each in self.tables])
        for each in self.tables:
            sound(each, rows[each.match], fetched(self.server, each))


def evening(folder: Path, seed: int, kills: int, apart: int) -> Evening:
    folder.mkdir()
    made = Evening(folder, seed)
    try:
        asyncio.run(made.run(kills, apart))
        made.check()
    finally:
        made.server.kill()
    return made


def evenings(folder: Path, kills: int, seeds: tuple[int, ...], apart: int = 1) -> int:
    """How many actions were acknowledged, so many at least between two kills."""
    with ThreadPoolExecutor(len(seeds)) as threads:
        works = [threads.submit(evening, folder / str(s), s, kills, apart) for s in seeds]
        done = [work.result() for work in works]
    starts = [start for each in done for start in each.server.starts]
    assert len(starts) == len(seeds) * (kills + 1)
    again = sum(seat.again for each in done for at in each.tables for seat in at.seats)
    print(
        f"{len(starts) - len(seeds)} kills, {sum(each.acknowledged for each in done)} actions in "
        f"{sum(len(each.tables) for each in done)} matches, {again} sent again; a start took "
        f"{sum(starts) / len(starts):.2f} s"
    )
    assert again > 0, "no kill came between an action and its answer"
    return sum(each.acknowledged for each in done)


def test_a_server_that_is_killed_again_and_again(tmp_path: Path) -> None:
    evenings(tmp_path, KILLS, (1, 2))


@pytest.mark.slow
def test_many_more_kills_of_the_server(tmp_path: Path) -> None:
    assert evenings(tmp_path, 150, (3, 4), 34) >= 10_000
