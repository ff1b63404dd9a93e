"""A net against the search without it, at nodes and a number of games that are said beforehand.

    python -m learning.judge --net my.net --nodes 1700 --against 2000 --games 400 --seed 7

Games come in pairs, from the same beginning at random with sides swapped.
"""

import argparse
import os
import random
from functools import partial
from math import sqrt
from multiprocessing import get_context
from pathlib import Path

from bench.selfplay import pair, searching
from learning.games import FORTS
from outrider.bots.skirminion.net import ELSEWHERE, read
from outrider.bots.skirminion.weights import WEIGHTS

PLAIN = list(WEIGHTS)
"""The same numbers as weights of one's own, which no net corrects."""


def two(nodes: int, against: int, seed: int) -> list[float]:
    """A pair of games: the net's scores."""
    forts = random.Random(seed).choice(FORTS)
    return pair(searching(nodes), searching(against, PLAIN), seed, forts)


def told(pairs: list[list[float]]) -> str:
    """Results, the share, and its standard error from pairs."""
    scores = [each for both in pairs for each in both]
    share = sum(scores) / len(scores)
    spread = sum((sum(both) / 2 - share) ** 2 for both in pairs) / max(1, len(pairs) - 1)
    return (
        f"won {scores.count(1.0)}, drawn {scores.count(0.5)}, lost {scores.count(0.0)}; "
        f"{100 * share:.1f}% ± {100 * sqrt(spread / len(pairs)):.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--net", type=Path, required=True, metavar="FILE")
    parser.add_argument("--nodes", type=int, default=1700)
    parser.add_argument("--against", type=int, default=2000, help="nodes of the search without it")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    read(asked.net)  # refused before anything is played
    os.environ[ELSEWHERE] = str(asked.net.resolve())
    first = asked.seed << 40
    seeds = range(first, first + asked.games // 2)
    with get_context("spawn").Pool(asked.cores) as pool:
        pairs = pool.map(partial(two, asked.nodes, asked.against), seeds, chunksize=1)
    print(f"{asked.nodes} nodes against {asked.against}: {told(pairs)}", flush=True)


if __name__ == "__main__":
    main()
