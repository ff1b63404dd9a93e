"""Games between those who search: the kernel plays on to where somebody has to think, and the room
for thinking is made once."""

import numpy as np

from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.skirminion import thinking
from outrider.bots.skirminion.kernel import room as places
from outrider.bots.skirminion.kernel.net import HIDDEN
from outrider.bots.skirminion.kernel.searching import search
from outrider.bots.skirminion.net import NO_NET
from outrider.bots.skirminion.thinking import NO_DUELS, WINDOW, duels_of
from outrider.bots.skirminion.weights import WEIGHTS
from outrider.endings.skirminion.files import NO_ENDINGS, endings_for
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel.layout import MOST_ACTIONS
from outrider.games.skirminion.numbers import Numbers as Figures
from outrider.games.skirminion.numbers import is_the_books, unlimited
from outrider.whole.skirminion import kernel
from outrider.whole.writing import Lines, Words


class Thinker:
    """Who thinks for both sides, each with what it may spend."""

    def __init__(self, numbers: Figures, players: Reals) -> None:
        self._players = players
        self._by_table = is_the_books(numbers)
        searches = bool(players[:, kernel.NODES].any())
        size = max(thinking.LEAST_TABLE, int(players[:, kernel.NODES].max()).bit_length())
        made = (
            np.zeros((places.FIXED + 1, 9), np.uint64),
            np.zeros((places.FIXED, MOST_ACTIONS), np.uint16),
            np.zeros((places.FIXED, MOST_ACTIONS), np.int64),
            np.zeros((1 << size if searches else 1, 2), np.uint64),
            np.zeros(places.NOTES, np.int64),
        )
        self.notes = made[4]
        self.notes[places.WEIGHTS : places.WEIGHTS + len(WEIGHTS)] = WEIGHTS
        array = engine().array(numbers)
        # Nobody who searches as little as these has a net (`MOST_NODES`).
        corrects = NO_NET, np.zeros(HIDDEN, np.int16)
        self.room = (*made, NO_DUELS, NO_ENDINGS, *corrects, array)
        self._last = self.room
        if searches:
            thinking.ready()
            endings = endings_for(numbers)
            duels = NO_DUELS if len(endings) else duels_of(0, unlimited(numbers))
            self._last = (*made, duels, endings, *corrects, array)
            """The same without forts, where the last duels are known."""

    def given(self, most: int) -> Numbers:
        return np.array((self._by_table, most, 0, 0, kernel.THINK), np.int64)

    def play(self, rows: Words, words: Words, lines: Lines, most: int) -> int:
        """Play one game to its end; how many numbers tell it."""
        given, sizes = self.given(most), np.zeros(1, np.int64)
        while True:
            kernel.whole_games(rows, self.room, self._players, words, lines, sizes, given)
            given[kernel.AT] = sizes[0]
            if not self.notes[places.BUDGET] or given[kernel.CHOSEN] >= most:
                return int(sizes[0])
            room = self.room if rows[0, 2] | rows[0, 3] else self._last
            given[kernel.CODE] = self._thought(room)
            self.notes[places.BUDGET] = 0

    def _thought(self, room: places.Room) -> int:
        """Deeper and deeper, until the budget is spent, as `Mind.think` does."""
        notes, value = self.notes, 0
        for depth in range(1, thinking.DEEPEST_LOOK + 1):
            notes[places.FIRST] = notes[places.BEST]
            alpha, beta = -places.INFINITE, places.INFINITE
            if depth > 2:
                alpha, beta = max(alpha, value - WINDOW), min(beta, value + WINDOW)
            while True:
                found = search(depth, alpha, beta, 0, room)
                if notes[places.STOP]:
                    return int(notes[places.BEST])
                if found <= alpha and alpha > -places.INFINITE:
                    alpha = -places.INFINITE
                elif found >= beta and beta < places.INFINITE:
                    beta = places.INFINITE
                else:
                    break
            value = found
            if abs(value) > places.SURE and places.WON - abs(value) <= depth:
                break
        return int(notes[places.BEST])
