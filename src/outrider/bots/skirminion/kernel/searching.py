"""Alpha-beta with a null window, over single decisions.

A decision need not change who decides: a unit may move and then attack. So values change sign only
where the decider changes, and depth counts activations, not decisions.
"""

import numpy as np

from outrider.bots.skirminion.kernel.known import known_duel, known_ending
from outrider.bots.skirminion.kernel.memory import key_of, remember, remembered
from outrider.bots.skirminion.kernel.net import evaluate
from outrider.bots.skirminion.kernel.ordering import (
    bring,
    gain,
    is_calm,
    praise,
    rank,
)
from outrider.bots.skirminion.kernel.room import (
    BEST,
    BEST_VALUE,
    BUDGET,
    CONTEMPT,
    DEEPEST,
    INFINITE,
    NAME,
    NODES,
    SELECTIVE,
    STOP,
    SURE,
    WON,
    Codes,
    Notes,
    Numbers,
    Room,
    Rows,
    whole,
)
from outrider.compiled import Word, entry, lowest, part, rule
from outrider.endings.skirminion import kernel as solved
from outrider.endings.skirminion.kernel.duels import result
from outrider.games.skirminion import kernel as rules
from outrider.games.skirminion.kernel.actions import (
    PASS,
    fresh,
    is_fresh,
    special,
    special_code,
)
from outrider.games.skirminion.kernel.apply import apply
from outrider.games.skirminion.kernel.board import NONE, ONE
from outrider.games.skirminion.kernel.listing import add_strikes, list_actions
from outrider.games.skirminion.kernel.rest import can_pass
from outrider.games.skirminion.kernel.running import load, opened, store
from outrider.games.skirminion.kernel.words import (
    ACTING,
    ATTACKED,
    SIDE,
    SIEGE,
    Book,
    Words,
    decider,
    ending_of,
    stage_of,
)
from outrider.games.skirminion.kernel.zobrist import renamed

PASSING = PASS << np.uint64(12)
MARGIN = 120
"""What a calm action may change, for each activation that is left."""


@part
def step(ply: int, code: Word, rows: Rows, numbers: Numbers) -> None:
    """Play an action at a ply; the position after it, with its name, is that of the next ply."""
    before = load(rows[ply])
    after = apply(before, code, opened(numbers))
    store(rows[ply + 1], after)
    rows[ply + 1, NAME] = renamed(rows[ply, NAME], before, after)


@rule
def outcome(control: Word, ply: int, notes: Notes) -> int:
    """The value of a game that is over, to whoever is active in it. CONTEMPT is what a draw is
    worth to Red."""
    red = result(control)
    if not red:
        return whole(-notes[CONTEMPT] if control & SIDE else notes[CONTEMPT])
    value = WON - ply if red > 0 else ply - WON
    return -value if control & SIDE else value


@rule
def counted(notes: Notes) -> bool:
    """One more node; whether it is one too many."""
    notes[NODES] += 1
    if notes[NODES] >= notes[BUDGET]:
        notes[STOP] = 1
    return bool(notes[STOP])


@rule
def known(ply: int, room: Room) -> tuple[bool, int]:
    """Whether a position need not be looked at, since there is no time for it, it is over or its
    value is known; and that value to the decider."""
    rows, _, _, _, notes, duels, endings, _, _, numbers = room
    if counted(notes):
        return True, 0
    if ending_of(rows[ply, 7]):
        return True, outcome(rows[ply, 7], ply, notes)
    found, value = known_ending(ply, rows, notes, endings, numbers)
    if found:
        return True, value
    return known_duel(ply, rows, notes, duels, numbers)


@rule
def add_blows(words: Words, codes: Codes, book: Book) -> int:
    """Only the attacks and sieges, or whatever there is to choose from within a blow."""
    if is_fresh(words[7]):
        return add_strikes(words, fresh(words, book)[2], codes, 0)
    size = 0
    squares = special(words, book)
    while squares:
        codes[size] = special_code(words, lowest(squares))
        size += 1
        squares &= squares - ONE
    return size


@part
def gainful(ply: int, room: Room) -> int:
    """The blows that gain something; in a pending siege, all who may take it."""
    rows, codes, ranks, _, notes, _, _, _, _, numbers = room
    words, book = load(rows[ply]), opened(numbers)
    size = add_blows(words, codes[ply], book)
    kept = 0
    for i in range(size):
        worth = 1 if words[7] & SIEGE else gain(words, np.uint64(codes[ply, i]), notes, book)
        if worth > 0:
            codes[ply, kept] = codes[ply, i]
            ranks[ply, kept] = worth
            kept += 1
    return kept


@part
def settle(alpha: int, beta: int, ply: int, room: Room) -> int:
    """The value to the decider once all gainful blows have been struck. Nobody has to strike: an
    activation may be passed or ended, so what stands is the least one has."""
    rows, codes, ranks, _, notes, _, _, _, _, numbers = room
    found, value = known(ply, room)
    if found:
        return value
    best, control = -INFINITE, rows[ply, 7]
    if not control & SIEGE:
        best = evaluate(alpha, beta, ply, room)
        if best >= beta or ply >= DEEPEST or control & ATTACKED or stage_of(control):
            return best
        alpha = max(alpha, best)
    elif ply >= DEEPEST:
        return -evaluate(-beta, -alpha, ply, room)
    size = gainful(ply, room)
    for i in range(size):
        step(ply, bring(i, size, codes[ply], ranks[ply]), rows, numbers)
        if decider(control) == decider(rows[ply + 1, 7]):
            value = settle(alpha, beta, ply + 1, room)
        else:
            value = -settle(-beta, -alpha, ply + 1, room)
        if notes[STOP]:
            return 0
        best, alpha = max(best, value), max(alpha, value)
        if alpha >= beta:
            break
    return best


@rule
def reduction(code: Word, index: int, depth: int, after: Word) -> int:
    """How much less deep to look at an action that promises little."""
    if depth < 2 or index < 3 or not is_calm(code):
        return 0
    cut = 1
    if index >= 10 and depth >= 3:
        cut += 1
    if index >= 24 and depth >= 5:
        cut += 1
    if after & ACTING:
        cut -= 1
    return cut


@rule
def hopeless(code: Word, depth: int, stands: int, alpha: int, after: Word) -> bool:
    """A calm action just before the end of the line, far below what is needed."""
    if depth > 2 or after & ACTING or not is_calm(code):
        return False
    return stands + MARGIN * depth <= alpha and abs(alpha) < SURE


@rule
def passes(depth: int, alpha: int, beta: int, stands: int, ply: int, room: Room) -> bool:
    """Pass, where that may well be good enough. Passing is an action like any other: if a shallow
    look finds it good enough, a full look at all actions will find one that is."""
    rows, numbers = room[0], room[9]
    if beta != alpha + 1 or stands < beta or depth < 2 or not ply:
        return False
    if not can_pass(rows[ply, 0], fresh(load(rows[ply]), opened(numbers))[3]):
        return False
    step(ply, PASSING, rows, numbers)
    return True


@rule
def met(depth: int, alpha: int, beta: int, ply: int, room: Room) -> tuple[bool, int, Word, Word]:
    """Whether a position has its value already, and which; its key, and the action that was best
    when it was met before."""
    found, value = known(ply, room)
    if found and (ply or room[4][STOP]):
        return True, value, NONE, NONE
    key = key_of(room[0], ply, room[9])
    found, value, code = remembered(key, depth, alpha, beta, ply, room)
    return found, value, key, code


@part
def ordered(ply: int, first: Word, room: Room) -> int:
    """List the actions of a ply, and what they promise; how many there are."""
    rows, codes, ranks, _, notes, _, _, _, _, numbers = room
    words, book = load(rows[ply]), opened(numbers)
    size = list_actions(words, codes[ply], book)
    for i in range(size):
        ranks[ply, i] = rank(words, np.uint64(codes[ply, i]), first, ply, notes, book)
    return size


@entry(rules, solved)
def search(depth: int, alpha: int, beta: int, ply: int, room: Room) -> int:
    """The value to the decider of the position at a ply, looking `depth` activations ahead."""
    rows, codes, ranks, table, notes, _, _, _, _, numbers = room
    control = rows[ply, 7]
    if (depth <= 0 and not control & ACTING) or ply >= DEEPEST:
        return settle(alpha, beta, ply, room)
    found, value, key, best_code = met(depth, alpha, beta, ply, room)
    if found:
        return value
    stands, selective = 0, notes[SELECTIVE] and is_fresh(control)
    if selective:
        stands = evaluate(alpha, beta, ply, room)
        if passes(depth, alpha, beta, stands, ply, room):
            value = -search(depth - 3, -beta, 1 - beta, ply + 1, room)
            if value >= beta or notes[STOP]:
                return min(value, SURE)
    size = ordered(ply, best_code, room)
    best, floor = -INFINITE, alpha
    for i in range(size):
        code = bring(i, size, codes[ply], ranks[ply])
        step(ply, code, rows, numbers)
        after = rows[ply + 1, 7]
        if selective and i and hopeless(code, depth, stands, alpha, after):
            best = max(best, stands)
            continue
        left = depth - (1 if (control ^ after) & SIDE or stage_of(control) else 0)
        cut = reduction(code, i, depth, after) if selective else 0
        top = alpha + 1 if i else beta
        while True:
            if decider(control) == decider(after):
                value = search(left - cut, alpha, top, ply + 1, room)
            else:
                value = -search(left - cut, -top, -alpha, ply + 1, room)
            if notes[STOP]:
                return 0
            if value <= alpha or (not cut and (top == beta or value >= beta)):
                break
            top, cut = (top, 0) if cut else (beta, 0)
        if value > best:
            best, best_code = value, code
            if not ply:
                notes[BEST], notes[BEST_VALUE] = whole(code), value
        alpha = max(alpha, value)
        if alpha >= beta:
            praise(code, decider(control), depth, ply, notes)
            break
    remember(key, best_code, depth, best, floor, beta, ply, table)
    return best
