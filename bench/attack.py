"""The command `python -m bench.attack`: how players fare while somebody does his worst.

A server with its usual limits, players at 127.0.0.1 and attackers at 127.0.0.2. First nobody
attacks, then each attack in turn, then all of them together. Everything is bounded, in time and in
number, and stays on this machine.
"""

import argparse
import asyncio
import datetime
import multiprocessing
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import uvloop
from rich.console import Console

from bench.asking import parsed
from bench.attack_front import ATTACKS, Orders, run
from bench.attack_means import SIZES, SMALL
from bench.attack_page import Phase, as_markdown, show
from bench.attack_victims import Felt, Victim, Waits, lag
from bench.load_servers import Server
from bench.machine import Watch, machine
from bench.progress import Step, Steps, Teller

HOT_SEATS = ("basic", "skirminion", "skirmishers", "basic")
BOTS = 2
PACE, PACE_AGAINST_BOTS = 0.1, 0.3
"""Seconds between two moves of a table."""
GETTING_READY = 120.0
ENDING = 10.0
LOOK = 0.2
PHASES = (("quiet", ()), *((name, (name,)) for name in ATTACKS), ("all together", ATTACKS))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.attack", description="Measure how players fare under attack."
    )
    parser.add_argument("--seconds", type=float, default=60, help="of all phases together")
    parser.add_argument("--halves", type=int, default=1100, help="requests that are never finished")
    parser.add_argument("--sockets", type=int, default=400)
    parser.add_argument(
        "--at-once", type=int, default=4, help="uploads, reviews and large tables each"
    )
    parser.add_argument("--asked", type=float, default=0.5, help="seconds between a socket's asks")
    parser.add_argument(
        "--afterwards", type=float, default=60, help="seconds for what an attack has left under way"
    )
    parser.add_argument("--files", type=int, default=1024, help="the server may have open")
    parser.add_argument("--only", nargs="*", help="these attacks, besides quiet and all together")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the page there")
    tiny = {"seconds": 3.0, "halves": 30, "sockets": 8, "at_once": 1, "afterwards": 3.0}
    return parsed(parser, tiny)


def command(asked: argparse.Namespace) -> str:
    words = [".venv/bin/python -m bench.attack"]
    if asked.seconds != 60:
        words.append(f"--seconds {asked.seconds:g}")
    return " ".join([*words, f"--markdown {asked.markdown}"])


class Attack:
    """A server, its players and the process of the attackers."""

    def __init__(self, server: Server, pipe: Connection, afterwards: float) -> None:
        self._server = server
        self._pipe = pipe
        self._afterwards = afterwards
        self._felt = Felt()
        seats = [(game, ("here", "here"), PACE) for game in HOT_SEATS]
        seats += [("skirminion", ("me", "bot"), PACE_AGAINST_BOTS)] * BOTS
        self._victims = [Victim(server.port, *each, lambda: self._felt) for each in seats]

    async def begin(self) -> list[asyncio.Task[None]]:
        """Sit everybody down, and go on when all have moved and all bots have answered."""
        works = [*(victim.live() for victim in self._victims), lag(lambda: self._felt)]
        tasks = [asyncio.ensure_future(work) for work in works]
        await self._until(lambda: all(victim.met > 1 for victim in self._victims), GETTING_READY)
        if not all(victim.met for victim in self._victims):
            raise RuntimeError(f"the players do not come to play: {dict(self._felt.wrong)}")
        return tasks

    async def phase(self, name: str, attacks: tuple[str, ...], seconds: float) -> Phase:
        felt = self._felt = Felt()
        if attacks:
            self._pipe.send(attacks)
        memory = whole = 0.0
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(min(LOOK, max(0.0, until - time.monotonic())))
            memory = max(memory, self._server.memory())
            whole = max(whole, self._server.whole())
        ended = time.monotonic()
        self._felt = Felt()  # what is sent from here on counts no more
        done = await self._called_off() if attacks else Counter[str]()
        # What was sent before counts for as long as it takes.
        await self._until(lambda: not self._open(ended), self._afterwards)
        for waits in self._open(ended):
            waits.give_up()
        after = time.monotonic() - ended
        return Phase(name, seconds, felt, done, memory, whole, after)

    async def _called_off(self) -> Counter[str]:
        self._pipe.send(())
        tally, broken = await asyncio.to_thread(self._pipe.recv)
        if broken:
            raise RuntimeError(f"attackers broke down: {broken}")
        found: Counter[str] = tally
        return found

    def _open(self, before: float) -> list[Waits]:
        """What was sent before and has not been answered."""
        waits = [victim.waits for victim in self._victims]
        return [each for each in waits if each is not None and each.since < before]

    async def _until(self, holds: Callable[[], bool], seconds: float) -> None:
        until = time.monotonic() + seconds
        while not holds() and time.monotonic() < until:
            await asyncio.sleep(0.02)


async def attacked(asked: argparse.Namespace, server: Server, steps: Steps) -> list[Phase]:
    sizes = SMALL if asked.tiny else SIZES
    orders = Orders(server.port, sizes, asked.at_once, asked.halves, asked.sockets, asked.asked)
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    front = context.Process(target=run, args=(orders, theirs), daemon=True)
    front.start()
    theirs.close()
    tasks: list[asyncio.Task[None]] = []
    try:
        steps.begin()
        await asyncio.to_thread(ours.recv)
        steps.begin()
        attack = Attack(server, ours, asked.afterwards)
        tasks = await attack.begin()
        found = []
        wanted = phases(asked)
        for name, attacks in wanted:
            steps.begin()
            found.append(await attack.phase(name, attacks, asked.seconds / len(wanted)))
        ours.send(None)
        return found
    finally:
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=ENDING)
        front.join(1)
        front.kill()


def phases(asked: argparse.Namespace) -> list[tuple[str, tuple[str, ...]]]:
    always = (PHASES[0][0], PHASES[-1][0])
    return [each for each in PHASES if not asked.only or each[0] in (*always, *asked.only)]


def main() -> None:
    asked = arguments()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))  # and end what was started
    watch = Watch()
    each = asked.seconds / len(phases(asked))
    plan = [Step("starting the server", "start", 3), Step("large tables and records", "made", 6)]
    plan += [Step("everybody sits down", "sit", 8)]
    plan += [Step(name, name, each + 1) for name, _ in phases(asked)]
    steps = Steps(plan, Teller())
    folder = Path(tempfile.mkdtemp(prefix="outrider-attack-"))
    try:
        steps.begin()
        server = Server(f"sqlite:///{folder / 'matches.db'}", folder / "log", ())
        try:
            server.limit_files(asked.files)
            found = uvloop.run(attacked(asked, server, steps))
        finally:
            server.stop()
    finally:
        with suppress(OSError):
            shutil.rmtree(folder)
    steps.end()
    about = machine() | watch.told() | {"open files": f"{asked.files} at most, for the server"}
    show(found, about, Console(highlight=False))
    if asked.markdown:
        today = datetime.date.today().isoformat()
        asked.markdown.write_text(as_markdown(found, about, today, command(asked)), "utf-8")


if __name__ == "__main__":
    main()
