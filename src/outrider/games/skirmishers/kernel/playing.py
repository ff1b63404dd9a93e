"""One action or one throw, in place. Nothing here asks whether it is legal."""

from outrider.compiled import part
from outrider.games.skirmishers.kernel.layout import (
    AT,
    CHOOSE,
    DEFENSE_DICE,
    END,
    FIRING_DICE,
    KIND,
    MELEE_DICE,
    MOVE,
    NOTHING,
    SHOOT,
    STAGE,
    STRIKE,
    UNIT,
)
from outrider.games.skirmishers.kernel.melee import roll_answer, roll_melee, strike, suffer
from outrider.games.skirmishers.kernel.reactions import (
    answer,
    roll_defense,
    roll_fire,
    set_out,
    shoot,
)
from outrider.games.skirmishers.kernel.record import Ground, Numbers
from outrider.games.skirmishers.kernel.turns import end_turn


@part
def play(record: Numbers, ground: Ground, action: Numbers) -> int:
    """Play a legal action; what has come of dice that did not have to fall."""
    kind = action[KIND]
    if kind == MOVE:
        set_out(record, ground, action)
        return NOTHING
    if kind == STRIKE:
        return strike(record, ground, action)
    if kind == SHOOT:
        return shoot(record, ground, action[UNIT], action[AT])
    if kind == CHOOSE:
        return suffer(record, ground, action[UNIT])
    if kind == END:
        end_turn(record, ground)
        return NOTHING
    return answer(record, ground, kind)


@part
def fall(record: Numbers, ground: Ground, faces: Numbers) -> int:
    """Let the dice fall that the game waits for; what has come of it."""
    stage = record[STAGE]
    if stage == FIRING_DICE:
        return roll_fire(record, ground, faces)
    if stage == DEFENSE_DICE:
        return roll_defense(record, ground, faces)
    if stage == MELEE_DICE:
        return roll_melee(record, ground, faces)
    return roll_answer(record, ground, faces)
