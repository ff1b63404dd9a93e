"""Two server processes on one PostgreSQL, the players of every match on different ones."""

import asyncio
import random
import signal
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path

import pytest

from outrider.games import game as game_by_id
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
from server.postgres import Cluster

KILLS = 12
AT_ONCE = 0.25
"""Seconds in which one player's move is with the other, half of the time."""


class House:
    """Two processes, and tables between them."""

    def __init__(self, database: str, folder: Path) -> None:
        self.database = database
        self.servers = [Server(database, folder / f"log {k}") for k in range(2)]
        self.source = random.Random(database)
        self.tables: list[Table] = []
        self.enough = False

    def close(self) -> None:
        for server in self.servers:
            server.kill()

    @property
    def acknowledged(self) -> int:
        return sum(each.acknowledged for each in self.tables)

    async def at_a_table(self, number: int) -> None:
        """Game after game, each made at whichever server answers."""
        while not self.enough:
            game = GAMES[(number + len(self.tables)) % len(GAMES)]
            server = self.source.choice(self.servers)
            try:
                made = await asyncio.to_thread(table, server, game, self.source, self.servers)
            except (OSError, HTTPException):  # before its first byte, or in mid-answer
                await asyncio.sleep(0.02)
                continue
            self.tables.append(made)
            await asyncio.gather(*(seat.play(lambda: self.enough) for seat in made.seats))

    async def some_acknowledged(self, count: int = 1) -> None:
        enough = self.acknowledged + count
        async with asyncio.timeout(PATIENCE):
            while self.acknowledged < enough:
                await asyncio.sleep(0.005)

    async def kills(self, count: int) -> None:
        for _ in range(count):
            await self.some_acknowledged()
            await asyncio.sleep(self.source.uniform(0.03, 0.3))
            server = self.source.choice(self.servers)
            await asyncio.to_thread(server.kill)
            if self.source.random() < 0.5:
                await self.some_acknowledged()  # the other one goes on alone
            await asyncio.to_thread(server.start)

    async def end(self) -> None:
        self.enough = True
        for each in self.tables:
            await played_on(self.source.choice(self.servers), each)

    def check(self) -> None:
        rows = lines_of(self.database, [each.match for each in self.tables])
        for each in self.tables:
            for server in self.servers:
                sound(each, rows[each.match], fetched(server, each))


@pytest.fixture
def house(database: str, tmp_path: Path) -> Iterator[House]:
    made = House(database, tmp_path)
    yield made
    made.close()


def delays(at: Table) -> list[float]:
    """How long each action took from its sending to the other player, in seconds."""
    first, second = at.seats
    return [
        other.told[version] - sent
        for one, other in ((first, second), (second, first))
        for version, sent in one.acted.items()
        if version in other.told
    ]


@pytest.mark.slow
def test_players_on_different_processes_see_each_other_at_once(house: House) -> None:
    for game in GAMES:
        game_by_id(game).warm()  # else the players themselves stand still for it, on a busy machine

    async def test() -> None:
        tables = [table(house.servers[0], game, house.source, house.servers) for game in GAMES]
        house.tables += tables

        async def until() -> None:
            async with asyncio.timeout(PATIENCE):
                while any(each.acknowledged < 60 and not each.seats[0].over for each in tables):
                    await asyncio.sleep(0.02)
            house.enough = True

        players = [seat.play(lambda: house.enough) for each in tables for seat in each.seats]
        await asyncio.gather(until(), *players)
        await house.end()

    asyncio.run(test())
    house.check()
    seen = [delay for each in house.tables for delay in delays(each)]
    late = sorted(seen)[int(0.95 * len(seen))]
    print(
        f"{len(seen)} actions: {statistics.median(seen) * 1000:.1f} ms, "
        f"19 of 20 within {late * 1000:.1f} ms, all within {max(seen) * 1000:.1f} ms"
    )
    assert statistics.median(seen) < AT_ONCE
    assert max(seen) < 5, "somebody was not told, and saw it later by chance"


def test_either_process_killed_again_and_again(house: House) -> None:
    async def test() -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(4):
                group.create_task(house.at_a_table(number))
            await house.kills(KILLS)
            house.enough = True
        await house.end()

    asyncio.run(test())
    house.check()
    assert sum(len(server.starts) for server in house.servers) == KILLS + 2
    assert sum(seat.again for at in house.tables for seat in at.seats) > 0


class Wear:
    """Games on and on, while this thread kills what it likes. The players have a thread of their
    own: PostgreSQL ends with the thread that starts it."""

    def __init__(self, house: House, cluster: Cluster) -> None:
        self.house = house
        self.cluster = cluster

    async def _playing(self) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(4):
                group.create_task(self.house.at_a_table(number))
        await self.house.end()

    def wait_for_more(self, count: int) -> None:
        enough, until = self.house.acknowledged + count, time.monotonic() + PATIENCE
        while self.house.acknowledged < enough:
            assert time.monotonic() < until, "nothing is acknowledged any more"
            time.sleep(0.005)

    def restart(self, how: signal.Signals) -> None:
        """The database's, after a while."""
        self.wait_for_more(40)
        time.sleep(self.house.source.uniform(0.03, 0.2))
        self.cluster.stop(how)
        time.sleep(0.3)
        self.cluster.start()

    def kill(self, apart: int) -> None:
        self.wait_for_more(apart)
        time.sleep(self.house.source.uniform(0.0, 0.1))
        server = self.house.source.choice(self.house.servers)
        server.kill()
        server.start()

    def go(self, work: Callable[[], None]) -> None:
        with ThreadPoolExecutor(1) as threads:
            players = threads.submit(asyncio.run, self._playing())
            try:
                work()
                self.wait_for_more(40)
            finally:
                self.house.enough = True
                if not self.cluster.running:
                    self.cluster.start()
            players.result(20 * PATIENCE)
        self.house.check()


def test_a_restart_of_postgresql_itself(house: House, cluster: Cluster) -> None:
    wear = Wear(house, cluster)

    def work() -> None:
        for how in (signal.SIGQUIT, signal.SIGINT, signal.SIGQUIT):
            wear.restart(how)

    wear.go(work)


@pytest.mark.slow
def test_many_kills_and_restarts_of_the_database(house: House, cluster: Cluster) -> None:
    """30 restarts of PostgreSQL, and 300 kills of either process."""
    wear = Wear(house, cluster)

    def work() -> None:
        for number in range(30):
            for _ in range(10):
                wear.kill(34)
            wear.restart(signal.SIGINT if number % 3 == 2 else signal.SIGQUIT)

    wear.go(work)
    again = sum(seat.again for at in house.tables for seat in at.seats)
    print(f"{house.acknowledged} actions in {len(house.tables)} matches, {again} sent again")
    assert house.acknowledged >= 10_000 and again > 0
