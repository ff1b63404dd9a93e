"""Options that only games on a measuring table have."""

import re
from dataclasses import dataclass
from typing import Any

from outrider.core.options import Value
from outrider.core.refusal import malformed
from outrider.core.wire import a_string, shown
from outrider.table.lengths import INCH, LARGEST_TABLE, a_length, inches
from outrider.table.points import Point

SIDE = r"(?:[6-9]|[1-6][0-9]|7[01])(?:\.[0-9]{1,3})?|72(?:\.0{1,3})?"
SIZE = re.compile(f"({SIDE})x({SIDE})")
SMALLEST_TABLE = 6 * INCH


@dataclass(frozen=True, slots=True)
class Length:
    """A length in inches between two bounds, which are thousandths."""

    name: str
    default: int | float
    low: int
    high: int
    rule: str
    summary: str

    def check(self, value: object) -> int | float:
        return inches(a_length(value, f"the option {self.name}", self.low, self.high))

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": inches(self.low), "maximum": inches(self.high)}

    def others(self) -> tuple[Value, ...]:
        bounds = (inches(self.low), inches(self.high))
        return tuple(value for value in bounds if value != self.default)


@dataclass(frozen=True, slots=True)
class TableSize:
    """The size of an empty table as "WxH" in inches, or the name of a table that is shipped."""

    default: str
    rule: str
    summary: str
    shipped: tuple[str, ...] = ()
    name: str = "table"

    def check(self, value: object) -> str:
        given = a_string(value, "the option table")
        if given not in self.shipped:
            size_of(given)
        return given

    def schema(self) -> dict[str, Any]:
        names = map(re.escape, self.shipped)
        return {"type": "string", "pattern": f"^(?:{'|'.join([SIZE.pattern, *names])})$"}

    def others(self) -> tuple[Value, ...]:
        return ("30.5x24", *self.shipped)


def size_of(text: str) -> Point:
    """The size that "WxH" says."""
    found = SIZE.fullmatch(text)
    if found is None:
        low, high = inches(SMALLEST_TABLE), inches(LARGEST_TABLE)
        raise malformed(
            f'a table is written "WxH" in inches, from {low} to {high} each way, not {shown(text)}'
        )
    width, height = (_side(part) for part in found.groups())
    return width, height


def _side(text: str) -> int:
    whole, _, rest = text.partition(".")
    return int(whole) * INCH + int(rest.ljust(3, "0"))
