"""How near each side is to what its scenario asks for (SKR-S4)."""

from typing import Any

from outrider.core.standing import Goal, Standing, Track
from outrider.games.skirmishers.scenario import SEATS, Condition, Scenario, other
from outrider.games.skirmishers.state import State, Unit
from outrider.table.lengths import inches
from outrider.table.points import Point
from outrider.table.shapes import Shape, holds, shape_to_json
from outrider.table.terrain import Table


def standing(state: State) -> Standing:
    goals = tuple(
        _goal(state, seat, condition, held)
        for seat, counts in zip(SEATS, state.held, strict=True)
        for condition, held in zip(state.scenario.side(seat).victory, counts, strict=True)
    )
    limit = state.scenario.turn_limit
    track = Track("Turn", min(state.turns + 1, limit), limit, _then(state.scenario))
    left = {
        seat: (sum(unit.alive for unit in _of(state, seat)), len(_of(state, seat)))
        for seat in SEATS
    }
    return Standing(goals, track, left)


def _then(scenario: Scenario) -> str:
    """What the last turn brings."""
    if scenario.at_limit:
        return f"then {scenario.at_limit.capitalize()} wins"
    lasting = [
        seat
        for seat in SEATS
        if any(each.kind == "survive" for each in scenario.side(seat).victory)
    ]
    if len(lasting) == 1:
        return f"then {lasting[0].capitalize()} wins, if anybody lives"
    return "then it is a draw"


def _of(state: State, seat: str) -> list[Unit]:
    return [unit for unit in state.units if unit.seat == seat]


def _goal(state: State, seat: str, condition: Condition, held: int) -> Goal:
    match condition.kind:
        case "hold":
            return _held(state, seat, condition, held)
        case "reach":
            return _reached(state, seat, condition)
        case "exit":
            return _left(state, seat, condition)
        case "survive":
            return Goal(seat, "Be alive when the turns are over", "last")
    return _killed(state, seat, condition)


def _killed(state: State, seat: str, condition: Condition) -> Goal:
    enemies = _of(state, other(seat))
    if condition.kind == "destroy":
        enemies = [unit for unit in enemies if unit.id in condition.pieces]
    dead = sum(not unit.alive for unit in enemies)
    most = len(enemies)
    said = f"{dead} of {most}"
    if condition.kind == "destroy":
        whom = " and ".join(_name(unit) for unit in enemies)
        marked = tuple(unit.id for unit in enemies if unit.here)
        return Goal(seat, f"Kill {whom}", "kill", dead, most, said, units=marked)
    return Goal(seat, "Leave no enemy alive", "kill", dead, most, said)


def _held(state: State, seat: str, condition: Condition, held: int) -> Goal:
    """SKR-S4: it counts at the end of one's own turn, with a piece of one's own and no enemy."""
    assert condition.zone is not None
    own, foes = (_inside(state, side, condition.zone) for side in (seat, other(seat)))
    alert = ""
    if foes:
        alert = f"{other(seat).capitalize()} stands on it"
    elif not own:
        alert = "nobody is there" if held else ""
    said = f"{held} of {condition.turns} turn{'' if condition.turns == 1 else 's'}"
    zone = shape_to_json(condition.zone)
    return Goal(seat, "Hold the marked ground", "hold", held, condition.turns, said, alert, zone)


def _reached(state: State, seat: str, condition: Condition) -> Goal:
    assert condition.zone is not None
    there = _inside(state, seat, condition.zone)
    text = f"Get {condition.count} onto the marked ground"
    return _counted(seat, text, "reach", condition, there, shape_to_json(condition.zone))


def _left(state: State, seat: str, condition: Condition) -> Goal:
    gone = [unit for unit in _of(state, seat) if unit.exit == condition.edge]
    corners = [[inches(part) for part in end] for end in _edge(state.table, condition.edge)]
    line = {"shape": "line", "points": corners}
    text = f"Get {condition.count} off by the marked edge"
    return _counted(seat, text, "leave", condition, gone, line)


def _counted(
    seat: str,
    text: str,
    sign: str,
    condition: Condition,
    there: list[Unit],
    area: dict[str, Any],
) -> Goal:
    done, most = min(len(there), condition.count), condition.count
    names = f": {', '.join(map(_name, there))}" if there else ""
    alert = "one more is enough" if len(there) == most - 1 > 0 else ""
    return Goal(seat, text, sign, done, most, f"{done} of {most}{names}", alert, area)


def _inside(state: State, seat: str, zone: Shape) -> list[Unit]:
    return [unit for unit in state.present(seat) if unit.at is not None and holds(zone, unit.at)]


def _edge(table: Table, edge: str) -> tuple[Point, Point]:
    width, depth = table.size
    return {
        "bottom": ((0, 0), (width, 0)),
        "top": ((0, depth), (width, depth)),
        "left": ((0, 0), (0, depth)),
        "right": ((width, 0), (width, depth)),
    }[edge]


def _name(unit: Unit) -> str:
    return unit.warrior.name or unit.id
