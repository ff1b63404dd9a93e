"""How often somebody may ask: a bucket of tokens that fills up again."""

import time
from collections import OrderedDict
from dataclasses import dataclass

MOST_KEPT = 10_000


@dataclass(slots=True)
class Bucket:
    """So many at once, so many a second after that."""

    most: float
    a_second: float
    held: float = -1.0
    filled: float = 0.0

    def take(self, now: float) -> float:
        """0 if one may go ahead, else the seconds to wait."""
        if self.held < 0:
            self.held, self.filled = self.most, now
        self.held = min(self.most, self.held + (now - self.filled) * self.a_second)
        self.filled = now
        if self.held >= 1:
            self.held -= 1
            return 0.0
        return (1 - self.held) / self.a_second


class Limits:
    """A bucket for each address; the least used are forgotten."""

    def __init__(self, most: float, a_second: float) -> None:
        self._most, self._rate = most, a_second
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, address: str) -> float:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._most, self._rate)
            if len(self._buckets) > MOST_KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(time.monotonic())
