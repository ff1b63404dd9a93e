"""Plans of a whole minute, compiled: what a style would do, and somebody elsewhere."""

from math import hypot

import numpy as np

from outrider.bots import measured
from outrider.bots.measured.chance import Numbers, Reals, seeded, share
from outrider.bots.skirmish.judging import MOVE
from outrider.bots.skirmish.layout import (
    ACTIONS,
    GO,
    HEALTH,
    MODE,
    MOVES,
    PLACE_X,
    PLACE_Y,
    SQUAD,
    STAY,
    X,
    Y,
)
from outrider.bots.skirmish.minute import RING, best_place, can_get, goal, moved
from outrider.compiled import entry, part
from outrider.games import skirmish
from outrider.games.skirmish import kernel as rules
from outrider.table import kernel as measuring

BUILT_ON = (skirmish, rules, measured, measuring)

TRIES = 32
"""How often another place is looked for."""
NEARBY = 0.3
"""How often it is one near the planned one."""


@part
def written(plan: Reals, at: int, moves: int, spot: Reals) -> None:
    plan[at, MODE] = GO if moves > 0 else STAY
    plan[at, PLACE_X], plan[at, PLACE_Y], plan[at, MOVES] = spot[0], spot[1], moves


@entry(*BUILT_ON)
def sketched(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    rim: Reals,
    toll: Reals,
    style: Reals,
    seat: int,
    seed: int,
    plan: Reals,
) -> None:
    """Where everybody would go in a style."""
    luck, spot = np.zeros(1, np.int64), np.zeros(2)
    seeded(luck, seed)
    now = figures.copy()
    plan[:] = 0
    for one in range(seat * SQUAD, (seat + 1) * SQUAD):
        if now[one, HEALTH] <= 0 or now[one, ACTIONS] <= 0:
            continue
        moves = best_place(now, facts, pieces, corners, edges, rim, toll, style, one, luck, spot)
        written(plan, one - seat * SQUAD, moves, spot)
        if moves > 0:
            moved(now, facts, pieces, corners, edges, one, spot[0], spot[1])
            now[one, ACTIONS] -= moves


@entry(*BUILT_ON)
def varied(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    rim: Reals,
    seat: int,
    seed: int,
    plan: Reals,
) -> None:
    """A plan with another place for somebody, at random."""
    luck, spot = np.zeros(1, np.int64), np.zeros(2)
    seeded(luck, seed)
    goals = 2 * RING + len(edges) + len(figures)
    for _ in range(TRIES):
        at = int(share(luck) * SQUAD)
        one = seat * SQUAD + at
        if figures[one, HEALTH] <= 0 or figures[one, ACTIONS] <= 0:
            continue
        most = int(figures[one, ACTIONS])
        number = int(share(luck) * (goals + 3))
        x, y = figures[one, X], figures[one, Y]
        if number >= goals:
            written(plan, at, 0, spot)
            return
        if plan[at, MODE] == GO and share(luck) < NEARBY:
            spot[0] = plan[at, PLACE_X] + 3 * (share(luck) - 0.5)
            spot[1] = plan[at, PLACE_Y] + 3 * (share(luck) - 0.5)
        else:
            reach = MOVE * (1 + int(share(luck) * most))
            if not goal(figures, edges, one, number, reach, spot):
                continue
        # A thousandth is kept in hand, since places are rounded to thousandths.
        spot[0], spot[1] = x + (spot[0] - x) * 0.9995, y + (spot[1] - y) * 0.9995
        for moves in range(1, most + 1):
            if hypot(spot[0] - x, spot[1] - y) <= moves * MOVE and can_get(
                figures, facts, pieces, corners, rim, one, moves, spot[0], spot[1]
            ):
                written(plan, at, moves, spot)
                return
