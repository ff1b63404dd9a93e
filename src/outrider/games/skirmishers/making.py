"""A scenario while it is being made (SKR-S5): faults with what would mend them, and what somebody
should think about though it may be played."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from outrider.core.faults import Fault, Faults
from outrider.core.making import Change, Examined, Finding, Mend, faulty, value_at
from outrider.core.values import shown
from outrider.games.skirmishers.briefing import told
from outrider.games.skirmishers.conditions import covers
from outrider.games.skirmishers.mustering import billed
from outrider.games.skirmishers.reading import check_place, look, read_piece
from outrider.games.skirmishers.scenario import (
    MOST_TURNS,
    SEATS,
    WARRIOR,
    Condition,
    Scenario,
    Warrior,
    other,
)
from outrider.table import examining
from outrider.table.examining import around, bare_of, found_at, moved_onto, readable
from outrider.table.lengths import INCH, inches
from outrider.table.shapes import Disc, Shape, holds, meet, sides
from outrider.table.terrain import Table
from outrider.table.walking import Parts, parts_of

RULES = (
    (re.compile(r"table\.terrain"), "SKR-S3"),
    (re.compile(r"table"), "SKR-S2"),
    (re.compile(r"sides\.\w+\.victory"), "SKR-S4"),
    (re.compile(r"sides\.\w+\.pieces\[\d+\]\.(weapon|range)"), "SKR-S2"),
    (re.compile(r"sides\.\w+\.pieces"), "SKR-S1"),
)
PIECE = re.compile(r"sides\.(red|blue)\.pieces\[(\d+)\](?:\.(\w+))?")
AIM = re.compile(r"sides\.(red|blue)\.victory\[(\d+)\](?:\.(\w+)(?:\[\d+\])?)?")
RANGE = 12
"""What a weapon is given that has no range."""
BOUNDS: dict[str, tuple[int, int]] = {"turn_limit": (1, MOST_TURNS)}
MOST_LOOKS = 60_000
"""At how many things it is looked, in all, for free places: some hundredths of a second."""


@dataclass
class Draft:
    """What is looked at, and what of it is read once for all mends."""

    value: Any
    looks: int = MOST_LOOKS
    stood: dict[tuple[str, int], Mend | None] = field(default_factory=dict)
    """Where there is room for a piece, once it has been looked for."""

    @cached_property
    def ground(self) -> Table:
        return readable(value_at(self.value, "table"))

    @cached_property
    def standing(self) -> tuple[tuple[str, int, Warrior], ...]:
        """The pieces that can be read, each with its place in the lists."""
        return tuple(_standing(self.value))

    def may_look(self, at: int) -> bool:
        """Whether a place may be looked at with so many things about."""
        self.looks -= at
        return self.looks >= 0


def examine(value: Any) -> Examined:
    faults = Faults()
    scenario = look(faults, value)
    bills = billed(value)
    if scenario is None:
        draft = Draft(value)
        return replace(faulty(faults.all, lambda fault: _finding(draft, fault)), bills=bills)
    return Examined(tuple(advice(scenario)), told(scenario, "", {"scenario": value}), bills=bills)


def _finding(draft: Draft, fault: Fault) -> Finding:
    value = draft.value
    rule = fault.rule or next((rule for at, rule in RULES if at.match(fault.place)), "SKR-S5")
    if fault.place.startswith("table"):
        return examining.found(value, fault, rule, "table")
    message = _sentence(value, fault)
    at = found_at(value, fault.place)
    return Finding(fault.place, message, rule, True, at, _mend(draft, fault))


def _sentence(value: Any, fault: Fault) -> str:
    """Who or what it is about, and the reason."""
    reason = fault.reason
    piece, aim = PIECE.match(fault.place), AIM.match(fault.place)
    if piece is not None:
        id = value_at(value, f"sides.{piece[1]}.pieces[{piece[2]}].id")
        field = "" if piece[3] in (None, "at", "id") else f", {piece[3]}"
        return f"{id if isinstance(id, str) else shown(id)}{field}: {reason}"
    if aim is not None:
        field = "" if aim[3] in (None, "kind") else f", {aim[3]}"
        return f"{aim[1].capitalize()}'s aim {int(aim[2]) + 1}{field}: {reason}"
    side = re.match(r"sides\.(red|blue)", fault.place)
    name = side[1] if side else fault.place.rpartition(".")[2].replace("_", " ")
    text = reason if not name or reason.startswith(name) else f"{name}: {reason}"
    return f"{text[:1].upper()}{text[1:]}"


# -- mends -----------------------------------------------------------------------------------------


def _mend(draft: Draft, fault: Fault) -> Mend | None:
    value = draft.value
    if fault.reason.endswith("unknown field"):
        return Mend("Leave it out", (Change(fault.place),))
    piece, aim = PIECE.fullmatch(fault.place), AIM.fullmatch(fault.place)
    if piece is not None:
        return _mended_piece(draft, fault, piece[1], int(piece[2]), piece[3] or "")
    if aim is not None:
        return _mended_aim(value, fault, aim[1], aim[3] or "")
    bounds = BOUNDS.get(fault.place)
    if bounds is not None:
        return _nearest(value, fault.place, *bounds)
    wins = re.fullmatch(r"sides\.(red|blue)\.victory", fault.place)
    if wins is not None and value_at(value, fault.place) == []:
        last = Change(f"{fault.place}[0]", {"kind": "destroy-all"})
        return Mend("Let it win by destroying all enemies", (last,))
    return None


def _nearest(value: Any, place: str, low: float, high: float) -> Mend | None:
    """The number next to one that is out of bounds."""
    given = value_at(value, place)
    if isinstance(given, bool) or not isinstance(given, int | float) or low <= given <= high:
        return None
    near = min(max(given, low), high)
    return Mend(f"Make it {near:g}", (Change(place, near),))


def _mended_piece(draft: Draft, fault: Fault, seat: str, number: int, field: str) -> Mend | None:
    value = draft.value
    place = f"sides.{seat}.pieces[{number}]"
    piece = value_at(value, place)
    if not isinstance(piece, dict):
        return Mend("Remove it", (Change(place),))
    if field == "at":
        if (seat, number) not in draft.stood:
            draft.stood[seat, number] = _stood(draft, seat, number)
        return draft.stood[seat, number]
    if field == "id":
        free = f"{seat[0].upper()}{_free(value, seat)}"
        return Mend(f"Call it {free}", (Change(f"{place}.id", free),))
    if field == "range" and fault.reason.startswith("a piece without"):
        return Mend("Take the range away", (Change(f"{place}.range"),))
    if field == "range" and not piece.get("range"):
        return Mend(f"Give it {RANGE} inches", (Change(f"{place}.range", RANGE),))
    part = next((part for part in WARRIOR.parts if part.name == field), None)
    schema = (part.form.schema if part is not None else None) or {}
    if "minimum" in schema and "maximum" in schema:
        return _nearest(value, fault.place, schema["minimum"], schema["maximum"])
    return None


def _listed(value: Any, seat: str) -> list[Any]:
    """A side's pieces, whatever they are."""
    pieces = value_at(value, f"sides.{seat}.pieces")
    return pieces if isinstance(pieces, list) else []


def _free(value: Any, seat: str) -> int:
    pieces = _listed(value, seat)
    taken = [piece.get("id") for piece in pieces if isinstance(piece, dict)]
    return next(n for n in range(1, 101) if f"{seat[0].upper()}{n}" not in taken)


def _stood(draft: Draft, seat: str, number: int) -> Mend | None:
    """The nearest place where the reader has nothing against a piece."""
    value, table = draft.value, draft.ground
    place = f"sides.{seat}.pieces[{number}]"
    start = found_at(value, place)
    if start is None:
        return None
    standing = [each for *at, each in draft.standing if at != [seat, number]]
    given = {**value_at(value, place), "at": [0, 0]}
    unread = Faults()
    warrior = read_piece(unread, seat, given, place)
    if unread.all:
        return None
    wide, high = (inches(side) for side in table.size)
    for x, y in around(min(max(start[0], 0), wide), min(max(start[1], 0), high)):
        if not draft.may_look(1 + len(standing) + len(table.terrain)):
            return None
        moved = replace(warrior, at=(round(x * INCH), round(y * INCH)))
        told_of = Faults()
        check_place(told_of, table, moved, standing, place)
        if not any(fault.place.endswith(".at") for fault in told_of.all):
            return Mend(f"Move it to {x:g}, {y:g}", (Change(f"{place}.at", [x, y]),))
    return None


def _standing(value: Any) -> Iterator[tuple[str, int, Warrior]]:
    for each in SEATS:
        for n, piece in enumerate(_listed(value, each)):
            unread = Faults()
            warrior = read_piece(unread, each, piece, "")
            if not unread.all:
                yield each, n, warrior


def _mended_aim(value: Any, fault: Fault, seat: str, field: str) -> Mend | None:
    place = fault.place.partition("]")[0] + "]"
    if field == "pieces":
        return Mend("Leave that one out", (Change(fault.place),))
    if field == "count":
        pieces = _listed(value, seat)
        able = re.search(r"only (\d+)", fault.reason)
        most = int(able[1]) if able else len(pieces)
        return _nearest(value, fault.place, 1, most) if most else None
    if field == "turns":
        own = re.search(r"turns (\d+) are", fault.reason)
        return _nearest(value, fault.place, 1, int(own[1]) if own else MOST_TURNS)
    zone = value_at(value, f"{place}.zone")
    if field == "zone" and isinstance(zone, dict):
        onto = moved_onto(zone, bare_of(value.get("table")))
        if onto != zone:
            return Mend("Move it onto the table", (Change(f"{place}.zone", onto),))
    return None


# -- advice ----------------------------------------------------------------------------------------


def advice(scenario: Scenario) -> Iterator[Finding]:
    """What may be played, and perhaps was not meant."""
    parts = parts_of(scenario.table)
    stand = {warrior.id: parts.of(warrior.at) for warrior in scenario.warriors}
    yield from _walled_in(scenario, stand)
    for seat in SEATS:
        for number, aim in enumerate(scenario.side(seat).victory):
            if aim.zone is not None:
                yield from _shut_off(scenario, parts, stand, seat, (number, aim))
    yield from _both(scenario)


def _walled_in(scenario: Scenario, stand: dict[str, int | None]) -> Iterator[Finding]:
    for seat in SEATS:
        foes = {stand[foe.id] for foe in scenario.side(other(seat)).warriors}
        for number, warrior in enumerate(scenario.side(seat).warriors):
            here = stand[warrior.id]
            if warrior.movement and (here is None or here not in foes):
                said = f"{warrior.id}: walls shut it off from every enemy"
                place = f"sides.{seat}.pieces[{number}]"
                yield Finding(place, said, "SKR-M2", False, _inches(warrior.at))


def _shut_off(
    scenario: Scenario,
    parts: Parts,
    stand: dict[str, int | None],
    seat: str,
    numbered: tuple[int, Condition],
) -> Iterator[Finding]:
    number, aim = numbered
    assert aim.zone is not None
    ground = parts.within(aim.zone)
    able = [
        warrior
        for warrior in scenario.side(seat).warriors
        if holds(aim.zone, warrior.at) or (warrior.movement and stand[warrior.id] in ground)
    ]
    if ground and len(able) < max(1, aim.count):
        few = "nobody" if not able else f"only {len(able)}"
        said = f"{seat.capitalize()}'s aim {number + 1}: walls are around it, {few} can get there"
        place = f"sides.{seat}.victory[{number}].zone"
        yield Finding(place, said, "SKR-M2", False, _middle(aim.zone))


def _both(scenario: Scenario) -> Iterator[Finding]:
    """SKR-V1: zones in which both might win at the same look."""
    for number, red in enumerate(scenario.red.victory):
        for blue in scenario.blue.victory:
            if red.kind == blue.kind == "hold" and red.zone == blue.zone:
                continue  # SKR-S4: whoever holds it has no enemy in it
            if red.zone and blue.zone and _overlap(red.zone, blue.zone):
                said = "The zones overlap: both may win at once, and that is a draw"
                place = f"sides.red.victory[{number}].zone"
                yield Finding(place, said, "SKR-V1", False, _middle(blue.zone))


def _overlap(one: Shape, two: Shape) -> bool:
    if covers(one, two) or covers(two, one):
        return True
    if isinstance(one, Disc) and isinstance(two, Disc):
        far = (one.at[0] - two.at[0]) ** 2 + (one.at[1] - two.at[1]) ** 2
        return far < (one.radius + two.radius) ** 2
    if isinstance(one, Disc) or isinstance(two, Disc):
        disc, shape = (one, two) if isinstance(one, Disc) else (two, one)
        assert isinstance(disc, Disc) and not isinstance(shape, Disc)
        return holds(shape, disc.at) or any(holds(disc, corner) for corner in shape.points)
    return any(meet(a, b, c, d) for a, b in sides(one.points) for c, d in sides(two.points))


def _middle(shape: Shape) -> tuple[float, float]:
    points = (shape.at,) if isinstance(shape, Disc) else shape.points
    return (
        inches(sum(x for x, _ in points) // len(points)),
        inches(sum(y for _, y in points) // len(points)),
    )


def _inches(at: tuple[int, int]) -> tuple[float, float]:
    return inches(at[0]), inches(at[1])
