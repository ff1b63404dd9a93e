"""The moments of a match with those that are being drafted after them."""

from collections.abc import Sequence
from typing import Any, overload

from outrider.core.conduct import Moment


class Ahead(Sequence[Moment[Any]]):
    """As a list of all of them, which is never made: a match may have thousands, and every action
    would look at each."""

    __slots__ = ("_base", "_count", "drafted")

    def __init__(self, base: list[Moment[Any]]) -> None:
        self._base = base
        self._count = len(base)
        self.drafted: list[Moment[Any]] = []

    def __len__(self) -> int:
        return self._count + len(self.drafted)

    @overload
    def __getitem__(self, at: int) -> Moment[Any]: ...

    @overload
    def __getitem__(self, at: slice) -> list[Moment[Any]]: ...

    def __getitem__(self, at: int | slice) -> Moment[Any] | list[Moment[Any]]:
        if isinstance(at, slice):
            return [self[n] for n in range(*at.indices(len(self)))]
        after = at - self._count if at >= 0 else at + len(self.drafted)
        if after >= 0:
            return self.drafted[after]
        return self._base[at if at >= 0 else after]
