"""While one address does its worst, another's moves are answered, and so are the bots'."""

import asyncio
import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from server.driving import DEADLINE, Json, Player, Server, at_table, made, running, seated

WORST = 250
"""Milliseconds for 99 of 100 moves on two cores of which nobody else has a part."""
BUSY = 4
"""How many times as long it may take where others are at work."""


async def moves(server: Server, until: float) -> tuple[list[float], int]:
    """A game at two seats, one move after the other, and how long each took until both had heard of
    it; and how often a bot has moved in another."""
    took: list[float] = []
    against = seated(server, "skirminion", "me bot", own=False)
    source = random.Random(1)
    async with at_table(server, against.match, against.tokens["red"]) as alone:
        while time.monotonic() < until:
            sat = seated(server, "skirminion", "here here", own=False)
            red, blue = sat.tokens["red"], sat.tokens["blue"]
            async with (
                at_table(server, sat.match, red) as one,
                at_table(server, sat.match, blue) as two,
            ):
                await _played({"red": one, "blue": two}, alone, source, until, took)
        return took, alone.version


async def _played(
    players: dict[str, Player],
    alone: Player,
    source: random.Random,
    until: float,
    took: list[float],
) -> None:
    one = players["red"]
    while time.monotonic() < until and not one.over:
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


def assaulted(folder: Path, seconds: float) -> tuple[list[float], int, Json]:
    with running(folder, "--asked-per-second", "50") as server:
        with server.person() as guest:
            target = made(guest, "basic", "here here", listed=True)["match"]
        command = [sys.executable, str(Path(__file__).parent / "assault.py"), server.address]
        with subprocess.Popen(
            [*command, target, str(seconds + 5)], stdout=subprocess.PIPE, text=True
        ) as assault:
            assert assault.stdout is not None
            assert assault.stdout.readline() == "ready\n"
            time.sleep(3)
            took, version = asyncio.run(moves(server, time.monotonic() + seconds))
            done: Json = json.loads(assault.communicate(timeout=seconds + DEADLINE)[0])
        said = server.said()
        assert "Traceback" not in said and said.count("\n") < 20, said
        return sorted(took), version, done


def held(took: list[float], version: int, done: Json) -> str:
    """What it came to, in a line."""
    p99 = took[int(len(took) * 0.99)]
    middle = took[len(took) // 2]
    shown = f"{len(took)} moves, p50 {middle:.0f} ms, p99 {p99:.0f} ms, worst {took[-1]:.0f} ms"
    return f"{shown}; bot game at line {version}; {done}"


def test_another_plays_on(tmp_path: Path) -> None:
    took, version, done = assaulted(tmp_path, 8)
    told = held(took, version, done)
    assert took[int(len(took) * 0.99)] < BUSY * WORST, told
    assert version > 4, told
    assert done["halves"] > 1_000 and done["sockets"] > 50, told


@pytest.mark.slow
def test_another_plays_on_for_minutes(tmp_path: Path) -> None:
    took, version, done = assaulted(tmp_path, 120)
    told = held(took, version, done)
    print(told)
    assert took[int(len(took) * 0.99)] < BUSY * WORST, told
    assert version > 40, told
