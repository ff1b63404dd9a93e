"""Where a run is: what is being done, how many of how many, and about how long it still takes.

On a terminal one line that changes in place, elsewhere (in a file, in a log) lines. Told when there
is news only: a clock that ticks would take time from what is measured.
"""

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TextIO

WIDTH = 100
CLEAR = "\r\x1b[2K"


def duration(seconds: float) -> str:
    """About so long, in words."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} min"
    return f"{seconds / 3600:.1f} h"


class Teller:
    """Says where a run is, on standard error unless told otherwise."""

    def __init__(self, stream: TextIO | None = None, every: float = 0.0) -> None:
        """`every`: elsewhere than on a terminal, the least seconds between two lines."""
        self._stream = stream or sys.stderr
        self._in_place = self._stream.isatty()
        self._every = every
        self._last = -every

    def tell(self, what: str, done: int, total: int, left: float | None) -> None:
        """`done` counts what is under way, too."""
        about = "" if left is None else f", about {duration(left)} left"
        text = f"{done} of {total}{about}: {what}"
        if self._in_place:
            width = os.get_terminal_size(self._stream.fileno()).columns or WIDTH
            self._write(f"{CLEAR}{text[: width - 1]}")
        elif time.monotonic() - self._last >= self._every or done == total:
            self._last = time.monotonic()
            self._write(f"{text}\n")

    def clear(self) -> None:
        """Make room for what is printed next."""
        if self._in_place:
            self._write(CLEAR)

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


@dataclass(frozen=True, slots=True)
class Step:
    """Something that is done once."""

    what: str
    key: str
    """What takes as long as this."""
    guess: float
    """Seconds, as long as nothing of the same key has been done."""


class Steps:
    """One after the other, each told before it begins: where a run hangs, the last line says in
    what."""

    def __init__(self, steps: Sequence[Step], teller: Teller) -> None:
        self._steps = steps
        self._teller = teller
        self._at = -1
        self._begun = 0.0
        self._took: dict[str, list[float]] = {}

    def begin(self) -> None:
        """The next one."""
        self._note()
        self._at += 1
        left = sum(map(self._expected, self._steps[self._at :]))
        self._begun = time.monotonic()
        self._teller.tell(self._steps[self._at].what, self._at + 1, len(self._steps), left)

    def end(self) -> None:
        self._note()
        self._teller.clear()

    def _note(self) -> None:
        if self._at >= 0:
            took = self._took.setdefault(self._steps[self._at].key, [])
            took.append(time.monotonic() - self._begun)

    def _expected(self, step: Step) -> float:
        took = self._took.get(step.key)
        return fmean(took) if took else step.guess


class Count:
    """Many of a kind, perhaps several at once: what is left takes as long as what is done."""

    def __init__(self, total: int, what: str, teller: Teller | None = None) -> None:
        self._total = total
        self._what = what
        self._teller = teller or Teller(every=5.0)
        self._done = 0
        self._begun = time.monotonic()
        self._teller.tell(what, 0, total, None)

    def add(self, count: int = 1, what: str | None = None) -> None:
        """So many more are done."""
        self._done += count
        spent = time.monotonic() - self._begun
        left = spent / max(1, self._done) * (self._total - self._done)
        self._teller.tell(what or self._what, self._done, self._total, left)
        if self._done >= self._total:
            self.clear()

    def drop(self, count: int) -> None:
        """So many need not be done."""
        self._total -= count

    def clear(self) -> None:
        self._teller.clear()


class Timed:
    """As many of a kind as can be done in so many seconds, one at least."""

    def __init__(self, seconds: float, what: str, teller: Teller | None = None) -> None:
        self._seconds = seconds
        self._what = what
        self._teller = teller or Teller(every=5.0)
        self._begun = time.monotonic()
        self._done = 0

    def __iter__(self) -> "Timed":
        return self

    def __next__(self) -> int:
        """The number of the next one, from 0."""
        spent = min(self._seconds, time.monotonic() - self._begun)
        told = f"seconds of {self._what}, {self._done} done"
        whole = max(1, round(self._seconds))
        if self._done and spent >= self._seconds:
            self._teller.tell(told, whole, whole, 0.0)
            self._teller.clear()
            raise StopIteration
        # The last second is under way until it is over.
        self._teller.tell(told, min(whole - 1, round(spent)), whole, self._seconds - spent)
        self._done += 1
        return self._done - 1
