"""Whether one side forces a win within so many activations: every answer is looked at.

Nothing is judged here, and nothing is left out but what cannot matter: so what is found is proved.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.bots.skirminion import kernel as policy
from outrider.compiled import Word, entry, part, popcount, rule, streams
from outrider.endings.skirminion import kernel as solved
from outrider.endings.skirminion.kernel.duels import result
from outrider.games.skirminion import kernel as rules
from outrider.games.skirminion.kernel.actions import ATTACK, BESIEGE, KIND_AT
from outrider.games.skirminion.kernel.apply import apply
from outrider.games.skirminion.kernel.board import NONE
from outrider.games.skirminion.kernel.listing import list_actions
from outrider.games.skirminion.kernel.running import load, opened, store
from outrider.games.skirminion.kernel.words import (
    ATTACKED,
    SIDE,
    Words,
    decider,
    ending_of,
    played_of,
    quiet_of,
)
from outrider.games.skirminion.kernel.zobrist import renamed

Rows: TypeAlias = npt.NDArray[np.uint64]
Codes: TypeAlias = npt.NDArray[np.uint16]
Notes: TypeAlias = npt.NDArray[np.int64]
Room: TypeAlias = tuple[Rows, Codes, Notes, Rows, Rows]
"""A position for each ply with its name in a ninth word; the actions of each; notes; what is known
of positions met before, a key and a word each; the numbers of the rules."""

NAME = 8
NODES, BUDGET, STOP, HUNTER = range(4)
NOTES = 4
MOMENTS = streams(0x9A22E, 4096)
"""One for each number of activations that are left, of quiet ones and of those played."""
QUIET_FROM, PLAYED_FROM, FEW = 1024, 2048, 1023
WINS, FAILS = np.uint64(1), np.uint64(2)


@rule
def too_few(words: Words, left: int, hunter: Word) -> bool:
    """An activation has one attack, which takes one unit at most (SKN-B2, SKN-A3); nobody has to
    attack, so no unit is lost otherwise; and one enemy may be left (SKN-V3)."""
    control = words[7]
    hunting = control & SIDE == hunter
    own = (left + 1) // 2 if hunting else left // 2
    if hunting and control & ATTACKED:
        own -= 1
    prey = words[1] if hunting else words[0]
    return bool(popcount(prey) > np.uint64(own + 1))


@rule
def key_at(row: npt.NDArray[np.uint64], left: int) -> Word:
    control = row[7]
    key: Word = row[NAME] ^ MOMENTS[left & FEW]
    key ^= MOMENTS[QUIET_FROM + (np.int64(quiet_of(control)) & FEW)]
    key ^= MOMENTS[PLAYED_FROM + (np.int64(played_of(control)) & FEW)]
    return key


@part
def step(ply: int, code: Word, room: Room) -> None:
    rows, _, _, _, numbers = room
    before = load(rows[ply])
    after = apply(before, code, opened(numbers))
    store(rows[ply + 1], after)
    rows[ply + 1, NAME] = renamed(rows[ply, NAME], before, after)


@rule
def strikes(code: Word) -> bool:
    kind = code >> KIND_AT
    return bool(kind in (ATTACK, BESIEGE))


@entry(policy, rules, solved)
def forced(ply: int, left: int, room: Room) -> int:
    """1 if the hunter forces a win from the position at a ply while so many activations begin or go
    on; 0 if the other side can prevent it, or if the budget is used up (STOP)."""
    rows, codes, notes, known, numbers = room
    control = rows[ply, 7]
    hunter = np.uint64(notes[HUNTER])
    if ending_of(control):
        won = result(control)
        return 1 if won == (1 if hunter == NONE else -1) else 0
    words = load(rows[ply])
    if left <= 0 or too_few(words, left, hunter):
        return 0
    notes[NODES] += 1
    if notes[NODES] >= notes[BUDGET]:
        notes[STOP] = 1
    if notes[STOP]:
        return 0
    key = key_at(rows[ply], left)
    place = np.int64(key & np.uint64(len(known) - 1))
    if known[place, 0] == key and known[place, 1]:
        return 1 if known[place, 1] == WINS else 0
    hunting = 1 if decider(control) == hunter else 0
    size = list_actions(words, codes[ply], opened(numbers))
    found = 1 - hunting
    for blows in range(2):
        for i in range(size):
            code = np.uint64(codes[ply, i])
            if strikes(code) == bool(blows):
                continue
            step(ply, code, room)
            gone = 1 if (control ^ rows[ply + 1, 7]) & SIDE else 0
            if forced(ply + 1, left - gone, room) == hunting:
                found = hunting
            if notes[STOP]:
                return 0
            if found == hunting:
                break
        if found == hunting:
            break
    known[place, 0], known[place, 1] = key, WINS if found else FAILS
    return found
