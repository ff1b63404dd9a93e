"""Matches that are looked at and never go on: the first moment of one and the last, and nothing of
what lies between them, which is most of the memory that a match takes."""

from collections.abc import Iterator
from typing import Any, SupportsIndex, overload

from outrider.core.conduct import Moment
from outrider.play.match import Match
from outrider.play.older import OlderMatch


class Ends(list[Moment[Any]]):
    """As long as all moments of a match. Whoever asks for one that is not kept asks in vain, and
    is told so: nobody should take these for all there were."""

    def __init__(self, moments: list[Moment[Any]]) -> None:
        super().__init__({0: moments[0], len(moments) - 1: moments[-1]}.values())
        self._count = len(moments)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: SupportsIndex) -> Moment[Any]: ...
    @overload
    def __getitem__(self, at: slice) -> list[Moment[Any]]: ...

    def __getitem__(self, at: SupportsIndex | slice) -> Moment[Any] | list[Moment[Any]]:
        wanted = range(self._count)[at]
        if isinstance(wanted, range):
            return [self[n] for n in wanted]
        if wanted not in (0, self._count - 1):
            raise LookupError(f"moment {wanted} of {self._count} is not kept here")
        return super().__getitem__(0 if wanted == 0 else -1)

    def __iter__(self) -> Iterator[Moment[Any]]:
        return (self[n] for n in range(self._count))

    def __reversed__(self) -> Iterator[Moment[Any]]:
        return (self[n] for n in reversed(range(self._count)))


def is_shelved(match: Match) -> bool:
    """Whether only the ends of a match are there."""
    return isinstance(match.moments, Ends)


def shelve(match: Match) -> None:
    """Let go of everything between the ends of a match."""
    match.moments = Ends(match.moments)
    if isinstance(match, OlderMatch):
        match.course.moments = match.moments
