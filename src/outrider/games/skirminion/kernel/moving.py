"""Moving (SKN-M1 to SKN-M6), for all units at once and for one."""

from outrider.compiled import Word, lowest, popcount, rule
from outrider.games.skirminion.kernel.board import NONE, ONE, Eight, either, grow, leaps, onto


@rule
def steps(free: Word, retreating: Word, empty: Word, safe: Word) -> Eight:
    """SKN-M1, SKN-M2, SKN-M4: one step in each direction; the retreating only out of all contact.

    Every bit of every direction is one move.
    """
    walks = onto(free, empty)
    return either(walks, onto(retreating, safe)) if retreating else walks


@rule
def destinations(unit: Word, own_forts: Word, danger: Word, empty: Word, high: Word) -> Word:
    """Every square one unit may move to, each once however it gets there (SKN-P4)."""
    near = grow(unit)
    if unit & danger:
        return near & empty & ~danger
    reach = near
    if unit & high:
        north, south, east, west = leaps(unit, empty)
        reach |= north | south | east | west
    reach |= fort_ring(near, own_forts)
    return reach & empty


@rule
def fort_ring(near: Word, own_forts: Word) -> Word:
    """SKN-M6: all squares in contact with the friendly forts among `near`."""
    return grow(near & own_forts)


@rule
def beside_forts(free: Word, own_forts: Word) -> Word:
    """The units that may make a fort move: in contact with a friendly fort, and with no enemy."""
    return free & grow(own_forts)


@rule
def count_destinations(units: Word, own_forts: Word, danger: Word, empty: Word, high: Word) -> Word:
    """How many moves these few units have together."""
    total = NONE
    while units:
        unit = ONE << lowest(units)
        total += popcount(destinations(unit, own_forts, danger, empty, high))
        units ^= unit
    return total
