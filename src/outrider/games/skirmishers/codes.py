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
from outrider.table.points import bounded

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


def code_of(setting: Setting, action: Action) -> list[int]:
    """An action's numbers, with as many slots as it uses."""
    index = setting.scenario.index
    if isinstance(action, Move):
        places = [part for point in action.path for part in bounded(point)]
        return [layout.MOVE, index.get(action.unit, NOBODY), 0, len(action.path), *places]
    if isinstance(action, Strike):
        units = [index.get(id, NOBODY) for id in action.units]
        slots = units[:SINGLE]
        for slot, unit in enumerate(units[SINGLE:]):
            slots[slot] += layout.TWO_IN_ONE * (unit + 1)
        return [layout.STRIKE, 0, index.get(action.target, NOBODY), len(units), *slots]
    if isinstance(action, Fire):
        unit, target = index.get(action.unit, NOBODY), index.get(action.target, NOBODY)
        return [layout.SHOOT, unit, target, 0]
    if isinstance(action, Choose):
        return [layout.CHOOSE, index.get(action.unit, NOBODY), 0, 0]
    return [WORDS[type(action)], 0, 0, 0]


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
