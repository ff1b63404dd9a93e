"""A yardstick for search: plain UCT with uniformly random playouts, compiled as well.

It knows the rules and nothing else. Every node is a decision; a node's children are made when it is
visited for the second time. It has a folder of its own: what is compiled is kept
until a source beside it changes.
"""

import time
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from outrider.bots.skirminion import kernel as thinking
from outrider.bots.skirminion.kernel.room import whole
from outrider.compiled import Word, draw, entry, rule
from outrider.endings.skirminion import kernel as solved
from outrider.endings.skirminion.kernel.duels import BLUE_WON, RED_WON
from outrider.games.skirminion import kernel as rules
from outrider.games.skirminion.kernel.apply import apply
from outrider.games.skirminion.kernel.board import ONE
from outrider.games.skirminion.kernel.layout import MOST_ACTIONS
from outrider.games.skirminion.kernel.listing import list_actions
from outrider.games.skirminion.kernel.running import Codes, Rows, load, opened, playout
from outrider.games.skirminion.kernel.words import decider, ending_of

Numbers = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]

EXPLORATION = 1.0
MOST_NODES = 4_000_000
SLICE = 100
"""Playouts between two looks at the clock."""
FIRST, SIZE, VISITS = 0, 1, 2


@rule
def red_score(control: Word) -> float:
    ending = ending_of(control)
    if ending in RED_WON:
        return 1.0
    if ending in BLUE_WON:
        return 0.0
    return 0.5


@rule
def best_child(node: int, is_blue: Word, tree: Numbers, scores: Scores) -> int:
    """The child with the highest upper bound; one that was never visited comes first."""
    first = tree[node, FIRST]
    wide = EXPLORATION * EXPLORATION * np.log(tree[node, VISITS] + 1.0)
    best, bound = first, -1.0
    for child in range(first, first + tree[node, SIZE]):
        visits = tree[child, VISITS]
        if visits == 0:
            return child
        mean = scores[child] / visits
        if is_blue:
            mean = 1.0 - mean
        value = mean + np.sqrt(wide / visits)
        if value > bound:
            best, bound = child, value
    return whole(best)


@entry(rules, thinking, solved)
def grow_tree(
    row: Rows,
    numbers: Rows,
    tree: Numbers,
    scores: Scores,
    codes: Codes,
    used: int,
    random: Word,
    playouts: int,
) -> tuple[int, Word]:
    """Some more playouts. `scores` are Red's."""
    room, book = np.empty(MOST_ACTIONS, np.uint16), opened(numbers)
    path = np.empty(2048, np.int64)
    for _ in range(playouts):
        words = load(row)
        node, length = 0, 0
        path[0] = 0
        while not ending_of(words[7]) and length < 2000:
            if tree[node, SIZE] == 0:
                if (tree[node, VISITS] == 0 and node) or used + MOST_ACTIONS > len(tree):
                    break
                size = list_actions(words, room, book)
                tree[node, FIRST], tree[node, SIZE] = used, size
                for i in range(size):
                    codes[used + i] = room[(i + whole(random & np.uint64(1023))) % size]
                used += size
            node = best_child(node, decider(words[7]), tree, scores)
            words = apply(words, np.uint64(codes[node]), book)
            length += 1
            path[length] = node
        random = draw(random)
        words, _, _ = playout(words, random | ONE, 1 << 40, book)
        score = red_score(words[7])
        for i in range(length + 1):
            tree[path[i], VISITS] += 1
            scores[path[i]] += score
    return used, random


def choose(
    words: Sequence[int], numbers: Sequence[int], seed: int, seconds: float = 0.0, playouts: int = 0
) -> tuple[int, int]:
    """The most visited action's code, and how many playouts there were: for so many seconds, or
    at least so many playouts."""
    tree = np.zeros((MOST_NODES, 3), np.int64)
    scores = np.zeros(MOST_NODES, np.float64)
    codes = np.zeros(MOST_NODES, np.uint16)
    row, book = np.array(words, np.uint64), np.array(numbers, np.uint64)
    end = time.monotonic() + seconds
    used, random = 1, np.uint64(seed * 2 + 1)
    done = 0
    # Once at least: without a playout there is nothing to choose from.
    while not done or done < playouts or (not playouts and time.monotonic() < end):
        used, drawn = grow_tree(row, book, tree, scores, codes, used, random, SLICE)
        random = np.uint64(drawn)
        done += SLICE
    first, size = int(tree[0, FIRST]), int(tree[0, SIZE])
    best = max(range(first, first + size), key=lambda child: int(tree[child, VISITS]))
    return int(codes[best]), done
