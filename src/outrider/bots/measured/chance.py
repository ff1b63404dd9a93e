"""Dice for kernels, from a number that is handed on: the same seed gives the same faces."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled.jit import part, rule

Reals: TypeAlias = npt.NDArray[np.float64]
Numbers: TypeAlias = npt.NDArray[np.int64]

MODULUS = 2147483647
FACTOR = 48271
SPREAD = 7919


@rule
def seeded(luck: Numbers, seed: int) -> None:
    """Begin anew; near seeds give faces that have nothing to do with each other."""
    luck[0] = 1 + (seed * SPREAD) % (MODULUS - 1)
    for _ in range(3):
        luck[0] = luck[0] * FACTOR % MODULUS


@rule
def die(luck: Numbers) -> int:
    """A face from 1 to 6. Products stay far below what 64 bits hold."""
    luck[0] = luck[0] * FACTOR % MODULUS
    return 1 + int(luck[0] * 6 // MODULUS)


@rule
def share(luck: Numbers) -> float:
    """A number from 0 up to 1."""
    luck[0] = luck[0] * FACTOR % MODULUS
    return float(luck[0]) / MODULUS


@part
def copy(numbers: Numbers, into: Numbers) -> None:
    """The same numbers there. An assignment to a slice would be compiled with all the sentences it
    might raise."""
    for at in range(len(into)):
        into[at] = numbers[at]
