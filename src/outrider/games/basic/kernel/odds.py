"""What the dice of an attack may do, counted over all 36 throws of attack and save."""

from outrider.compiled import part
from outrider.games.basic.kernel.combat import hits, loss, saves
from outrider.games.basic.kernel.layout import (
    BUFFER,
    HEALTH,
    HITS,
    KILLS,
    LOSS,
    ODDS,
    SAVED,
    WINS,
    WOUNDS,
)
from outrider.games.basic.kernel.record import Numbers, at, seat_of
from outrider.games.basic.kernel.victory import living

FACES = 6


@part
def count(record: Numbers, numbers: Numbers, unit: int, target: int, found: Numbers) -> None:
    """Fill `found` (see `layout`)."""
    for each in range(ODDS):
        found[each] = 0
    taken = loss(record, numbers, unit, target)
    kills = taken == record[at(target, HEALTH)] + record[at(target, BUFFER)]
    wins = kills and living(record, seat_of(target)) == 1
    for face in range(1, FACES + 1):
        for answer in range(1, FACES + 1):
            if hits(numbers, unit, face):
                found[HITS] += 1
                if saves(numbers, target, answer):
                    found[SAVED] += 1
                else:
                    found[WOUNDS] += 1
                    found[KILLS] += 1 if kills else 0
                    found[WINS] += 1 if wins else 0
                    found[LOSS] += taken
