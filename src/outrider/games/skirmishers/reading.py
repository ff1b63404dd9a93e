"""A scenario from its JSON (SKR-S5): every fault with its place and the reason."""

from dataclasses import replace
from functools import partial
from typing import Any

from outrider.core.codec import Form
from outrider.core.faults import Fault, Faults
from outrider.core.faults import readable as read_fields
from outrider.core.refusal import malformed
from outrider.core.wire import a_list, a_string, a_whole_number, shown
from outrider.games.skirmishers.conditions import read_victory
from outrider.games.skirmishers.scenario import (
    FARTHEST,
    MOST_PIECES,
    MOST_TURNS,
    SEATS,
    VERSION,
    WARRIOR,
    Scenario,
    Side,
    Warrior,
)
from outrider.table.crossing import inside
from outrider.table.examining import read_table, readable
from outrider.table.options import SMALLEST_TABLE
from outrider.table.points import squared
from outrider.table.terrain import IMPASSABLE, Table, a_name, on_table
from outrider.table.texts import a_unit

FIELDS = ("outrider_scenario", "name", "table", "sides")
FURTHER = ("story", "first", "turn_limit", "at_limit")
LONGEST_STORY = 2000
LIMIT = 100
"""The turn limit where a scenario names none: a game has to end."""
EMPTY = Side((), ())


def read_scenario(value: object) -> Scenario:
    """The scenario, or a refusal with the first fault."""
    scenario, faults = examined(value)
    if scenario is None:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise malformed(f"the scenario: {faults[0]}{more}", "SKR-S5")
    return scenario


def examined(value: object) -> tuple[Scenario | None, list[str]]:
    """The scenario, or every fault of it as a line."""
    faults = Faults()
    scenario = look(faults, value)
    return scenario, faults.found


def look(faults: Faults, value: object) -> Scenario | None:
    """The scenario, if nothing is wrong with it."""
    version = value.get("outrider_scenario", VERSION) if isinstance(value, dict) else VERSION
    if version != VERSION or isinstance(version, bool):
        faults.add("outrider_scenario", f"only version {VERSION} is known, not {shown(version)}")
        return None
    data = faults.fields("", value, FIELDS, FURTHER)
    if data is None:
        faults.all[:] = [Fault("", "a scenario is an object")]
        return None
    name = faults.read("name", a_name, data.get("name", "?"), "it") or "?"
    story = faults.read("story", _story, data.get("story", "")) or ""
    table = _table(faults, data["table"]) if "table" in data else None
    first = faults.read("first", _seat, data.get("first", "red")) or "red"
    limit = data.get("turn_limit", LIMIT)
    turns = faults.read("turn_limit", a_whole_number, limit, "it", 1, MOST_TURNS) or LIMIT
    at_limit = data.get("at_limit")
    if at_limit is not None:
        at_limit = faults.read("at_limit", _seat, at_limit)
    sides = faults.fields("sides", data["sides"], SEATS) if "sides" in data else None
    if sides is None:
        return None
    # Pieces are looked at even if the table is no good: all faults are told at once.
    ground = table or readable(data.get("table"))
    frame = Scenario(name, story, ground, first, turns, at_limit or "", EMPTY, EMPTY)
    scenario = _sides(faults, frame, sides)
    return None if faults.all else scenario


def _seat(value: object) -> str:
    if value not in SEATS:
        raise malformed(f"it is red or blue, not {shown(value)}")
    return str(value)


def _story(value: object) -> str:
    story = a_string(value, "it")
    if len(story) > LONGEST_STORY or not all(line.isprintable() for line in story.split("\n")):
        raise malformed(f"it has at most {LONGEST_STORY} printable characters")
    return story


def _table(faults: Faults, value: object) -> Table | None:
    """The table; faults of its terrain with the number of the piece."""
    table = read_table(faults, value, "table")
    if table is None:
        return None
    if table.outline:
        faults.add("table.outline", "two play at a rectangle")
        return None
    if min(table.size) < SMALLEST_TABLE:
        faults.add("table.size", 'a table measures 6" at least each way')
        return None
    return table


def _sides(faults: Faults, frame: Scenario, data: dict[str, Any]) -> Scenario:
    """Both sides: first all pieces, since the conditions name them."""
    parts: dict[str, dict[str, Any]] = {}
    standing: list[Warrior] = []
    for seat in SEATS:
        place = f"sides.{seat}"
        fields = faults.fields(place, data[seat], ("pieces", "victory")) if seat in data else None
        parts[seat] = fields or {}
        if "pieces" in parts[seat]:
            found = _pieces(faults, frame.table, seat, parts[seat]["pieces"], standing)
            found.sort(key=lambda warrior: int(warrior.id[1:]))
            frame = with_side(frame, seat, Side(tuple(found), ()))
    drawn = frame
    for seat in SEATS:
        if "victory" in parts[seat]:
            place = f"sides.{seat}.victory"
            victory = read_victory(faults, drawn, seat, parts[seat]["victory"], place)
            frame = with_side(frame, seat, Side(frame.side(seat).warriors, victory))
    return frame


def with_side(scenario: Scenario, seat: str, side: Side) -> Scenario:
    return replace(scenario, red=side) if seat == "red" else replace(scenario, blue=side)


def _pieces(
    faults: Faults, table: Table, seat: str, value: object, standing: list[Warrior]
) -> list[Warrior]:
    place = f"sides.{seat}.pieces"
    entries = faults.read(place, a_list, value, "it")
    if entries is None:
        return []
    if not 1 <= len(entries) <= MOST_PIECES:
        faults.add(place, f"a side has 1 to {MOST_PIECES} pieces, not {len(entries)}")
        return []
    found: list[Warrior] = []
    for number, entry in enumerate(entries):
        here = f"{place}[{number}]"
        before = len(faults.all)
        warrior = read_piece(faults, seat, entry, here)
        if len(faults.all) == before:
            check_place(faults, table, warrior, standing, here)
            standing.append(warrior)
        found.append(warrior)
    return found


def read_piece(faults: Faults, seat: str, value: object, place: str) -> Warrior:
    """SKR-S1, SKR-S2: one piece. Where there are faults, something that takes its place."""
    known = {part.attribute: part for part in WARRIOR.parts}
    known["id"] = replace(known["id"], form=Form(partial(_own_id, seat)))
    read = faults.record(place, value, [known[name] for name in Warrior.written])
    weapon, reach = read.get("weapon", "none"), read.get("range", 0)
    if weapon == "none" and reach:
        faults.add(f"{place}.range", "a piece without a weapon has no range")
    if weapon in ("bow", "firearm") and reach == 0:
        faults.add(f"{place}.range", f"a {weapon} needs a range")
    nobody = Warrior(f"{seat[0].upper()}0", (0, 0), 0, 0, 0, FARTHEST)
    return replace(nobody, **read_fields(read))


def _own_id(seat: str, value: object, what: str) -> str:
    id = a_unit(value)
    if id[0] != seat[0].upper():
        raise malformed(f"{seat}'s pieces are called {seat[0].upper()}1 and so on, not {id}")
    return id


def check_place(
    faults: Faults, table: Table, warrior: Warrior, standing: list[Warrior], place: str
) -> None:
    """A piece begins on the table, clear of the others and of what nobody can enter."""
    for each in standing:
        if each.id == warrior.id:
            faults.add(f"{place}.id", f"{warrior.id} stands twice")
        if squared(each.at, warrior.at) < (each.base + warrior.base) ** 2:
            faults.add(f"{place}.at", f"overlaps {each.id}", "SKR-M2")
    if not on_table(table, warrior.at):
        faults.add(f"{place}.at", "off the table", "SKR-M2")
    for piece in table.terrain:
        if piece.cost == IMPASSABLE and inside(piece.shape, warrior.at):
            inside_of = f"in impassable terrain{_called(piece.name)}"
            faults.add(f"{place}.at", inside_of, "SKR-M2")


def _called(name: str) -> str:
    return f" ({name})" if name else ""
