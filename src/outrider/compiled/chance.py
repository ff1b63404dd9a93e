"""A generator of random numbers inside kernels: one word a game, handed on."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled.bits import Word
from outrider.compiled.jit import rule

Rows: TypeAlias = npt.NDArray[np.uint64]

LEFT_13, RIGHT_7, LEFT_17 = np.uint64(13), np.uint64(7), np.uint64(17)
RIGHT_11 = np.uint64(11)
SMALLEST = 2.0**-53


@rule
def draw(random: Word) -> Word:
    """The next state of a xorshift generator; never 0 if it was not."""
    random ^= random << LEFT_13
    random ^= random >> RIGHT_7
    return random ^ (random << LEFT_17)


@rule
def share(random: Word) -> float:
    """A number from 0 up to 1, but not 1, from the upper bits of a random word."""
    return float(random >> RIGHT_11) * SMALLEST


def streams(seed: int, count: int) -> Rows:
    """A random word for each game, never 0, from one seed (SplitMix64)."""
    words = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    words += np.uint64(seed % 2**64)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    words ^= words >> np.uint64(31)
    words[words == 0] = np.uint64(1)
    return words
