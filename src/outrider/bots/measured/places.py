"""Places to go to: all round a figure, for kernels, and near a wish, where figures are placed."""

import random
from typing import Any

import numpy as np

from outrider.compiled import rule
from outrider.core.choices import Choices
from outrider.core.game import Game
from outrider.core.wire import Action

AROUND = 12
RINGS = 2 * AROUND
"""Places all round, at the full length and at half of it."""
_ANGLES = 2 * np.pi * np.arange(AROUND) / AROUND
EAST, NORTH = np.cos(_ANGLES), np.sin(_ANGLES)


@rule
def ringed(x: int, y: int, limit: int, number: int) -> tuple[int, int]:
    """One of the places all round."""
    length = limit if number < AROUND else limit // 2
    way = number % AROUND
    return x + int(length * EAST[way]), y + int(length * NORTH[way])


def near(
    game: Game[Any, Any],
    state: Any,
    seat: str,
    choices: Choices[Any],
    wish: Action,
    source: random.Random,
) -> Action:
    """What is wished for, or as near to it as there is room."""
    found: Action | None = wish if wish in choices else game.suggest(state, seat, wish)
    return choices.sample(source) if found is None else found
