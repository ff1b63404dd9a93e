"""How to win (SKM-O4 to SKM-O8)."""

from outrider.compiled import part, rule
from outrider.games.skirmish.kernel.ground import Ground, at_edge
from outrider.games.skirmish.kernel.layout import (
    ACTING,
    ENDING,
    FACES,
    FRESH,
    GOES_ON,
    INSTANT,
    LAST_LEFT,
    NOBODY_LEFT,
    NONE,
    OVER,
    READY,
    REPORTED,
    REPORTERS,
    ROLLERS,
    SEAT,
    SEATS,
    SEEN,
    STAGE,
)
from outrider.games.skirmish.kernel.record import (
    Numbers,
    figures,
    forget_attack,
    has,
    is_alive,
    place,
    players,
    seat_of,
)


@rule
def end_game(record: Numbers, ending: int) -> None:
    """It is over, and nothing is pending."""
    record[STAGE] = OVER
    record[ENDING] = ending
    record[SEAT] = 0
    record[READY] = 0
    record[ROLLERS] = 0
    record[FACES] = 0
    record[ACTING] = NONE
    forget_attack(record)


@part
def is_home(record: Numbers, ground: Ground, numbers: Numbers, unit: int) -> bool:
    """SKM-O4: it has seen, and is near its own edge. SKM-O5: not what it saw in this very
    minute."""
    if not is_alive(record, unit) or not has(record, unit, SEEN) or has(record, unit, FRESH):
        return False
    x, y = place(record, unit)
    return at_edge(ground, numbers, seat_of(unit), x, y)


@rule
def reporters(record: Numbers, ground: Ground, numbers: Numbers) -> int:
    """The figures that are home with news."""
    found = 0
    for unit in range(figures(record)):
        if is_home(record, ground, numbers, unit):
            found |= 1 << unit
    return found


@rule
def report(record: Numbers, found: int) -> None:
    """SKM-O4, SKM-O5: these figures report, and that ends the game."""
    record[REPORTERS] = found
    end_game(record, REPORTED)


@rule
def reports_at_once(record: Numbers, ground: Ground, numbers: Numbers, unit: int) -> bool:
    """SKM-O5, where the option says so: the moment news comes home."""
    if numbers[INSTANT] == 0 or not is_home(record, ground, numbers, unit):
        return False
    report(record, 1 << unit)
    return True


@part
def destroyed(record: Numbers) -> int:
    """SKM-O6: how the game ends if one player is left, or nobody; else GOES_ON."""
    left = players(record)
    if left == 0:
        return NOBODY_LEFT
    return LAST_LEFT if left & (left - 1) == 0 else GOES_ON


@rule
def winners(record: Numbers) -> int:
    """SKM-O5: two players who both report draw, at a larger table those who reported win; SKM-O6:
    the last one left does."""
    if record[ENDING] == LAST_LEFT:
        return players(record)
    won = 0
    for unit in range(figures(record)):
        if record[REPORTERS] >> unit & 1:
            won |= 1 << seat_of(unit)
    both = (1 << record[SEATS]) - 1
    return 0 if record[SEATS] == 2 and won == both else won
