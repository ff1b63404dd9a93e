"""The numbers of a rulebook as data: what each is called, what it is, how far it may be changed.

A game's kernel takes them as an array with named places, so that changed ones need no compiler.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One number. `place` is where the kernel's array has it; `scale` is how many of the kernel's
    units are one of those people write (a thousand thousandths to the inch)."""

    place: int
    name: str
    default: int
    low: int
    high: int
    rule: str
    sentence: str
    scale: int = 1


def in_places(figures: tuple[Figure, ...], changed: Mapping[str, int]) -> list[int]:
    """The numbers in the order of their places, some of them changed."""
    made = [0] * len(figures)
    for figure in figures:
        made[figure.place] = changed.get(figure.name, figure.default)
    return made
