"""What stands where in observations and actions, as data: environments are made by it, and the
tables of docs/environments.md are printed from it."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """Some bytes of an observation that mean the same."""

    name: str
    size: int
    most: int
    """No byte of it is higher."""
    means: str


@dataclass(frozen=True, slots=True)
class Block:
    """Some actions that follow each other."""

    name: str
    size: int
    means: str


def size_of(parts: Sequence[Field] | Sequence[Block]) -> int:
    return sum(part.size for part in parts)


def place(blocks: Sequence[Block], index: int) -> tuple[Block, int]:
    """The block that an action is in, and the how-manieth of it it is."""
    for block in blocks:
        if index < block.size:
            return block, index
        index -= block.size
    raise IndexError(index)
