"""Variants at random, and the naive model told their numbers in its own way."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from games.skirmishers import naive
from games.skirmishers import naive_ground as ground

BOUNDS: dict[str, tuple[int, int, int]] = {
    "touch": (0, 1000, 1000),
    "bow.dice": (0, 12, 1),
    "cover.reach": (0, 72_000, 1000),
    "look": (100, 72_000, 1000),
}
"""From, to, and how many make one of those people write."""
PLACES: dict[str, tuple[Any, str]] = {
    "touch": (naive, "TOUCH"),
    "bow.dice": (naive, "BOW"),
    "cover.reach": (ground, "NEAR"),
    "look": (ground, "LOOK"),
}
"""Where the model has them."""


def written(name: str, value: int) -> int | float:
    """A number as people write it."""
    scale = BOUNDS[name][2]
    return value // scale if value % scale == 0 else value / scale


def drawn(source: random.Random) -> dict[str, int]:
    """Some numbers, in the model's units: anywhere in their bounds, at a bound, or modest ones."""
    made = {}
    for name in source.sample(list(BOUNDS), source.randint(1, len(BOUNDS))):
        low, high, _ = BOUNDS[name]
        near = min(high, low + (high - low) // 20)
        made[name] = source.choice(
            (low, high, source.randint(low, high), source.randint(low, near))
        )
    return made


def variant(changed: dict[str, Any], name: str = "drawn") -> dict[str, Any]:
    return {"outrider_variant": 1, "game": "skirmishers", "name": name, "set": changed}


@contextmanager
def told(changed: dict[str, int]) -> Iterator[None]:
    """The naive model by these numbers, for a while. A number that is the book's is none that is
    changed."""
    with pytest.MonkeyPatch.context() as patch:
        real = {}
        for name in BOUNDS:  # the order in which a variant is written again
            module, place = PLACES[name]
            if changed.get(name, getattr(module, place)) != getattr(module, place):
                patch.setattr(module, place, changed[name])
                real[name] = written(name, changed[name])
        patch.setattr(naive, "VARIANT", variant(real) if real else None)
        yield
