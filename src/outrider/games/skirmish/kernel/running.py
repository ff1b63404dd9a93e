"""A random legal action, and dice, from a generator inside. No Python object is touched in it."""

from typing import TypeAlias

from outrider.compiled import Word, draw, part, share
from outrider.games.skirmish.kernel.choosing import able, bits, drawn, nth, targets, tried
from outrider.games.skirmish.kernel.ground import Ground
from outrider.games.skirmish.kernel.layout import (
    ATTACKING,
    ATTACKS,
    DEPLOY,
    FACES_OF_DIE,
    FINE,
    LAND,
    LANDING,
    LOB,
    MOVE_TO,
    NONE,
    PLACING,
    READY_UP,
    SEAT,
    SHOOT,
    SKIP,
    STAGE,
    TRIES,
)
from outrider.games.skirmish.kernel.listing import first_landing, first_place
from outrider.games.skirmish.kernel.playing import due, fall
from outrider.games.skirmish.kernel.record import Numbers, place

Picked: TypeAlias = tuple[Word, int, int, int, int]
"""The generator's next word, then an action: its kind, figure and two numbers more."""


@part
def pick_attack(record: Numbers, ground: Ground, numbers: Numbers, random: Word) -> Picked:
    """Some figure, some kind of attack, some target of it; a kind without one is drawn anew."""
    random = draw(random)
    who = able(record, record[SEAT])
    if who == 0:  # only after something illegal
        return random, NONE, NONE, NONE, NONE
    unit = drawn(who, share(random))
    kinds = (1 << ATTACKS) - 1
    while kinds != 0:
        random = draw(random)
        which = drawn(kinds, share(random))
        kinds &= ~(1 << which)
        kind = SHOOT + which
        found = targets(record, ground, numbers, kind, unit)
        if found != 0:
            random = draw(random)
            other = drawn(found, share(random))
            third, fourth = place(record, other) if kind == LOB else (other, 0)
            return random, kind, unit, third, fourth
    return random, SKIP, unit, 0, 0


@part
def pick_point(
    record: Numbers, ground: Ground, numbers: Numbers, kind: int, unit: int, random: Word
) -> Picked:
    """A point for it, tried at random; where none will do, one that is looked for in order, or the
    figure stays. The kind is NONE if a figure has to be placed and there is no room at all."""
    for _ in range(TRIES):
        random = draw(random)
        across = share(random)
        if kind != LAND:
            random = draw(random)
        x, y, reason = tried(record, ground, numbers, unit, across, share(random))
        if reason == FINE:
            return random, kind, unit, x, y
    if kind == LAND:
        x, y = first_landing(record, ground)
    elif kind == DEPLOY:
        x, y, reason = first_place(record, ground, numbers, unit)
        kind = kind if reason == FINE else NONE
    else:
        x, y = place(record, unit)
    return random, kind, unit, x, y


@part
def pick(record: Numbers, ground: Ground, numbers: Numbers, seat: int, random: Word) -> Picked:
    """The generator's next word and a random legal action of the first seat that is asked."""
    stage = record[STAGE]
    if seat == NONE:  # nobody is asked, which only something illegal can lead to
        return random, NONE, NONE, NONE, NONE
    if stage == ATTACKING:
        return pick_attack(record, ground, numbers, random)
    if stage == LANDING:
        return pick_point(record, ground, numbers, LAND, 0, random)
    found = able(record, seat)
    random = draw(random)
    if stage == PLACING:
        if found == 0:  # as above
            return random, NONE, NONE, NONE, NONE
        unit = drawn(found, share(random))
        return pick_point(record, ground, numbers, DEPLOY, unit, random)
    chosen = int(share(random) * (bits(found) + 1))
    if chosen == bits(found):
        return random, READY_UP, NONE, 0, 0
    return pick_point(record, ground, numbers, MOVE_TO, nth(found, chosen), random)


@part
def throw(record: Numbers, ground: Ground, numbers: Numbers, random: Word) -> Word:
    """Let dice fall until somebody has a choice or the game is over."""
    _, dice = due(record, ground, numbers)
    while dice > 0:
        total = 0
        for _ in range(dice):
            random = draw(random)
            total += 1 + int(share(random) * FACES_OF_DIE)
        fall(record, ground, numbers, total)
        _, dice = due(record, ground, numbers)
    return random
