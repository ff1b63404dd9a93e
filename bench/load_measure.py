"""One server measured, or several with one database: its matches, its players and the figures."""

import argparse
import multiprocessing
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from bench.load_clients import Live, Pace, Place, Plan, Tally, run
from bench.load_most import held, most
from bench.load_ours import Played
from bench.load_page import Figures, Highest
from bench.load_peer import Exchange
from bench.load_peer_server import Peer, peer_places
from bench.load_servers import Asking, Postgres, Server, Serving
from bench.machine import busy
from bench.progress import Steps

MIX = ("skirminion", "skirminion", "basic", "basic", "skirmish", "skirmishers")
"""What is played, in turn."""
SITS = {"kind": "here"}
PAGES = 10
"""One match in so many of each game is played on pages, which are told what may be done."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be measured."""

    name: str
    database: str | None
    """An address; none for a PostgreSQL of its own."""
    processes: int
    p99: float | None
    """The target, in milliseconds."""
    peer: bool = False
    """Not ours, but boardgame.io, which has no database."""
    most: bool = False
    """Whether to look for the highest rate, too."""


def measured(wish: Wish, asked: argparse.Namespace, folder: Path, told: Steps) -> Figures:
    told.begin()
    with ExitStack() as stack:
        cluster = None
        if wish.database is None and not wish.peer:
            cluster = Postgres()
            stack.callback(cluster.stop)
        servers: list[Serving] = []
        for k in range(wish.processes):
            log = folder / f"{wish.name} {k}.log"
            database = cluster.url if cluster else wish.database
            servers.append(Server(database, log) if database else Peer(log))
            stack.callback(servers[-1].stop)
        empty = sum(server.memory() for server in servers)
        told.begin()
        made = places(wish, servers, asked.matches)
        told.begin()
        clients = Clients(Exchange if wish.peer else Played, made, asked.before)
        stack.callback(clients.stop)
        told.begin()
        tally, spent = timed(clients, Pace(asked.rate, asked.seconds), servers, cluster)
        memory, share = [s.memory() for s in servers], sum(s.share() for s in servers)
        highest = None
        if wish.most:
            told.begin()
        if wish.most and held(tally, asked.rate):
            first = Highest(asked.rate, spent[0], tally.cpu / tally.seconds)
            highest = highest_of(wish, asked.step, first, tally.ended, clients, servers)
        told.begin()
    return Figures(
        wish.name,
        wish.processes,
        asked.matches,
        asked.rate,
        wish.p99,
        tally,
        empty,
        memory,
        share,
        *spent,
        peer=wish.peer,
        looked=wish.most,
        most=highest,
    )


def highest_of(
    wish: Wish, step: float, first: Highest, over: int, clients: "Clients", servers: list[Serving]
) -> Highest:
    """The most actions a second, from those on that have been measured. `over`: matches that have
    ended, in place of which there are to be others."""
    found = {first.rate: first}

    def holds(rate: float) -> bool:
        nonlocal over
        if over:
            clients.join(places(wish, servers, over))
        tally, (spent, *_) = timed(clients, Pace(rate, step), servers, None)
        over = tally.ended
        found[rate] = Highest(rate, spent, tally.cpu / tally.seconds)
        return held(tally, rate)

    return found[most(holds, first.rate)]


def places(wish: Wish, servers: Sequence[Serving], count: int) -> list[Place]:
    return peer_places(servers[0], count) if wish.peer else our_places(servers, count)


def our_places(servers: Sequence[Serving], count: int) -> list[Place]:
    """Matches with two players each, at different processes if there are several."""
    asking = [Asking(server.port) for server in servers]

    def made(first: int) -> list[Place]:
        found = []
        for k in range(first, count, len(servers)):
            game = MIX[k % len(MIX)]
            told = asking[first].make({"game": game, "seats": [SITS, SITS]})
            seats = {
                seat: (servers[(k + j) % len(servers)].port, token)
                for j, (seat, token) in enumerate(told["tokens"].items())
            }
            found.append(Place(told["match"], game, seats, k // len(MIX) % PAGES == 0))
        return found

    with ThreadPoolExecutor(len(servers)) as threads:
        return [place for part in threads.map(made, range(len(servers))) for place in part]


class Clients:
    """The process of the players, who have taken their seats."""

    def __init__(self, kind: type[Live], made: list[Place], before: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        plan = Plan(kind, made, before)
        self._process = context.Process(target=run, args=(plan, theirs), daemon=True)
        self._process.start()
        theirs.close()
        try:
            self._ready()
        except BaseException:
            self.stop()
            raise

    def _ready(self) -> None:
        if not self._pipe.poll(600) or self._pipe.recv() != "ready":
            raise RuntimeError("the clients do not get ready")

    def join(self, made: list[Place]) -> None:
        """Take seats at these, too."""
        self._pipe.send(made)
        self._ready()

    def play(self, pace: Pace) -> Tally:
        self._pipe.send(pace)
        if not self._pipe.poll(2 * pace.seconds + 120):
            raise RuntimeError("the clients do not come to an end")
        tally: Tally = self._pipe.recv()
        return tally

    def stop(self) -> None:
        if self._process.is_alive():
            self._pipe.send(None)
        self._process.join(5)
        self._process.kill()
        self._process.join()


def timed(
    clients: Clients, pace: Pace, servers: Sequence[Serving], cluster: Postgres | None
) -> tuple[Tally, tuple[float, float | None, float]]:
    """What the players say, and the processors' time of servers, database and others, as shares of
    one core: while they play, and not while they wait for the last of it."""
    before = used(servers, cluster)
    begun, machine_before = time.monotonic(), busy()
    tally = clients.play(pace)
    whole, machine_after = time.monotonic() - begun, busy()
    after = used(servers, cluster)
    spent = [late - early for early, late in zip(before, after, strict=True)]
    others = (machine_after - machine_before - sum(spent) - tally.cpu) / whole
    shares = [each / tally.seconds for each in spent]
    return tally, (shares[0], shares[1] if cluster else None, max(0.0, others))


def used(servers: Sequence[Serving], cluster: Postgres | None) -> tuple[float, float]:
    return sum(server.cpu() for server in servers), cluster.cpu() if cluster else 0.0
