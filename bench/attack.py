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
    parser.add_argument(
        "--floods", type=int, default=4, help="connections with frames, and as many with requests"
    )
    parser.add_argument("--asked", type=float, default=0.5, help="seconds between a socket's asks")
    parser.add_argument(
        "--afterwards", type=float, default=20, help="seconds for what an attack has left under way"
    )
    parser.add_argument("--files", type=int, default=1024, help="the server may have open")
    parser.add_argument(
        "--only", nargs="*", help="these phases: " + ", ".join(name for name, _ in PHASES)
    )
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the page there")
    tiny = {
        "seconds": 3.0,
        "only": [PHASES[0][0], PHASES[-1][0]],
        "halves": 30,
        "sockets": 8,
        "floods": 1,
        "at_once": 1,
        "afterwards": 3.0,
    }
    return parsed(parser, tiny)


def command(asked: argparse.Namespace) -> str:
    words = [".venv/bin/python -m bench.attack"]
    if asked.seconds != 60:
        words.append(f"--seconds {asked.seconds:g}")
    return " ".join([*words, f"--markdown {asked.markdown}"])


class Attacked:
    """A server and its players."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._felt = Felt()
        seats = [(game, ("here", "here"), PACE) for game in HOT_SEATS]
        seats += [("skirminion", ("me", "bot"), PACE_AGAINST_BOTS)] * BOTS
        self._victims = [Victim(server.port, *each, lambda: self._felt) for each in seats]
        works = [*(victim.live() for victim in self._victims), lag(lambda: self._felt)]
        self._tasks = [asyncio.ensure_future(work) for work in works]

    async def ready(self) -> None:
        """When all have moved, and all bots have answered."""
        await self._until(lambda: all(victim.met > 1 for victim in self._victims), GETTING_READY)
        if not all(victim.met for victim in self._victims):
            raise RuntimeError(f"the players do not come to play: {dict(self._felt.wrong)}")

    async def phase(
        self, name: str, seconds: float, afterwards: float, front: "Fronts | None"
    ) -> Phase:
        felt = self._felt = Felt()
        if front is not None:
            front.begin(self._server.port)
        memory = whole = 0.0
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(min(LOOK, max(0.0, until - time.monotonic())))
            memory = max(memory, self._server.memory())
            whole = max(whole, self._server.whole())
        ended = time.monotonic()
        self._felt = Felt()  # what is sent from here on counts no more
        done = await front.end() if front is not None else Counter[str]()
        # What was sent before counts for as long as it takes.
        await self._until(lambda: not self._open(ended), afterwards)
        for waits in self._open(ended):
            waits.give_up()
        return Phase(name, seconds, felt, done, memory, whole, time.monotonic() - ended)

    def _open(self, before: float) -> list[Waits]:
        """What was sent before and has not been answered."""
        waits = [victim.waits for victim in self._victims]
        return [each for each in waits if each is not None and each.since < before]

    async def _until(self, holds: Callable[[], bool], seconds: float) -> None:
        until = time.monotonic() + seconds
        while not holds() and time.monotonic() < until:
            await asyncio.sleep(0.02)

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks, timeout=ENDING)


class Fronts:
    """The process of the attackers, and what it is told to do."""

    def __init__(self, orders: Orders) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=run, args=(orders, theirs), daemon=True)
        self._process.start()
        theirs.close()
        self.attacks: tuple[str, ...] = ()

    async def ready(self) -> None:
        await asyncio.to_thread(self._pipe.recv)

    def begin(self, port: int) -> None:
        self._pipe.send((port, self.attacks))

    async def end(self) -> Counter[str]:
        """What they have done."""
        self._pipe.send((0, ()))
        tally, broken = await asyncio.to_thread(self._pipe.recv)
        if broken:
            raise RuntimeError(f"attackers broke down: {broken}")
        found: Counter[str] = tally
        return found

    def stop(self) -> None:
        self._process.kill()
        self._process.join()


async def attacked(asked: argparse.Namespace, folder: Path, steps: Steps) -> list[Phase]:
    sizes = SMALL if asked.tiny else SIZES
    this = asyncio.current_task()
    assert this is not None
    # An exception out of a signal's handler could end up in any callback, and be lost there.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    amounts = (asked.at_once, asked.halves, asked.sockets, asked.asked, asked.floods)
    front = Fronts(Orders(sizes, *amounts))
    try:
        steps.begin()
        await front.ready()
        found = []
        wanted = phases(asked)
        for name, attacks in wanted:
            steps.begin()
            front.attacks = attacks
            # Not in a thread, which nobody could stop. Nobody waits for us now.
            server = started(folder / name, asked.files)
            table = Attacked(server)
            try:
                await table.ready()
                steps.begin()
                seconds = asked.seconds / len(wanted)
                against = front if attacks else None
                found.append(await table.phase(name, seconds, asked.afterwards, against))
            finally:
                await table.end()
                server.stop()
        return found
    finally:
        front.stop()


def started(folder: Path, files: int) -> Server:
    """A server of its own for each phase: what one attack has broken does not count for the
    next."""
    folder.mkdir()
    server = Server(f"sqlite:///{folder / 'matches.db'}", folder / "log", ())
    server.limit_files(files)
    return server


def phases(asked: argparse.Namespace) -> list[tuple[str, tuple[str, ...]]]:
    return [each for each in PHASES if not asked.only or each[0] in asked.only]


def main() -> None:
    asked = arguments()
    watch = Watch()
    each = asked.seconds / len(phases(asked))
    plan = [Step("large tables and records are made", "made", 6)]
    for name, _ in phases(asked):
        plan += [Step(f"{name}: a server, and everybody sits down", "sit", 6)]
        plan += [Step(f"{name}: measured", name, each + 1)]
    steps = Steps(plan, Teller())
    folder = Path(tempfile.mkdtemp(prefix="outrider-attack-"))
    try:
        found = uvloop.run(attacked(asked, folder, steps))
    except asyncio.CancelledError:
        sys.exit(1)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    steps.end()
    about = machine() | watch.told() | {"open files": f"{asked.files} at most, for the server"}
    show(found, about, Console(highlight=False))
    if asked.markdown:
        today = datetime.date.today().isoformat()
        asked.markdown.write_text(as_markdown(found, about, today, command(asked)), "utf-8")


if __name__ == "__main__":
    main()
