"""Who sees, hits and touches whom, and who watches a way, compiled."""

from math import hypot
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.bots.measured.chance import Numbers, Reals, share
from outrider.bots.measured.ground import sees_across, whole
from outrider.bots.skirmishers.layout import (
    BASE,
    DEFENSE,
    FIRING,
    HERE,
    INTO,
    PINNED,
    RANGE,
    REACTED,
    SIDE,
    WEAPON,
    Field,
    X,
    Y,
)
from outrider.compiled import part
from outrider.table.kernel.crossing import enters_piece, holds
from outrider.table.kernel.layout import BOTTOM, LEFT, RIGHT, TOP

Flags: TypeAlias = npt.NDArray[np.bool_]

GAP = 0.05
BOW = 1
LOOK = 0.5
"""A way is looked at in such steps, as in the rules."""
MOST_COVER = 6


@part
def touches(ratings: Reals, one: int, x: float, y: float, other: int, ex: float, ey: float) -> bool:
    reach = ratings[one, BASE] + ratings[other, BASE] + GAP
    return bool((ex - x) ** 2 + (ey - y) ** 2 <= reach * reach)


@part
def engaged(units: Reals, ratings: Reals, one: int, x: float, y: float, but: int) -> bool:
    """Whether a piece would touch an enemy there, one of them left out."""
    for other in range(len(units)):
        foe = units[other, HERE] == 1 and ratings[other, SIDE] != ratings[one, SIDE]
        if (
            foe
            and other != but
            and touches(ratings, one, x, y, other, units[other, X], units[other, Y])
        ):
            return True
    return False


@part
def held_down(over: Reals, facts: Reals, one: int, but: int) -> bool:
    """Whether an enemy on top keeps a piece from moving and firing, one of them left out."""
    held = False
    for other in range(len(over)):
        held = held or (over[other, one] > 0 and other != but)
    return held and facts[PINNED] > 0


@part
def cover_of(
    pieces: Numbers,
    corners: Numbers,
    covers: Reals,
    ax: float,
    ay: float,
    bx: float,
    by: float,
) -> int:
    """What terrain adds for somebody at b who is fired at from a: what he stands in, and what the
    last inch of the line passes through. Boxes first, since most terrain is far away."""
    best = 0.0
    apart = hypot(ax - bx, ay - by)
    near = min(1.0, apart) / max(apart, 0.001)
    tx, ty = whole(bx), whole(by)
    px, py = whole(bx + (ax - bx) * near), whole(by + (ay - by) * near)
    left, right = min(px, tx), max(px, tx)
    bottom, top = min(py, ty), max(py, ty)
    for at in range(pieces.shape[1]):
        if covers[at] <= best:
            continue
        if pieces[LEFT, at] > right or pieces[RIGHT, at] < left:
            continue
        if pieces[BOTTOM, at] > top or pieces[TOP, at] < bottom:
            continue
        if holds(pieces, corners, at, tx, ty) or enters_piece(
            pieces, corners, at, (px, py, tx, ty)
        ):
            best = covers[at]
    return min(int(best), MOST_COVER)


@part
def shot(
    ratings: Reals,
    field: Field,
    one: int,
    x: float,
    y: float,
    other: int,
    ex: float,
    ey: float,
) -> float:
    """The chance that a piece at one point kills another at another point; 0 if it does not see it
    or has no such range."""
    if ratings[one, WEAPON] == 0:
        return 0.0
    if (ex - x) ** 2 + (ey - y) ** 2 > ratings[one, RANGE] ** 2:
        return 0.0
    if not sees_across(field.pieces, field.corners, x, y, ex, ey):
        return 0.0
    cover = cover_of(field.pieces, field.corners, field.covers, x, y, ex, ey)
    defense = int(ratings[other, DEFENSE]) + (1 if ratings[one, WEAPON] == BOW else 0)
    return float(field.hits[int(ratings[one, FIRING]), defense, cover])


@part
def may_fire(units: Reals, over: Reals, ratings: Reals, facts: Reals, one: int, but: int) -> bool:
    """Whether nothing forbids a piece to fire at all; one enemy is thought away."""
    if ratings[one, WEAPON] == 0 or held_down(over, facts, one, but):
        return False
    return facts[INTO] > 0 or not engaged(units, ratings, one, units[one, X], units[one, Y], but)


@part
def watchers(units: Reals, over: Reals, ratings: Reals, facts: Reals, one: int) -> Flags:
    """Who may still fire at a piece that moves."""
    waits = np.zeros(len(units), np.bool_)
    for other in range(len(units)):
        foe = units[other, HERE] == 1 and ratings[other, SIDE] != ratings[one, SIDE]
        fresh = foe and units[other, REACTED] == 0
        waits[other] = fresh and may_fire(units, over, ratings, facts, other, one)
    return waits


@part
def gauntlet(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    field: Field,
    one: int,
    way: Reals,
    rolls: bool,
    first: float,
    luck: Numbers,
) -> float:
    """A way under the fire of those who watch it: the chance to be killed on it. If the dice are to
    be rolled, 1 for a dead mover and else 0; the first shot then has its luck given, if it is not
    negative."""
    waits = watchers(units, over, ratings, facts, one)
    count = waits.sum()
    alive, gone = 1.0, 0.0
    ax, ay = units[one, X], units[one, Y]
    for leg in range(len(way)):
        bx, by = way[leg, 0], way[leg, 1]
        length = hypot(bx - ax, by - ay)
        at = LOOK - gone % LOOK
        while count > 0 and length > 0:
            along = min(at, length)
            x, y = ax + (bx - ax) * along / length, ay + (by - ay) * along / length
            for other in range(len(units)):
                if not waits[other]:
                    continue
                chance = shot(ratings, field, other, units[other, X], units[other, Y], one, x, y)
                if chance <= 0:
                    continue
                if facts[INTO] == 0 and engaged(units, ratings, one, x, y, -1):
                    break
                pins = over[one, other] > 0 and facts[PINNED] > 0
                ex, ey = units[other, X], units[other, Y]
                if pins and touches(ratings, one, x, y, other, ex, ey):
                    continue
                waits[other] = False
                count -= 1
                if not rolls:
                    alive *= 1 - chance
                    continue
                units[other, REACTED] = 1
                if first < 0:
                    first = share(luck)
                if first < chance:
                    units[one, X], units[one, Y] = x, y
                    return 1.0
                first = -1.0
            if along >= length:
                break
            at += LOOK
        gone += length
        ax, ay = bx, by
    return 1 - alive
