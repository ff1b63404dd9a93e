"""The two editions: what the first says otherwise is a value here, and nothing else differs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edition:
    """`rolls_each_round`: who attacks first is rolled for anew in every round, not once (SKM-S6).
    `climbs`: a move is measured to the height it ends on, not flat (SKM-M1)."""

    game: str
    rolls_each_round: bool
    climbs: bool


REVISED = Edition("skirmish", rolls_each_round=False, climbs=True)
FIRST = Edition("skirmish-2012", rolls_each_round=True, climbs=False)
