"""Scenarios, states and actions of the naive model as the contract's JSON."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from games.skirmishers.naive import (
    SEATS,
    Action,
    Condition,
    Position,
    Terms,
    Unit,
    asked,
    dice,
)
from games.skirmishers.naive_ground import INCH, Disc, Point, Polygon, Shape, Terrain

BASE = "0.4"  # the radius of a base, in inches
TURNS = 100  # the turn limit of a scenario that names none


def thousandths(inches: float | str) -> int:
    """A length of JSON, exactly."""
    length = Fraction(str(inches)) * INCH
    if length.denominator != 1:
        raise ValueError(f"not a whole thousandth: {inches}")
    return length.numerator


def point(at: Any) -> Point:
    return thousandths(at[0]), thousandths(at[1])


# -- a scenario ----------------------------------------------------------------------------------


def shape(data: Mapping[str, Any]) -> Shape:
    if data["shape"] == "disc":
        return Disc(point(data["at"]), thousandths(data["radius"]))
    return Polygon(tuple(point(corner) for corner in data["points"]))


def terrain(data: Mapping[str, Any]) -> Terrain:
    """SKR-S3."""
    cost = data.get("cost", 1)
    charge = None if cost == "impassable" else thousandths(cost)
    return Terrain(shape(data), charge, data.get("cover", 0), data.get("blocks_sight", False))


def condition(data: Mapping[str, Any]) -> Condition:
    """SKR-S4."""
    return Condition(
        data["kind"],
        tuple(data.get("pieces", ())),
        shape(data["zone"]) if "zone" in data else None,
        data.get("count", data.get("turns", 0)),
        data.get("edge", ""),
    )


def piece(data: Mapping[str, Any]) -> Unit:
    """SKR-S1, SKR-S2."""
    weapon = data.get("weapon", "none")
    return Unit(
        data["id"],
        data.get("name", ""),
        point(data["at"]),
        data["firing"],
        data["attack"],
        data["defense"],
        thousandths(data["movement"]),
        weapon,
        0 if weapon == "none" else thousandths(data["range"]),
        thousandths(data.get("base", BASE)),
    )


def agree(scenario: Mapping[str, Any], options: Mapping[str, Any]) -> Terms:
    """Terms from the contract's options and scenario; what is left out has its default."""
    sides = scenario["sides"]
    width, height = point(scenario["table"]["size"])
    return Terms(
        {"pinned": True, "fire_into_melee": False, **options},
        scenario,
        width,
        height,
        tuple(terrain(data) for data in scenario["table"].get("terrain", ())),
        {seat: tuple(condition(data) for data in sides[seat]["victory"]) for seat in SEATS},
        scenario.get("first", "red"),
        scenario.get("turn_limit", TURNS),
        scenario.get("at_limit"),
    )


def start(terms: Terms) -> Position:
    """The pieces of both sides where the scenario puts them, in order, and the first turn."""
    sides = terms.scenario["sides"]
    listed = [piece(data) for seat in SEATS for data in sides[seat]["pieces"]]
    units = sorted(listed, key=lambda unit: (unit.seat != "red", int(unit.id[1:])))
    held = {seat: (0,) * len(terms.victory[seat]) for seat in SEATS}
    return Position(terms, {unit.id: unit for unit in units}, 1, held)


# -- a state -------------------------------------------------------------------------------------


def inches(at: Point) -> list[float]:
    """A point as JSON has it: the quotient is the number nearest to the decimal one."""
    return [at[0] / INCH, at[1] / INCH]


def unit_json(unit: Unit) -> dict[str, Any]:
    return {
        "id": unit.id,
        "seat": unit.seat,
        "kind": "warrior",
        "name": unit.name,
        "at": None if unit.at is None else inches(unit.at),
        "health": 1 if unit.alive else 0,
        "alive": unit.alive,
        "firing": unit.firing,
        "attack": unit.attack,
        "defense": unit.defense,
        "movement": unit.movement / INCH,
        "weapon": unit.weapon,
        "range": unit.range / INCH,
        "base": unit.base / INCH,
        "moved": unit.moved,
        "fired": unit.fired,
        "fought": unit.fought,
        "reacted": unit.reacted,
        "advantage_over": list(unit.over),
        "exited": unit.exit is not None,
        **({} if unit.exit is None else {"exit": unit.exit}),
    }


def pending_json(position: Position) -> dict[str, Any]:
    """An end has its winners here, and no sentence for its reason."""
    what, whose = asked(position)
    if what == "over":
        assert position.end is not None
        winner = position.end[0]
        return {"over": {"winners": [] if winner is None else [winner], "reason": ""}}
    if what != "decide":
        return {"roll": {"purpose": what, "seat": whose, "dice": dice(position)}}
    if position.offer is None:
        return {"decide": [whose]}
    offer: dict[str, Any] = {"kind": position.offer.kind, "unit": position.offer.unit}
    if offer["kind"] == "choose":
        assert position.fight is not None
        offer["among"] = list(position.fight.units)
    else:
        offer["target"] = position.offer.target
    return {"decide": [whose], "offer": offer}


def move_json(position: Position) -> dict[str, Any] | None:
    move = position.move
    if move is None:
        return None
    return {
        "unit": move.unit,
        "from": inches(move.start),
        "path": [inches(corner) for corner in move.path],
        "gone": move.gone / INCH,
        "held": [id for id in position.units if id in move.held],
        "waiting": [id for id in position.units if id in move.waiting],
    }


def shot_json(position: Position) -> dict[str, Any] | None:
    shot = position.shot
    if shot is None:
        return None
    faces = None if shot.faces is None else list(shot.faces)
    return {"kind": shot.kind, "unit": shot.unit, "target": shot.target, "faces": faces}


def fight_json(position: Position) -> dict[str, Any] | None:
    fight = position.fight
    if fight is None:
        return None
    return {
        "units": list(fight.units),
        "target": fight.target,
        "faces": None if fight.faces is None else list(fight.faces),
        "answer": None if fight.answer is None else list(fight.answer),
    }


def state_json(position: Position) -> dict[str, Any]:
    pending = pending_json(position)
    return {
        "game": "skirmishers",
        "options": dict(position.terms.options),
        "phase": "battle" if position.end is None else "over",
        "pending": pending,
        "result": pending.get("over"),
        "table": position.terms.scenario["table"],
        "units": [unit_json(unit) for unit in position.units.values()],
        "turn": position.turn,
        "first": position.terms.first,
        "scenario": position.terms.scenario,
        "held": {seat: list(counts) for seat, counts in position.held.items()},
        "move": move_json(position),
        "shot": shot_json(position),
        "fight": fight_json(position),
    }


def action_json(action: Action) -> dict[str, Any]:
    """An action with its points in inches."""
    if "path" in action:
        return {**action, "path": [inches(corner) for corner in action["path"]]}
    return {name: list(value) if name == "units" else value for name, value in action.items()}


def model_action(data: Mapping[str, Any]) -> dict[str, Any]:
    """An action of JSON with its points in thousandths."""
    action = dict(data)
    if "path" in action:
        action["path"] = tuple(point(corner) for corner in action["path"])
    if "units" in action:
        action["units"] = tuple(action["units"])
    return action
