"""The state as the contract's JSON, and what it waits for."""

from typing import Any

from outrider.core.pending import Decide, Over, Pending, Roll
from outrider.games.skirmishers.fire import dice_of
from outrider.games.skirmishers.melee import dice_of as melee_dice
from outrider.games.skirmishers.scenario import SEATS, other
from outrider.games.skirmishers.state import State, Unit
from outrider.table.lengths import inches
from outrider.table.points import to_json

KIND = "warrior"
FLAGS = ("moved", "fired", "fought", "reacted")


def phase_of(state: State) -> str:
    return "battle" if state.outcome is None else "over"


def pending_of(state: State) -> Pending:
    if state.outcome is not None:
        return Over(state.outcome)
    offer, shot, fight = state.offer, state.shot, state.fight
    if offer is not None:
        asked = {"kind": offer.kind, "unit": offer.unit, "target": offer.target}
        return Decide((other(state.active),), asked)
    if shot is not None:
        unit, target = state.unit(shot.unit), state.unit(shot.target)
        firing, defense = dice_of(unit, target)
        if shot.faces is None:
            return Roll("fire", unit.seat, firing)
        return Roll("defense", target.seat, defense)
    if fight is None:
        return Decide((state.active,))
    mine, yours = melee_dice(state, fight)
    if fight.faces is None:
        return Roll("melee", state.active, mine)
    if fight.answer is None:
        return Roll("melee", other(state.active), yours)
    asked_of = {"kind": "choose", "unit": fight.target, "among": list(fight.units)}
    return Decide((other(state.active),), asked_of)


def unit_to_json(unit: Unit) -> dict[str, Any]:
    warrior = unit.warrior
    made: dict[str, Any] = {
        "id": warrior.id,
        "seat": warrior.seat,
        "kind": KIND,
        "name": warrior.name,
        "at": None if unit.at is None else to_json(unit.at),
        "health": int(unit.alive),
        "alive": unit.alive,
        "firing": warrior.firing,
        "attack": warrior.attack,
        "defense": warrior.defense,
        "movement": inches(warrior.movement),
        "weapon": warrior.weapon,
        "range": inches(warrior.range),
        "base": inches(warrior.base),
        **{name: getattr(unit, name) for name in FLAGS},
        "advantage_over": list(unit.over),
        "exited": bool(unit.exited),
    }
    return {**made, "exit": unit.exited} if unit.exited else made


def _faces(faces: tuple[int, ...] | None) -> list[int] | None:
    return None if faces is None else list(faces)


def under_way(state: State) -> dict[str, Any]:
    """A move, a shot and a melee that wait for somebody or for dice."""
    march, shot, fight = state.march, state.shot, state.fight
    return {
        "move": march
        and {
            "unit": march.unit,
            "from": to_json(march.start),
            "path": [to_json(point) for point in march.path],
            "look": march.look,
            "asked": list(march.asked),
        },
        "shot": shot
        and {
            "kind": shot.kind,
            "unit": shot.unit,
            "target": shot.target,
            "faces": _faces(shot.faces),
        },
        "fight": fight
        and {
            "units": list(fight.units),
            "target": fight.target,
            "faces": _faces(fight.faces),
            "answer": _faces(fight.answer),
        },
    }


def dump(game: str, state: State) -> dict[str, Any]:
    """`turn` is the number of the present turn; `held` has a count for each victory condition, at
    the ends of how many own turns in a row its zone was held."""
    pending = pending_of(state)
    first = state.active if state.turns % 2 == 0 else other(state.active)
    return {
        "game": game,
        "options": state.options.to_json(),
        "phase": phase_of(state),
        "pending": pending.to_json(),
        "result": pending.outcome.to_json() if isinstance(pending, Over) else None,
        "table": state.table.to_json(),
        "units": [unit_to_json(unit) for unit in state.units],
        "turn": state.turns + 1,
        "first": first,
        "scenario": state.scenario.to_json(),
        "held": {seat: list(counts) for seat, counts in zip(SEATS, state.held, strict=True)},
        **under_way(state),
    }
