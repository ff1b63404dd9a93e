"""One action or one die, in place. Nothing here asks whether it is legal."""

from outrider.compiled import part
from outrider.games.basic.kernel.combat import attack, roll_attack, roll_save
from outrider.games.basic.kernel.command import command
from outrider.games.basic.kernel.layout import (
    ATTACK,
    ATTACKING,
    COMMAND,
    DEPLOY,
    MOVE,
    NOTHING,
    ROLLING,
    SAVING,
    STAGE,
)
from outrider.games.basic.kernel.moving import move
from outrider.games.basic.kernel.record import Numbers
from outrider.games.basic.kernel.setup import deploy, roll_for_first
from outrider.games.basic.kernel.turns import end_turn


@part
def play(record: Numbers, numbers: Numbers, kind: int, unit: int, third: int, fourth: int) -> None:
    """Play a legal action."""
    if kind == MOVE:
        move(record, unit, third, fourth)
    elif kind == ATTACK:
        attack(record, unit, third)
    elif kind == COMMAND:
        command(record, numbers, third)
    elif kind == DEPLOY:
        deploy(record, unit, third, fourth)
    else:
        end_turn(record, numbers)


@part
def fall(record: Numbers, numbers: Numbers, face: int) -> int:
    """Let the die fall that the game waits for; what it has done."""
    stage = record[STAGE]
    if stage == ROLLING:
        roll_for_first(record, face)
    elif stage == ATTACKING:
        return roll_attack(record, numbers, face)
    elif stage == SAVING:
        return roll_save(record, numbers, face)
    return NOTHING
