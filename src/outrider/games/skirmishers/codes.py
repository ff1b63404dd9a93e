"""Actions as the kernel's numbers, and back."""

from typing import Any

from outrider.games.skirmishers.actions import (
    Action,
    Choose,
    DefensiveFire,
    End,
    Fire,
    Hold,
    Move,
    ReturnFire,
    Strike,
    Wait,
)
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.state import Setting

NOBODY = 2 * layout.MOST_PIECES
"""The number of a piece that the scenario does not have."""
SINGLE = 2 * layout.MOST_POINTS
WORDS: dict[type[Action], int] = {
    End: layout.END,
    ReturnFire: layout.FIRE_BACK,
    DefensiveFire: layout.FIRE_AT,
    Hold: layout.STAND_BY,
    Wait: layout.WAIT,
}
PLAIN: dict[int, Action] = {kind: word() for word, kind in WORDS.items()}
EMPTY = (0,) * layout.ACTION


def code_of(setting: Setting, action: Action) -> list[int]:
    index = setting.scenario.index
    code = [*EMPTY]
    if isinstance(action, Move):
        code[layout.KIND] = layout.MOVE
        code[layout.UNIT] = index.get(action.unit, NOBODY)
        code[layout.USED] = len(action.path)
        places = [part for point in action.path for part in point]
        code[layout.SLOTS : layout.SLOTS + len(places)] = places
    elif isinstance(action, Strike):
        code[layout.KIND] = layout.STRIKE
        code[layout.AT] = index.get(action.target, NOBODY)
        code[layout.USED] = len(action.units)
        for number, id in enumerate(action.units):
            unit = index.get(id, NOBODY)
            upper = layout.TWO_IN_ONE * (unit + 1)
            code[layout.SLOTS + number % SINGLE] += unit if number < SINGLE else upper
    elif isinstance(action, Fire):
        code[layout.KIND] = layout.SHOOT
        code[layout.UNIT] = index.get(action.unit, NOBODY)
        code[layout.AT] = index.get(action.target, NOBODY)
    elif isinstance(action, Choose):
        code[layout.KIND] = layout.CHOOSE
        code[layout.UNIT] = index.get(action.unit, NOBODY)
    else:
        code[layout.KIND] = WORDS[type(action)]
    return code


def action_of(setting: Setting, code: Any) -> Action:
    """The action that numbers stand for, which are one."""
    ids = setting.ids
    kind, unit, target, used, *_ = code
    if kind == layout.MOVE:
        places = code[layout.SLOTS : layout.SLOTS + 2 * used]
        return Move(ids[unit], tuple(zip(places[::2], places[1::2], strict=True)))
    if kind == layout.STRIKE:
        slots = code[layout.SLOTS : layout.SLOTS + SINGLE]
        units = [slot % layout.TWO_IN_ONE for slot in slots[:used]]
        units += [slot // layout.TWO_IN_ONE - 1 for slot in slots[: max(used - SINGLE, 0)]]
        return Strike(tuple(ids[each] for each in units), ids[target])
    if kind == layout.SHOOT:
        return Fire(ids[unit], ids[target])
    if kind == layout.CHOOSE:
        return Choose(ids[unit])
    return PLAIN[kind]
