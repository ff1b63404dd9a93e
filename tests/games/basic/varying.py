"""Variants at random, and the naive model told their numbers in its own way."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from games.basic import naive

BOUNDS: dict[str, tuple[int, int, int]] = {
    "movement": (0, 24_000, 1000),
    "health": (1, 20, 1),
    "attack": (1, 7, 1),
    "damage": (0, 20, 1),
    "range": (0, 72_000, 1000),
    "save": (1, 7, 1),
    "base": (100, 425, 1000),
    "reach": (0, 72_000, 1000),
    "bolster.damage": (0, 10, 1),
    "bolster.health": (0, 10, 1),
    "rush.movement": (0, 24_000, 1000),
}
"""From, to, and how many make one of those people write. By the whole name, or by its end."""
KINDS = ("commander", "close", "long")
NAMES = (
    *(f"{kind}.{name}" for kind in KINDS for name in naive.Statistics.__dataclass_fields__),
    *("base", "bolster.reach", "bolster.damage", "bolster.health", "rush.reach", "rush.movement"),
)


def bounds_of(name: str) -> tuple[int, int, int]:
    return BOUNDS.get(name) or BOUNDS[name.rpartition(".")[2]]


def drawn(source: random.Random, most: int = len(NAMES)) -> dict[str, int | float]:
    """Some numbers, as people write them: anywhere in their bounds, at a bound, or modest ones."""
    made: dict[str, int | float] = {}
    for name in source.sample(NAMES, source.randint(1, most)):
        low, high, scale = bounds_of(name)
        near = min(high, low + (high - low) // 6)
        value = source.choice((low, high, source.randint(low, high), source.randint(low, near)))
        made[name] = value // scale if value % scale == 0 else value / scale
    return made


def variant(changed: dict[str, int | float], name: str = "drawn") -> dict[str, Any]:
    return {"outrider_variant": 1, "game": "basic", "name": name, "set": changed}


@contextmanager
def told(changed: dict[str, int | float]) -> Iterator[None]:
    """The naive model by these numbers, for a while. A number that is the book's is none that is
    changed."""
    with pytest.MonkeyPatch.context() as patch:
        real = {name: value for name, value in changed.items() if put(patch, name, value)}
        patch.setattr(naive, "VARIANT", variant(real) if real else None)
        yield


def put(patch: pytest.MonkeyPatch, name: str, value: float) -> bool:
    """Change one number of the model; whether it was another."""
    of, _, what = name.rpartition(".")
    number = naive.thousandths(value) if bounds_of(name)[2] > 1 else int(value)
    if of in KINDS:
        before = getattr(naive.STATISTICS[of], what)
        patch.setitem(naive.STATISTICS, of, replace(naive.STATISTICS[of], **{what: number}))
    elif name == "base":
        before = naive.BASE
        patch.setattr(naive, "BASE", number)
    else:
        table = naive.NEAR if what == "reach" else naive.MORE
        before = table[of if what == "reach" else what]
        patch.setitem(table, of if what == "reach" else what, number)
    return bool(before != number)
