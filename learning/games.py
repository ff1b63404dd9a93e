"""Games of Skirminion's search against itself, as positions to learn from.

    python -m learning.games --games 20000 --cores 2 --seed 1 --out build/games.npy

The file has, for every position at the beginning of an activation, its eight words, what the search
found it to be worth to the active side, and how the game ended for that side (2 won, 1 drawn, 0
lost). The same seed plays the same games, on however many cores.
"""

import argparse
import random
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from bench.selfplay import NUMBERS, any_of, declared, ending, score, stage
from outrider.bots.skirminion.kernel.room import SURE
from outrider.bots.skirminion.opening import opening_code
from outrider.bots.skirminion.thinking import Mind
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.state import SEATS, Words

NODES = 1_000
"""A choice looks at about so many, some at twice as many and some at half."""
FORTS = (0, 1, 1, 2, 2, 2, 2, 3, 3, 4)
"""What is declared, each as likely as it stands here: two are what bots declare."""
BY_THE_TABLE = 0.5
"""How often forts are placed by the opening table, and not at random."""
BLUNDERS = (0.0, 0.05, 0.15)
"""How often anything at all is done, one of these in each game."""
MOST_RANDOM = 12
"""Actions at random with which a battle begins, at most."""
PART = 20
"""Games that a process is given at a time."""
RECORD = np.dtype([("words", np.uint64, 8), ("value", np.int16), ("result", np.int8)])


def begun(source: random.Random) -> Words:
    """A battle that is about to begin, or has begun at random."""
    words = declared(source.choice(SEATS), source.choice(FORTS))
    by_table = source.random() < BY_THE_TABLE
    while stage(words):
        code = opening_code(words, source, NUMBERS) if by_table else any_of(words, source)
        words = engine().play(words, code, NUMBERS)
    for _ in range(source.randrange(MOST_RANDOM + 1)):
        if not ending(words):
            words = engine().play(words, any_of(words, source), NUMBERS)
    return words


def played(seed: int) -> list[tuple[Words, int, int]]:
    """One game: its positions, each with its value and how it ended."""
    source = random.Random(seed)
    words, blunders = begun(source), source.choice(BLUNDERS)
    seen: list[tuple[Words, int]] = []
    while not ending(words):
        nodes = int(NODES * 2 ** source.uniform(-1, 1))
        thought = Mind(words, NUMBERS, nodes, seed=source.getrandbits(63)).think()
        if not words[7] & layout.ACTING and abs(thought.value) < SURE:
            seen.append((words, thought.value))
        code = any_of(words, source) if source.random() < blunders else thought.code
        words = engine().play(words, code or any_of(words, source), NUMBERS)
    red = int(2 * score(words))
    return [(each, value, 2 - red if each[7] & layout.SIDE else red) for each, value in seen]


def play(games: range) -> Any:
    """Some games, each by a seed of its own."""
    rows = [row for seed in games for row in played(seed)]
    return np.array(rows, RECORD)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/games.npy"))
    asked = parser.parse_args()
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    played(0)  # compiles, once for all
    first = asked.seed << 40
    parts = [
        range(first + at, first + min(at + PART, asked.games)) for at in range(0, asked.games, PART)
    ]
    with get_context("spawn").Pool(asked.cores) as pool:
        found = np.concatenate(pool.map(play, parts, chunksize=1))
    np.save(asked.out, found)
    print(f"{asked.games} games, {len(found)} positions", flush=True)


if __name__ == "__main__":
    main()
