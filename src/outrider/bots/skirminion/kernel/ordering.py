"""In which order actions are tried: what a blow gains, and what was good elsewhere."""

import numpy as np

from outrider.bots.skirminion.kernel import room
from outrider.bots.skirminion.kernel.room import Codes, Notes, Ranks, whole
from outrider.compiled import Word, rule
from outrider.games.skirminion.kernel import actions
from outrider.games.skirminion.kernel.attack import blow, health_at, recipients, siege_blow
from outrider.games.skirminion.kernel.board import ONE, grow
from outrider.games.skirminion.kernel.words import SIX_BITS, Book, Words, decider

FIRST_OF_ALL = 1 << 40
GOOD_BLOW = 1 << 30
KILLER = 1 << 29
MOST_HISTORY = 1 << 24
LINKS = np.uint64(4095)


@rule
def gain(words: Words, code: Word, notes: Notes, book: Book) -> int:
    """What a blow takes from the enemy, less what it costs, as the evaluation sees it."""
    own, foe, _, _, _, _, _, _ = words
    source = ONE << ((code >> actions.FROM_AT) & SIX_BITS)
    target = ONE << (code & SIX_BITS)
    if code >> actions.KIND_AT == actions.BESIEGE:
        choice = recipients(foe, target)
        if not choice:
            return whole(notes[room.WEIGHTS + 4]) + 1
        around = grow(target)
        dealt = whole(siege_blow(own, around, book))
        taken = whole(siege_blow(foe, around, book))
        return priced(dealt, 7, notes) - priced(taken, whole(health_at(words, source)), notes)
    dealt = whole(blow(own, grow(target), book))
    taken = whole(blow(foe, grow(source), book))
    return priced(dealt, whole(health_at(words, target)), notes) - priced(
        taken, whole(health_at(words, source)), notes
    )


@rule
def priced(loss: int, health: int, notes: Notes) -> int:
    """What a loss is worth: the health, and the unit if it dies."""
    if loss >= health:
        return whole(notes[room.WEIGHTS] * health + notes[room.WEIGHTS + 1])
    return whole(notes[room.WEIGHTS] * loss)


@rule
def link(code: Word, side: Word) -> int:
    """Where it is noted how good such an action has been."""
    return room.HISTORY + whole((side << np.uint64(12)) | (code & LINKS))


@rule
def rank(words: Words, code: Word, first: Word, ply: int, notes: Notes, book: Book) -> int:
    """What one action promises."""
    if code == first:
        return FIRST_OF_ALL
    kind = code >> actions.KIND_AT
    if kind in (actions.ATTACK, actions.BESIEGE):
        worth: int = gain(words, code, notes, book)
        return worth + (GOOD_BLOW if worth >= 0 else 0)
    killers = room.KILLERS + 2 * ply
    if whole(code) == notes[killers] or whole(code) == notes[killers + 1]:
        return KILLER
    worth = notes[link(code, decider(words[7]))]
    if kind == actions.MOVE and grow(ONE << (code & SIX_BITS)) & words[1]:
        worth += 256
    return worth


@rule
def bring(index: int, size: int, codes: Codes, ranks: Ranks) -> Word:
    """Put the most promising of what is left at this index."""
    best = index
    for i in range(index + 1, size):
        if ranks[i] > ranks[best]:
            best = i
    code, worth = codes[best], ranks[best]
    codes[best], ranks[best] = codes[index], ranks[index]
    codes[index], ranks[index] = code, worth
    return np.uint64(code)


@rule
def is_calm(code: Word) -> bool:
    """Neither a blow nor part of one."""
    kind = code >> actions.KIND_AT
    return kind not in (actions.ATTACK, actions.BESIEGE, actions.RECEIVE, actions.END)


@rule
def praise(code: Word, side: Word, depth: int, ply: int, notes: Notes) -> None:
    """Remember a calm action that was too good for the enemy to allow."""
    if not is_calm(code):
        return
    at = link(code, side)
    notes[at] += depth * depth + 1
    if notes[at] > MOST_HISTORY:
        for i in range(room.HISTORY, len(notes)):
            notes[i] >>= 1
    killers = room.KILLERS + 2 * ply
    if notes[killers] != whole(code):
        notes[killers + 1] = notes[killers]
        notes[killers] = whole(code)
