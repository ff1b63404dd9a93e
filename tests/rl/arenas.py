"""Environments of all games, on terms on which they are soon over."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

import outrider
from outrider.rl.many import Vector

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Kind:
    """A game and how its environments are made here."""

    id: str
    terms: dict[str, Any] = field(default_factory=dict)
    name: str = ""

    def vector(self, games: int, seed: int = 1, threads: int = 1) -> Vector:
        return outrider.vector(self.id, games, seed=seed, threads=threads, **self.terms)


SKIRMINION = Kind("skirminion", {"options": {"quiet_limit": 30, "length_limit": 120}})
FAR = Kind(
    "skirminion",
    {
        "options": {"quiet_limit": 20, "length_limit": 60},
        "variant": {
            "outrider_variant": 1,
            "game": "skirminion",
            "name": "Riders",
            "set": {"move.straight": 5, "slow.diagonal": 3},
        },
    },
    "riders",
)
BASIC = Kind("basic", {"options": {"table": "8x8", "zone": 2, "turn_limit": 12}})
SKIRMISH = Kind("skirmish", {"options": {"round_limit": 5}})
FIRST_EDITION = Kind("skirmish-2012", {"options": {"round_limit": 4}, "seats": 3})
SKIRMISHERS = Kind("skirmishers")
AMBUSH = Kind("skirmishers", {"scenario": "ambush"}, "ambush")
KINDS = (SKIRMINION, FAR, BASIC, SKIRMISH, FIRST_EDITION, SKIRMISHERS, AMBUSH)


def name(kind: Kind) -> str:
    return kind.name or kind.id
