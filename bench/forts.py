"""Compute Skirminion's opening table: `python -m bench.forts --minutes 5`.

Fort squares: the search plays itself after random placements, and a logistic regression of the
results on where the forts stood says what each square is worth to its owner. A square counts as the
same as its mirror image, left to right and side to side.

Declarations: with the forts placed by that table, the search plays itself for each number of forts,
and the score of the side that declares is printed.
"""

import argparse
import random

import numpy as np

from bench.asking import parsed
from bench.progress import Timed
from bench.selfplay import NUMBERS, Game, any_of, declared, score, searching
from bench.tuning import fitted
from outrider.bots.skirminion.opening import CLASSES, class_of, opening_code
from outrider.games.skirminion.state import SEATS, Words

FORTS = range(1, 5)
RANDOM_PLIES = 2


def counted(words: Words) -> list[int]:
    """How many more forts Red has than Blue on each class of squares, as both see the board."""
    found = [0] * CLASSES
    blue = words[7] & 1
    for side, forts in enumerate((words[2 + blue], words[3 - blue])):
        for square in range(64):
            if forts >> square & 1:
                found[class_of(square, side)] += 1 - 2 * side
    return found


def by_table(words: Words, source: random.Random) -> int:
    """The player whose forts the table places."""
    return opening_code(words, source, NUMBERS)


def squares(minutes: float, nodes: int, seed: int) -> None:
    """What each class of squares is worth."""
    player = searching(nodes)
    found, results = [], []
    for number in Timed(60 * minutes, "games for squares"):
        source = random.Random(seed * 1_000_003 + number)
        initiative = source.choice(SEATS)
        game = Game(declared(initiative, source.choice(FORTS)), source).place(any_of, any_of)
        begins = 1 if initiative == "red" else -1
        found.append([*counted(game.words), begins])
        game.play(any_of, any_of, RANDOM_PLIES)
        results.append(score(game.play(player, player).words))
    weights = fitted(np.array(found, float), np.array(results))
    print(f"{len(results)} games; the initiative is worth {weights[-1]:+.2f}")
    for row in range(CLASSES // 4):
        print([round(100 * float(weight)) for weight in weights[4 * row : 4 * row + 4]])


def declarations(minutes: float, nodes: int, seed: int) -> None:
    """The score of the declaring side for each number of forts."""
    player = searching(nodes)
    scores: dict[int, list[float]] = {forts: [] for forts in range(5)}
    for number in Timed(60 * minutes, "games for declarations"):
        source = random.Random(seed * 1_000_003 + number)
        initiative = source.choice(SEATS)
        forts = number % 5
        game = Game(declared(initiative, forts), source).place(by_table, by_table)
        game.play(any_of, any_of, RANDOM_PLIES)
        red = score(game.play(player, player).words)
        scores[forts].append(1 - red if initiative == "red" else red)
    for forts, found in scores.items():
        if not found:
            print(f"{forts} forts: no game in this time")
            continue
        draws = np.mean(np.array(found) == 0.5)
        print(f"{forts} forts: {np.mean(found):.3f} in {len(found)} games, draws {draws:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parsed(parser, {"minutes": 0.01, "nodes": 100})
    squares(asked.minutes / 2, asked.nodes, asked.seed)
    declarations(asked.minutes / 2, asked.nodes, asked.seed)


if __name__ == "__main__":
    main()
