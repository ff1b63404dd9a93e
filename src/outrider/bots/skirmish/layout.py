"""A round in arrays: a row for each figure, seat by seat. Lengths are inches."""

from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import Any

import numpy as np
import numpy.typing as npt

from outrider.dice import Distribution
from outrider.games.skirmish.actions import (
    Action,
    Lob,
    Move,
    Ready,
    Shoot,
    Skip,
    Strike,
    Take,
    Tell,
)
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.odds import blow, loss
from outrider.games.skirmish.squad import HEALTH as MOST
from outrider.games.skirmish.squad import INDEX_OF
from outrider.games.skirmish.state import State
from outrider.table.batch import packed
from outrider.table.lengths import INCH
from outrider.table.shapes import sides
from outrider.table.terrain import Table

Reals = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

X, Y, UP, HEALTH, GRENADES, ACTIONS, SEEN = range(7)
FIELDS = 7
FRESH = 2.0
"""In place of 1: seen in this minute, which is not reported before the next one ends."""
SQUAD = 5

OPEN, ALTERNATE, NEAR, FAR, INSTANT, BY_FIGURE, ROLLS, CLIMBS = range(8)
LEFT, PHASE, TURN, FIRST, ACTING = range(8, 13)
"""Of the options and of the round: how many are left, the minute or the attacks, who attacks."""
FACTS = 13

CODE, UNIT, ONE, TWO = range(4)
SKIP, MOVE, READY, SHOOT, STRIKE, LOB, TELL, TAKE = range(8)
"""Of an action: what it is, whose, and a point or a figure."""

MODE, PLACE_X, PLACE_Y, MOVES = range(4)
OPEN_PLAN, GO, STAY = range(3)
"""Of a plan of a minute: a row for each figure of the squad, whether it goes, where, and in how
many moves. What is open the policy decides."""
PLANNED = SQUAD, 4

NOISE, EXPOSED, APPROACH, SCOUTS, SCOUTING, HOMING, STANDOFF = range(7)
"""Of a style: how blurred its judgement is; how it weighs fire and ground; how many figures go and
see, and how much is given for it; how far off the others keep."""
PLAIN = np.array([0.0, 0.25, 0.25, 1.0, 0.5, 1.5, 11.5])
STYLE = np.array([0.0, 0.25, 0.1, 0.0, 0.5, 1.5, 11.5])
"""One that goes and sees, and one that only fights, which wins more if nobody looks ahead. To wait
for the others wins as often, but two who wait for each other never fight."""
STYLES = {"recruit": PLAIN, "soldier": PLAIN, "captain": PLAIN, "marshal": STYLE}
"""What each level plays by."""
WAYS = np.array(
    [
        [0.0, 0.25, 0.0, 0.0, 0.5, 1.5, 11.5],
        [0.0, 0.25, 0.25, 1.0, 0.5, 1.5, 11.5],
        [0.0, 0.1, 0.6, 1.0, 0.5, 1.5, 11.5],
        [0.0, 0.05, 0.0, 4.0, 2.0, 2.0, 11.5],
        [0.0, 0.1, 0.2, 2.0, 1.5, 2.0, 11.5],
        [0.0, 0.6, 0.1, 0.0, 0.5, 1.5, 20.0],
        [0.0, 0.05, 1.0, 0.0, 0.5, 1.5, 5.0],
    ]
)

WORTH = np.array([0.0, 2.6, 2.8, 3.0, 3.2, 3.4, 6.0, 7.0, 8.0, 9.0, 10.0])
"""What a figure is worth by its health: with 5 or less its armour is half."""


def kept(lost: Distribution, health: int) -> float:
    """How much worth is lost, on average."""
    return sum(float(share) * float(WORTH[health] - WORTH[health - value]) for value, share in lost)


@lru_cache(2)
def toll(alternate: bool) -> Reals:
    """toll[dice, health]: the worth a figure loses to so many dice; row 3 is hand to hand."""
    made = np.zeros((5, MOST + 1))
    for health in range(1, MOST + 1):
        for dice in (2, 4):
            made[dice, health] = kept(loss(dice, health), health)
        made[3, health] = kept(blow(health, alternate), health)
    return made


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """What never changes: terrain, edges, and the sides of the table as x, y, normal."""

    pieces: Numbers
    corners: Numbers
    edges: Reals
    rim: Reals


@lru_cache(32)
def world_of(table: Table) -> World:
    ground = packed(table)
    edges = np.array([(*a, *b) for _, a, b in table.edges], np.float64) / INCH
    width, depth = table.size
    outline = table.outline or ((0, 0), (0, depth), (width, depth), (width, 0))
    rim = []
    for (ax, ay), (bx, by) in sides(outline):
        length = hypot(bx - ax, by - ay)
        # The outline runs clockwise: the table lies on the right of each of its sides.
        rim.append((ax / INCH, ay / INCH, (by - ay) / length, (ax - bx) / length))
    return World(ground.pieces, ground.corners, edges, np.array(rim))


def figures_of(state: State) -> Reals:
    made = np.zeros((len(state.figures), FIELDS))
    for at, each in enumerate(state.figures):
        x, y = each.at or (-99 * INCH, -99 * INCH)
        made[at] = (
            x / INCH, y / INCH, each.up / INCH, min(each.health, MOST), each.grenades, each.actions,
            FRESH if each.fresh else each.seen,
        )  # fmt: skip
    return made


def facts_of(state: State) -> Reals:
    options, numbers = state.options, state.setting.numbers
    whole = 2 if numbers[layout.HALVED] else 1
    near, far = numbers[layout.BLAST_NEAR] // whole, numbers[layout.BLAST_FAR] // whole
    return np.array(
        [
            options.named("sight") == "open",
            options.named("melee") == "alternate",
            near / INCH,
            far / INCH,
            options.named("report") == "instant",
            options.named("attack_turn") == "figure",
            state.edition.rolls_each_round,
            state.edition.climbs,
            options.number("round_limit") - state.round,
            state.phase == "attack",
            state.seats.index(state.turn),
            state.seats.index(state.first or state.seats[0]),
            -1 if state.acting is None else INDEX_OF[state.acting],
        ],
        np.float64,
    )


def coded(action: Any) -> Reals:
    """An action as a row."""
    match action:
        case Move(unit, to):
            return np.array([MOVE, INDEX_OF[unit], to[0] / INCH, to[1] / INCH])
        case Lob(unit, toward):
            return np.array([LOB, INDEX_OF[unit], toward[0] / INCH, toward[1] / INCH])
        case Shoot(unit, target):
            return np.array([SHOOT, INDEX_OF[unit], INDEX_OF[target], 0.0])
        case Strike(unit, target):
            return np.array([STRIKE, INDEX_OF[unit], INDEX_OF[target], 0.0])
        case Tell(unit, target):
            return np.array([TELL, INDEX_OF[unit], INDEX_OF[target], 0.0])
        case Take(unit, corpse):
            return np.array([TAKE, INDEX_OF[unit], INDEX_OF[corpse], 0.0])
        case Skip(unit):
            return np.array([SKIP, INDEX_OF[unit], 0.0, 0.0])
    return np.array([READY, 0.0, 0.0, 0.0])


IDS = tuple(INDEX_OF)
AT_FIGURE: dict[int, Any] = {SHOOT: Shoot, STRIKE: Strike, TELL: Tell, TAKE: Take}


def action_of(row: Reals) -> Action:
    """The action a row stands for; a point is rounded and may be off by a thousandth."""
    code, unit = int(row[CODE]), IDS[int(row[UNIT])]
    if code in (MOVE, LOB):
        to = round(row[ONE] * INCH), round(row[TWO] * INCH)
        return Move(unit, to) if code == MOVE else Lob(unit, to)
    if code in AT_FIGURE:
        made: Action = AT_FIGURE[code](unit, IDS[int(row[ONE])])
        return made
    return Skip(unit) if code == SKIP else Ready()
