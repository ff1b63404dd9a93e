"""Who wants to hear of changes, and what they have not heard yet."""

import asyncio
from collections.abc import Iterable
from weakref import WeakSet

MOST = 10_000
"""More than so many untold changes are told as one: anything may have changed."""


class Feed:
    """One listener's changes, from the moment it was made. A match that changes again before it
    was told of is told of once."""

    def __init__(self) -> None:
        self._untold: dict[str, None] = {}
        self._closed = False
        self._woken = asyncio.Event()

    def tell(self, ids: Iterable[str]) -> None:
        self._untold.update(dict.fromkeys(ids))
        if len(self._untold) > MOST:
            self._untold = {"": None}
        if self._untold:
            self._woken.set()

    def end(self) -> None:
        self._closed = True
        self._woken.set()

    def __aiter__(self) -> "Feed":
        return self

    async def __anext__(self) -> str:
        while not self._untold:
            if self._closed:
                raise StopAsyncIteration
            self._woken.clear()
            await self._woken.wait()
        id = next(iter(self._untold))
        del self._untold[id]
        return id

    async def aclose(self) -> None:
        self.end()


class Feeds:
    """All listeners of one storage. One that nobody holds any longer is forgotten."""

    def __init__(self) -> None:
        self._all: WeakSet[Feed] = WeakSet()
        self._of_own: WeakSet[Feed] = WeakSet()
        """Those who hear of this process's changes, too. A server has none: it knows."""

    def __bool__(self) -> bool:
        return bool(self._all)

    def new(self, own: bool = True) -> Feed:
        feed = Feed()
        self._all.add(feed)
        if own:
            self._of_own.add(feed)
        return feed

    def tell(self, ids: Iterable[str], own: bool = False) -> None:
        heard_by = self._of_own if own else self._all
        if heard_by:
            told = tuple(ids)
            for feed in heard_by:
                feed.tell(told)

    def end(self) -> None:
        for feed in self._all:
            feed.end()
