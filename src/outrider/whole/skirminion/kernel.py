"""Games of Skirminion by a plain policy, or at random, from the first die to the end; who searches
is asked on the way: the search calls itself, and cannot be a part of another kernel."""

import numpy as np

from outrider import whole
from outrider.bots import measured
from outrider.bots import skirminion as bots
from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.skirminion import kernel as policy
from outrider.bots.skirminion.kernel import room as places
from outrider.bots.skirminion.kernel.evaluation import judged
from outrider.bots.skirminion.kernel.room import Room
from outrider.bots.skirminion.kernel.searching import outcome
from outrider.bots.skirminion.opening import ALIKE, DECLARATION, WORTH
from outrider.bots.skirminion.thinking import LOOSE_ENDS
from outrider.compiled import Word, draw, entry, part, rule
from outrider.endings.skirminion import kernel as solved
from outrider.games import skirminion as facade
from outrider.games.skirminion import kernel as rulebook
from outrider.games.skirminion.kernel.actions import DECLARE, KIND_AT, PLACE
from outrider.games.skirminion.kernel.apply import apply
from outrider.games.skirminion.kernel.choosing import pick
from outrider.games.skirminion.kernel.listing import list_actions
from outrider.games.skirminion.kernel.many import played, roll, waits
from outrider.games.skirminion.kernel.running import Codes, Rows, load, opened
from outrider.games.skirminion.kernel.words import (
    SIDE,
    SIX_BITS,
    Book,
    Row,
    decider,
    ending_of,
    stage_of,
)
from outrider.games.skirminion.kernel.zobrist import name_of
from outrider.whole import writing
from outrider.whole.writing import LUCK, ROLLED, Lines, Words

CARELESS, NODES, DEEPEST, CONTEMPT = range(4)
"""Of a player: the share of its choices that are anything; what it may spend, and how deep it looks
at most (0: not at all); what a draw costs it."""
BY_TABLE, MOST, AT, CHOSEN, CODE = range(5)
"""Of what is given: whether forts are placed by the table, how many choices there are at most, how
many numbers and choices there were before, and what was thought of."""
THINK = -1


@rule
def liking(code: Word, side: Word) -> int:
    """How much the table likes a declaration or a place for a fort."""
    square = int(code & SIX_BITS)
    if code >> KIND_AT == DECLARE:
        return -10 * abs(square - DECLARATION)
    if code >> KIND_AT != PLACE:
        return 0
    file, rank = square % 8, square // 8
    if side:
        rank = 7 - rank
    return WORTH[4 * (rank - 1) + min(file, 7 - file)]


@part
def by_table(row: Row, codes: Codes, size: int, words: Words) -> int:
    """What the table would do: any of those it likes about as well as the best."""
    side, best, count = row[7] & SIDE, -1000, 0
    for at in range(size):
        best = max(best, liking(np.uint64(codes[at]), side))
    for at in range(size):
        count += 1 if liking(np.uint64(codes[at]), side) >= best - ALIKE else 0
    number = int(writing.lot(words) * count)
    for at in range(size):
        if liking(np.uint64(codes[at]), side) >= best - ALIKE:
            if number == 0:
                return int(codes[at])
            number -= 1
    return int(codes[0])


@part
def greedy(row: Row, book: Book, room: Room, size: int, words: Words) -> int:
    """The action after which the position is worth most, nobody looking further; of equals, and of
    what is nearly equal, any."""
    codes, notes, numbers = room[1][places.FIXED - 1], room[4], room[-1]
    mine, best, found = decider(row[7]), -places.INFINITE, int(codes[0])
    for at in range(size):
        after = apply(load(row), np.uint64(codes[at]), book)
        if ending_of(after[7]):
            value = outcome(after[7], 0, notes)
        else:
            value = judged(after, notes, numbers)
        value = value if (after[7] & SIDE) == mine else -value
        words[LUCK] = draw(words[LUCK])
        value += int(words[LUCK] & np.uint64(LOOSE_ENDS))
        if value > best:
            best, found = value, int(codes[at])
    return found


@part
def prepare(row: Row, player: Reals, room: Room, luck: Word) -> None:
    """Begin a search anew: nothing is known, and chance says which of equals comes first."""
    rows, _, _, table, notes = room[0], room[1], room[2], room[3], room[4]
    for at in range(8):
        rows[0, at] = row[at]
    rows[0, places.NAME] = name_of(load(row))
    rows[places.FIXED, places.FORTS] = row[2] | row[3]
    for at in range(places.WEIGHTS):
        notes[at] = 0
    for at in range(places.KILLERS, places.HISTORY):
        notes[at] = 0
    for at in range(places.HISTORY, places.NOTES):
        luck = draw(luck)
        notes[at] = int(luck & np.uint64(LOOSE_ENDS))
    for at in range(len(table)):
        table[at, 0], table[at, 1] = np.uint64(0), np.uint64(0)
    notes[places.BUDGET] = int(player[NODES])
    notes[places.SELECTIVE] = 1
    red = decider(row[7]) == 0
    notes[places.CONTEMPT] = int(-player[CONTEMPT] if red else player[CONTEMPT])


@part
def choose(row: Row, book: Book, player: Reals, words: Words, room: Room, by_book: bool) -> int:
    """The code of what somebody does; THINK if it is to be searched for, for which all is ready."""
    if player[CARELESS] >= 1:
        words[LUCK] = draw(words[LUCK])
        return int(pick(load(row), words[LUCK], book))
    codes = room[1][places.FIXED - 1]
    size = list_actions(load(row), codes, book)
    if size == 1:
        return int(codes[0])
    if stage_of(row[7]) and by_book:
        return by_table(row, codes, size, words)
    if writing.lot(words) < player[CARELESS]:
        words[LUCK] = draw(words[LUCK])
        return int(pick(load(row), words[LUCK], book))
    if player[DEEPEST] == 0:
        return greedy(row, book, room, size, words)
    words[LUCK] = draw(words[LUCK])
    prepare(row, player, room, words[LUCK])
    return THINK


@part
def whole_game(
    row: Row, players: Reals, words: Words, room: Room, lines: Lines, given: Numbers
) -> tuple[int, int]:
    """Play a game on, in place, and tell its lines: until it is over or somebody has to think. How
    many numbers that takes with those before, and how many choices there were."""
    at, chosen, code = given[AT], given[CHOSEN], np.zeros(1, np.int64)
    book = opened(room[-1])
    if given[CODE] != THINK:
        code[0] = given[CODE]
        at = writing.tell(lines, at, int(decider(row[7])), code, 1)
        played(row, np.uint64(code[0]), book)
        chosen += 1
    while waits(row):
        code[0] = writing.die(words)
        at = writing.tell(lines, at, ROLLED, code, 1)
        roll(row, np.uint64(code[0]))
    while not ending_of(row[7]) and chosen < given[MOST]:
        seat = int(decider(row[7]))
        code[0] = choose(row, book, players[seat], words, room, given[BY_TABLE] != 0)
        if code[0] == THINK:
            break
        at = writing.tell(lines, at, seat, code, 1)
        played(row, np.uint64(code[0]), book)
        chosen += 1
    return at, chosen


@entry(rulebook, policy, solved, measured, whole, bots, facade)
def whole_games(
    rows: Rows,
    room: Room,
    players: Reals,
    words: Words,
    lines: Lines,
    sizes: Numbers,
    given: Numbers,
) -> None:
    """Play every game on, in place, as `whole_game` does; lines[i] and sizes[i] tell it."""
    for i in range(len(rows)):
        sizes[i], given[CHOSEN] = whole_game(rows[i], players, words[i], room, lines[i], given)
        if len(rows) > 1:
            given[CHOSEN] = 0
