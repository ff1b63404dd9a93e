"""A state from the contract's JSON, also one that somebody edited."""

from operator import gt
from typing import Any

from outrider.core.options import Options
from outrider.core.refusal import Refusal, malformed
from outrider.core.states import check_head, decider, impossible
from outrider.core.values import a_list, an_object
from outrider.core.variant import Variant
from outrider.games.skirmishers.contract import SAID, Held, pending_of
from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.scenario import SEATS, VERSION, Scenario, other
from outrider.games.skirmishers.shipped import scenario_of
from outrider.games.skirmishers.state import State, Unit, recorded, setting_of, under_way
from outrider.games.skirmishers.under_way import read_under_way
from outrider.games.skirmishers.units import check_advantage, read_units
from outrider.table.terrain import a_table

PHASES = ("battle", "over")


def load(data: dict[str, Any], options: Options, variant: Variant | None) -> State:
    """Only what the contract names is needed; the rest is that of a fresh turn."""
    pending, said = check_head(data, PHASES, offers=True), SAID.read_among(data)
    scenario, listed = read_ground(data)
    units = read_units(listed, scenario, said.move and said.move.unit)
    turns = (said.turn or 1) - 1
    setting = setting_of(options, scenario, variant)
    bare = recorded(setting, units, "red", held_of(said.held or Held(), scenario), turns)
    check_advantage(bare)
    state = read_under_way(bare, said, pending)
    if state is bare:
        first = said.first or scenario.first
        counted = first if turns % 2 == 0 else other(first)
        state = under_way(bare, decider(pending) or counted)
    check_flags(state)
    check_held(state)
    return judged(state, pending)


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


def held_of(held: Held, scenario: Scenario) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A count for each condition; only those that hold a zone count anything."""
    found = []
    for seat, counts in zip(SEATS, (held.red, held.blue), strict=True):
        most = tuple(part.turns for part in scenario.side(seat).victory)
        made = (0,) * len(most) if counts is None else counts
        if len(made) != len(most) or any(map(gt, made, most)):
            each = "has a count for each of its conditions, up to the turns that it asks for"
            raise malformed(f"held.{seat} {each}")
        found.append(made)
    return found[0], found[1]


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


def judged(state: State, pending: dict[str, Any]) -> State:
    """The result, worked out anew. When a turn has just ended, and in a game that is said to be
    over, every condition is looked at; otherwise only those that a kill meets, since the others
    wait for the end of the turn (SKR-V1). Before the first turn none has ended."""
    nothing = state.header[layout.STAGE] == layout.FIGHTING
    ended = state.turns > 0 and all(map(is_fresh, state.units)) and nothing
    ends = "over" in pending or ended or state.turns >= state.scenario.turn_limit
    done = engine().judged(state, at_once=not ends)
    if done.outcome is not None:
        return done
    if "over" not in pending and pending != pending_of(state).to_json():
        raise impossible("it does not wait for what `pending` says")
    return state
