"""The state as the contract's JSON, and back, also from JSON that somebody edited."""

from typing import Any

from outrider.core.initiative import PURPOSE
from outrider.core.pending import Decide, Over, Pending, Roll
from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import a_list, a_whole_number, an_object, known_fields, shown
from outrider.games.basic.battalion import kind_of
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
    unit_id,
)
from outrider.games.basic.victory import OUTCOMES
from outrider.table.points import a_point, to_json
from outrider.table.texts import seat_of

REQUIRED = ("table", "units")
FURTHER = ("turn", "first", "initiative", "commanded", "attack")
PHASES = ("deploy", "battle", "over")
UNIT_FIELDS = ("id", "seat", "kind", "at", "health", "alive", *FLAGS, "buffer")
MOST_TURNS = 1_000_000


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


def unit_to_json(unit: Unit) -> dict[str, Any]:
    return {
        "id": unit.id,
        "seat": unit.seat,
        "kind": unit.kind,
        "at": None if unit.at is None else to_json(unit.at),
        "health": unit.health,
        "alive": unit.alive,
        **{name: getattr(unit, name) for name in FLAGS},
        "buffer": unit.buffer,
    }


def dump(game: str, state: State) -> dict[str, Any]:
    """`turn` is the number of the present turn, 0 before the battle. `initiative` has the faces so
    far while the dice fall, then the seat that won them; `attack` is an attack that waits.
    `variant` is there only where numbers are changed."""
    pending = pending_of(state)
    initiative: object = state.first
    if state.first is None:
        initiative = dict(zip(SEATS, state.rolled, strict=False))
    battle = phase_of(state) != "deploy"
    strike, variant = state.strike, state.setting.variant
    changed = {} if variant is None else {"variant": variant.to_json()}
    return {
        "game": game,
        "options": state.options.to_json(),
        "phase": phase_of(state),
        "pending": pending.to_json(),
        "result": pending.outcome.to_json() if isinstance(pending, Over) else None,
        "table": state.table.to_json(),
        "units": [unit_to_json(unit) for unit in state.units],
        "turn": state.turns + 1 if battle else 0,
        "first": state.first,
        "initiative": initiative,
        "commanded": state.commanded,
        "attack": None if strike is None else {"unit": strike.unit, "target": strike.target},
        **changed,
    }


def impossible(message: str, rule: str | None = None) -> Refusal:
    return malformed(f"the state is impossible: {message}", rule)


def load(data: dict[str, Any], setting: Setting) -> State:
    """Only what the contract names is needed; the rest is that of a fresh turn."""
    if data["phase"] not in PHASES:
        raise malformed(f"the phase is one of {', '.join(PHASES)}, not {shown(data['phase'])}")
    units = read_units(data["units"], setting)
    pending = data["pending"]
    known_fields(pending, ["decide", "roll", "over"], "pending")
    if len(pending) != 1:
        raise malformed("pending is one of decide, roll and over")
    if data["phase"] == "deploy":
        return _load_deploy(setting, units, data)
    return _load_battle(setting, units, data)


def _seat(value: object, what: str) -> str:
    if value not in SEATS:
        raise malformed(f"{what} is red or blue, not {shown(value)}")
    return str(value)


def _decider(pending: dict[str, Any]) -> str:
    seats = a_list(pending["decide"], "pending.decide")
    if len(seats) != 1:
        raise malformed(f"one seat decides at a time, not {shown(seats)}")
    return _seat(seats[0], "pending.decide")


def read_units(value: object, setting: Setting) -> tuple[Unit, ...]:
    """The ten units. One that is not listed is dead and gone."""
    found: dict[str, Unit] = {}
    for entry in a_list(value, "units"):
        unit = read_unit(entry, setting)
        if unit.id in found:
            raise malformed(f"the unit {unit.id} is listed twice")
        found[unit.id] = unit
    units = tuple(found.get(id) or Unit(id, None, 0) for id in IDS)
    standing = State(setting, recorded(units, layout.FIGHTING))
    wrong, reason, whom = engine().survey(standing, layout.STANDING)
    if wrong != layout.NONE:
        rule, words = STANDING[reason]
        raise impossible(f"{IDS[wrong]} {words(whom)}", rule)
    return units


def read_unit(value: object, setting: Setting) -> Unit:
    data = an_object(value, "a unit")
    known_fields(data, UNIT_FIELDS, "a unit")
    id = unit_id(data.get("id"))
    if data.get("seat", seat_of(id)) != seat_of(id) or data.get("kind", kind_of(id)) != kind_of(id):
        raise malformed(f"{id} is {seat_of(id)}'s, and its kind is {kind_of(id)}")
    most = setting.health_of(id)
    health = a_whole_number(data.get("health"), f"{id}: the health", 0, most)
    flags = {name: data.get(name, False) for name in FLAGS}
    for name in (*FLAGS, "alive"):
        if not isinstance(data.get(name, False), bool):
            raise malformed(f"{id}: `{name}` is true or false, not {shown(data[name])}")
    if data.get("alive", health > 0) != (health > 0):
        raise impossible(f"{id} has {health} health, so `alive` is wrong")
    if "at" not in data:
        raise malformed(f"{id} needs the field `at`, null if it is not on the table")
    at = None if data["at"] is None else a_point(data["at"], f"{id}: `at`")
    most = setting.numbers[layout.BOLSTER_HEALTH]
    buffer = a_whole_number(data.get("buffer", 0), f"{id}: the buffer", 0, most)
    unit = Unit(id, at, health, buffer, **flags)
    if unit.buffer and not unit.bolstered:
        raise impossible(f"{id} has a buffer, but is not bolstered", "BSK-A6")
    if unit.done and not unit.attacked:
        raise impossible(f"{id} is done, but has not attacked", "BSK-C3")
    if not unit.alive and any(flags.values()):
        raise impossible(f"{id} is dead and does nothing", "BSK-C5")
    return unit


def _load_deploy(setting: Setting, units: tuple[Unit, ...], data: dict[str, Any]) -> State:
    if data.get("turn") is not None:
        a_whole_number(data["turn"], "the turn, before the battle,", 0, 0)
    if _commanded(data) or data.get("attack") is not None:
        raise impossible("the battle has not begun", "BSK-S2")
    fresh = tuple(Unit(unit.id, unit.at, setting.health_of(unit.id)) for unit in units)
    if units != fresh:
        raise impossible("before the battle every unit is fresh", "BSK-S1")
    if "roll" in data["pending"]:
        given = data.get("initiative")
        faces = an_object({} if given is None else given, "the initiative, while the dice fall,")
        known_fields(faces, SEATS[:1], "the initiative")
        rolled = tuple(a_whole_number(face, "a face", 1, 6) for face in faces.values())
        state = State(setting, recorded(units, layout.ROLLING, rolled=rolled))
        if data["pending"] != pending_of(state).to_json() or data.get("first") is not None:
            roller = SEATS[len(rolled)]
            raise impossible(f"it is for {roller} to roll one die", "BSK-S2")
        if any(unit.at is not None for unit in units):
            raise impossible("nobody is placed before the roll", "BSK-S2")
        return state
    if "over" in data["pending"]:
        raise impossible("a game does not end before the battle")
    return _load_placing(setting, units, _decider(data["pending"]), data)


def _load_placing(
    setting: Setting, units: tuple[Unit, ...], decider: str, data: dict[str, Any]
) -> State:
    """BSK-S2: the first places all of its units, then the other."""
    whole = {seat: [unit for unit in units if unit.seat == seat] for seat in SEATS}
    placed = {seat: [unit for unit in whole[seat] if unit.at is not None] for seat in SEATS}
    guess = other(decider) if placed[other(decider)] else decider
    first = _first(data, guess)
    if decider != first and len(placed[first]) < len(whole[first]):
        raise impossible(f"{first} places its whole battalion first", "BSK-S2")
    if decider == first and placed[other(first)]:
        raise impossible(f"{first} places its whole battalion first", "BSK-S2")
    if len(placed[decider]) == len(whole[decider]):
        raise impossible(f"{decider} has nothing to place", "BSK-S2")
    made = State(setting, recorded(units, layout.PLACING, first, turn=decider))
    for unit in (*placed["red"], *placed["blue"]):
        code = layout.DEPLOY, INDEX_OF[unit.id], *place_of(unit)
        answer = engine().survey(made, layout.HERE, *code[1:])
        if answer[0] != layout.FINE:
            wrong = refusal(SEATS.index(unit.seat), code, answer)
            raise impossible(f"{unit.id}: {wrong.message}", wrong.rule)
    return made


def _first(data: dict[str, Any], guess: str) -> str:
    """Who won the roll, if it is said: `first` and `initiative` say the same."""
    said = [data[name] for name in ("first", "initiative") if data.get(name) is not None]
    seats = {_seat(seat, "who won the roll") for seat in said}
    if len(seats) > 1:
        raise impossible("`first` and `initiative` do not agree", "BSK-S4")
    return seats.pop() if seats else guess


def _load_battle(setting: Setting, units: tuple[Unit, ...], data: dict[str, Any]) -> State:
    if any(unit.alive and unit.at is None for unit in units):
        raise impossible("in a battle every live unit stands on the table", "BSK-S5")
    if not any(unit.alive for unit in units):
        raise impossible("there is no unit left", "BSK-V1")
    turn = data.get("turn")
    turns = 0 if turn is None else a_whole_number(turn, "the turn", 1, MOST_TURNS) - 1
    strike = _strike(data)
    active = _active(data, units, strike, turns)
    # Who acts is said by `pending`; who was first follows from it and the number of the turn.
    _first(data, active)
    first = active if turns % 2 == 0 else other(active)
    commanded = _commanded(data)
    if commanded is None:
        own = [unit for unit in units if unit.seat == active]
        commanded = any(unit.bolstered or unit.rushed for unit in own)
    stage = layout.FIGHTING
    if strike is not None:
        stage = layout.SAVING if strike.hit else layout.ATTACKING
    record = recorded(units, stage, first, (), active, turns, commanded, strike)
    state = engine().judged(State(setting, record))
    _check_battle(state, units, data)
    return state


def _commanded(data: dict[str, Any]) -> bool | None:
    """Whether an ability was used in this turn; None if it is not said."""
    value = data.get("commanded")
    if value is not None and not isinstance(value, bool):
        raise malformed(f"`commanded` is true or false, not {shown(value)}")
    return value


def _strike(data: dict[str, Any]) -> Strike | None:
    """An attack that waits for its dice."""
    given = data.get("attack")
    if given is None:
        if "roll" in data["pending"]:
            raise impossible("dice have to fall, but nobody attacks", "BSK-C2")
        return None
    attack = an_object(given, "the attack")
    known_fields(attack, ["unit", "target"], "the attack")
    roll = an_object(data["pending"].get("roll"), "pending.roll, while an attack waits,")
    hit = roll.get("purpose") == "save"
    return Strike(unit_id(attack.get("unit")), unit_id(attack.get("target")), hit)


def _active(
    data: dict[str, Any], units: tuple[Unit, ...], strike: Strike | None, turns: int
) -> str:
    """Whose turn it is: of a game that is won the winner's, since nobody loses a unit in his own
    turn (BSK-V1); else who attacks, who decides, or whom the count says."""
    decider = _decider(data["pending"]) if "decide" in data["pending"] else None
    if decider is None:
        an_object(next(iter(data["pending"].values())), "what is pending")
    left = {unit.seat for unit in units if unit.alive}
    if len(left) == 1:
        return left.pop()
    if strike is not None:
        return seat_of(strike.unit)
    if decider is not None:
        return decider
    first = _first(data, "red")
    return first if turns % 2 == 0 else other(first)


def _check_battle(state: State, units: tuple[Unit, ...], data: dict[str, Any]) -> None:
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
    if unit.done or data["pending"] != pending_of(state).to_json():
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
