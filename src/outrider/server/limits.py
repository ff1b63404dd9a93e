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

    def take(self, now: float, cost: float = 1.0) -> float:
        """0 if one may go ahead, else the seconds to wait. Whatever costs more than there ever is
        takes all of it."""
        cost = min(cost, self.most)
        if self.held < 0:
            self.held, self.filled = self.most, now
        self.held = min(self.most, self.held + (now - self.filled) * self.a_second)
        self.filled = now
        if self.held >= cost:
            self.held -= cost
            return 0.0
        return (cost - self.held) / self.a_second

    def give_back(self, cost: float) -> None:
        self.held = min(self.most, self.held + cost)


class Limits:
    """A bucket for each address; the least used are forgotten."""

    def __init__(self, most: float, a_second: float) -> None:
        self._most, self._rate = most, a_second
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, address: str, cost: float = 1.0) -> float:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._most, self._rate)
            if len(self._buckets) > MOST_KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(time.monotonic(), cost)

    def give_back(self, address: str, cost: float) -> None:
        """What was asked for and not used."""
        if address in self._buckets:
            self._buckets[address].give_back(cost)
