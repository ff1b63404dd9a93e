"""Whether an action is legal, and if not, which rule says so."""

from outrider.compiled import part, rule
from outrider.games.basic.kernel.combat import why_not_attack
from outrider.games.basic.kernel.command import why_not_command
from outrider.games.basic.kernel.layout import (
    ATTACK,
    BEGUN,
    COMMAND,
    DEPLOY,
    DICE_FIRST,
    END,
    FIGHTING,
    FINE,
    IS_OVER,
    MOVE,
    NO_ACTION,
    OVER,
    PLACE_FIRST,
    PLACING,
    RUSH,
    STAGE,
    UNITS,
)
from outrider.games.basic.kernel.moving import why_not_move
from outrider.games.basic.kernel.record import Answer, Numbers
from outrider.games.basic.kernel.setup import why_not_deploy
from outrider.table.kernel.layout import LEAST, MOST


@rule
def is_action(kind: int, unit: int, third: int, fourth: int) -> bool:
    """Whether four numbers are an action of any kind. Points lie within the table's bounds, so that
    nothing overflows; what a kind does not need is 0."""
    if kind in (MOVE, DEPLOY):
        return 0 <= unit < UNITS and LEAST <= third <= MOST and LEAST <= fourth <= MOST
    if kind == ATTACK:
        return 0 <= unit < UNITS and 0 <= third < UNITS and fourth == 0
    if kind == COMMAND:
        return unit == 0 and 0 <= third <= RUSH and fourth == 0
    return kind == END and unit == 0 and third == 0 and fourth == 0


@part
def why_not(
    record: Numbers,
    table: Numbers,
    numbers: Numbers,
    kind: int,
    unit: int,
    third: int,
    fourth: int,
) -> Answer:
    """FINE, or the reason why the side that decides may not do that."""
    stage = record[STAGE]
    if stage == OVER:
        return IS_OVER, 0, 0
    if stage != PLACING and stage != FIGHTING:
        return DICE_FIRST, 0, 0
    if not is_action(kind, unit, third, fourth):
        return NO_ACTION, 0, 0
    if stage == PLACING:
        if kind != DEPLOY:
            return PLACE_FIRST, 0, 0  # BSK-S2
        return why_not_deploy(record, table, numbers, unit, third, fourth)
    if kind == MOVE:
        return why_not_move(record, table, numbers, unit, third, fourth)
    if kind == ATTACK:
        return why_not_attack(record, numbers, unit, third)
    if kind == COMMAND:
        return why_not_command(record), 0, 0
    if kind == DEPLOY:
        return BEGUN, 0, 0  # BSK-S2
    return FINE, 0, 0  # BSK-T1: a turn may always end
