"""Pieces of a state from JSON: what they are, where they stand, what they have done."""

from dataclasses import replace
from functools import partial
from typing import Any

from outrider.core.codec import prefixed
from outrider.core.refusal import Refusal, malformed
from outrider.core.states import impossible
from outrider.core.values import a_flag, a_list, a_whole_number, an_object, known_fields, shown
from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.scenario import WARRIOR, Scenario, Warrior
from outrider.games.skirmishers.state import FLAGS, State, Unit
from outrider.table.crossing import inside
from outrider.table.points import a_point, squared
from outrider.table.terrain import IMPASSABLE, Table, on_table
from outrider.table.texts import a_unit
from outrider.table.units import check_said, listed

RATED = ("firing", "attack", "defense", "movement", "weapon", "range", "base")
UNIT_FIELDS = {
    "id", "seat", "kind", "name", "at", "health", "alive", *RATED, *FLAGS, "advantage_over",
    "exited", "exit",
}  # fmt: skip


def read_units(value: object, scenario: Scenario, mover: object = None) -> tuple[Unit, ...]:
    """All pieces of the scenario. One that is not listed is dead and gone. A `mover` may be among
    its friends for the time being; its path is checked instead."""
    found = listed(value, partial(read_unit, scenario))
    units = tuple(
        found.get(warrior.id) or Unit(warrior, None, alive=False) for warrior in scenario.warriors
    )
    check_places([unit for unit in units if unit.id != mover], scenario.table)
    return units


def read_unit(scenario: Scenario, value: object) -> Unit:
    data = an_object(value, "a unit")
    id = a_unit(data.get("id"))
    if id not in scenario.index:
        raise malformed(f"the scenario has no piece {id}")
    known_fields(data, UNIT_FIELDS, "a unit")
    warrior = scenario.warriors[scenario.index[id]]
    if data.get("name", warrior.name) != warrior.name:
        raise malformed(f"{id}: `name` is {shown(warrior.name)}, not {shown(data['name'])}")
    unit = Unit(
        read_ratings(data, warrior),
        None if data.get("at") is None else a_point(data["at"], f"{id}: `at`"),
        bool(a_whole_number(data.get("health"), f"{id}: the health", 0, 1)),
        **{name: a_flag(data.get(name, False), f"{id}: `{name}`") for name in FLAGS},
        over=_over(data, id, scenario),
        exited=_exit(data, warrior, scenario),
    )
    check_said(data, unit)
    _check_unit(unit)
    return unit


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
    if not a_flag(data.get("exited", False), f"{warrior.id}: `exited`"):
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
    try:
        made = replace(
            warrior,
            **{
                part.name: part.form.read(data[part.name], part.called)
                for part in WARRIOR.parts
                if part.name in data and part.name in RATED
            },
        )
    except Refusal as refusal:
        raise prefixed(id, refusal) from None
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
