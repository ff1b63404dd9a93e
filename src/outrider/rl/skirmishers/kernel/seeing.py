"""What a seat sees, in bytes."""

from outrider.compiled import part, rule
from outrider.games.skirmishers.kernel import layout as rules
from outrider.games.skirmishers.kernel.layout import NONE
from outrider.games.skirmishers.kernel.record import (
    Ground,
    Numbers,
    at,
    end_of,
    first_of,
    has,
    is_here,
    is_over,
    is_over_any,
    place,
    seat_of,
    striker_at,
)
from outrider.games.skirmishers.kernel.victory import goals_of
from outrider.games.skirmishers.kernel.watching import whole_way
from outrider.rl.kernel.bytes import capped, left_until, scaled
from outrider.rl.kernel.out import Bytes
from outrider.rl.skirmishers.kernel.layout import (
    ATTACK,
    COLUMNS,
    DEFENSE,
    EXIT,
    FIRED,
    FIRER,
    FIRING,
    FOUGHT,
    GOALS,
    GONE,
    HEADER,
    HERE,
    MOVED,
    MOVEMENT,
    MOVER,
    RANGE,
    REACTED,
    SEAT,
    SIDE,
    STAGE,
    STRIKES,
    TARGET,
    TURNS,
    TURNS_LEFT,
    WEAPON,
    X,
    Y,
)

STAGES = (0, 1, 2, 3, 0, 0, 0, 0, 4)
"""A turn, an offer to fire back, one to fire at a mover, who of the beaten suffers, and the end, by
the kernel's stages."""


@rule
def shown(record: Numbers, side: int, seat: int, piece: int) -> int:
    """The number of a piece as a seat counts them, its own first."""
    whose = seat_of(record, piece)
    number = piece - first_of(record, whose)
    return number if whose == seat else side + number


@rule
def number_or_none(record: Numbers, side: int, seat: int, piece: int) -> int:
    """One more than that; 0 is none."""
    return 0 if piece == NONE else 1 + shown(record, side, seat, piece)


@part
def see_piece(
    record: Numbers, ground: Ground, place_of: int, count: int, piece: int, out: Bytes
) -> None:
    """A piece, its byte of each column `count` after the last."""
    here = is_here(record, piece)
    x, y = place(record, piece)
    whole = max(ground[2][rules.WIDTH], ground[2][rules.DEPTH])
    out[place_of + count * X] = scaled(x, whole) if here else 0
    out[place_of + count * Y] = scaled(y, whole) if here else 0
    out[place_of + count * HERE] = here
    out[place_of + count * EXIT] = record[at(piece, rules.EXIT)]
    out[place_of + count * MOVED] = has(record, piece, rules.MOVED)
    out[place_of + count * FIRED] = has(record, piece, rules.FIRED)
    out[place_of + count * FOUGHT] = has(record, piece, rules.FOUGHT)
    out[place_of + count * REACTED] = has(record, piece, rules.REACTED)
    out[place_of + count * FIRING] = capped(record[at(piece, rules.FIRING)])
    out[place_of + count * ATTACK] = capped(record[at(piece, rules.ATTACK)])
    out[place_of + count * DEFENSE] = capped(record[at(piece, rules.DEFENSE)])
    out[place_of + count * MOVEMENT] = scaled(record[at(piece, rules.MOVEMENT)], whole)
    out[place_of + count * WEAPON] = record[at(piece, rules.WEAPON)]
    out[place_of + count * RANGE] = scaled(record[at(piece, rules.RANGE)], whole)


@part
def see_under_way(record: Numbers, side: int, seat: int, out: Bytes) -> None:
    """An offer, or a move that is under way."""
    out[FIRER] = number_or_none(record, side, seat, record[rules.FIRER])
    out[TARGET] = number_or_none(record, side, seat, record[rules.TARGET])
    out[MOVER] = number_or_none(record, side, seat, record[rules.MOVER])
    out[GONE] = 0
    if record[rules.MOVER] != NONE:
        out[GONE] = scaled(record[rules.GONE], whole_way(record))


@part
def see_held(record: Numbers, ground: Ground, seat: int, out: Bytes) -> None:
    """For how many turns in a row zones were held, conditions of one's own first."""
    place_of = HEADER
    for turn in range(2):
        whose = seat if turn == 0 else 1 - seat
        for number in range(goals_of(ground, whose)):
            held = record[rules.HELD_TURNS + rules.MOST_CONDITIONS * whose + number]
            out[place_of] = capped(held)
            place_of += 1


@part
def see(record: Numbers, ground: Ground, plan: Numbers, seat: int, out: Bytes) -> None:
    """Fill `out` with what a side sees."""
    for each in range(len(out)):
        out[each] = 0
    side = plan[SIDE]
    out[SEAT] = seat
    out[STAGE] = STAGES[record[rules.STAGE]]
    out[TURNS] = capped(record[rules.TURNS])
    out[TURNS_LEFT] = left_until(ground[2][rules.TURN_LIMIT], record[rules.TURNS])
    see_under_way(record, side, seat, out)
    see_held(record, ground, seat, out)
    columns = HEADER + plan[GOALS]
    for piece in range(record[rules.UNITS]):
        see_piece(record, ground, columns + shown(record, side, seat, piece), 2 * side, piece, out)
    for number in range(record[rules.STRIKERS]):
        striker = record[striker_at(record, number, rules.STRIKER)]
        out[columns + 2 * side * STRIKES + shown(record, side, seat, striker)] = 1
    pairs = columns + 2 * side * COLUMNS
    see_advantages(record, seat, pairs, side, 1, out)
    see_advantages(record, 1 - seat, pairs + side * side, 1, side, out)


@part
def see_advantages(
    record: Numbers, seat: int, pairs: int, each: int, other: int, out: Bytes
) -> None:
    """Over whom the pieces of a side have advantage, most over nobody: so many bytes on for each of
    its pieces, and so many for each of the enemies."""
    first, foes = first_of(record, seat), first_of(record, 1 - seat)
    for own in range(first, end_of(record, seat)):
        if is_over_any(record, own):
            for foe in range(foes, end_of(record, 1 - seat)):
                at_pair = pairs + each * (own - first) + other * (foe - foes)
                out[at_pair] = is_over(record, own, foe)
