"""Rosters, which are forces without a place yet: what is wrong with one, and what it costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from outrider.core.making import MOST_FINDINGS, Bill, Finding

VERSION = 1
FIELD = "outrider_roster"
"""What says of some JSON that it is a roster, and of which version."""


@dataclass(frozen=True, slots=True)
class Mustered:
    """A roster that was looked at: what is wrong with it, what it costs, and what it may cost."""

    findings: tuple[Finding, ...]
    bill: Bill
    budget: int | None = None
    about: Sequence[str] = ()
    """Each piece in words."""

    @property
    def over(self) -> int:
        """By how many points it is too dear."""
        return 0 if self.budget is None else max(0, self.bill.total - self.budget)

    def to_json(self) -> dict[str, Any]:
        some = self.findings[:MOST_FINDINGS]
        return {
            "ok": not any(finding.grave for finding in self.findings),
            "findings": [finding.to_json() for finding in some],
            "more": len(self.findings) - len(some),
            "bill": self.bill.to_json(),
            "budget": self.budget,
            "over": self.over,
            "about": list(self.about),
        }
