"""How well the bots keep to a time: `python -m bench.punctual --decisions 10000 --seconds 0.1`.

All levels of all games take turns at the same positions, from games they play against each other:
with two at the table, and every other game with as many as may sit there. Only the thinking is
timed, by the wall.
"""

import argparse
import itertools
import json
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.asking import parsed
from bench.progress import Count
from outrider.bots.levels import LEVELS, bot_of
from outrider.bots.protocol import Asked, Bot, Clock
from outrider.core.game import Game
from outrider.dice import SeededDice
from outrider.games import games
from outrider.play.match import Match

LOG = Path("build/punctual.json")
TOLERATED = 0.05
"""Seconds beyond the limit."""


def decisions(game: Game[Any, Any], seconds: float, seed: int) -> Iterator[tuple[str, float]]:
    """One game, in which the levels decide in turn: who it was, and how long it took."""
    levels: Iterator[tuple[str, Bot]] = itertools.cycle(
        [(name, bot_of(game, name)) for name in LEVELS]
    )
    count = max(game.seat_counts) if seed % 2 else min(game.seat_counts)
    match = Match(game, game.terms({}, count, None, None), SeededDice(seed))
    while match.result is None:
        seat = match.deciders()[0]
        asked = Asked.of(game, match.state, seat)
        source = random.Random(f"{seed}|{match.version}")
        name, bot = next(levels)
        begun = time.perf_counter()
        action = bot.choose(asked, Clock(seconds), source)
        yield name, time.perf_counter() - begun
        match.play(seat, action)


def measured(
    game: Game[Any, Any], count: int, seconds: float, progress: Count
) -> dict[str, list[float]]:
    """The times of so many decisions, by level."""
    found: dict[str, list[float]] = {name: [] for name in LEVELS}
    played = (each for seed in itertools.count() for each in decisions(game, seconds, seed))
    for name, took in itertools.islice(played, count):
        found[name].append(took)
        progress.add(what=f"decisions, {game.id}")
    return found


def rows(times: dict[str, dict[str, list[float]]], seconds: float) -> Iterator[str]:
    yield "| game | level | decisions | median ms | 99% ms | longest ms | too late |"
    yield "|---|---|---|---|---|---|---|"
    for game, levels in times.items():
        for level, found in levels.items():
            if not found:
                continue
            ordered = sorted(found)
            late = sum(each > seconds + TOLERATED for each in found)
            shown = (ordered[int(share * (len(found) - 1))] for share in (0.5, 0.99, 1))
            cells = " | ".join(f"{1000 * each:.1f}" for each in shown)
            yield f"| {game} | {level} | {len(found)} | {cells} | {late} |"


def report() -> str:
    """The last measurement, as Markdown."""
    return told(json.loads(LOG.read_text("utf-8"))) if LOG.exists() else "Not measured."


def told(kept: dict[str, Any]) -> str:
    times, seconds = kept["times"], kept["seconds"]
    found = [took for levels in times.values() for each in levels.values() for took in each]
    late = sum(each > seconds + TOLERATED for each in found)
    lines = "\n".join(rows(times, seconds))
    return (
        f"{len(found)} decisions with {1000 * seconds:.0f} ms each, on {kept['date']}; too late is "
        f"more than {1000 * TOLERATED:.0f} ms over, by the wall, whatever else the machine was "
        f"doing: {late} of all.\n\n{lines}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--log", type=Path, default=LOG)
    asked = parsed(parser, {"decisions": 60, "seconds": 0.01, "log": os.devnull})
    all_games = games()
    share = -(-asked.decisions // len(all_games))
    progress = Count(share * len(all_games), "decisions")
    times = {game.id: measured(game, share, asked.seconds, progress) for game in all_games}
    asked.log.parent.mkdir(parents=True, exist_ok=True)
    today = time.strftime("%Y-%m-%d")
    kept = {"seconds": asked.seconds, "date": today, "times": times}
    asked.log.write_text(json.dumps(kept), "utf-8")
    print(told(kept))


if __name__ == "__main__":
    main()
