"""What brains, kernels and the search know of styles, plans and seeds."""

from dataclasses import dataclass
from typing import Any

from outrider.core.wire import Action

NOISE = 0
"""The first number of every style: how blurred its judgement is."""
SKETCH, VARY = 4, 8
"""What is done to a plan before it is followed."""
SEEDS = 1 << 30
"""How many there are: a seed's share of them may be the luck of the first dice."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An action, and in what way it is gone on from there, if not in the policy's own."""

    action: Action
    way: Any = None
