"""Whether an action is legal, and if not, which rule says so."""

from outrider.compiled import part, rule
from outrider.games.skirmishers.kernel.fire import why_not_shoot
from outrider.games.skirmishers.kernel.layout import (
    ANSWER_FIRST,
    AT,
    CHOOSE,
    CHOOSE_FIRST,
    CHOOSING,
    DICE_FIRST,
    END,
    FIGHTING,
    FINE,
    FIRE_AT,
    FIRE_BACK,
    GONE,
    IS_OVER,
    KIND,
    LAST_LOOK,
    MOST_PIECES,
    MOST_POINTS,
    MOVE,
    NO_ACTION,
    NO_OFFER,
    NO_RETURN,
    NOBODY_TO_CHOOSE,
    OVER_,
    REDS,
    RETURNING,
    SHOOT,
    SLOTS,
    STAGE,
    STAND_BY,
    STRIKE,
    UNIT,
    UNITS,
    USED,
    WAIT,
    WATCHING,
)
from outrider.games.skirmishers.kernel.melee import striker_in, why_not_choose, why_not_strike
from outrider.games.skirmishers.kernel.moving import why_not_move
from outrider.games.skirmishers.kernel.record import Answer, Ground, Numbers
from outrider.games.skirmishers.kernel.turns import decides
from outrider.games.skirmishers.kernel.watching import whole_way
from outrider.table.kernel.layout import LEAST, MOST

NOBODY = 2 * MOST_PIECES
"""Pieces are numbered from 0 up to this at most, and this one is none."""


@rule
def is_way(action: Numbers) -> bool:
    """Points lie within the table's bounds, so that nothing overflows."""
    used = action[USED]
    if not 1 <= used <= MOST_POINTS:
        return False
    inside = True
    for number in range(2 * used):
        inside = inside and LEAST <= action[SLOTS + number] <= MOST
    return inside


@part
def are_strikers(action: Numbers) -> bool:
    """Each once."""
    used = action[USED]
    if not 1 <= used <= MOST_PIECES:
        return False
    for number in range(used):
        unit = striker_in(action, number)
        if not 0 <= unit <= NOBODY:
            return False
        for before in range(number):
            if unit != NOBODY and striker_in(action, before) == unit:
                return False
    return True


@part
def is_action(action: Numbers) -> bool:
    """Whether numbers are an action of any kind; a piece and a target that a kind does not need are
    0."""
    kind = action[KIND]
    if not END <= kind <= WAIT:
        return False
    if not (0 <= action[UNIT] <= NOBODY and 0 <= action[AT] <= NOBODY):
        return False
    if action[UNIT] != 0 and kind not in (MOVE, SHOOT, CHOOSE):
        return False
    if action[AT] != 0 and kind not in (STRIKE, SHOOT):
        return False
    if kind == MOVE:
        return is_way(action)
    if kind == STRIKE:
        return are_strikers(action)
    none: bool = action[USED] == 0
    return none


@rule
def is_asked_for(stage: int, kind: int) -> bool:
    """Whether an action of that kind is something to do at that stage."""
    if stage == FIGHTING:
        return END <= kind <= SHOOT
    if stage == RETURNING:
        return kind in (FIRE_BACK, STAND_BY)
    if stage == WATCHING:
        return kind in (FIRE_AT, STAND_BY, WAIT)
    return stage == CHOOSING and kind == CHOOSE


@part
def fits(record: Numbers, action: Numbers) -> bool:
    """Whether an action names only pieces that there are and no more strikers than a side has. If
    it is also something to do at this stage, it can be played, legal or not, without reaching out
    of the record."""
    units = record[UNITS]
    if action[UNIT] >= units or action[AT] >= units:
        return False
    if action[KIND] != STRIKE:
        return True
    if action[USED] > max(record[REDS], units - record[REDS]):
        return False
    there = True
    for number in range(action[USED]):
        there = there and striker_in(action, number) < units
    return there


@rule
def why_no_answer(record: Numbers, kind: int) -> int:
    """SKR-X1, SKR-X4: why that is no answer to an offer of fire."""
    if kind == STAND_BY:
        return FINE
    if record[STAGE] == RETURNING:
        return FINE if kind == FIRE_BACK else ANSWER_FIRST
    if kind == WAIT:
        return FINE if record[GONE] < whole_way(record) else LAST_LOOK
    return FINE if kind == FIRE_AT else ANSWER_FIRST


@part
def why_not(record: Numbers, ground: Ground, action: Numbers) -> Answer:
    """FINE, or the reason why the side that decides may not do that."""
    stage, kind = record[STAGE], action[KIND]
    if stage == OVER_:
        return IS_OVER, 0, 0
    if not decides(record):
        return DICE_FIRST, 0, 0
    if not is_action(action):
        return NO_ACTION, 0, 0
    if stage == CHOOSING:
        if kind != CHOOSE:
            return CHOOSE_FIRST, 0, 0  # SKR-F9
        return why_not_choose(record, action[UNIT]), 0, 0
    if stage != FIGHTING:
        return why_no_answer(record, kind), 0, 0
    if kind == MOVE:
        return why_not_move(record, ground, action, False)
    if kind == STRIKE:
        return why_not_strike(record, ground, action)
    if kind == SHOOT:
        return why_not_shoot(record, ground, action[UNIT], action[AT])
    if kind == END:
        return FINE, 0, 0  # SKR-T1: a turn may always end
    if kind == CHOOSE:
        return NOBODY_TO_CHOOSE, 0, 0  # SKR-F9
    return (NO_RETURN if kind == FIRE_BACK else NO_OFFER), 0, 0  # SKR-X1, SKR-X3
