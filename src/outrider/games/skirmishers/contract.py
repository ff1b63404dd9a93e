"""The state as the contract's JSON, and what it waits for."""

from typing import Any

from outrider.core.pending import Decide, Over, Pending, Roll
from outrider.core.states import written
from outrider.games.skirmishers.afoot import FIGHT, MARCH, SHOT, SHOTS
from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.scenario import SEATS, other
from outrider.games.skirmishers.state import FLAGS, State, Unit
from outrider.games.skirmishers.victory import outcome_of
from outrider.table.lengths import inches
from outrider.table.points import to_json
from outrider.table.texts import seat_of


def phase_of(state: State) -> str:
    return "over" if state.header[layout.STAGE] == layout.OVER_ else "battle"


DECISIONS = tuple(Decide((seat,)) for seat in SEATS)


def pending_of(state: State) -> Pending:
    header = state.header
    stage, active = header[layout.STAGE], header[layout.SEAT]
    if stage == layout.FIGHTING:
        return DECISIONS[active]
    if stage == layout.OVER_:
        return Over(outcome_of(state.scenario, header[layout.ENDING]))
    ids = state.setting.ids
    if stage in (layout.RETURNING, layout.WATCHING):
        unit, target = ids[header[layout.FIRER]], ids[header[layout.TARGET]]
        kind = SHOTS[header[layout.KIND_OF_FIRE]]
        return Decide((SEATS[1 - active],), {"kind": kind, "unit": unit, "target": target})
    if stage == layout.CHOOSING:
        among = [ids[number] for number, _ in state.strikers]
        asked = {"kind": "choose", "unit": ids[header[layout.TARGET]], "among": among}
        return Decide((SEATS[1 - active],), asked)
    return roll_of(state)


def roll_of(state: State) -> Roll:
    """The dice that have to fall."""
    header = state.header
    stage, active = header[layout.STAGE], header[layout.SEAT]
    firer, target = header[layout.FIRER], header[layout.TARGET]
    if stage == layout.MELEE_DICE:
        pool = sum(state.row(number)[layout.ATTACK] for number, _ in state.strikers)
        return Roll("melee", SEATS[active], pool)
    if stage == layout.ANSWER_DICE:
        return Roll("melee", SEATS[1 - active], state.row(target)[layout.ATTACK])
    if stage == layout.FIRING_DICE:
        dice = state.row(firer)[layout.FIRING]
        return Roll("fire", seat_of(state.setting.ids[firer]), dice)
    _, _, dice = engine().survey(state, layout.COVERED, firer, target)
    return Roll("defense", seat_of(state.setting.ids[target]), dice)


def unit_to_json(unit: Unit) -> dict[str, Any]:
    warrior = unit.warrior
    made: dict[str, Any] = {
        "id": warrior.id,
        "seat": warrior.seat,
        "kind": unit.kind,
        "name": warrior.name,
        "at": None if unit.at is None else to_json(unit.at),
        "health": unit.health,
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


def dump(game: str, state: State) -> dict[str, Any]:
    """`turn` is the number of the present turn; `held` has a count for each victory condition, at
    the ends of how many own turns in a row its zone was held. `move`, `shot` and `fight` wait for
    somebody or for dice."""
    first = state.active if state.turns % 2 == 0 else other(state.active)
    fields = {
        "table": state.table.to_json(),
        "units": [unit_to_json(unit) for unit in state.units],
        "turn": state.turns + 1,
        "first": first,
        "scenario": state.scenario.to_json(),
        "held": {seat: list(counts) for seat, counts in zip(SEATS, state.held, strict=True)},
        "move": MARCH.write_or_null(state.march),
        "shot": SHOT.write_or_null(state.shot),
        "fight": FIGHT.write_or_null(state.fight),
    }
    return written(game, state.setting, phase_of(state), pending_of(state), fields)
