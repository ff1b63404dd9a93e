"""One action or one roll, in place. Nothing here asks whether it is legal."""

from outrider.compiled import part
from outrider.games.skirmish.kernel.attacking import answer_blow, shoot, shot_dice, strike, swing
from outrider.games.skirmish.kernel.grenades import fly, land, lob, take
from outrider.games.skirmish.kernel.ground import Ground, height
from outrider.games.skirmish.kernel.layout import (
    ANSWERING,
    ARMY,
    DEPLOY,
    FIRING,
    FLYING,
    HEALTH,
    HIT,
    INDIRECT,
    INDIRECT_DICE,
    LAND,
    LOB,
    MELEE_DICE,
    MOVE_TO,
    NONE,
    PURPOSE,
    READY_UP,
    RESISTING,
    ROLLING,
    SHOOT,
    SHOT,
    SKIP,
    SPOT_X,
    SPOT_Y,
    STAGE,
    STRIKE,
    STRIKER,
    SWINGING,
    TAKE,
    TARGET,
    TELL,
)
from outrider.games.skirmish.kernel.legality import decider
from outrider.games.skirmish.kernel.moving import move
from outrider.games.skirmish.kernel.news import tell
from outrider.games.skirmish.kernel.record import Numbers, at, seat_of
from outrider.games.skirmish.kernel.resisting import (
    armour_dice,
    blast_dice,
    roll_armour,
    roll_attack,
)
from outrider.games.skirmish.kernel.rounds import end_minute, get_ready, skip
from outrider.games.skirmish.kernel.setup import deploy, roll_for_first, roller


@part
def play(
    record: Numbers, ground: Ground, numbers: Numbers, kind: int, unit: int, third: int, fourth: int
) -> None:
    """Play a legal action."""
    if kind == MOVE_TO:
        move(record, ground, numbers, unit, third, fourth)
    elif kind == READY_UP:
        get_ready(record, ground, numbers, unit if unit != NONE else decider(record))
    elif kind == SHOOT:
        shoot(record, numbers, unit, third)
    elif kind == STRIKE:
        strike(record, numbers, unit, third)
    elif kind == LOB:
        lob(record, numbers, unit, third, fourth)
    elif kind == LAND:
        land(record, ground, numbers, third, fourth)
    elif kind == TELL:
        tell(record, ground, numbers, unit, third)
    elif kind == TAKE:
        take(record, ground, numbers, unit, third)
    elif kind == SKIP:
        skip(record, ground, numbers, unit)
    elif kind == DEPLOY:
        deploy(record, ground, numbers, unit, third, fourth)
    else:
        end_minute(record, ground, numbers)  # SKM-R6: the clock has run out


@part
def due(record: Numbers, ground: Ground, numbers: Numbers) -> tuple[int, int]:
    """Which seat has to roll, and how many dice; NONE and 0 where none have to fall."""
    stage, unit = record[STAGE], record[STRIKER]
    if stage == ROLLING:
        return roller(record), 1  # SKM-S6
    if stage == RESISTING:
        hit = record[HIT]
        return seat_of(hit), armour_dice(numbers, record[at(hit, HEALTH)])  # SKM-H1
    if stage in (SWINGING, ANSWERING):
        side = seat_of(unit if stage == SWINGING else record[TARGET])
        return side, numbers[MELEE_DICE]  # SKM-F1
    if stage == FLYING:
        return seat_of(unit), 1  # SKM-N1
    if stage != FIRING:
        return NONE, 0
    if record[PURPOSE] == INDIRECT:
        return record[ARMY], numbers[INDIRECT_DICE]  # SKM-R1
    if record[PURPOSE] == SHOT:
        return seat_of(unit), shot_dice(record, numbers, unit, record[TARGET])
    x, y = record[SPOT_X], record[SPOT_Y]
    dice = blast_dice(record, numbers, record[HIT], x, y, height(ground, x, y))
    return seat_of(unit), dice


@part
def fall(record: Numbers, ground: Ground, numbers: Numbers, total: int) -> int:
    """Let the dice fall that the game waits for. Of the roll for the first turn: who has won it, or
    NONE; hand to hand: by how much the attacker has more; else 0."""
    stage = record[STAGE]
    if stage == ROLLING:
        return roll_for_first(record, ground, numbers, total)
    if stage == ANSWERING:
        return answer_blow(record, ground, numbers, total)
    if stage == FIRING:
        roll_attack(record, total)
    elif stage == RESISTING:
        roll_armour(record, ground, numbers, total)
    elif stage == SWINGING:
        swing(record, total)
    elif stage == FLYING:
        fly(record, numbers, total)
    return 0
