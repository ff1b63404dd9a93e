"""A battle in arrays: a row for each unit, Red's five first, then Blue's. Lengths are inches."""

from typing import Any

import numpy as np
import numpy.typing as npt

from outrider.games.basic.actions import Action, Attack, Command, Deploy, End, Move
from outrider.games.basic.battalion import ABILITIES, KINDS, STATISTICS
from outrider.games.basic.state import IDS, SEATS, State
from outrider.table.lengths import INCH

Reals = npt.NDArray[np.float64]

X, Y, HEALTH, BUFFER, MOVED, ATTACKED, DONE, BOLSTERED, RUSHED = range(9)
FIELDS = 9
SIDE = 5
UNITS = 10

WIDTH, DEPTH, MISS_ENDS, ANY_TURN, TURN, LEFT, COMMANDED = range(7)
"""Of the table and the turn: whose it is, how many are left, whether an ability was used."""

CODE, UNIT, FIRST, SECOND = range(4)
"""Of an action: what it is, and a point or a target."""
END, MOVE, ATTACK, COMMAND = range(4)

MODE = 0
OPEN, GO, STAY = range(3)
"""Of a plan of a turn: a row for each unit of the side, whether it goes before the attacks, and
where; in the last row whether the commander has them rush. What is open the policy decides."""
PLANNED = SIDE + 1, 3

_KINDS = [STATISTICS[kind] for kind in KINDS] * 2
MOVEMENT = np.array([kind.movement / INCH for kind in _KINDS])
RANGE = np.array([kind.range / INCH for kind in _KINDS])
DAMAGE = np.array([float(kind.damage) for kind in _KINDS])
HIT = np.array([(7 - kind.attack) / 6 for kind in _KINDS])
UNSAVED = np.array([(kind.save - 1) / 6 for kind in _KINDS])
WORTH = np.array([1.3, 0.75, 0.75, 1.5, 1.5] * 2)
"""What a point of health is worth."""
LIFE = np.array([3.5, 1.2, 1.2, 1.8, 1.8] * 2)
"""What it is worth to be alive at all."""

TELLS_HEALTH = np.array([0.52, 0.08, 0.08, 0.16, 0.16] * 2)
TELLS_LIFE = np.array([2.43, 0.38, 0.38, 0.43, 0.43] * 2)
"""How surely each point of health, and each unit alive, wins the battle in the end: fitted to the
ends of 24,000 battles between many styles. The commander decides most of them."""

NOISE, EXPOSED, APPROACH, TOGETHER, REGICIDE = range(5)
"""Of a style: how blurred its judgement is, and how it weighs fire, ground and company."""
PLAIN = np.array([0.0, 1.0, 0.3, 0.0, 1.0])
STEADY = np.array([0.0, 0.8, 0.3, 0.5, 1.0])
EAGER = np.array([0.0, 0.11, 3.8, 2.4, 1.0])
STYLE = np.array([0.0, 0.82, 0.15, 3.9, 1.5])
STYLES = {"recruit": PLAIN, "soldier": PLAIN, "captain": STEADY, "marshal": STYLE}
"""What each level plays by, from the plainest to the one that did best against all others."""
ENEMIES = (STYLE, EAGER)
"""How the enemy may play."""
WAYS = np.array(
    [
        [0.0, 0.75, 0.3, 2.9, 2.0],
        [0.0, 1.0, 0.1, 4.2, 2.1],
        [0.0, 0.94, 3.8, 3.6, 1.8],
        [0.0, 0.1, 6.0, 0.6, 3.9],
        [0.0, 0.11, 3.8, 2.4, 1.0],
        [0.0, 0.8, 0.3, 0.5, 1.0],
        [0.0, 1.7, 2.6, 9.3, 2.8],
        [0.0, 0.0, 0.5, 0.5, 1.5],
    ]
)
"""Other styles: to charge, to wait, to keep out of fire, to stay together or not."""


def units_of(state: State) -> Reals:
    made = np.zeros((UNITS, FIELDS))
    for at, unit in enumerate(state.units):
        x, y = unit.at or (0, 0)
        flags = unit.moved, unit.attacked, unit.done, unit.bolstered, unit.rushed
        made[at] = (x / INCH, y / INCH, unit.health, unit.buffer, *flags)
    return made


def rules_of(state: State) -> Reals:
    width, depth = state.table.size
    options = state.options
    return np.array(
        [
            width / INCH,
            depth / INCH,
            options.flag("miss_ends_unit"),
            options.named("ability_lasts") == "any_turn",
            SEATS.index(state.turn),
            options.number("turn_limit") - state.turns,
            state.commanded,
        ],
        np.float64,
    )


def coded(action: Any) -> Reals:
    """An action as a row."""
    match action:
        case Move(unit, to):
            return np.array([MOVE, IDS.index(unit), to[0] / INCH, to[1] / INCH])
        case Attack(unit, target):
            return np.array([ATTACK, IDS.index(unit), IDS.index(target), 0.0])
        case Command(ability):
            return np.array([COMMAND, 0.0, ABILITIES.index(ability), 0.0])
    assert not isinstance(action, Deploy)
    return np.zeros(4)


def action_of(row: Reals) -> Action:
    """The action a row stands for; a point is rounded and may be off by a thousandth."""
    code, unit = int(row[CODE]), IDS[int(row[UNIT])]
    if code == MOVE:
        return Move(unit, (round(row[FIRST] * INCH), round(row[SECOND] * INCH)))
    if code == ATTACK:
        return Attack(unit, IDS[int(row[FIRST])])
    return Command(ABILITIES[int(row[FIRST])]) if code == COMMAND else End()
