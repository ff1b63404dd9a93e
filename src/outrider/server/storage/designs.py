"""Tables and scenarios that people have shared, as they are kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

DESIGN = ["id", "game", "kind", "title", "author", "who", "origin", "bytes", "listed", "hidden"]
DESIGN += ["gone", "created", "follows", "body"]
MOST_GONE = 1000
"""Of one address, of which it stays known that they were deleted; of older ones it does not."""
TOLD = ", ".join(DESIGN[:-1]) + ", NULL"
"""The columns of a line in a list: all but the body."""


@dataclass(frozen=True, slots=True)
class DesignRow:
    """One that never changes. `body` is its JSON as a text, None in a list and once it is gone."""

    id: str
    game: str
    kind: str
    title: str
    author: str
    who: str
    """Who shared it, by identity,"""
    origin: str
    """and from where: a keyed hash of the address."""
    bytes: int
    listed: bool
    """Whether it stands on the shelf of this server, or is found by its link alone."""
    hidden: bool = False
    """The host has taken it off the shelf; its link still works for whoever shared it."""
    gone: Literal["author", "host"] | None = None
    created: int = 0
    follows: str | None = None
    """The one that it is a new version of."""
    body: str | None = None

    def values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in DESIGN)


def design_row(values: Sequence[Any]) -> DesignRow:
    found = dict(zip(DESIGN, values, strict=True))
    found["listed"], found["hidden"] = bool(found["listed"]), bool(found["hidden"])
    return DesignRow(**found)


class KeepsDesigns(Protocol):
    """The part of a storage that keeps them."""

    async def put_design(self, design: DesignRow) -> None:
        """Conflict if there is one of that id."""

    async def design(self, id: str) -> DesignRow:
        """Raises Missing; one that was deleted is there without its body."""

    async def designs(
        self, game: str | None, limit: int, before: tuple[int, str] | None = None
    ) -> tuple[DesignRow, ...]:
        """Those on the shelf, newest first, without their bodies; those before a time and id."""

    async def designs_of(self, who: str, limit: int) -> tuple[DesignRow, ...]:
        """Those that somebody has shared and not deleted, newest first."""

    async def all_designs(self, after: str, limit: int) -> tuple[DesignRow, ...]:
        """Every one there is, whole, by id."""

    async def hide_design(self, id: str, hidden: bool) -> None:
        """Raises Missing."""

    async def drop_design(self, id: str, by: Literal["author", "host"]) -> None:
        """Delete what is in it; that there was one stays known, until very many of the same address
        are gone, too. Raises Missing."""

    async def designs_kept(self, origin: str | None) -> tuple[int, int]:
        """How many there are, and of how many bytes: those from an address, or all."""
