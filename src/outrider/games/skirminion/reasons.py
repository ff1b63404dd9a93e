"""Why not: the rule an illegal action breaks, and a sentence.

Whether an action is legal is not decided here. These are explanations for what the kernel does not
offer, found with the kernel's own sets.
"""

from outrider.core.refusal import Refusal, illegal
from outrider.games.skirminion.actions import (
    Action,
    Attack,
    Declare,
    End,
    Move,
    Pass,
    Place,
    Receive,
    Rest,
    Siege,
)
from outrider.games.skirminion.board import NUMBER, RING, around, bit, names
from outrider.games.skirminion.engine import Survey, engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.numbers import steps_told
from outrider.games.skirminion.state import STRONG, State, other

HALF = 4
"""The rows of one."""


def listed(squares: int) -> str:
    """The first few squares of a set, for a sentence."""
    found = list(names(squares))
    return ", ".join(found[:3]) + (" and others" if len(found) > 3 else "")


def why_not(state: State, action: Action) -> Refusal:
    """The refusal of an action that the kernel does not offer in this state."""
    out_of_stage = _stage(state, action)
    if out_of_stage is not None:
        return out_of_stage
    numbers = state.numbers
    survey = engine().survey(state.words, numbers)
    match action:
        case Declare(forts):
            least, most = numbers[layout.LEAST_FORTS], numbers[layout.MOST_FORTS]
            return illegal("SKN-S3", f"each side places {least} to {most} forts, not {forts}")
        case Place(at):
            return _place(state, at)
        case Receive(unit):
            return _receive(state, unit)
        case Rest(unit):
            return _rest(state, unit, survey)
        case Pass():
            return _pass(state)
        case End():
            return illegal("SKN-P2", "no unit has begun to act, so there is nothing to end")
        case Move(source, target):
            return _unit(state, source) or _move(state, source, target)
        case Attack(source, target):
            return _unit(state, source) or _attack(state, source, target)
        case Siege(source, fort):
            return _unit(state, source) or _siege(state, source, fort)
    raise TypeError(action)


def _stage(state: State, action: Action) -> Refusal | None:
    """An action of another part of the game."""
    if state.stage == layout.DECLARING and not isinstance(action, Declare):
        return illegal("SKN-S3", "first the number of forts has to be declared")
    if state.stage == layout.PLACING and not isinstance(action, Place):
        return illegal("SKN-S4", "first all forts have to be placed")
    if state.stage == layout.BATTLE and isinstance(action, Declare | Place):
        return illegal("SKN-S4", "the battle has begun; forts are placed before it")
    if state.besieged is not None and not isinstance(action, Receive):
        return illegal("SKN-A5", f"the owner of {state.besieged} has to choose who takes the blow")
    if state.besieged is None and isinstance(action, Receive):
        return illegal("SKN-A5", "no siege waits for a recipient")
    return None


def _place(state: State, at: str) -> Refusal:
    seat, numbers = state.active, state.numbers
    if not numbers[layout.RED_ROWS if seat == "red" else layout.BLUE_ROWS] & bit(at):
        rows = numbers[layout.FORT_ROWS]
        where = "half of the board" if rows == HALF else f"first {rows} rows"
        return illegal("SKN-S5", f"{at} is not on {seat.capitalize()}'s {where}")
    if state.unit_at(at) or state.fort_at(at):
        return illegal("SKN-S5", f"{at} is not empty")
    forts = state.forts_of("red") | state.forts_of("blue")
    apart = numbers[layout.FORTS_APART]
    how = "adjacent to" if apart == 2 else f"less than {apart} steps from"
    close = forts & around(at, apart - 1)
    return illegal("SKN-S5", f"{at} is {how} the fort on {listed(close)}")


def _receive(state: State, unit: str) -> Refusal:
    owner = state.decider
    if state.unit_at(unit) != owner:
        return illegal("SKN-A5", f"{owner.capitalize()} has no unit on {unit}")
    return illegal("SKN-A5", f"{unit} does not touch the fort on {state.besieged}")


def _unit(state: State, source: str) -> Refusal | None:
    """Somebody else's unit, or not the one that is acting."""
    if state.unit_at(source) != state.active:
        return illegal("SKN-B1", f"{state.active.capitalize()} has no unit on {source}")
    if state.activated not in (None, source):
        return illegal("SKN-B1", f"{state.activated} is activated; only it may go on")
    return None


def _rest(state: State, unit: str, survey: Survey) -> Refusal:
    if state.unit_at(unit) != state.active:
        return illegal("SKN-B1", f"{state.active.capitalize()} has no unit on {unit}")
    if state.activated is not None:
        return illegal("SKN-R1", f"{state.activated} has acted already, so nobody rests now")
    if state.health(unit) >= STRONG:
        return illegal("SKN-R1", f"{unit} has {state.health(unit)} health; only 3 or less rest")
    if survey.near_foe & bit(unit):
        foes = state.units_of(other(state.active)) & RING[unit]
        return illegal("SKN-R1", f"{unit} touches the enemy on {listed(foes)}")
    forts = state.forts_of(state.active) & RING[unit] & survey.near_foe
    return illegal("SKN-R2", f"{unit} touches the fort on {listed(forts)}, which an enemy touches")


def _pass(state: State) -> Refusal:
    if state.activated is not None:
        return illegal("SKN-P2", f"{state.activated} has acted already; write `end`")
    return illegal("SKN-R3", "every unit would rest by passing; choose which one with `rest`")


def _only(straight: int, diagonal: int) -> str:
    """How far a unit goes that is slow."""
    if (straight, diagonal) == (1, 1):
        return "one step only"
    steps = "steps" if max(straight, diagonal) > 1 else "step"
    return f"{steps_told(straight, diagonal)} {steps} only"


def _move(state: State, source: str, target: str) -> Refusal:
    here, there = bit(source), bit(target)
    numbers = state.numbers
    survey = engine().survey(state.words, numbers, NUMBER[source])
    slowly = _only(numbers[layout.SLOW_STRAIGHT], numbers[layout.SLOW_DIAGONAL])
    if state.activated and state.control & layout.MOVED:
        return illegal("SKN-B2", f"{source} has moved already")
    if not there & survey.empty:
        what = "it stands there itself" if here == there else f"{target} is not empty"
        return illegal("SKN-M1", what)
    foe = other(state.active)
    if here & survey.danger:
        if not there & survey.steps:
            return illegal("SKN-M4", f"{source} is retreating: {slowly}")
        still = (state.units_of(foe) | state.forts_of(foe)) & RING[target]
        return illegal(
            "SKN-M2", f"{source} is retreating and would touch the enemy on {listed(still)}"
        )
    if state.forts_of(state.active) & RING[source]:
        return illegal(
            "SKN-M6",
            f"{target} is neither in {source}'s steps nor beside a fort of its own it touches",
        )
    if state.health(source) < STRONG:
        return illegal("SKN-M4", f"{source} has {state.health(source)} health: {slowly}")
    told = steps_told(numbers[layout.STRAIGHT], numbers[layout.DIAGONAL])
    return illegal("SKN-M3", f"{target} is not {told}, empty steps from {source}")


def _attack(state: State, source: str, target: str) -> Refusal:
    if state.activated and state.control & layout.ATTACKED:
        return illegal("SKN-B2", f"{source} has attacked already")
    foe = other(state.active)
    if state.fort_at(target) == foe and RING[source] & bit(target):
        return illegal("SKN-A4", f"on {target} is a fort; besiege it with {source}*{target}")
    if state.unit_at(target) != foe:
        return illegal("SKN-A1", f"there is no enemy unit on {target}")
    return illegal("SKN-A1", f"{source} does not touch {target}")


def _siege(state: State, source: str, fort: str) -> Refusal:
    if state.activated and state.control & layout.ATTACKED:
        return illegal("SKN-B2", f"{source} has attacked already")
    foe = other(state.active)
    if state.fort_at(fort) != foe:
        return illegal("SKN-A4", f"there is no enemy fort on {fort}")
    if not RING[source] & bit(fort):
        return illegal("SKN-A4", f"{source} does not touch the fort on {fort}")
    foes = state.units_of(foe) & RING[source]
    return illegal("SKN-A4", f"{source} touches the enemy unit on {listed(foes)}: no siege")
