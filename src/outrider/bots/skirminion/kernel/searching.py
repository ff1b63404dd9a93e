"""Alpha-beta with a null window, over single decisions.

A decision need not change who decides: a unit may move and then attack. So values change sign only
where the decider changes, and depth counts activations, not decisions.
"""

import numpy as np

from outrider.bots.skirminion.kernel.duels import known_duel
from outrider.bots.skirminion.kernel.evaluation import evaluate
from outrider.bots.skirminion.kernel.keeping import entry
from outrider.bots.skirminion.kernel.memory import (
    EXACT,
    LOWER,
    UPPER,
    bound_in,
    code_in,
    depth_in,
    key_of,
    packed,
    place_of,
    value_in,
)
from outrider.bots.skirminion.kernel.ordering import (
    bring,
    decider,
    gain,
    is_calm,
    praise,
    rank_all,
)
from outrider.bots.skirminion.kernel.room import (
    BEST,
    BEST_VALUE,
    BUDGET,
    CONTEMPT,
    DEEPEST,
    FIRST,
    FIXED,
    INFINITE,
    LENGTH_LIMIT,
    NAME,
    NODES,
    QUIET_LIMIT,
    SELECTIVE,
    STOP,
    SURE,
    WON,
    Codes,
    Duels,
    Notes,
    Ranks,
    Rows,
)
from outrider.compiled import Word, lowest, rule
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
from outrider.games.skirminion.kernel.running import load, store
from outrider.games.skirminion.kernel.victory import (
    BLUE_DESTROYED_ALL,
    BLUE_STRONGER,
    RED_DESTROYED_ALL,
    RED_STRONGER,
)
from outrider.games.skirminion.kernel.words import (
    ACTING,
    ATTACKED,
    SIDE,
    SIEGE,
    Words,
    ending_of,
    stage_of,
)
from outrider.games.skirminion.kernel.zobrist import renamed

PASSING = PASS << np.uint64(12)


@entry
def step(ply: int, code: Word, rows: Rows) -> None:
    """Play an action at a ply; the position after it, with its name, is that of the next ply."""
    before = load(rows[ply])
    after = apply(before, code, rows[FIXED, QUIET_LIMIT], rows[FIXED, LENGTH_LIMIT])
    store(rows[ply + 1], after)
    rows[ply + 1, NAME] = renamed(rows[ply, NAME], before, after)


@entry
def listed(ply: int, rows: Rows, codes: Codes) -> int:
    return list_actions(load(rows[ply]), codes[ply])


@rule
def outcome(control: Word, ply: int, notes: Notes) -> int:
    """The value of a game that is over, to whoever is active in it."""
    ending = ending_of(control)
    winner = np.int64(-1)
    if ending == RED_DESTROYED_ALL or ending == RED_STRONGER:
        winner = np.int64(0)
    elif ending == BLUE_DESTROYED_ALL or ending == BLUE_STRONGER:
        winner = np.int64(1)
    side = np.int64(control & SIDE)
    if winner < 0:
        return drawn(side, notes)
    return WON - ply if winner == side else ply - WON


@rule
def drawn(side: int, notes: Notes) -> int:
    """A draw: CONTEMPT is what it is worth to Red."""
    return -notes[CONTEMPT] if side else notes[CONTEMPT]


@rule
def counted(notes: Notes) -> bool:
    """One more node; whether it is one too many."""
    notes[NODES] += 1
    if notes[NODES] >= notes[BUDGET]:
        notes[STOP] = 1
    return notes[STOP] != 0


@rule
def add_blows(words: Words, codes: Codes) -> int:
    """Only the attacks and sieges, or whatever there is to choose from within a blow."""
    control = words[7]
    if is_fresh(control):
        return add_strikes(words, fresh(words)[2], codes, 0)
    size = 0
    squares = special(words)
    while squares:
        codes[size] = special_code(words, lowest(squares))
        size += 1
        squares &= squares - ONE
    return size


@entry
def blows(ply: int, rows: Rows, codes: Codes, ranks: Ranks, notes: Notes) -> int:
    """The blows that gain something; in a pending siege, all who may take it."""
    words = load(rows[ply])
    size = add_blows(words, codes[ply])
    if words[7] & SIEGE:
        for i in range(size):
            ranks[ply, i] = 0
        return size
    kept = 0
    for i in range(size):
        worth = gain(words, np.uint64(codes[ply, i]), notes)
        if worth > 0:
            codes[ply, kept] = codes[ply, i]
            ranks[ply, kept] = worth
            kept += 1
    return kept


@entry
def settle(
    alpha: int,
    beta: int,
    ply: int,
    rows: Rows,
    codes: Codes,
    ranks: Ranks,
    notes: Notes,
    duels: Duels,
) -> int:
    """The value to the decider once all gainful blows have been struck. Nobody has to strike: an
    activation may be passed or ended, so what stands is the least one has."""
    if counted(notes):
        return 0
    control = rows[ply, 7]
    if ending_of(control):
        return outcome(control, ply, notes)
    found, value = known_duel(ply, rows, notes, duels)
    if found:
        return value
    best = -INFINITE
    waits = control & SIEGE
    if not waits or ply >= DEEPEST:
        best = evaluate(ply, rows, notes)
        if waits:
            return -best
        if best >= beta or ply >= DEEPEST or control & ATTACKED or stage_of(control):
            return best
    alpha = max(alpha, best)
    size = blows(ply, rows, codes, ranks, notes)
    for i in range(size):
        step(ply, bring(i, size, codes[ply], ranks[ply]), rows)
        if decider(control) == decider(rows[ply + 1, 7]):
            value = settle(alpha, beta, ply + 1, rows, codes, ranks, notes, duels)
        else:
            value = -settle(-beta, -alpha, ply + 1, rows, codes, ranks, notes, duels)
        if notes[STOP]:
            return 0
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best


@rule
def reduction(code: Word, index: int, depth: int, control: Word, after: Word) -> int:
    """How much less deep to look at an action that promises little."""
    if depth < 2 or index < 3 or not is_calm(code) or not is_fresh(control):
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
def hopeless(code: Word, depth: int, stands: int, alpha: int, control: Word, after: Word) -> bool:
    """A calm action just before the end of the line, far below what is needed."""
    if depth > 2 or not is_fresh(control) or after & ACTING or not is_calm(code):
        return False
    return stands + 120 * depth <= alpha and abs(alpha) < SURE


@entry
def search(
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    rows: Rows,
    codes: Codes,
    ranks: Ranks,
    table: Rows,
    notes: Notes,
    duels: Duels,
) -> int:
    """The value to the decider of the position at a ply, looking `depth` activations ahead."""
    control = rows[ply, 7]
    if (depth <= 0 and not control & ACTING) or ply >= DEEPEST:
        return settle(alpha, beta, ply, rows, codes, ranks, notes, duels)
    if counted(notes):
        return 0
    if ending_of(control):
        return outcome(control, ply, notes)
    found, value = known_duel(ply, rows, notes, duels)
    if found and ply:
        return value
    key = key_of(rows, ply)
    place = place_of(key, table)
    first = NONE
    if table[place, 0] == key:
        data = table[place, 1]
        first = code_in(data)
        value, bound = value_in(data, ply), bound_in(data)
        if ply and depth_in(data) >= depth and (
            bound == EXACT
            or (bound == LOWER and value >= beta)
            or (bound == UPPER and value <= alpha)
        ):
            return value
    if not ply and notes[FIRST]:
        first = np.uint64(notes[FIRST])
    stands = 0
    selective = notes[SELECTIVE] and is_fresh(control)
    if selective:
        stands = evaluate(ply, rows, notes)
        free = depth >= 2 and ply > 0 and beta - alpha == 1 and stands >= beta
        if free and can_pass(rows[ply, 0], fresh(load(rows[ply]))[3]):
            # Passing is an action like any other: if it holds against a shallower look, so will
            # the best one against a full look.
            step(ply, PASSING, rows)
            value = -search(
                depth - 3, -beta, 1 - beta, ply + 1, rows, codes, ranks, table, notes, duels
            )
            if notes[STOP]:
                return 0
            if value >= beta:
                return min(value, SURE)
    size = listed(ply, rows, codes)
    rank_all(load(rows[ply]), codes[ply], size, first, ply, ranks[ply], notes)
    best, best_code, lowest_alpha = -INFINITE, first, alpha
    for i in range(size):
        code = bring(i, size, codes[ply], ranks[ply])
        step(ply, code, rows)
        after = rows[ply + 1, 7]
        if selective and i and hopeless(code, depth, stands, alpha, control, after):
            best = max(best, stands)
            continue
        left = depth - (1 if (control ^ after) & SIDE or stage_of(control) else 0)
        cut = reduction(code, i, depth, control, after) if selective else 0
        wide = i == 0
        while True:
            top = beta if wide else alpha + 1
            if decider(control) == decider(after):
                value = search(
                    left - cut, alpha, top, ply + 1, rows, codes, ranks, table, notes, duels
                )
            else:
                value = -search(
                    left - cut, -top, -alpha, ply + 1, rows, codes, ranks, table, notes, duels
                )
            if notes[STOP]:
                return 0
            if value > alpha and cut:
                cut = 0
            elif alpha < value < beta and not wide:
                wide = True
            else:
                break
        if value > best:
            best, best_code = value, code
            if not ply:
                notes[BEST], notes[BEST_VALUE] = np.int64(code), value
        alpha = max(alpha, value)
        if alpha >= beta:
            if is_calm(code):
                praise(code, decider(control), depth, ply, notes)
            break
    bound = LOWER if best >= beta else EXACT if best > lowest_alpha else UPPER
    table[place, 0] = key
    table[place, 1] = packed(best_code, depth, bound, best, ply)
    return best
