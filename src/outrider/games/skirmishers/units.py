"""Pieces of a state from JSON: what they are, where they stand, what they have done."""

from functools import partial

from outrider.core.codec import prefixed
from outrider.core.refusal import Refusal, malformed
from outrider.core.states import impossible
from outrider.core.values import a_flag, an_object, shown
from outrider.games.skirmishers.contract import UNIT
from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.scenario import WARRIOR, Scenario
from outrider.games.skirmishers.state import RATED, State, Unit
from outrider.table.crossing import inside
from outrider.table.points import squared
from outrider.table.terrain import IMPASSABLE, Table, on_table
from outrider.table.texts import a_unit
from outrider.table.units import check_said, listed


def read_units(value: object, scenario: Scenario, mover: object = None) -> tuple[Unit, ...]:
    """All pieces of the scenario. One that is not listed is dead and gone. A `mover` may be among
    its friends for the time being; its path is checked instead."""
    found = listed(value, partial(read_unit, scenario))
    units = tuple(found.get(warrior.id) or Unit(warrior, None, 0) for warrior in scenario.warriors)
    check_places([unit for unit in units if unit.id != mover], scenario.table)
    return units


def read_unit(scenario: Scenario, value: object) -> Unit:
    """What an edited unit says of itself goes before what the scenario says of it. Where its side
    has one exit only, the edge need not be said."""
    data = an_object(value, "a unit")
    id = a_unit(data.get("id"))
    if id not in scenario.index:
        raise malformed(f"the scenario has no piece {id}")
    plain = scenario.warriors[scenario.index[id]]
    edges = [part.edge for part in scenario.side(plain.seat).victory if part.edge]
    usual = {"exit": edges[0]} if edges and data.get("exited") is True else {}
    try:
        warrior = WARRIOR.changed(plain, data, RATED)
        unit = UNIT.read({**usual, **data}, warrior=warrior)
        said_to_have_left = a_flag(data.get("exited", False), "`exited`")
    except Refusal as refusal:
        raise prefixed(id, refusal) from None
    if (warrior.weapon == "none") != (warrior.range == 0):
        raise malformed(f"{id}: a weapon has a range, and nothing else has one", "SKR-S2")
    if data.get("name", plain.name) != plain.name:
        raise malformed(f"{id}: `name` is {shown(plain.name)}, not {shown(data['name'])}")
    check_said(data, unit)
    if said_to_have_left is not unit.exited or unit.exit not in ("", *edges):
        raise impossible(f"{id} has not left by such an exit edge", "SKR-S4")
    for number, each in enumerate(unit.over):
        if each not in scenario.index:
            raise impossible(f"{id} has advantage over {each}, which is no enemy", "SKR-F8")
        if each in unit.over[:number]:
            raise impossible(f"{id} and {each}: one is over the other, once", "SKR-F8")
    _check_unit(unit)
    return unit


def _check_unit(unit: Unit) -> None:
    id, acted = unit.id, unit.moved or unit.fired or unit.fought or unit.reacted
    if not unit.alive and (acted or unit.over or unit.exited):
        raise impossible(f"{id} is dead and does nothing", "SKR-F5")
    if unit.alive and (unit.at is None) != unit.exited:
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
