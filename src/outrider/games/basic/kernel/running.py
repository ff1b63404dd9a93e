"""Random actions, and dice from a generator inside. No Python object is touched in them."""

from outrider.compiled import Word, draw, part, rule, share
from outrider.games.basic.kernel.choosing import chosen, tried
from outrider.games.basic.kernel.layout import (
    DEPLOY,
    FIGHTING,
    FINE,
    MOVE,
    NONE,
    OVER,
    PLACING,
    STAGE,
    TRIES,
)
from outrider.games.basic.kernel.listing import first_place
from outrider.games.basic.kernel.playing import fall
from outrider.games.basic.kernel.record import Numbers, place

FACES = 6


@rule
def decides(record: Numbers) -> bool:
    """Whether somebody has a choice."""
    stage: int = record[STAGE]
    return stage in (PLACING, FIGHTING)


@part
def pick(
    record: Numbers, table: Numbers, numbers: Numbers, random: Word
) -> tuple[Word, int, int, int, int]:
    """The generator's next word and a random legal action; its kind is NONE if a unit has to be
    placed and there is no room at all."""
    random = draw(random)
    kind, unit, third = chosen(record, numbers, share(random))
    if kind != MOVE and kind != DEPLOY:
        return random, kind, unit, third, 0
    for _ in range(TRIES):
        random = draw(random)
        across = share(random)
        random = draw(random)
        x, y, reason = tried(record, table, numbers, kind, unit, across, share(random))
        if reason == FINE:
            return random, kind, unit, x, y
    if kind == MOVE:
        x, y = place(record, unit)
        return random, MOVE, unit, x, y
    unit, x, y = first_place(record, table, numbers)
    return random, (DEPLOY if unit != NONE else NONE), unit, x, y


@part
def throw(record: Numbers, numbers: Numbers, random: Word) -> Word:
    """Let dice fall until somebody has a choice or the game is over."""
    while record[STAGE] != OVER and not decides(record):
        random = draw(random)
        fall(record, numbers, 1 + int(share(random) * FACES))
    return random
