"""Telling people what they wait for, if they have to wait."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

SHORT = 1.0
"""Seconds that need no explanation."""

_said: set[str] = set()


@contextmanager
def patience(message: str, after: float = SHORT) -> Iterator[None]:
    """Print a message on standard error, once, if what happens inside takes longer than that."""

    def say() -> None:
        if message in _said:
            return
        _said.add(message)
        print(message, file=sys.stderr, flush=True)

    timer = threading.Timer(after, say)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
