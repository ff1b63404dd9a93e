"""What the rules are asked. It is one function of the game's that plays and answers, compiled
already: to call rules one by one would compile them all over again."""

import numpy as np

from outrider.bots.measured.chance import Numbers, die
from outrider.bots.skirmishers.kernel.memory import AGES, COVERS, SLIP, THROWN, World, hit_at
from outrider.compiled import part, rule
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.kernel.asking import ask
from outrider.games.skirmishers.kernel.record import Answer, at
from outrider.games.skirmishers.kernel.turns import decides, defense_dice, dice_due

NO_WORD = np.uint64(1)


@part
def asked(record: Numbers, world: World, what: int, given: Numbers) -> Answer:
    return ask(record, world[0], what, given, NO_WORD)


@part
def answer(record: Numbers, world: World, what: int, unit: int, other: int) -> Answer:
    """A question about a piece, or about two."""
    slip = world[2][SLIP:THROWN]
    slip[layout.UNIT], slip[layout.UNIT + 1] = unit, other
    return asked(record, world, what, slip)


@rule
def is_legal(record: Numbers, world: World, action: Numbers) -> bool:
    return asked(record, world, layout.CHECK, action)[0] == layout.FINE


@rule
def play(record: Numbers, world: World, action: Numbers) -> None:
    asked(record, world, layout.PLAY, action)


@rule
def may_set_out(record: Numbers, world: World, unit: int) -> bool:
    return answer(record, world, layout.SETTING_OUT, unit, 0)[0] == layout.FINE


@rule
def is_ready(record: Numbers, world: World, unit: int) -> bool:
    """Whether nothing forbids a piece to fire at all."""
    return answer(record, world, layout.READY, unit, 0)[0] == layout.FINE


@rule
def is_sighted(record: Numbers, world: World, unit: int, target: int) -> bool:
    """Whether a piece that is ready may fire at another."""
    return answer(record, world, layout.SIGHTED, unit, target)[0] == layout.FINE


@rule
def is_open(record: Numbers, world: World, unit: int, target: int) -> bool:
    """Whether no melee keeps a piece from being fired at."""
    return answer(record, world, layout.SIGHTED, unit, target)[0] != layout.MARK_TOUCHES


@rule
def way_at(record: Numbers, world: World, gone: int) -> Answer:
    """How long the way under way is, and the point so far along it."""
    return answer(record, world, layout.PLACE, gone, 0)


@rule
def put_at(record: Numbers, unit: int, x: int, y: int) -> None:
    """Think a piece there, to ask what would be."""
    record[at(unit, layout.X)], record[at(unit, layout.Y)] = x, y


@part
def chance(record: Numbers, world: World, unit: int, target: int) -> float:
    """That a shot kills, if it may be fired."""
    dice = defense_dice(record, world[0], unit, target)
    cover = min(answer(record, world, layout.COVERED, unit, target)[1], COVERS - 1)
    value: float = world[1][hit_at(world[1], record[at(unit, layout.FIRING)], dice) + cover]
    return value


@part
def exchange(record: Numbers, world: World, unit: int, target: int) -> tuple[float, float]:
    """That a shot that may be fired kills, and that the answer to it does."""
    hit = chance(record, world, unit, target)
    if is_ready(record, world, target) and is_sighted(record, world, target, unit):
        return hit, (1 - hit) * chance(record, world, target, unit)
    return hit, 0.0


@part
def let_fall(record: Numbers, world: World, low: int, high: int, which: int) -> None:
    """Let the dice fall that have to: all alike, but for one."""
    faces = world[2][THROWN:AGES]
    for number in range(dice_due(record, world[0])):
        faces[number] = low
    faces[which] = high
    asked(record, world, layout.FALL, faces)


@part
def throw(record: Numbers, world: World) -> None:
    """Let dice fall until somebody has a choice or it is over."""
    faces = world[2][THROWN:AGES]
    while record[layout.STAGE] != layout.OVER_ and not decides(record):
        for number in range(dice_due(record, world[0])):
            faces[number] = die(world[2])
        asked(record, world, layout.FALL, faces)
