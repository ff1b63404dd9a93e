"""Fit the weights of Skirminion's evaluation: `python -m bench.tuning --minutes 10`.

The search plays itself from random beginnings, now and then doing anything. The weights are then
those of a logistic regression of the games' results on the features of their positions, in
hundredths of what a health point is worth. Print, try in matches, and copy what proves better into
`outrider.bots.skirminion.weights`.
"""

import argparse
import random

import numpy as np
import numpy.typing as npt

from bench.asking import parsed
from bench.progress import Timed
from bench.selfplay import Game, any_of, careless, declared, score, searching
from outrider.bots.skirminion import kernel as thinking
from outrider.bots.skirminion.kernel.evaluation import weighed
from outrider.bots.skirminion.kernel.room import FEATURES, NOTES, WEIGHTS, Notes, Numbers, Rows
from outrider.compiled import entry
from outrider.games.skirminion import kernel as rules
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.kernel.running import load
from outrider.games.skirminion.numbers import limited
from outrider.games.skirminion.state import SEATS, Words

Array = npt.NDArray[np.float64]

RATIO, TEMPO = 21, 18
"""Features that are not plain differences."""
TYPICAL_HEALTH = 60
QUIET_ENOUGH = 16
"""Positions after more quiet activations tell little: most are drawn whatever they look like."""


def is_sample(words: Words, source: random.Random) -> bool:
    control = words[7]
    under_way = control & layout.ACTING or control >> layout.ENDING_AT & 15
    quiet = control >> layout.QUIET_AT & layout.MOST_COUNTED
    return not under_way and quiet <= QUIET_ENOUGH and source.random() < 0.5


def sample(seconds: float, nodes: int, seed: int) -> tuple[npt.NDArray[np.uint64], Array]:
    """Positions of many games, and the results to their active sides."""
    rows, results, number = [], [], 0
    player = careless(searching(nodes), 0.03)
    for number in Timed(seconds, "games"):
        source = random.Random(seed * 1_000_003 + number)
        forts = source.choice((0, 0, 0, 1, 2, 3, 4))
        game = Game(declared(source.choice(SEATS), forts), source).place(any_of, any_of)
        game.play(any_of, any_of, source.randrange(2, 12))
        game.positions.clear()
        red = score(game.play(player, player).words)
        for words in game.positions:
            if is_sample(words, source):
                rows.append(words)
                results.append(1 - red if words[7] & layout.SIDE else red)
    print(f"{number + 1} games, {len(rows)} positions")
    return np.array(rows, np.uint64), np.array(results)


@entry(rules, thinking)
def features(rows: Rows, found: Notes, notes: Notes, numbers: Numbers) -> None:
    """Fill found[i] with the features of row i: what each is worth if it alone counts."""
    for i in range(len(rows)):
        for j in range(FEATURES):
            notes[WEIGHTS : WEIGHTS + FEATURES] = 0
            notes[WEIGHTS + j] = 1
            found[i, j] = weighed(load(rows[i]), notes, numbers)


def fitted(found: Array, results: Array) -> Array:
    """Logistic regression by Newton's method, with a little ridge."""
    spread = found.std(axis=0)
    spread[spread == 0] = 1
    scaled = found / spread
    weights = np.zeros(found.shape[1])
    ridge = 2e-4 * np.eye(len(weights))
    for _ in range(30):
        expected = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (expected - results) / len(results) + ridge @ weights
        bend = (scaled.T * (expected * (1 - expected))) @ scaled / len(results) + ridge
        weights -= np.linalg.solve(bend, slope)
    found_weights: Array = weights / spread
    return found_weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parsed(parser, {"minutes": 0.01, "nodes": 100})
    rows, results = sample(60 * asked.minutes, asked.nodes, asked.seed)
    found = np.zeros((len(rows), FEATURES), np.int64)
    book = np.array(limited((0, 0)), np.uint64)
    features(rows, found, np.zeros(NOTES, np.int64), book)
    weights = fitted(found.astype(float), results)
    unit = 100 / (weights[0] + weights[RATIO] * 100 / TYPICAL_HEALTH)
    print("weights", tuple(round(float(weight * unit)) for weight in weights))
    print(f"scale {2 * unit:.0f}, draws {np.mean(results == 0.5):.2f}")


if __name__ == "__main__":
    main()
