"""Time that passes while links of sealed dice are waited for.

Nobody decides then, so no clock runs. Whoever has not opened a link after a while is waited for as
for a move: from then on it costs that seat's own time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from outrider.play.clock import Clock, Pauses, elapsed, later

PATIENCE = 15_000
"""Milliseconds for which a link may keep the others waiting."""


def used(came: int, began: int, pauses: Pauses) -> int:
    """What a link has cost its holder that came then."""
    return max(0, elapsed(began, came, pauses) - PATIENCE)


def charged(clock: Clock, came: Mapping[str, int], began: int, pauses: Pauses) -> Clock:
    """The clock once all links are there, which came at these times."""
    left = dict(clock.left)
    for seat in left:
        left[seat] = max(0, left[seat] - used(came.get(seat, began), began, pauses))
    return replace(clock, left=left)


def due(clock: Clock, missing: Sequence[str], began: int, pauses: Pauses) -> int | None:
    """When the first of those runs out of time whose links are missing."""
    ends = [
        later(began, PATIENCE + clock.left[seat], pauses) for seat in missing if seat in clock.left
    ]
    return min(ends, default=None)


def flagged(
    clock: Clock, missing: Sequence[str], began: int, now: int, pauses: Pauses
) -> str | None:
    """A seat that has run out of time by not opening its link."""
    for seat in missing:
        if seat in clock.left and used(now, began, pauses) >= clock.left[seat]:
            return seat
    return None
