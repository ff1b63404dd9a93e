"""Fire (SKR-G1 to SKR-G6), whoever fires and why."""

from outrider.core.refusal import Refusal, illegal
from outrider.games.skirmishers.actions import Fire
from outrider.games.skirmishers.scenario import other
from outrider.games.skirmishers.state import Shot, State, Unit, pinned, place_of, touching
from outrider.games.skirmishers.turns import own_piece
from outrider.table.lengths import said
from outrider.table.points import Point, distance, within
from outrider.table.sight import cover_for, sight_across
from outrider.table.texts import point_text

AGAINST_A_BOW = 1
"""Dice more for the target of an arrow (SKR-G1)."""


def in_melee(state: State, unit: Unit) -> Unit | None:
    """SKR-G6: an enemy that a piece touches, if there is one."""
    return next((foe for foe in state.present(other(unit.seat)) if touching(unit, foe)), None)


def why_not_ready(state: State, unit: Unit) -> Refusal | None:
    """Why a piece cannot fire at anybody, be it in its own turn or not."""
    if unit.warrior.weapon == "none":
        return illegal("SKR-G1", f"{unit.id} has nothing to fire with")
    over = pinned(state, unit)
    if over is not None:
        return illegal("SKR-F11", f"{unit.id} is pinned by {over.id}")
    if not state.options["fire_into_melee"]:
        foe = in_melee(state, unit)
        if foe is not None:
            return illegal("SKR-G6", f"{unit.id} touches {foe.id}, so it does not fire")
    return None


def why_not_at(state: State, unit: Unit, target: Unit | None, id: str) -> Refusal | None:
    """Why a piece that is ready to fire cannot do so at that one."""
    if target is None or target.seat == unit.seat or not target.here:
        return illegal("SKR-G1", f"{id} is no enemy on the table")
    if not state.options["fire_into_melee"]:
        foe = in_melee(state, target)
        if foe is not None:
            return illegal("SKR-G6", f"{target.id} touches {foe.id}, so nobody fires at it")
    here, there = place_of(unit), place_of(target)
    if not within(here, there, unit.warrior.range):
        length = distance(here, there)
        over = said(max(1, length - unit.warrior.range))
        return illegal("SKR-G1", f"{target.id} is {said(length)} away, out of range by {over}")
    blocked = sight_across(state.table, here, there)
    if blocked is not None:
        name = state.table.terrain[blocked.piece_index].name or "terrain"
        where = f"the line is blocked at {point_text(blocked.at)}"
        return illegal("SKR-G4", f"{name} hides {target.id} from {unit.id}: {where}")
    return None


def why_not_own_shot(state: State, unit: Unit) -> Refusal | None:
    """SKR-T2 to SKR-T4: why a piece does not fire in its own turn."""
    if unit.fired:
        return illegal("SKR-T4", f"{unit.id} has fired in this turn")
    if unit.moved:
        return illegal("SKR-T2", f"{unit.id} has moved in this turn, so it does not fire")
    if unit.fought:
        return illegal("SKR-T3", f"{unit.id} has struck in this turn, so it does not fire")
    return None


def why_not_fire(state: State, action: Fire) -> Refusal | None:
    unit = own_piece(state, action.unit)
    if isinstance(unit, Refusal):
        return unit
    return (
        why_not_own_shot(state, unit)
        or why_not_ready(state, unit)
        or why_not_at(state, unit, state.find(action.target), action.target)
    )


def may_fire_back(state: State, unit: Unit, target: Unit) -> bool:
    """SKR-X1: a weapon, range and sight, and nothing that forbids it to fire."""
    ready = why_not_ready(state, unit) is None
    return ready and why_not_at(state, unit, target, target.id) is None


def dice_of(unit: Unit, target: Unit) -> tuple[int, int]:
    """SKR-G1: how many dice the firer and the target roll."""
    against = AGAINST_A_BOW if unit.warrior.weapon == "bow" else 0
    return unit.warrior.firing, target.warrior.defense + against


def cover_at(state: State, unit: Unit, target: Point) -> int:
    """SKR-G5: what cover adds for a target that stands there."""
    return cover_for(state.table, place_of(unit), target)[0]


def cover_of(state: State, shot: Shot) -> int:
    return cover_at(state, state.unit(shot.unit), place_of(state.unit(shot.target)))


def hits(faces: tuple[int, ...], defense: tuple[int, ...], cover: int) -> bool:
    """SKR-G2, SKR-G3: the highest beats the highest, which has the cover added; no dice are 0."""
    return max(faces, default=0) > max(defense, default=0) + cover
