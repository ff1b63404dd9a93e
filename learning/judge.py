"""A net against the search without it, at nodes or a time, and a number of games, that are said
beforehand.

    python -m learning.judge --net my.net --nodes 1700 --against 2000 --games 400 --seed 7
    python -m learning.judge --seconds 0.1 --games 200 --seed 7 --log build/judged.jsonl

Games come in pairs, from the same beginning at random with sides swapped. A time for a choice is
counted on the processor, whatever else the machine does, and spent as a marshal spends it. With a
log a series can be gone on with.
"""

import argparse
import json
import random
import time
from functools import partial
from math import sqrt
from multiprocessing import get_context
from pathlib import Path

from bench.selfplay import NUMBERS, Player, pair, searching
from learning.games import FORTS
from outrider.bots.skirminion.bots import BUDGETS, CONTEMPT
from outrider.bots.skirminion.kernel.room import Net
from outrider.bots.skirminion.net import NO_NET, SHIPPED, read
from outrider.bots.skirminion.thinking import Mind, decider
from outrider.games.skirminion.state import Words


def marshal(seconds: float, net: Net) -> Player:
    """Thinks as a marshal does with less time than solving duels takes."""

    def choose(words: Words, source: random.Random) -> int:
        begun = time.process_time()
        mind = Mind(
            words, NUMBERS, BUDGETS["marshal"].nodes,
            contempt=CONTEMPT if decider(words[7]) else -CONTEMPT, net=net,
            seed=source.getrandbits(63), seconds=seconds,
        )  # fmt: skip
        return mind.think_until(
            seconds, left=lambda: begun + seconds - time.process_time()
        ).code  # fmt: skip

    return choose


def players(asked: argparse.Namespace) -> tuple[Player, Player]:
    """With the net, and without."""
    net = read(asked.net)
    if asked.seconds:
        return marshal(asked.seconds, net), marshal(asked.seconds, NO_NET)
    return searching(asked.nodes, net=net), searching(asked.against)


def two(asked: argparse.Namespace, seed: int) -> tuple[int, list[float]]:
    """A pair of games: the net's scores."""
    forts = random.Random(seed).choice(FORTS)
    return seed, pair(*players(asked), seed, forts)


def told(pairs: list[list[float]]) -> str:
    """Results, the share, and its standard error from pairs."""
    scores = [each for both in pairs for each in both]
    share = sum(scores) / len(scores)
    spread = sum((sum(both) / 2 - share) ** 2 for both in pairs) / max(1, len(pairs) - 1)
    return (
        f"won {scores.count(1.0)}, drawn {scores.count(0.5)}, lost {scores.count(0.0)}; "
        f"{100 * share:.1f}% ± {100 * sqrt(spread / len(pairs)):.1f}"
    )


def kept(log: Path | None) -> dict[int, list[float]]:
    """What was played before."""
    if log is None or not log.exists():
        return {}
    return dict(map(json.loads, log.read_text().splitlines()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--net", type=Path, default=SHIPPED, metavar="FILE")
    parser.add_argument("--seconds", type=float, help="for a choice, instead of nodes")
    parser.add_argument("--nodes", type=int, default=1700)
    parser.add_argument("--against", type=int, default=2000, help="nodes of the search without it")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--log", type=Path, metavar="FILE")
    asked = parser.parse_args()
    read(asked.net)  # refused before anything is played
    first = asked.seed << 40
    known = kept(asked.log)
    seeds = [each for each in range(first, first + asked.games // 2) if each not in known]
    with get_context("spawn").Pool(asked.cores) as pool:
        for seed, scores in pool.imap_unordered(partial(two, asked), seeds):
            known[seed] = scores
            if asked.log:
                with asked.log.open("a") as log:
                    log.write(json.dumps([seed, scores]) + "\n")
    what = f"{asked.seconds} s" if asked.seconds else f"{asked.nodes} nodes against {asked.against}"
    print(f"{what}: {told(list(known.values()))}", flush=True)


if __name__ == "__main__":
    main()
