"""Numbers for whoever runs the server, in the text format of Prometheus."""

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping

BOUNDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Milliseconds."""


class Metrics:
    """Counts since the start."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._took: Counter[int] = Counter()
        self._sum = 0.0

    def count(self, name: str, by: int = 1) -> None:
        self.counts[name] += by

    def acted(self, arrived: float) -> None:
        """An action has happened: how long that took from its arrival to the disk."""
        milliseconds = (time.perf_counter() - arrived) * 1000
        self._sum += milliseconds
        self._took[bisect_left(BOUNDS, milliseconds)] += 1
        self.counts["actions"] += 1

    def text(self, gauges: Mapping[str, int]) -> str:
        lines = []
        for name, value in sorted(gauges.items()):
            lines += [f"# TYPE outrider_{name} gauge", f"outrider_{name} {value}"]
        for name, value in sorted(self.counts.items()):
            lines += [f"# TYPE outrider_{name}_total counter", f"outrider_{name}_total {value}"]
        lines.append("# TYPE outrider_action_milliseconds histogram")
        total = 0
        for at, bound in enumerate(BOUNDS):
            total += self._took[at]
            lines.append(f'outrider_action_milliseconds_bucket{{le="{bound}"}} {total}')
        total += self._took[len(BOUNDS)]
        lines.append(f'outrider_action_milliseconds_bucket{{le="+Inf"}} {total}')
        lines.append(f"outrider_action_milliseconds_sum {self._sum:.3f}")
        lines.append(f"outrider_action_milliseconds_count {total}")
        return "\n".join(lines) + "\n"
