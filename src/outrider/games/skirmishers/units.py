"""Pieces of a state from JSON: what they are, where they stand, what they have done."""

from dataclasses import replace
from typing import Any

from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import a_list, a_whole_number, an_object, known_fields, shown
from outrider.games.skirmishers.contract import KIND
from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.reading import (
    FARTHEST,
    LARGEST_BASE,
    LONGEST_RANGE,
    MOST_DICE,
    RATINGS,
    SMALLEST_BASE,
)
from outrider.games.skirmishers.scenario import WEAPONS, Scenario, Warrior
from outrider.games.skirmishers.state import FLAGS, State, Unit
from outrider.table.crossing import inside
from outrider.table.lengths import a_length
from outrider.table.points import a_point, squared
from outrider.table.terrain import IMPASSABLE, Table, on_table
from outrider.table.texts import a_unit

UNIT_FIELDS = (
    "id", "seat", "kind", "name", "at", "health", "alive", "firing", "attack", "defense",
    "movement", "weapon", "range", "base", *FLAGS, "advantage_over", "exited", "exit",
)  # fmt: skip


def impossible(message: str, rule: str | None = None) -> Refusal:
    return malformed(f"the state is impossible: {message}", rule)


def read_units(value: object, scenario: Scenario, mover: object = None) -> tuple[Unit, ...]:
    """All pieces of the scenario. One that is not listed is dead and gone. A `mover` may be among
    its friends for the time being; its path is checked instead."""
    found: dict[str, Unit] = {}
    for entry in a_list(value, "units"):
        data = an_object(entry, "a unit")
        id = a_unit(data.get("id"))
        if id not in scenario.index:
            raise malformed(f"the scenario has no piece {id}")
        if id in found:
            raise malformed(f"the unit {id} is listed twice")
        found[id] = read_unit(data, scenario.warriors[scenario.index[id]], scenario)
    units = tuple(
        found.get(warrior.id) or Unit(warrior, None, alive=False) for warrior in scenario.warriors
    )
    check_places([unit for unit in units if unit.id != mover], scenario.table)
    return units


def read_unit(data: dict[str, Any], warrior: Warrior, scenario: Scenario) -> Unit:
    id = warrior.id
    known_fields(data, UNIT_FIELDS, "a unit")
    for name, real in (("seat", warrior.seat), ("kind", KIND), ("name", warrior.name)):
        if data.get(name, real) != real:
            raise malformed(f"{id}: `{name}` is {shown(real)}, not {shown(data[name])}")
    health = a_whole_number(data.get("health"), f"{id}: the health", 0, 1)
    flags = {name: _flag(data, name, id) for name in FLAGS}
    alive = bool(health)
    if data.get("alive", alive) is not alive:
        raise impossible(f"{id} has {health} health, so `alive` is wrong")
    if "at" not in data:
        raise malformed(f"{id} needs the field `at`, null if it is not on the table")
    at = None if data["at"] is None else a_point(data["at"], f"{id}: `at`")
    over = _over(data, id, scenario)
    exited = _exit(data, warrior, scenario)
    unit = Unit(read_ratings(data, warrior), at, alive, **flags, over=over, exited=exited)
    _check_unit(unit)
    return unit


def _flag(data: dict[str, Any], name: str, id: str) -> bool:
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise malformed(f"{id}: `{name}` is true or false, not {shown(value)}")
    return value


def _over(data: dict[str, Any], id: str, scenario: Scenario) -> tuple[str, ...]:
    """SKR-F8: whom a piece has advantage over, each once."""
    found = [a_unit(each) for each in a_list(data.get("advantage_over", []), "advantage_over")]
    for number, each in enumerate(found):
        if each not in scenario.index:
            raise impossible(f"{id} has advantage over {each}, which is no enemy", "SKR-F8")
        if each in found[:number]:
            raise impossible(f"{id} and {each}: one is over the other, once", "SKR-F8")
    return tuple(found)


def _exit(data: dict[str, Any], warrior: Warrior, scenario: Scenario) -> str:
    """By which edge a piece has left; where its side has one exit only, it need not be said."""
    if not _flag(data, "exited", warrior.id):
        if data.get("exit") not in (None, ""):
            raise impossible(f"{warrior.id} has an exit, but has not left", "SKR-S4")
        return ""
    edges = [part.edge for part in scenario.side(warrior.seat).victory if part.edge]
    edge = data.get("exit", edges[0] if edges else None)
    if edge not in edges:
        raise impossible(f"{warrior.id} has no such exit edge", "SKR-S4")
    return str(edge)


def read_ratings(data: dict[str, Any], warrior: Warrior) -> Warrior:
    """What an edited unit says of itself goes before what the scenario says."""
    id = warrior.id
    ratings: dict[str, Any] = {
        name: a_whole_number(data[name], f"{id}: {name}", 0, MOST_DICE)
        for name in RATINGS
        if name in data
    }
    lengths: dict[str, Any] = {
        name: a_length(data[name], f"{id}: the {name}", low, high)
        for name, low, high in (
            ("movement", 0, FARTHEST),
            ("range", 0, LONGEST_RANGE),
            ("base", SMALLEST_BASE, LARGEST_BASE),
        )
        if name in data
    }
    weapon = data.get("weapon", warrior.weapon)
    if weapon not in WEAPONS:
        raise malformed(f"{id}: unknown weapon {shown(weapon)}", "SKR-S2")
    made = replace(warrior, weapon=weapon, **ratings, **lengths)
    if (made.weapon == "none") != (made.range == 0):
        raise malformed(f"{id}: a weapon has a range, and nothing else has one", "SKR-S2")
    return warrior if made == warrior else made


def _check_unit(unit: Unit) -> None:
    id, acted = unit.id, unit.moved or unit.fired or unit.fought or unit.reacted
    if not unit.alive and (acted or unit.over or unit.exited):
        raise impossible(f"{id} is dead and does nothing", "SKR-F5")
    if unit.alive and (unit.at is None) != bool(unit.exited):
        raise impossible(f"{id} lives, so it is on the table or has left it", "SKR-S4")
    if unit.fired and unit.moved:
        raise impossible(f"{id} has both moved and fired", "SKR-T2")
    if unit.fired and unit.fought:
        raise impossible(f"{id} has both fired and struck", "SKR-T3")


def check_places(units: list[Unit], table: Table) -> None:
    """SKR-M2: everybody on the table, nobody in a wall, no two live bases over each other. Where
    somebody died on the way was rounded to a thousandth, so the dead may lie in the edge of one."""
    standing: list[Unit] = []
    for unit in units:
        if unit.at is None:
            continue
        if not on_table(table, unit.at):
            raise impossible(f"{unit.id} is off the table", "SKR-M2")
        if not unit.alive:
            continue
        for piece in table.terrain:
            if piece.cost == IMPASSABLE and inside(piece.shape, unit.at):
                raise impossible(f"{unit.id} is in impassable terrain", "SKR-M2")
        for each in standing:
            apart = each.warrior.base + unit.warrior.base
            assert each.at is not None
            if squared(each.at, unit.at) < apart * apart:
                raise impossible(f"{unit.id} overlaps {each.id}", "SKR-M2")
        standing.append(unit)


def check_advantage(state: State) -> None:
    """SKR-F8: between two enemies that live and touch, one over the other."""
    known = {unit.id: unit for unit in state.units}
    index = state.scenario.index
    for unit in state.units:
        for id in unit.over:
            enemy = known[id]
            if enemy.seat == unit.seat or not enemy.here:
                raise impossible(f"{unit.id} has advantage over {id}, which is no enemy", "SKR-F8")
            if unit.id in enemy.over:
                raise impossible(f"{unit.id} and {id}: one is over the other, once", "SKR-F8")
            if not engine().survey(state, layout.TOUCHING, index[unit.id], index[id])[1]:
                raise impossible(f"{unit.id} and {id} do not touch", "SKR-F8")
