"""Rest (SKN-R1 to SKN-R3)."""

from outrider.compiled import Word, rule
from outrider.games.skirminion.kernel.board import grow


@rule
def resting(own: Word, own_forts: Word, high: Word, near_foe: Word) -> Word:
    """The units that gain 1 health when they pass: wounded (SKN-R1), in contact with no enemy unit
    and with no friendly fort that an enemy unit touches (SKN-R2)."""
    return own & ~high & ~near_foe & ~grow(own_forts & near_foe)


@rule
def can_pass(own: Word, rests: Word) -> bool:
    """SKN-R3: the plain pass needs a unit that would not rest by it."""
    return bool(own & ~rests)
