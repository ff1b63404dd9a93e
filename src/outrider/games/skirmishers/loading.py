"""A state from the contract's JSON, also one that somebody edited."""

from typing import Any

from outrider.core.options import Options
from outrider.core.refusal import Refusal, malformed
from outrider.core.states import a_seat, check_phase, decider, impossible
from outrider.core.values import a_list, a_whole_number, an_object, known_fields
from outrider.core.variant import Variant
from outrider.games.skirmishers.contract import pending_of
from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.scenario import SEATS, VERSION, Scenario, other
from outrider.games.skirmishers.shipped import scenario_of
from outrider.games.skirmishers.state import State, Unit, recorded, setting_of, under_way
from outrider.games.skirmishers.under_way import read_under_way
from outrider.games.skirmishers.units import check_advantage, read_units
from outrider.table.terrain import a_table

REQUIRED = ("table", "units")
FURTHER = ("turn", "first", "scenario", "held", "move", "shot", "fight")
PHASES = ("battle", "over")
MOST_TURNS = 1_000_000


def load(data: dict[str, Any], options: Options, variant: Variant | None) -> State:
    """Only what the contract names is needed; the rest is that of a fresh turn."""
    check_phase(data, PHASES)
    pending = data["pending"]
    known_fields(pending, ["decide", "roll", "over", "offer"], "pending")
    if len({"decide", "roll", "over"} & set(pending)) != 1 or (
        "offer" in pending and "decide" not in pending
    ):
        raise malformed("pending is one of decide, perhaps with an offer, roll and over")
    scenario, listed = read_ground(data)
    move = data.get("move")
    mover = move.get("unit") if isinstance(move, dict) else None
    units = read_units(listed, scenario, mover)
    turn = data.get("turn")
    turns = 0 if turn is None else a_whole_number(turn, "the turn", 1, MOST_TURNS) - 1
    setting = setting_of(options, scenario, variant)
    bare = recorded(setting, units, "red", read_held(data, scenario), turns)
    check_advantage(bare)
    state = read_under_way(bare, data)
    if state is bare:
        state = under_way(bare, whose_turn(data, scenario, turns))
    check_flags(state)
    check_held(state)
    return judged(state, data)


def read_ground(data: dict[str, Any]) -> tuple[Scenario, list[Any]]:
    """The scenario, whose table the state's is, and the units listed. A state without a scenario is
    played to the last piece."""
    listed = a_list(data["units"], "units")
    if data.get("scenario") is None:
        units = [an_object(entry, "a unit") for entry in listed]
        left = [unit for unit in units if unit.get("at") is not None]
        alive = [unit for unit in left if unit.get("health")]
        # The dead are left out, unless their side has nobody else.
        sides = {str(unit.get("id"))[:1] for unit in alive}
        kept = alive + [unit for unit in left if str(unit.get("id"))[:1] not in sides]
        return made_up(data["table"], kept), kept
    given, table = data["scenario"], data["table"]
    scenario = scenario_of(given)
    same = table is None or (isinstance(given, dict) and table == given["table"])
    if not same and a_table(table) != scenario.table:
        raise impossible("the table is not the scenario's", "SKR-S2")
    return scenario, listed


def made_up(table: object, units: list[dict[str, Any]]) -> Scenario:
    """A scenario for a table and units that come without one: who kills all enemies wins."""
    sides: dict[str, Any] = {
        seat: {"pieces": [], "victory": [{"kind": "destroy-all"}]} for seat in SEATS
    }
    wanted = ("id", "name", "at", "firing", "attack", "defense", "movement", "weapon", "base")
    for unit in units:
        piece = {name: unit[name] for name in wanted if name in unit and unit[name] != ""}
        if unit.get("weapon", "none") != "none":
            piece["range"] = unit.get("range")
        seat = "blue" if str(unit.get("id"))[:1] == "B" else "red"
        sides[seat]["pieces"].append(piece)
    made = {"outrider_scenario": VERSION, "name": "without a scenario", "table": table}
    try:
        return scenario_of({**made, "sides": sides})
    except Refusal as refusal:
        raise malformed(f"the state has no scenario and makes none: {refusal.message}") from None


def read_held(data: dict[str, Any], scenario: Scenario) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A count for each condition; only those that hold a zone count anything."""
    given = data.get("held")
    held = an_object({} if given is None else given, "held")
    known_fields(held, SEATS, "held")
    found = []
    for seat in SEATS:
        victory = scenario.side(seat).victory
        counts = a_list(held.get(seat, [0] * len(victory)), f"held.{seat}")
        if len(counts) != len(victory):
            raise malformed(f"held.{seat} has a count for each of {seat}'s conditions")
        most = [part.turns for part in victory]
        found.append(
            tuple(
                a_whole_number(count, f"a count of held.{seat}", 0, limit)
                for count, limit in zip(counts, most, strict=True)
            )
        )
    return found[0], found[1]


def whose_turn(data: dict[str, Any], scenario: Scenario, turns: int) -> str:
    """Who decides, or else whom the count says."""
    given = data.get("first")
    first = scenario.first if given is None else a_seat(given, "who was first")
    counted = first if turns % 2 == 0 else other(first)
    return decider(data["pending"]) or counted


def check_flags(state: State) -> None:
    """SKR-T1, SKR-X3: who has acted in a turn that is not its own, or fired without a weapon."""
    for unit in state.units:
        own = unit.seat == state.active
        if not own and (unit.moved or unit.fired or unit.fought):
            raise impossible(f"{unit.id} has acted in the other side's turn", "SKR-T1")
        if own and unit.reacted:
            raise impossible(f"{unit.id} has reacted in its own turn", "SKR-X3")
        if (unit.fired or unit.reacted) and unit.warrior.weapon == "none":
            raise impossible(f"{unit.id} has fired, but has no weapon", "SKR-G1")


def check_held(state: State) -> None:
    """SKR-S4: a zone is held at the ends of own turns, of which there were so many."""
    first = state.active if state.turns % 2 == 0 else other(state.active)
    for seat, counts in zip(SEATS, state.held, strict=True):
        own = (state.turns + (first == seat)) // 2
        if max(counts, default=0) > own:
            raise impossible(f"{own} of {seat}'s turns are over, fewer than `held` says", "SKR-S4")


def is_fresh(unit: Unit) -> bool:
    return not (unit.moved or unit.fired or unit.fought or unit.reacted)


def judged(state: State, data: dict[str, Any]) -> State:
    """The result, worked out anew. When a turn has just ended, and in a game that is said to be
    over, every condition is looked at; otherwise only those that a kill meets, since the others
    wait for the end of the turn (SKR-V1). Before the first turn none has ended."""
    nothing = state.header[layout.STAGE] == layout.FIGHTING
    ended = state.turns > 0 and all(map(is_fresh, state.units)) and nothing
    ends = "over" in data["pending"] or ended or state.turns >= state.scenario.turn_limit
    done = engine().judged(state, at_once=not ends)
    if done.outcome is not None:
        return done
    if "over" not in data["pending"] and data["pending"] != pending_of(state).to_json():
        raise impossible("it does not wait for what `pending` says")
    return state
