"""Places to go to, all round a figure, for kernels."""

import numpy as np

from outrider.compiled import rule

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
