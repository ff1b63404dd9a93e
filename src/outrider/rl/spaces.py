"""Gymnasium where it is installed, and what stands for it where it is not: the same names with no
more than shapes in them."""

import importlib
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt


def imported(name: str) -> Any:
    """A module that need not be there."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


class PlainBox(NamedTuple):
    """Arrays of that shape, each number between two bounds."""

    low: npt.NDArray[Any]
    high: npt.NDArray[Any]
    shape: tuple[int, ...]
    dtype: npt.DTypeLike


class PlainDiscrete(NamedTuple):
    """0 up to n, but not n."""

    n: int


class PlainMultiDiscrete(NamedTuple):
    """A number below each of these."""

    nvec: npt.NDArray[np.int64]


GYMNASIUM = imported("gymnasium")
VECTORS = imported("gymnasium.vector")

Vectors: Any = object if VECTORS is None else VECTORS.VectorEnv
"""What an environment of many games is."""


def box(highest: npt.NDArray[np.uint8], games: int | None = None) -> Any:
    """Observations: bytes, none higher than that."""
    high = highest if games is None else np.broadcast_to(highest, (games, len(highest)))
    low = np.zeros(high.shape, np.uint8)
    if GYMNASIUM is None:
        return PlainBox(low, high, high.shape, np.uint8)
    return GYMNASIUM.spaces.Box(low, high, high.shape, np.uint8)


def discrete(count: int) -> Any:
    """Numbers of actions."""
    return PlainDiscrete(count) if GYMNASIUM is None else GYMNASIUM.spaces.Discrete(count)


def several(count: int, games: int) -> Any:
    """A number of an action for each game."""
    most = np.full(games, count, np.int64)
    return PlainMultiDiscrete(most) if GYMNASIUM is None else GYMNASIUM.spaces.MultiDiscrete(most)


def same_step() -> Any:
    """That a game which is over begins anew in the same step."""
    return "SameStep" if VECTORS is None else VECTORS.AutoresetMode.SAME_STEP
