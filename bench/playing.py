"""Whole games inside a kernel, many at once."""

import itertools
from typing import Any

import outrider
from bench.measure import Plan, Trial, rate

SHARE = 10
"""Games on a table are ten times as long as Skirminion's, so fewer make a call."""


def playouts(plan: Plan, game: str, threads: int, **terms: Any) -> Trial:
    """Random players from the first die to the end, again and again."""
    batch = outrider.batch(game, max(1, plan.games // SHARE) * threads, **terms)
    seeds = itertools.count()

    def work() -> int:
        batch.reset()
        batch.seed(next(seeds))
        return int(batch.playout(threads=threads).sum())

    return rate(work, plan)
