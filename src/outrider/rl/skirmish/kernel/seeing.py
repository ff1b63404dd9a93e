"""What a seat sees, in bytes."""

from outrider.compiled import part, rule
from outrider.games.skirmish.kernel import layout as rules
from outrider.games.skirmish.kernel.ground import Ground
from outrider.games.skirmish.kernel.layout import NONE
from outrider.games.skirmish.kernel.record import Numbers, at, figures, has, is_alive, place
from outrider.rl.kernel.bytes import capped, left_until, scaled
from outrider.rl.kernel.out import Bytes
from outrider.rl.skirmish.kernel.choices import figure_seen, number_of
from outrider.rl.skirmish.kernel.layout import (
    ACTING,
    ACTIONS_LEFT,
    ALIVE,
    FIRST,
    FRESH,
    GRENADES,
    HEADER,
    HEALTH,
    HIGHEST,
    ON_TABLE,
    ROUND,
    ROUNDS_LEFT,
    SEAT,
    SEEN,
    SPOT_X,
    SPOT_Y,
    STAGE,
    THROWER,
    UP,
    WITHIN,
    X,
    Y,
)

STAGES = (0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 4)
"""Placing, the minute, attack turns, a landing and the end, by the kernel's stages."""


@rule
def see_figure(record: Numbers, whole: int, unit: int, shown: int, out: Bytes) -> None:
    """A figure, in the place it has for who looks."""
    count = figures(record)
    first = HEADER + record[rules.SEATS] + shown
    there = has(record, unit, rules.PLACED)
    x, y = place(record, unit)
    out[first + count * X] = scaled(x, whole) if there else 0
    out[first + count * Y] = scaled(y, whole) if there else 0
    out[first + count * UP] = scaled(record[at(unit, rules.UP)], HIGHEST) if there else 0
    out[first + count * ON_TABLE] = there
    out[first + count * ALIVE] = is_alive(record, unit)
    out[first + count * HEALTH] = capped(record[at(unit, rules.HEALTH)])
    out[first + count * GRENADES] = capped(record[at(unit, rules.GRENADES)])
    out[first + count * ACTIONS_LEFT] = capped(record[at(unit, rules.ACTIONS)])
    out[first + count * SEEN] = has(record, unit, rules.SEEN)
    out[first + count * FRESH] = has(record, unit, rules.FRESH)


@rule
def number_or_none(record: Numbers, seat: int, figure: int) -> int:
    """One more than the number by which a seat counts a figure; 0 is none."""
    return 0 if figure == NONE else 1 + number_of(record, seat, figure)


@part
def see(record: Numbers, ground: Ground, numbers: Numbers, seat: int, out: Bytes) -> None:
    """Fill `out` with what a seat sees."""
    seats = record[rules.SEATS]
    whole = max(ground.frame[rules.WIDTH], ground.frame[rules.DEPTH])
    first = record[rules.FIRST]
    out[SEAT] = seat
    out[STAGE] = STAGES[record[rules.STAGE]]
    out[ROUND] = capped(record[rules.ROUND])
    out[ROUNDS_LEFT] = left_until(numbers[rules.ROUND_LIMIT], record[rules.ROUND])
    out[ACTING] = number_or_none(record, seat, record[rules.ACTING])
    out[FIRST] = 0 if first == NONE else 1 + (first - seat) % seats
    lands = record[rules.STAGE] == rules.LANDING
    out[THROWER] = number_or_none(record, seat, record[rules.STRIKER]) if lands else 0
    out[SPOT_X] = scaled(record[rules.SPOT_X], whole) if lands else 0
    out[SPOT_Y] = scaled(record[rules.SPOT_Y], whole) if lands else 0
    out[WITHIN] = scaled(record[rules.WITHIN], whole) if lands else 0
    for turned in range(seats):
        out[HEADER + turned] = record[rules.READY] >> ((seat + turned) % seats) & 1
    for shown in range(figures(record)):
        see_figure(record, whole, figure_seen(record, seat, shown), shown, out)
