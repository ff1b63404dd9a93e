"""Positions, actions and play of the naive model in a few words, for its own tests."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.skirmishers import naive, naive_play
from games.skirmishers import naive_json as contract
from games.skirmishers.naive import Position

PLAIN = {"firing": 1, "attack": 1, "defense": 1, "movement": 6}
BOW: dict[str, Any] = {"weapon": "bow", "range": 12}
RIFLE: dict[str, Any] = {"weapon": "firearm", "range": 12}
ALL = [{"kind": "destroy-all"}]


def battle(
    pieces: Mapping[str, Any],
    terrain: Sequence[Mapping[str, Any]] = (),
    victory: Mapping[str, list[dict[str, Any]]] | None = None,
    options: Mapping[str, bool] | None = None,
    **more: Any,
) -> Position:
    """Pieces by id on a table of 24 by 24 inches; what they do not say is plain."""
    sides = {
        seat: {
            "pieces": [{"id": id, **PLAIN, **own} for id, own in pieces.items() if id[0] == key],
            "victory": (victory or {}).get(seat, ALL),
        }
        for seat, key in (("red", "R"), ("blue", "B"))
    }
    table = {"size": [24, 24], "terrain": list(terrain)}
    scenario = {"outrider_scenario": 1, "name": "a test", "table": table, "sides": sides, **more}
    return contract.start(contract.agree(scenario, options or {}))


def box(left: float, bottom: float, right: float, top: float, **more: Any) -> dict[str, Any]:
    points = [[left, bottom], [right, bottom], [right, top], [left, top]]
    return {"shape": "polygon", "points": points, **more}


def disc(x: float, y: float, radius: float, **more: Any) -> dict[str, Any]:
    return {"shape": "disc", "at": [x, y], "radius": radius, **more}


def action(text: str) -> naive.Action:
    """An action from its text."""
    do, *words = text.split()
    if do == "move":
        path = tuple(contract.point(word.split(",")) for word in words[1:])
        return {"do": do, "unit": words[0], "path": path}
    if do == "fight":
        return {"do": do, "units": tuple(words[0].split("+")), "target": words[1]}
    if do == "fire":
        return {"do": do, "unit": words[0], "target": words[1]}
    return {"do": do, "unit": words[0]} if do == "choose" else {"do": do}


def rules(position: Position, text: str) -> list[str]:
    return naive.broken(position, action(text))


def play(position: Position, *steps: str | list[int]) -> Position:
    """The position after these actions and dice."""
    for step in steps:
        if isinstance(step, list):
            assert naive.dice(position) == len(step), step
            position = naive_play.roll(position, tuple(step))
        else:
            assert rules(position, step) == [], step
            position = naive_play.play(position, action(step))
    return position


def offered(position: Position) -> tuple[str, str] | None:
    """What is offered, and to whom."""
    return None if position.offer is None else (position.offer.kind, position.offer.unit)


def living(position: Position) -> set[str]:
    return {id for id, unit in position.units.items() if unit.alive}


def above(position: Position) -> set[str]:
    """Who has advantage over whom, as `R1 B1`."""
    units = position.units.values()
    return {f"{unit.id} {other}" for unit in units for other in unit.over}


def place(position: Position, id: str) -> list[float]:
    return contract.inches(position.units[id].place)


def won(position: Position) -> tuple[str | None, list[str]] | None:
    """Who has won, and the kinds of conditions that were met."""
    if position.end is None:
        return None
    winner, numbers = position.end
    return winner, [position.terms.victory[seat][n].kind for seat, n in numbers.items()]
