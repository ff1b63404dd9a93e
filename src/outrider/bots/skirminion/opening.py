"""Declaring and placing forts, by a table that `python -m bench.forts` computed from self-play. It
holds for the rulebook's numbers: by others the forts are searched for, as all else is."""

import random

from outrider.core.wire import Action
from outrider.games.skirminion.actions import action_of
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.numbers import Numbers, is_the_books
from outrider.games.skirminion.state import State, Words

CLASSES = 12
"""Squares of one's half for a fort, by row (2, 3, 4 from one's own side) and by how far they are
from the edge (a and h, b and g, c and f, d and e)."""

WORTH = (
    17, 14, 16, 15,
    15, 7, -7, 9,
    16, -35, -37, -30,
)  # fmt: skip
"""Of a fort on each class, to its owner, in hundredths of the logarithm of the odds: 1094 games.
What stands far forward in the middle is soon the enemy's."""
ALIKE = 3
"""Squares that differ by no more than this are chosen from by chance."""
DECLARATION = 2
"""Two gave the declaring side 0.54 points a game, and 44 draws in 100. None gave 0.50 and 97 draws,
one 0.50, three and four 0.47; each in 247 games or more."""


def class_of(square: int, side: int) -> int:
    """The class of a square of the half of Red (0) or Blue (1)."""
    file, row = square % 8, square // 8
    if side:
        row = 7 - row
    return 4 * (row - 1) + min(file, 7 - file)


def preference(words: Words, code: int, numbers: Numbers) -> int:
    """How much the table likes an action; nothing, once the battle has begun, or by other numbers
    than the rulebook's."""
    if not is_the_books(numbers):
        return 0
    kind = code >> layout.KIND_AT
    if kind == layout.DECLARE:
        return -10 * abs((code & 63) - DECLARATION)
    return WORTH[class_of(code & 63, words[7] & layout.SIDE)] if kind == layout.PLACE else 0


def opening_code(words: Words, source: random.Random, numbers: Numbers) -> int:
    """What the table would do."""
    codes = engine().codes(words, numbers)
    worth = {code: preference(words, code, numbers) for code in codes}
    best = max(worth.values())
    return source.choice([code for code in codes if worth[code] >= best - ALIKE])


def opening(state: State, source: random.Random) -> Action:
    return action_of(opening_code(state.words, source, state.numbers))
