"""Skirminion's puzzles: forced wins, and the only way out of one."""

from fractions import Fraction
from functools import cache
from typing import Any, cast

import numpy as np

from outrider.core.game import Game
from outrider.core.patience import patience
from outrider.core.refusal import malformed
from outrider.core.wire import Action
from outrider.games.skirminion.engine import engine, first_words
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.numbers import Numbers
from outrider.games.skirminion.state import SEATS, State, Words, other
from outrider.puzzles.puzzle import HOLD, WIN, Aim
from outrider.puzzles.solving import Answer, Unsolved

WAITING = "Outrider: compiling what solves Skirminion's puzzles, once (about 10 seconds)..."
BUDGET = 3_000_000
"""Positions that are looked at for one question, at most."""
PLACES = 1 << 16
DEEPEST = 2 * 40 + 8
"""Decisions in a row: three to an activation at most, and no puzzle is so long."""


@cache
def kernel() -> Any:
    from outrider.puzzles.skirminion.kernel import forced

    return forced


class Hunt:
    """One question after another about the same position."""

    def __init__(self, words: Words, numbers: Numbers, hunter: str, budget: int = BUDGET) -> None:
        made = kernel()
        self._rows = np.zeros((3 * DEEPEST, 9), np.uint64)
        codes = np.empty((3 * DEEPEST, layout.MOST_ACTIONS), np.uint16)
        self._notes = np.zeros(made.NOTES, np.int64)
        self._notes[made.HUNTER] = SEATS.index(hunter)
        self._notes[made.BUDGET] = budget
        known = np.zeros((PLACES, 2), np.uint64)
        self._rows[0, : made.NAME] = words
        self._rows[0, made.NAME] = engine().name(words)
        self._room = (self._rows, codes, self._notes, known, engine().array(numbers))

    def wins(self, left: int) -> bool:
        """Does the hunter force a win while so many activations begin or go on?"""
        made = kernel()
        with patience(WAITING):
            found = made.forced(0, left, self._room)
        if self._notes[made.STOP]:
            raise Unsolved
        return bool(found)


class Forced:
    """Who wins by force, by looking at everything."""

    def __init__(self, game: Game[Any, Any], budget: int = BUDGET) -> None:
        self._game = game
        self._budget = budget

    def hunts(self, state: State, hunter: str, left: int) -> bool:
        return Hunt(state.words, state.numbers, hunter, self._budget).wins(left)

    def within(self, state: State, hunter: str, most: int) -> int | None:
        """The least number of activations in which a side forces a win, up to so many."""
        return next((left for left in range(most + 1) if self.hunts(state, hunter, left)), None)

    def answers(self, state: State, seat: str, aim: Aim) -> list[Answer]:
        if aim.kind not in (WIN, HOLD):
            raise malformed(f"{self._game.title} has no puzzles of the kind {aim.kind}")
        found = []
        for action in self._game.choices(state, seat):
            after = self._game.apply(state, seat, action).state
            good = self.holds(after, seat, self.left(state, aim, after))
            found.append(Answer(action, Fraction(int(good))))
        return sorted(found, key=lambda answer: -answer.chance)

    def holds(self, state: State, seat: str, aim: Aim) -> bool:
        """Whether the aim can still be reached."""
        if aim.kind == WIN:
            return self.hunts(state, seat, aim.activations)
        return not self.hunts(state, other(seat), aim.activations)

    def left(self, state: State, aim: Aim, after: State) -> Aim:
        gone = _played(after) - _played(state)
        return Aim(aim.kind, aim.activations - gone)

    def reply(self, state: State, seat: str, aim: Aim) -> Action:
        """The other side's best: it gets away, or lives as long as it can; against somebody who
        only holds, it goes for the quickest win, or else for the shortest way to one."""
        asked = state.decider
        best, worth = None, -1
        for action in self._game.choices(state, asked):
            after = self._game.apply(state, asked, action).state
            lives = self._worth(after, seat, self.left(state, aim, after))
            if lives > worth:
                best, worth = action, lives
        return cast(Action, best)

    def _worth(self, state: State, seat: str, aim: Aim) -> int:
        if aim.kind == WIN:
            within = self.within(state, seat, aim.activations)
            return aim.activations + 1 if within is None else within
        within = self.within(state, other(seat), aim.activations)
        return 0 if within is None else 1 + aim.activations - within

    def get_ready(self) -> None:
        words, numbers = first_words()
        Hunt(words, numbers, SEATS[0]).wins(0)

    def maker(self) -> Any:
        """What makes new puzzles (`puzzles.making`)."""
        from outrider.puzzles.skirminion.making import Battles

        return Battles(Forced(self._game, BUDGET // 100))


def _played(state: State) -> int:
    return state.control >> layout.PLAYED_AT & layout.MOST_COUNTED


def make(game: Game[Any, Any]) -> Forced:
    return Forced(game)
