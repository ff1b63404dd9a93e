"""What all kernels of whole games share: their chance, and how they tell what happened.

A game has two random words: one for the dice, which is the same for all games of a unit, and one
for the luck of who chooses. A line is told as the seat that chose, or ROLLED; how many numbers
follow; and these: an action's code, or faces. What does not fit is counted all the same, so that
whoever asked can make room and ask again.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.measured.plans import SEEDS
from outrider.compiled import draw, rule, share

Words: TypeAlias = npt.NDArray[np.uint64]
Lines: TypeAlias = npt.NDArray[np.int32]

DICE, LUCK = 0, 1
ROLLED = -1
FACES = 6
CARELESS, STYLE = 0, 1
"""Of a player: the share of its choices that are anything, and then its style."""


@rule
def put(lines: Lines, at: int, number: int) -> int:
    """Tell a number, if there is room; where the next one goes."""
    if at < len(lines):
        lines[at] = number
    return at + 1


@rule
def die(words: Words) -> int:
    """The next face."""
    words[DICE] = draw(words[DICE])
    return 1 + int(share(words[DICE]) * FACES)


@rule
def lot(words: Words) -> float:
    """Luck of who chooses, from 0 up to 1."""
    words[LUCK] = draw(words[LUCK])
    return share(words[LUCK])


@rule
def seed(words: Words) -> int:
    """For a policy's own luck."""
    return int(lot(words) * SEEDS)


@rule
def is_careless(player: Reals, words: Words) -> bool:
    careless: bool = player[CARELESS] > 0 and lot(words) < player[CARELESS]
    return careless


@rule
def tell(lines: Lines, at: int, seat: int, code: Numbers, size: int) -> int:
    """Tell a line of so many numbers; zeros at its end go without saying."""
    while size > 1 and code[size - 1] == 0:
        size -= 1
    at = put(lines, at, seat)
    at = put(lines, at, size)
    for each in range(size):
        at = put(lines, at, code[each])
    return at
