"""While one address does its worst, another's moves are answered, and so are the bots'."""

import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.driving import Json, Player, Server, at_table, made, running, seated

WORST = 250
"""Milliseconds for 99 of 100 moves on two cores of which nobody else has a part."""
PATIENCE = 180.0
BUSY = 4
"""How many times as long it may take where others are at work."""


async def moves(server: Server, alone: Player, seconds: float, answers: int) -> list[float]:
    """Games at two seats, one move after the other, and how long each took until both had heard of
    it. Until the time is over and the bot of another table has answered so often."""
    took: list[float] = []
    source = random.Random(1)
    until, last = time.monotonic() + seconds, time.monotonic() + seconds + PATIENCE
    enough = alone.version + 2 * answers

    def over() -> bool:
        now = time.monotonic()
        return now > last or (now > until and alone.version >= enough)

    while not over():
        sat = seated(server, "skirminion", "here here", own=False)
        async with (
            at_table(server, sat.match, sat.tokens["red"]) as one,
            at_table(server, sat.match, sat.tokens["blue"]) as two,
        ):
            await _played({"red": one, "blue": two}, alone, source, over, took)
    return took


async def _played(
    players: dict[str, Player],
    alone: Player,
    source: random.Random,
    over: Callable[[], bool],
    took: list[float],
) -> None:
    one = players["red"]
    while not over() and not one.over:
        seat = one.pending["decide"][0]
        action = players[seat].choice(seat, source)
        begun = time.monotonic()
        answer = await players[seat].change("play", seat=seat, action=action)
        for player in players.values():
            await player.reached(answer["version"])
        took.append((time.monotonic() - begun) * 1000)
        if "red" in alone.pending.get("decide", ()):
            await alone.change("play", seat="red", action=alone.choice("red", source))
        await asyncio.sleep(0.05)


@dataclass
class Told:
    """What came of it."""

    took: list[float]
    answered: int
    """Lines of the game against a bot meanwhile."""
    done: Json
    """What the other address has done."""

    def at(self, share: float) -> float:
        return sorted(self.took)[int(len(self.took) * share)]

    def __str__(self) -> str:
        shown = f"{len(self.took)} moves, p50 {self.at(0.5):.0f} ms, p99 {self.at(0.99):.0f} ms"
        return f"{shown}, worst {max(self.took):.0f} ms; bot {self.answered}; {self.done}"


def assaulted(folder: Path, seconds: float, answers: int) -> Told:
    with running(folder) as server:
        with server.person() as guest:
            target = made(guest, "basic", "here here", listed=True)["match"]
        told = asyncio.run(_assaulted(server, target, seconds, answers))
        said = server.said()
        assert "Traceback" not in said and said.count("\n") < 20, said
        return told


async def _assaulted(server: Server, target: str, seconds: float, answers: int) -> Told:
    against = seated(server, "skirminion", "me bot", own=False)
    async with at_table(server, against.match, against.tokens["red"]) as alone:
        await moves(server, alone, 0, 1)  # the bot's process is there
        before = alone.version
        command = [sys.executable, str(Path(__file__).parent / "assault.py")]
        assault = await asyncio.create_subprocess_exec(
            *command,
            server.address,
            target,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert assault.stdout is not None
        assert await assault.stdout.readline() == b"ready\n"
        await asyncio.sleep(4)
        took = await moves(server, alone, seconds, answers)
        answered = alone.version - before
        said, _ = await assault.communicate(b"")  # which ends it
        return Told(took, answered, json.loads(said))


@pytest.mark.slow
def test_another_plays_on(tmp_path: Path) -> None:
    told = assaulted(tmp_path, 6, 1)
    assert told.at(0.99) < BUSY * WORST, told
    assert told.answered >= 2, told
    assert told.done["halves"] > 1_000 and told.done["sockets"] > 50, told


@pytest.mark.slow
def test_another_plays_on_for_minutes(tmp_path: Path) -> None:
    told = assaulted(tmp_path, 120, 10)
    print(told)
    assert told.at(0.99) < BUSY * WORST, told
    assert told.answered >= 20, told
    assert told.done["moments 200"] > 8, told
