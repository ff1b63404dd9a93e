"""Points and units as people write them in an action: R1, 4,6 and 3,1.5."""

import re
from decimal import Decimal

from outrider.core.refusal import malformed
from outrider.core.seats import SEATS
from outrider.core.wire import a_string, shown
from outrider.table.lengths import inches
from outrider.table.points import Point, a_point

LENGTH = r"-?[0-9]{1,3}(?:\.[0-9]{1,3})?"
POINT = re.compile(f"({LENGTH}),({LENGTH})")
UNIT = re.compile(r"([A-Z])([1-9][0-9]?)")
SEAT_OF = {seat[0].upper(): seat for seat in SEATS}


def point_from_text(text: str) -> Point:
    found = POINT.fullmatch(text)
    if found is None:
        raise malformed(f"{shown(text)} is not a point, such as 4,6 or 3,1.5")
    return a_point([Decimal(part) for part in found.groups()], "the point")


def point_text(point: Point) -> str:
    return f"{inches(point[0])},{inches(point[1])}"


def a_unit(value: object) -> str:
    """A unit's id: its seat's capital and a number."""
    id = a_string(value, "a unit")
    found = UNIT.fullmatch(id)
    if found is None or found[1] not in SEAT_OF:
        raise malformed(f"{shown(id)} is not a unit, such as R1")
    return id


def seat_of(unit: str) -> str:
    """Whose unit an id names."""
    return SEAT_OF[unit[0]]
