"""What a table waits for besides people, told to everybody when it begins and when it is over."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakMethod

KINDS = ("slow", "failing")
"""A bot takes longer than it should; none answers, and all are asked again."""


def weakly(told: Callable[[], None]) -> Callable[[], None]:
    """The same method, without holding what it belongs to: a match that is over leaves the memory
    at once, and not when all of it is searched for garbage."""
    held = WeakMethod(told)

    def tell() -> None:
        method = held()
        if method is not None:
            method()

    return tell


class Wait:
    """One question to a bot, which is `slow` after so many seconds."""

    def __init__(self, changed: Callable[[], None], slow: float | None = None) -> None:
        self._changed = changed
        self._over = False
        self.kinds: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None
        if slow is not None:
            self._timer = asyncio.get_running_loop().call_later(slow, self.begin, "slow")

    def begin(self, kind: str) -> None:
        # The bot's process may say something when whoever asked has already left.
        if not self._over and kind not in self.kinds:
            self.kinds.add(kind)
            self._changed()

    def answered(self) -> None:
        """The answer is there; it may still turn out to be no good."""
        if self._timer is not None:
            self._timer.cancel()
        if self.kinds:
            self.kinds.clear()
            self._changed()

    def close(self) -> None:
        """Nobody waits any more."""
        self._over = True
        self.answered()


class Waits:
    """All that a table waits for."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._open: set[Wait] = set()
        self._compiling = False

    def to_json(self) -> dict[str, bool]:
        said = {kind: any(kind in wait.kinds for wait in self._open) for kind in KINDS}
        return {"preparing": self._compiling, **said}

    def compiling(self, is_at_it: bool) -> None:
        """Whether the game is being compiled beside the server."""
        if is_at_it != self._compiling:
            self._compiling = is_at_it
            self._changed()

    @contextmanager
    def asking(self, slow: float | None = None) -> Iterator[Wait]:
        """While a bot is asked something."""
        wait = Wait(self._changed, slow)
        self._open.add(wait)
        try:
            yield wait
        finally:
            wait.close()
            self._open.discard(wait)
