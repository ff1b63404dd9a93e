"""How many actions a second a server bears at most."""

import math
from collections.abc import Callable

from bench.load_clients import Tally
from bench.load_page import quantile

ENOUGH = 0.95
"""The share of what is asked for that has to arrive."""
LONGEST = 1000.0
"""Milliseconds: a p99 above this does not count as borne."""
WITHIN = 1.05
"""How close the answer is to be to a rate that is not borne."""
TRIES = 2
"""What else the machine does for a moment may spoil one."""
TOP = 100_000.0


def held(tally: Tally, rate: float) -> bool:
    """Whether what was asked for was done, and soon enough."""
    reached = len(tally.delays) / tally.seconds
    return reached >= ENOUGH * rate and quantile(tally.delays, 0.99) <= LONGEST


def most(holds: Callable[[float], bool], first: float) -> float:
    """The highest rate found that holds: doubled from the first, which does, until one does not,
    and then halfway between the two, in ratio, until they are close."""

    def tried(rate: float) -> bool:
        return any(holds(rate) for _ in range(TRIES))

    low = first
    while low < TOP and tried(2 * low):
        low *= 2
    high = 2 * low
    while high > WITHIN * low:
        middle = math.sqrt(low * high)
        if tried(middle):
            low = middle
        else:
            high = middle
    return low


def steps(first: float) -> int:
    """About how many rates are tried, up to a few thousand."""
    doubled = max(1, math.ceil(math.log2(3000 / first)))
    return doubled + math.ceil(math.log2(math.log(2) / math.log(WITHIN)))
