"""Telling people what they wait for, if they have to wait."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SHORT = 1.0
"""Seconds that need no explanation."""
COMPILING = "Outrider: compiling "
"""How a message about compiling begins."""

_hurrying = False
_said: set[str] = set()
_hearers: list[Callable[[], None]] = []


@contextmanager
def patience(message: str, after: float = SHORT) -> Iterator[None]:
    """Print a message on standard error, once, if what happens inside takes longer than that. The
    time for a message about compiling begins when something has to be compiled: on a busy machine
    it takes long, too, to load what was compiled before."""
    timer = threading.Timer(after, _say, [message])
    timer.daemon = True

    def begin() -> None:
        if timer.ident is None:
            timer.start()

    try:
        if message.startswith(COMPILING):
            with hearing(begin):
                yield
        else:
            begin()
            yield
    finally:
        timer.cancel()


def _say(message: str) -> None:
    if message not in _said:
        _said.add(message)
        print(message, file=sys.stderr, flush=True)


@contextmanager
def hearing(hearer: Callable[[], None]) -> Iterator[None]:
    """Have somebody called whenever meanwhile something has to be compiled, before it is."""
    _hearers.append(hearer)
    try:
        yield
    finally:
        _hearers.remove(hearer)


def compiling() -> None:
    """Something has to be compiled, by this process or by another that is at it already."""
    for hearer in tuple(_hearers):
        hearer()


def hurry(hurrying: bool = True) -> None:
    """People wait for what this process answers: it does without what is not compiled yet, and
    leaves compiling to others."""
    global _hurrying
    _hurrying = hurrying


def in_a_hurry() -> bool:
    return _hurrying
