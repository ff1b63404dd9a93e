"""Positions of which a search need not look further: their value is in a table."""

from outrider.bots.skirminion.kernel import room
from outrider.bots.skirminion.kernel.room import Duels, Endings, Notes, Numbers, Rows, whole
from outrider.compiled import Word, popcount, rule
from outrider.endings.skirminion.kernel import duels as fights
from outrider.endings.skirminion.kernel import solving
from outrider.games.skirminion.kernel.actions import is_fresh
from outrider.games.skirminion.kernel.board import ONE
from outrider.games.skirminion.kernel.running import load
from outrider.games.skirminion.kernel.words import SIDE, stage_of


@rule
def known_duel(
    ply: int, rows: Rows, notes: Notes, duels: Duels, numbers: Numbers
) -> tuple[bool, int]:
    """Whether the position is a duel of known value, and that value to the active side."""
    if popcount(rows[ply, 0]) != ONE or popcount(rows[ply, 1]) != ONE or not len(duels):
        return False, 0
    words = load(rows[ply])
    forts = rows[room.FIXED, room.FORTS]
    if stage_of(words[7]) or (words[2] | words[3]) != forts:
        return False, 0
    found = whole(duels[fights.index_of(words, forts)])
    return valued(found, ply, words[7], notes, numbers)


@rule
def known_ending(
    ply: int, rows: Rows, notes: Notes, values: Endings, numbers: Numbers
) -> tuple[bool, int]:
    """The same for an ending without forts."""
    if not solving.is_among(rows[ply, 0], rows[ply, 1], values):
        return False, 0
    words = load(rows[ply])
    if words[2] | words[3] or not is_fresh(words[7]):
        return False, 0
    found = solving.told(whole(values[solving.index_of(words)]))
    return valued(found, ply, words[7], notes, numbers)


@rule
def valued(found: int, ply: int, control: Word, notes: Notes, numbers: Numbers) -> tuple[bool, int]:
    """What so many more decisions are worth, unless a limit may come before the end."""
    if not found:
        return True, whole(-notes[room.CONTEMPT] if control & SIDE else notes[room.CONTEMPT])
    if not solving.in_time(found, control, numbers):
        return False, 0
    return True, room.WON - ply - found if found > 0 else ply - room.WON - found
