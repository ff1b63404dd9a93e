"""Skirminion's search against plain UCT: `python -m bench.yardstick --games 100 --seconds 1`.

Both have the same time for every decision and one core each. Games come in pairs from the same
set-up, sides swapped; forts are declared in turn, 1 to 4, and placed at random.
"""

import argparse
import random
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from bench import uct
from bench.selfplay import LIMITS, Game, Player, any_of, declared, score
from outrider.bots.skirminion.bots import CONTEMPT, STRENGTHS
from outrider.bots.skirminion.thinking import Mind, decider, ready
from outrider.games.skirminion.state import SEATS, Words

ENDLESS = 10**12
"""Nodes: the time alone is the limit."""


def timed(seconds: float) -> Player:
    """The marshal, with so much time and no other limit."""

    def choose(words: Words, source: random.Random) -> int:
        end = time.monotonic() + seconds
        solved = STRENGTHS["marshal"].solved_forts
        is_blue = decider(words[7])
        mind = Mind(
            words, LIMITS, ENDLESS,
            solved_forts=solved if seconds >= 1 else 0,
            contempt=CONTEMPT if is_blue else -CONTEMPT,
            seed=source.getrandbits(63),
        )  # fmt: skip
        return mind.think_until(end - time.monotonic()).code or any_of(words, source)

    return choose


def random_playouts(seconds: float) -> Player:
    def choose(words: Words, source: random.Random) -> int:
        return uct.choose(words, LIMITS, source.getrandbits(60), seconds)[0]

    return choose


def played(number: int, seconds: float) -> float:
    """The search's score in one game."""
    ready()
    source = random.Random(number // 2)
    initiative = source.choice(SEATS)
    game = Game(declared(initiative, 1 + number // 2 % 4), source).place(any_of, any_of)
    ours, theirs = timed(seconds), random_playouts(seconds)
    if number % 2:
        return 1 - score(game.play(theirs, ours).words)
    return score(game.play(ours, theirs).words)


def told(scores: Iterable[float]) -> None:
    counts = {1.0: 0, 0.5: 0, 0.0: 0}
    for found in scores:
        counts[found] += 1
        print("won {}, drawn {}, lost {}".format(*counts.values()), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.jobs) as pool:
        told(pool.map(partial(played, seconds=asked.seconds), range(asked.games)))


if __name__ == "__main__":
    main()
