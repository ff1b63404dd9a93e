"""Which pieces of a record have to be looked at: those that are not as they were a step ago.

Whoever compares a game with a model step by step has compared the others before. So all of every
position is compared, and only what has changed costs anything.
"""

from collections.abc import Sequence

WORD = 8
"""Bytes of a number in a record."""


class Rows:
    """The rows of a record of the kernel, one a piece after a header, beside a model's pieces. The
    model's are frozen: one that is still the same object has not changed."""

    def __init__(self, header: int, fields: int) -> None:
        """So many numbers, before the rows and in each of them."""
        self._start, self._size = header * WORD, fields * WORD
        self._seen: list[tuple[bytes, object]] = []

    def changed(self, record: bytes, pieces: Sequence[object]) -> list[int]:
        """The numbers of the pieces that are new to one of the two."""
        start, size = self._start, self._size
        seen = [
            (record[start + size * n : start + size * n + size], piece)
            for n, piece in enumerate(pieces)
        ]
        if len(self._seen) != len(seen):
            found = list(range(len(seen)))
        else:
            both = enumerate(zip(seen, self._seen, strict=True))
            found = [n for n, (a, b) in both if a[0] != b[0] or a[1] is not b[1]]
        self._seen = seen
        return found
