"""The state as the contract's JSON, and what it waits for."""

from dataclasses import dataclass
from typing import Any

from outrider.core.codec import Codec, Form, many, number, or_null
from outrider.core.pending import Decide, Over, Pending, Roll
from outrider.core.states import a_seat, written
from outrider.core.wire import wire
from outrider.games.skirmishers.afoot import FIGHT, MARCH, SHOT, SHOTS, Fight, March, Shot
from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.scenario import SEATS, Scenario, other
from outrider.games.skirmishers.state import State, Unit
from outrider.games.skirmishers.victory import outcome_of
from outrider.table.texts import seat_of

UNIT = Codec(Unit, "a unit")
MOST_TURNS = 1_000_000
COUNTS = or_null(many(number(0, MOST_TURNS)))
SCENARIO: Form[Any] = Form(lambda value, what: value, Scenario.to_json)
"""Read where what is made of it is kept."""


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


@dataclass(slots=True)
class Held:
    """A count for each victory condition: at the ends of how many own turns in a row its zone was
    held."""

    red: tuple[int, ...] | None = wire(read=COUNTS, called="held.red", default=None)
    blue: tuple[int, ...] | None = wire(read=COUNTS, called="held.blue", default=None)


HELD = Codec(Held, "held")


@dataclass(slots=True)
class Said:
    """What a state says besides its table and units. `turn` is the number of the present turn;
    `move`, `shot` and `fight` wait for somebody or for dice."""

    turn: int | None = wire(read=or_null(number(1, MOST_TURNS)), called="the turn", default=None)
    first: str | None = wire(read=or_null(Form(a_seat)), called="who was first", default=None)
    scenario: Any = wire(read=SCENARIO, default=None)
    held: Held | None = wire(read=or_null(HELD.form), default=None)
    move: March | None = wire(read=or_null(MARCH.form), default=None)
    shot: Shot | None = wire(read=or_null(SHOT.form), default=None)
    fight: Fight | None = wire(read=or_null(FIGHT.form), default=None)


SAID = Codec(Said, "a state")
REQUIRED = ("table", "units")
FURTHER = SAID.names


def dump(game: str, state: State) -> dict[str, Any]:
    first = state.active if state.turns % 2 == 0 else other(state.active)
    under_way = state.march, state.shot, state.fight
    fields = {
        "table": state.table.to_json(),
        "units": [UNIT.write(unit) for unit in state.units],
        **SAID.write(Said(state.turns + 1, first, state.scenario, Held(*state.held), *under_way)),
    }
    return written(game, state.setting, phase_of(state), pending_of(state), fields)
