"""Where figures go in the minute, compiled."""

from math import cos, hypot, pi, sin

import numpy as np

from outrider.bots.measured.chance import Numbers, Reals, share
from outrider.bots.measured.ground import height_at
from outrider.bots.skirmish.judging import (
    MOVE,
    RANGE,
    ROOM,
    STRIP,
    judged,
    role,
    to_news,
)
from outrider.bots.skirmish.layout import (
    ACTIONS,
    CLIMBS,
    CODE,
    FRESH,
    GO,
    HEALTH,
    INSTANT,
    MODE,
    MOVES,
    NOISE,
    ONE,
    PLACE_X,
    PLACE_Y,
    READY,
    SEEN,
    SQUAD,
    STAY,
    TWO,
    UNIT,
    UP,
    X,
    Y,
)
from outrider.bots.skirmish.layout import MOVE as MOVING
from outrider.compiled import part

RING = 12


@part
def free(figures: Reals, rim: Reals, one: int, x: float, y: float) -> bool:
    """Whether a figure has room there."""
    for side in range(len(rim)):
        if (x - rim[side, 0]) * rim[side, 2] + (y - rim[side, 1]) * rim[side, 3] < 0.002:
            return False
    for other in range(len(figures)):
        if other != one and figures[other, HEALTH] > 0:
            dx, dy = figures[other, X] - x, figures[other, Y] - y
            if dx * dx + dy * dy < ROOM * ROOM:
                return False
    return True


@part
def can_get(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    rim: Reals,
    one: int,
    moves: int,
    x: float,
    y: float,
) -> bool:
    """Whether a figure gets there in so many moves, and has room there."""
    if not free(figures, rim, one, x, y):
        return False
    rise = 0.0
    if facts[CLIMBS] > 0 and pieces.shape[1] > 0:
        rise = height_at(pieces, corners, x, y) - figures[one, UP]
    far = (x - figures[one, X]) ** 2 + (y - figures[one, Y]) ** 2
    return bool(far + rise * rise <= (moves * MOVE) ** 2)


@part
def goal(figures: Reals, edges: Reals, one: int, number: int, limit: float, out: Reals) -> bool:
    """The place number so and so that a figure might go to; False when there are no more."""
    x, y = figures[one, X], figures[one, Y]
    if number < 2 * RING:
        angle = 2 * pi * (number % RING) / RING
        length = limit if number < RING else limit / 2
        out[0], out[1] = x + length * cos(angle), y + length * sin(angle)
        return True
    number -= 2 * RING
    if number < len(edges):
        ax, ay = edges[number, 0], edges[number, 1]
        dx, dy = edges[number, 2] - ax, edges[number, 3] - ay
        part = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
        part = min(max(part, 0.0), 1.0)
        fx, fy = ax + part * dx, ay + part * dy
        apart = hypot(fx - x, fy - y)
        length = min(limit, max(0.0, apart - STRIP + 0.02))
        apart = max(apart, 0.001)
        out[0], out[1] = x + (fx - x) * length / apart, y + (fy - y) * length / apart
        return True
    number -= len(edges)
    if number >= len(figures):
        return False
    ex, ey = figures[number, X], figures[number, Y]
    apart = hypot(ex - x, ey - y)
    # Just within full range of an enemy, or straight towards a friend.
    length = apart - RANGE + 0.05 if number // SQUAD != one // SQUAD else apart - 1.0
    length = min(max(length, -limit), limit)
    out[0] = x + (ex - x) * length / max(apart, 0.001)
    out[1] = y + (ey - y) * length / max(apart, 0.001)
    return True


@part
def best_place(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    rim: Reals,
    toll: Reals,
    style: Reals,
    one: int,
    luck: Numbers,
    out: Reals,
) -> int:
    """Where a figure wants to go in the minute, in `out`, and in how many moves; 0: it stays."""
    does = role(figures, edges, one, style)
    x, y, left = figures[one, X], figures[one, Y], figures[one, ACTIONS]
    best = 0.05 + judged(figures, facts, pieces, corners, edges, toll, style, one, does, x, y, left)
    moves = 0
    spot = np.zeros(2)
    for count in range(1, int(left) + 1):
        number = 0
        while goal(figures, edges, one, number, count * MOVE, spot):
            number += 1
            px, py = x + (spot[0] - x) * 0.9995, y + (spot[1] - y) * 0.9995
            if number > 2 * RING and count == 2 and hypot(px - x, py - y) < MOVE:
                continue
            if not can_get(figures, facts, pieces, corners, rim, one, count, px, py):
                continue
            value = judged(
                figures, facts, pieces, corners, edges, toll, style, one, does, px, py, left - count
            )
            if style[NOISE] > 0:
                value += style[NOISE] * (share(luck) - 0.5)
            if value > best:
                best, moves = value, count
                out[0], out[1] = px, py
    return moves


@part
def moved(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    one: int,
    x: float,
    y: float,
) -> None:
    """A figure is there now, and sees what there is to see; what it had seen before stays old."""
    figures[one, X], figures[one, Y] = x, y
    figures[one, UP] = height_at(pieces, corners, x, y)
    if figures[one, SEEN] == 0 and to_news(figures, edges, one // SQUAD, x, y) <= 0:
        figures[one, SEEN] = 1.0 if facts[INSTANT] > 0 else FRESH


@part
def place(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    rim: Reals,
    toll: Reals,
    style: Reals,
    plan: Reals,
    one: int,
    luck: Numbers,
    out: Reals,
) -> int:
    """Where a figure goes, and in how many moves: as planned, or else by the policy."""
    mode, moves = plan[one % SQUAD, MODE], int(plan[one % SQUAD, MOVES])
    if mode == STAY:
        return 0
    if mode == GO and moves <= figures[one, ACTIONS]:
        x, y = plan[one % SQUAD, PLACE_X], plan[one % SQUAD, PLACE_Y]
        if can_get(figures, facts, pieces, corners, rim, one, moves, x, y):
            out[0], out[1] = x, y
            return moves
    return best_place(figures, facts, pieces, corners, edges, rim, toll, style, one, luck, out)


@part
def minute(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    rim: Reals,
    toll: Reals,
    style: Reals,
    plan: Reals,
    seat: int,
    luck: Numbers,
    stop: bool,
    out: Reals,
) -> None:
    """A seat's moves; with `stop` only the first of them is found."""
    spot = np.zeros(2)
    out[:] = 0
    out[CODE] = READY
    for one in range(seat * SQUAD, (seat + 1) * SQUAD):
        if figures[one, HEALTH] <= 0 or figures[one, ACTIONS] <= 0:
            continue
        moves = place(
            figures, facts, pieces, corners, edges, rim, toll, style, plan, one, luck, spot
        )
        if moves == 0:
            continue
        if stop:
            x, y = figures[one, X], figures[one, Y]
            far = hypot(spot[0] - x, spot[1] - y)
            part = 1.0 if moves == 1 else min(1.0, MOVE * 0.9995 / max(far, 0.001))
            out[CODE], out[UNIT] = MOVING, one
            out[ONE], out[TWO] = x + (spot[0] - x) * part, y + (spot[1] - y) * part
            return
        moved(figures, facts, pieces, corners, edges, one, spot[0], spot[1])
        figures[one, ACTIONS] -= moves
