"""Games of Skirminion's search against itself, for fitting weights and openings."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from outrider.bots.skirminion.kernel.room import Net
from outrider.bots.skirminion.net import NO_NET
from outrider.bots.skirminion.thinking import Mind
from outrider.bots.skirminion.weights import WEIGHTS
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.numbers import limited
from outrider.games.skirminion.state import SEATS, Words, other, setup_words

Player: TypeAlias = Callable[[Words, random.Random], int]
"""Chooses an action's code."""

NUMBERS = limited((100, 1000))
RED_WON = (layout.RED_DESTROYED_ALL, layout.RED_STRONGER)
BLUE_WON = (layout.BLUE_DESTROYED_ALL, layout.BLUE_STRONGER)


def ending(words: Words) -> int:
    return words[7] >> layout.ENDING_AT & 15


def stage(words: Words) -> int:
    return words[7] >> layout.STAGE_AT & 3


def score(words: Words) -> float:
    """Red's: 1, a half or 0."""
    return (1 + (ending(words) in RED_WON) - (ending(words) in BLUE_WON)) / 2


def declared(initiative: str, forts: int) -> Words:
    """A game in which so many forts have been declared."""
    nothing = dict.fromkeys(SEATS, 0)
    words = setup_words(other(initiative), layout.DECLARING, initiative, nothing, NUMBERS)
    return engine().play(words, layout.DECLARE << layout.KIND_AT | forts, NUMBERS)


def any_of(words: Words, source: random.Random) -> int:
    """Any legal action."""
    return source.choice(engine().codes(words, NUMBERS))


def searching(
    nodes: int, weights: Sequence[int] = WEIGHTS, solved_forts: int = 0, net: Net = NO_NET
) -> Player:
    """A player that searches so many nodes."""

    def choose(words: Words, source: random.Random) -> int:
        mind = Mind(
            words, NUMBERS, nodes,
            solved_forts=solved_forts, net=net, seed=source.getrandbits(63),
        )  # fmt: skip
        return mind.weighing(weights).think().code

    return choose


def careless(player: Player, share: float) -> Player:
    """A player that now and then does anything."""

    def choose(words: Words, source: random.Random) -> int:
        return (any_of if source.random() < share else player)(words, source)

    return choose


@dataclass(slots=True)
class Game:
    """One game under way."""

    words: Words
    source: random.Random
    positions: list[Words] = field(default_factory=list)

    def play(self, red: Player, blue: Player, most: int = 10**9) -> "Game":
        """Go on until it is over, or for so many decisions."""
        for _ in range(most):
            if ending(self.words):
                break
            control = self.words[7]
            is_blue = (control & layout.SIDE) ^ bool(control & layout.SIEGE)
            code = (blue if is_blue else red)(self.words, self.source)
            self.words = engine().play(self.words, code, NUMBERS)
            self.positions.append(self.words)
        return self

    def place(self, red: Player, blue: Player) -> "Game":
        """Go on until the forts are placed."""
        while stage(self.words):
            self.play(red, blue, 1)
        return self


def pair(
    first: Player, second: Player, seed: int, forts: int, random_plies: int = 4
) -> list[float]:
    """Two games from one random beginning, sides swapped: the scores of `first`."""
    scores = []
    for swapped in (False, True):
        source = random.Random(seed)
        game = Game(declared(source.choice(SEATS), forts), source).place(any_of, any_of)
        game.play(any_of, any_of, random_plies)
        game.play(*((second, first) if swapped else (first, second)))
        scores.append(1 - score(game.words) if swapped else score(game.words))
    return scores
