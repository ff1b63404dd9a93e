"""All legal actions as a list of codes."""

from outrider.compiled import Word, lowest, part, rule
from outrider.games.skirminion.kernel.actions import (
    DECLARE,
    END,
    MOVE,
    PASS,
    REST,
    Codes,
    code_of,
    fresh,
    ground_of,
    is_fresh,
    may_end,
    special,
    special_code,
    strike_code,
)
from outrider.games.skirminion.kernel.board import NONE, ONE, Eight, Four
from outrider.games.skirminion.kernel.choosing import (
    FROM_E,
    FROM_EE,
    FROM_N,
    FROM_NE,
    FROM_NN,
    FROM_NW,
    FROM_S,
    FROM_SE,
    FROM_SS,
    FROM_SW,
    FROM_W,
    FROM_WW,
    ON_BOARD,
)
from outrider.games.skirminion.kernel.layout import IN_STEP, LEAST_FORTS, MOST_FORTS
from outrider.games.skirminion.kernel.moving import Ground, destinations, strayed
from outrider.games.skirminion.kernel.words import DECLARING, Book, Words, ending_of, stage_of


@rule
def add_moves(squares: Word, back: Word, codes: Codes, size: int) -> int:
    """A move for every bit of a set that came from one direction."""
    while squares:
        target = lowest(squares)
        codes[size] = code_of(MOVE, (target + back) & ON_BOARD, target)
        size += 1
        squares &= squares - ONE
    return size


@rule
def add_blows(words: Words, squares: Word, back: Word, codes: Codes, size: int) -> int:
    """An attack or a siege for every bit of a set that came from one direction."""
    while squares:
        target = lowest(squares)
        codes[size] = strike_code(words, (target + back) & ON_BOARD, target)
        size += 1
        squares &= squares - ONE
    return size


@rule
def add_walks(walks: Eight, runs: Four, codes: Codes, size: int) -> int:
    size = add_moves(walks[0], FROM_N, codes, size)
    size = add_moves(walks[1], FROM_S, codes, size)
    size = add_moves(walks[2], FROM_E, codes, size)
    size = add_moves(walks[3], FROM_W, codes, size)
    size = add_moves(walks[4], FROM_NE, codes, size)
    size = add_moves(walks[5], FROM_NW, codes, size)
    size = add_moves(walks[6], FROM_SE, codes, size)
    size = add_moves(walks[7], FROM_SW, codes, size)
    size = add_moves(runs[0], FROM_NN, codes, size)
    size = add_moves(runs[1], FROM_SS, codes, size)
    size = add_moves(runs[2], FROM_EE, codes, size)
    return add_moves(runs[3], FROM_WW, codes, size)


@rule
def add_strikes(words: Words, strikes: Eight, codes: Codes, size: int) -> int:
    size = add_blows(words, strikes[0], FROM_N, codes, size)
    size = add_blows(words, strikes[1], FROM_S, codes, size)
    size = add_blows(words, strikes[2], FROM_E, codes, size)
    size = add_blows(words, strikes[3], FROM_W, codes, size)
    size = add_blows(words, strikes[4], FROM_NE, codes, size)
    size = add_blows(words, strikes[5], FROM_NW, codes, size)
    size = add_blows(words, strikes[6], FROM_SE, codes, size)
    return add_blows(words, strikes[7], FROM_SW, codes, size)


@rule
def add_ring(source: Word, ring: Word, codes: Codes, size: int) -> int:
    """A move of one unit to every square of a set."""
    while ring:
        codes[size] = code_of(MOVE, source, lowest(ring))
        size += 1
        ring &= ring - ONE
    return size


@part
def add_strays(units: Word, ground: Ground, codes: Codes, size: int, numbers: Book) -> int:
    """The moves of units that are not in step."""
    while units:
        source = lowest(units)
        size = add_ring(source, strayed(ONE << source, ground, numbers), codes, size)
        units &= units - ONE
    return size


@rule
def list_fresh(words: Words, codes: Codes, numbers: Book) -> int:
    """Every way to begin an activation."""
    sets = fresh(words, numbers)
    walks, runs, strikes, rests, by_forts, _, _, passes = sets
    ground = ground_of(words, sets)
    size = add_walks(walks, runs, codes, 0)
    size = add_strikes(words, strikes, codes, size)
    while rests:
        codes[size] = code_of(REST, lowest(rests), NONE)
        size += 1
        rests &= rests - ONE
    while by_forts:
        source = lowest(by_forts)
        size = add_ring(source, destinations(ONE << source, ground, numbers), codes, size)
        by_forts &= by_forts - ONE
    if not numbers[IN_STEP]:
        size = add_strays(words[0], ground, codes, size, numbers)
    if passes:
        codes[size] = code_of(PASS, NONE, NONE)
        size += 1
    return size


@rule
def list_actions(words: Words, codes: Codes, numbers: Book) -> int:
    """Fill `codes` with every legal action, in the order `nth_fresh` counts them; how many."""
    control = words[7]
    if ending_of(control):
        return 0
    if is_fresh(control):
        return list_fresh(words, codes, numbers)
    size = 0
    if stage_of(control) == DECLARING:
        forts = numbers[LEAST_FORTS]
        while forts <= numbers[MOST_FORTS]:
            codes[size] = code_of(DECLARE, NONE, forts)
            size += 1
            forts += ONE
        return size
    squares = special(words, numbers)
    while squares:
        codes[size] = special_code(words, lowest(squares))
        size += 1
        squares &= squares - ONE
    if may_end(control):
        codes[size] = code_of(END, NONE, NONE)
        size += 1
    return size
