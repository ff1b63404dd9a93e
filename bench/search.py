"""Skirminion's bots: how fast they look, and how fast the last duels are solved."""

import itertools

import numpy as np

import outrider
from bench.measure import Measurement, Plan, Trial, rate, seconds
from outrider.bots.skirminion.thinking import Mind, ready
from outrider.endings.skirminion.kernel.duels import OWNED, solve
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.numbers import limited

GAME = outrider.game("skirminion")
SKIRMINION = "Skirminion"
NUMBERS = limited((100, 1000))
BUDGET = 200_000
FIGHT = "8/2ff1f2/3fd3/2F2e2/2FD1E2/3FF3/8/8 r - -"


def _search(plan: Plan, text: str | None) -> Trial:
    ready()
    words = (GAME.read(text) if text else GAME.opening_position()).words
    seeds = itertools.count()

    def work() -> int:
        return Mind(words, NUMBERS, BUDGET, seed=next(seeds)).think().nodes

    return rate(work, plan)


def opening(plan: Plan) -> Trial:
    return _search(plan, None)


def fight(plan: Plan) -> Trial:
    return _search(plan, FIGHT)


def duels(plan: Plan) -> Trial:
    ready()

    def work() -> None:
        values = np.zeros(OWNED, np.int16)
        solve(np.uint64(0), values, engine().array(limited((0, 0))))

    return seconds(work)


SEARCH = (
    Measurement(
        "search.opening", "search, opening", SKIRMINION, "nodes/s",
        f"Searches of {BUDGET:,} nodes from the opening position of a battle without forts, on one"
        " core. A node is a position met, in the search or while blows are exchanged.",
        opening,
    ),
    Measurement(
        "search.fight", "search, fight", SKIRMINION, "nodes/s",
        "The same where six a side are in contact.",
        fight,
    ),
    Measurement(
        "search.duels", "all duels solved", SKIRMINION, "s",
        "The exact values of all positions with one unit a side and without forts, from nothing.",
        duels,
    ),
)  # fmt: skip
