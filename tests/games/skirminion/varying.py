"""Variants at random, and the naive model told their numbers in its own way."""

import random
from collections.abc import Mapping
from typing import Any

from games.skirminion import naive

BOUNDS: dict[str, tuple[int, int]] = {
    "units": (2, 8),
    "health": (1, 6),
    "forts.least": (0, 4),
    "forts.most": (0, 4),
    "forts.rows": (2, 4),
    "forts.apart": (1, 4),
    "rest.gain": (1, 3),
    "move.straight": (1, 7),
    "move.diagonal": (0, 7),
    "slow.straight": (1, 7),
    "slow.diagonal": (0, 7),
    "attack.damage": (1, 6),
    "attack.support": (0, 6),
    "siege.damage": (1, 6),
    "stand.damage": (1, 6),
}


def drawn(source: random.Random, most: int = len(BOUNDS)) -> dict[str, int]:
    """Some numbers anywhere in their bounds, or close to the least; forts fit together."""
    made = {}
    for name in source.sample(list(BOUNDS), source.randint(1, most)):
        low, high = BOUNDS[name]
        made[name] = source.choice((low, min(low + 1, high), source.randint(low, high)))
    if made.get("forts.least", 0) > made.get("forts.most", 4):
        made["forts.least"] = made["forts.most"]
    return made


def variant(changed: Mapping[str, int], name: str = "drawn") -> dict[str, Any]:
    return {"outrider_variant": 1, "game": "skirminion", "name": name, "set": dict(changed)}


def modelled(changed: Mapping[str, int]) -> naive.Numbers:
    """The same numbers as the model has them."""
    return naive.Numbers(**{name.replace(".", "_"): value for name, value in changed.items()})
