"""The state as the contract's JSON, and back, also from JSON that somebody edited."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from outrider.core.codec import Codec, Form, number, or_null
from outrider.core.initiative import PURPOSE
from outrider.core.pending import Decide, Over, Pending, Roll
from outrider.core.refusal import malformed
from outrider.core.states import (
    Faces,
    a_seat,
    check_head,
    decider,
    fallen,
    impossible,
    initiative,
    winner,
    written,
)
from outrider.core.values import an_object
from outrider.core.wire import wire
from outrider.games.basic.engine import engine
from outrider.games.basic.kernel import layout
from outrider.games.basic.reasons import STANDING, refusal
from outrider.games.basic.state import (
    FLAGS,
    HEADER,
    IDS,
    INDEX_OF,
    SEATS,
    Setting,
    State,
    Strike,
    Unit,
    other,
    place_of,
    recorded,
)
from outrider.games.basic.victory import OUTCOMES
from outrider.table.texts import seat_of
from outrider.table.units import check_said, listed

PHASES = ("deploy", "battle", "over")
MOST_TURNS = 1_000_000
UNIT = Codec(Unit, "a unit", named="id")
STRIKE = Codec(Strike, "the attack")


@dataclass(slots=True)
class Said:
    """What a state says besides its units. `turn` is the number of the present turn, 0 before the
    battle. `initiative` has the faces so far while the dice fall, then the seat that won them;
    `attack` is an attack that waits."""

    turn: int | None = wire(read=or_null(number(0, MOST_TURNS)), called="the turn", default=None)
    first: str | None = wire(read=or_null(Form(a_seat)), called="who won the roll", default=None)
    initiative: str | Faces | None = wire(read=initiative(SEATS), default=None)
    commanded: bool | None = None
    attack: Strike | None = wire(read=or_null(STRIKE.form), default=None)


SAID = Codec(Said, "a state")
REQUIRED = ("table", "units")
FURTHER = SAID.names
DECIDING = (layout.FIGHTING, layout.PLACING)
DECISIONS = tuple(Decide((seat,)) for seat in SEATS)
ENDS = {ending: Over(outcome) for ending, outcome in OUTCOMES.items()}


def phase_of(state: State) -> str:
    if state.deploying:
        return "deploy"
    return "over" if state.header[layout.STAGE] == layout.OVER else "battle"


def pending_of(state: State) -> Pending:
    header: tuple[int, ...] = HEADER.unpack_from(state.record)
    stage, ending, seat, _, rolled, _, _, striker, target = header
    if stage in DECIDING:
        return DECISIONS[seat]
    if stage == layout.OVER:
        return ENDS[ending]
    if stage == layout.ROLLING:
        return Roll(PURPOSE, SEATS[rolled != 0], 1)
    if stage == layout.SAVING:
        return Roll("save", seat_of(IDS[target]), 1)
    return Roll("attack", seat_of(IDS[striker]), 1)


def dump(game: str, state: State) -> dict[str, Any]:
    first, phase = state.first, phase_of(state)
    turn = state.turns + 1 if phase != "deploy" else 0
    begins = first or dict(zip(SEATS, state.rolled, strict=False))
    fields = {
        "table": state.table.to_json(),
        "units": [UNIT.write(unit) for unit in state.units],
        **SAID.write(Said(turn, first, begins, state.commanded, state.strike)),
    }
    return written(game, state.setting, phase, pending_of(state), fields)


def load(data: dict[str, Any], setting: Setting) -> State:
    """Only what the contract names is needed; the rest is that of a fresh turn."""
    pending, said = check_head(data, PHASES), SAID.read_among(data)
    units = read_units(data["units"], setting)
    loading = _load_deploy if data["phase"] == "deploy" else _load_battle
    return loading(setting, units, said, pending)


def read_units(value: object, setting: Setting) -> tuple[Unit, ...]:
    """The ten units. One that is not listed is dead and gone."""
    found = listed(value, partial(read_unit, setting))
    units = tuple(found.get(id) or Unit(id, None, 0) for id in IDS)
    standing = State(setting, recorded(units, layout.FIGHTING))
    wrong, reason, whom = engine().survey(standing, layout.STANDING)
    if wrong != layout.NONE:
        rule, words = STANDING[reason]
        raise impossible(f"{IDS[wrong]} {words(whom)}", rule)
    return units


def read_unit(setting: Setting, value: object) -> Unit:
    data = an_object(value, "a unit")
    unit = UNIT.read(data, setting.limits)
    check_said(data, unit)
    id = unit.id
    if unit.buffer and not unit.bolstered:
        raise impossible(f"{id} has a buffer, but is not bolstered", "BSK-A6")
    if unit.done and not unit.attacked:
        raise impossible(f"{id} is done, but has not attacked", "BSK-C3")
    if not unit.alive and any(getattr(unit, name) for name in FLAGS):
        raise impossible(f"{id} is dead and does nothing", "BSK-C5")
    return unit


def _load_deploy(
    setting: Setting, units: tuple[Unit, ...], said: Said, pending: dict[str, Any]
) -> State:
    if said.turn:
        raise malformed(f"the turn, before the battle, is 0, not {said.turn}")
    if said.commanded or said.attack is not None:
        raise impossible("the battle has not begun", "BSK-S2")
    if units != tuple(Unit(unit.id, unit.at, setting.health_of(unit.id)) for unit in units):
        raise impossible("before the battle every unit is fresh", "BSK-S1")
    if "roll" in pending:
        return _load_roll(setting, units, said, pending)
    placing = decider(pending)
    if placing is None:
        raise impossible("a game does not end before the battle")
    return _load_placing(setting, units, placing, said)


def _load_roll(
    setting: Setting, units: tuple[Unit, ...], said: Said, pending: dict[str, Any]
) -> State:
    rolled = tuple(face for face in fallen(said.initiative, SEATS[:1]).values() if face)
    state = State(setting, recorded(units, layout.ROLLING, rolled=rolled))
    if pending != pending_of(state).to_json() or said.first is not None:
        raise impossible(f"it is for {SEATS[len(rolled)]} to roll one die", "BSK-S2")
    if any(unit.at is not None for unit in units):
        raise impossible("nobody is placed before the roll", "BSK-S2")
    return state


def _load_placing(setting: Setting, units: tuple[Unit, ...], seat: str, said: Said) -> State:
    """BSK-S2: the first places all of its units, then the other."""
    placed = {side: [unit for unit in units if unit.seat == side and unit.at] for side in SEATS}
    guess = other(seat) if placed[other(seat)] else seat
    first = winner("BSK-S4", said.first, said.initiative) or guess
    whole = len(units) // len(SEATS)
    if placed[other(seat)] if seat == first else len(placed[first]) < whole:
        raise impossible(f"{first} places its whole battalion first", "BSK-S2")
    if len(placed[seat]) == whole:
        raise impossible(f"{seat} has nothing to place", "BSK-S2")
    made = State(setting, recorded(units, layout.PLACING, first, turn=seat))
    for unit in (*placed["red"], *placed["blue"]):
        code = layout.DEPLOY, INDEX_OF[unit.id], *place_of(unit)
        answer = engine().survey(made, layout.HERE, *code[1:])
        if answer[0] != layout.FINE:
            wrong = refusal(SEATS.index(unit.seat), code, answer)
            raise impossible(f"{unit.id}: {wrong.message}", wrong.rule)
    return made


def _load_battle(
    setting: Setting, units: tuple[Unit, ...], said: Said, pending: dict[str, Any]
) -> State:
    if any(unit.alive and unit.at is None for unit in units):
        raise impossible("in a battle every live unit stands on the table", "BSK-S5")
    if not any(unit.alive for unit in units):
        raise impossible("there is no unit left", "BSK-V1")
    if said.turn == 0:
        raise malformed("in a battle turns are counted from 1")
    turns, strike, stage = (said.turn or 1) - 1, said.attack, layout.FIGHTING
    if strike is not None:
        roll = an_object(pending.get("roll"), "pending.roll, while an attack waits,")
        stage = layout.SAVING if roll.get("purpose") == "save" else layout.ATTACKING
    elif "roll" in pending:
        raise impossible("dice have to fall, but nobody attacks", "BSK-C2")
    active = _active(units, said, pending)
    # Who acts is said by `pending`; who was first follows from it and the number of the turn.
    first = active if turns % 2 == 0 else other(active)
    under = any(unit.bolstered or unit.rushed for unit in units if unit.seat == active)
    commanded = under if said.commanded is None else said.commanded
    record = recorded(units, stage, first, (), active, turns, commanded, strike)
    state = engine().judged(State(setting, record))
    _check_battle(state, units, pending)
    return state


def _active(units: tuple[Unit, ...], said: Said, pending: dict[str, Any]) -> str:
    """Whose turn it is: of a game that is won the winner's, since nobody loses a unit in his own
    turn (BSK-V1); else who attacks, who decides, or whom the count says."""
    asked, first = decider(pending), winner("BSK-S4", said.first, said.initiative) or "red"
    left = {unit.seat for unit in units if unit.alive}
    if len(left) == 1:
        return left.pop()
    if said.attack is not None:
        return seat_of(said.attack.unit)
    return asked or (first if (said.turn or 1) % 2 else other(first))


def _check_battle(state: State, units: tuple[Unit, ...], pending: dict[str, Any]) -> None:
    turn = state.turn
    for unit in units:
        if unit.seat != turn and (unit.moved or unit.attacked or unit.done):
            raise impossible(f"{unit.id} has acted in the other side's turn", "BSK-T1")
        if unit.done and not state.options.flag("miss_ends_unit"):
            raise impossible(f"{unit.id} is done, but a miss does not do that here", "BSK-C3")
    for seat in SEATS:
        _check_abilities(state, [unit for unit in units if unit.seat == seat], seat)
    strike = state.strike
    if strike is None:
        return
    unit, target = state.unit(strike.unit), state.unit(strike.target)
    if not (unit.alive and target.alive and unit.seat != target.seat and unit.attacked):
        raise impossible("the attack that waits is none", "BSK-C1")
    aimed = engine().survey(state, layout.AIM, INDEX_OF[unit.id], INDEX_OF[target.id])
    if aimed[0] != layout.FINE:
        raise impossible(f"{target.id} is out of {unit.id}'s range", "BSK-C1")
    if unit.done or pending != pending_of(state).to_json():
        raise impossible("the dice that have to fall are not those of the attack", "BSK-C2")


def _check_abilities(state: State, own: list[Unit], seat: str) -> None:
    """BSK-A1, BSK-A4, BSK-A5: one ability a side, which its commander shares while he lives, and
    which began in this turn if it is the side's own."""
    under = [unit for unit in own if unit.alive and (unit.bolstered or unit.rushed)]
    acting = seat == state.turn
    commander = own[0]
    if any(unit.bolstered for unit in under) and any(unit.rushed for unit in under):
        raise impossible(f"{seat} has two abilities in force", "BSK-A1")
    if under and commander.alive and commander not in under:
        raise impossible(f"{commander.id} is not under his own ability", "BSK-A5")
    if acting and state.commanded != bool(under):
        raise impossible(f"`commanded` does not fit {seat}'s units", "BSK-A1")
    full = state.setting.numbers[layout.BOLSTER_HEALTH]
    if acting and any(unit.bolstered and unit.buffer < full for unit in under):
        raise impossible(f"{seat} has lost health in its own turn", "BSK-A6")
    if not acting and under and state.options.named("ability_lasts") == "any_turn":
        raise impossible(f"{seat}'s ability has ended", "BSK-A4")
