"""Whether winning chances are what they say: `python -m bench.calibration --games 60`.

Bots of one level play each other; positions of their games are judged by the analysis, and what
became of them is counted. Of those said to be won in seven of ten, seven of ten should have been
won.
"""

import argparse
import json
import os
import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from bench.asking import parsed
from bench.progress import Count
from outrider.analysis import Analyst
from outrider.bots.levels import bot_of
from outrider.bots.protocol import Asked, Clock
from outrider.dice import SeededDice
from outrider.games import game as game_by_id
from outrider.games import games
from outrider.play.match import Match

LOG = Path("build/calibration.json")
LOOKS = 12
"""Positions of one game that are judged."""
BINS = 5

Pair: TypeAlias = tuple[float, float]
"""What the first seat's chance was said to be, and what it got: 1, a half or 0."""


def judged(seed: int, game_id: str, level: str, looks: int = LOOKS) -> list[Pair]:
    """One game, and some of its positions."""
    game = game_by_id(game_id)
    match = Match(game, game.terms({}, 2, None, None), SeededDice(seed))
    bot = bot_of(game, level)
    order = random.Random(seed)
    states: list[Any] = []
    while match.result is None:
        states.append(match.state)
        seat = order.choice(match.deciders())
        source = random.Random(f"{seed}|{match.version}")
        asked = Asked.of(game, match.state, seat)
        match.play(seat, bot.choose(asked, Clock(1.0), source))
    winners = match.result.winners
    first = match.terms.seats[0]
    score = 0.5 if not winners else float(first in winners)
    analyst = Analyst(game)
    chosen = order.sample(states, min(looks, len(states)))
    return [(analyst.chances(state)[first], score) for state in chosen]


def bins(pairs: Sequence[Pair]) -> Iterator[tuple[int, float, float]]:
    """How many were said to be in each fifth, what was said on average, and what became of it."""
    for at in range(BINS):
        found = [each for each in pairs if min(BINS - 1, int(BINS * each[0])) == at]
        if found:
            yield (
                len(found),
                sum(said for said, _ in found) / len(found),
                sum(got for _, got in found) / len(found),
            )


def error(pairs: Sequence[Pair]) -> float:
    """The mean square of what was said less what was got; saying a half always makes a quarter,
    less where there are draws."""
    return sum((said - got) ** 2 for said, got in pairs) / len(pairs)


def report() -> str:
    """The last measurement, as Markdown."""
    return told(json.loads(LOG.read_text("utf-8"))) if LOG.exists() else "Not measured."


def told(kept: dict[str, Any]) -> str:
    lines = ["| game | positions | square error | of always a half | said: got |"]
    lines.append("|---|---|---|---|---|")
    for game, pairs in kept["pairs"].items():
        even = error([(0.5, got) for _, got in pairs])
        told = "; ".join(f"{said:.2f}: {got:.2f} ({count})" for count, said, got in bins(pairs))
        lines.append(f"| {game} | {len(pairs)} | {error(pairs):.3f} | {even:.3f} | {told} |")
    return (
        f"Positions of {kept['games']} games a game between {kept['level']}s, on {kept['date']}. "
        "The first seat's chance as it was said, and its points in the end, by fifths (how many "
        "positions).\n\n" + "\n".join(lines)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--level", default="captain")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--log", type=Path, default=LOG)
    parser.add_argument("--looks", type=int, default=LOOKS, help="positions of a game, at most")
    asked = parsed(parser, {"games": 1, "level": "recruit", "looks": 1, "log": os.devnull})
    wanted = [game.id for game in games() if not asked.only or game.id in asked.only]
    progress = Count(asked.games * len(wanted), "games judged")
    pairs: dict[str, list[Pair]] = {}
    with ProcessPoolExecutor(asked.jobs) as pool:
        for game in wanted:
            play = partial(judged, game_id=game, level=asked.level, looks=asked.looks)
            pairs[game] = []
            for found in pool.map(play, range(asked.games)):
                pairs[game] += found
                progress.add(what=f"games judged, {game}")
    today = time.strftime("%Y-%m-%d")
    kept = {"games": asked.games, "level": asked.level, "date": today, "pairs": pairs}
    asked.log.parent.mkdir(parents=True, exist_ok=True)
    asked.log.write_text(json.dumps(kept), "utf-8")
    print(told(kept))


if __name__ == "__main__":
    main()
