"""What people make for a game, looked at while they make it: what is wrong with it, where, by which
rule, and how it could be mended at a stroke."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from outrider.core.faults import Fault
from outrider.core.setting import Setting

MOST_FINDINGS = 40
"""Told at a time: whoever has more has begun with something else."""
STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Change:
    """A new value at a place; nothing takes what is there away, out of a list, too."""

    place: str
    value: Any = None

    def to_json(self) -> dict[str, Any]:
        return {"place": self.place, "value": self.value}


@dataclass(frozen=True, slots=True)
class Mend:
    """What a button would do about a fault, in its own words."""

    label: str
    changes: tuple[Change, ...]

    def to_json(self) -> dict[str, Any]:
        return {"label": self.label, "changes": [change.to_json() for change in self.changes]}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong, or with `grave` false something to be thought about. `at` is where on the
    table it is, if it is anywhere there."""

    place: str
    message: str
    rule: str
    grave: bool = True
    at: tuple[float, float] | None = None
    mend: Mend | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "place": self.place,
            "message": self.message,
            "rule": self.rule or None,
            "grave": self.grave,
            "at": None if self.at is None else list(self.at),
            "mend": None if self.mend is None else self.mend.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Price:
    """The points of a piece. `beyond`: one of its ratings lies outside of what was measured, and
    is counted as the nearest that was."""

    points: int
    beyond: bool = False

    def to_json(self) -> dict[str, Any]:
        return {"points": self.points, "beyond": self.beyond}


@dataclass(frozen=True, slots=True)
class Bill:
    """What each piece of a force costs, in their order: nothing for one that is not whole."""

    prices: tuple[Price | None, ...] = ()

    @property
    def total(self) -> int:
        return sum(price.points for price in self.prices if price is not None)

    def to_json(self) -> dict[str, Any]:
        pieces = [None if price is None else price.to_json() for price in self.prices]
        return {"pieces": pieces, "total": self.total}


@dataclass(frozen=True, slots=True)
class Examined:
    """What is found in something that was made; the setting it makes, if nothing is grave; what
    each side's force costs, in games that have points."""

    findings: tuple[Finding, ...]
    setting: Setting | None = None
    more: int = 0
    """Faults that are not told now."""
    bills: Mapping[str, Bill] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        some = self.findings[:MOST_FINDINGS]
        return {
            "ok": self.setting is not None,
            "findings": [finding.to_json() for finding in some],
            "more": self.more + len(self.findings) - len(some),
            "setting": None if self.setting is None else self.setting.to_json(),
            "bills": {seat: bill.to_json() for seat, bill in self.bills.items()},
        }


def faulty(faults: Sequence[Fault], told: Callable[[Fault], Finding]) -> Examined:
    """What is wrong with something. What would mend a fault takes a while to find, so it is looked
    for only where it is told."""
    some = faults[:MOST_FINDINGS]
    return Examined(tuple(map(told, some)), None, len(faults) - len(some))


def steps(place: str) -> list[str | int]:
    """A place taken apart: names and numbers in lists."""
    return [int(number) if number else name for name, number in STEP.findall(place)]


def value_at(whole: Any, place: str) -> Any:
    """What stands at a place; nothing where nothing does."""
    for step in steps(place):
        try:
            whole = whole[step]
        except (LookupError, TypeError):
            return None
    return whole


def changed(whole: Any, changes: Iterable[Change]) -> Any:
    """The same with some changes, and nothing of the old one touched."""
    for change in changes:
        whole = _changed(whole, steps(change.place), change.value)
    return whole


def _changed(whole: Any, way: list[str | int], value: Any) -> Any:
    if not way:
        return value
    first: Any = way[0]
    rest = way[1:]
    made: Any = list(whole) if isinstance(whole, list) else dict(whole or {})
    if not rest and value is None:
        if isinstance(made, list):
            del made[first]
        else:
            made.pop(first, None)
    elif isinstance(made, list) and first == len(made):
        made.append(_changed(None, rest, value))
    else:
        inner = made[first] if isinstance(made, list) else made.get(first)
        made[first] = _changed(inner, rest, value)
    return made
