"""Grenades (SKM-N1 to SKM-N5)."""

from dataclasses import replace

from outrider.core.events import Rolled
from outrider.core.game import Step
from outrider.core.refusal import Refusal, illegal
from outrider.games.skirmish.actions import Land, Lob, Take
from outrider.games.skirmish.attacking import in_touch, too_far, why_not_act
from outrider.games.skirmish.events import Carried, Landed, Thrown, Took
from outrider.games.skirmish.resisting import settle
from outrider.games.skirmish.rounds import next_turn, spent
from outrider.games.skirmish.state import Burst, Figure, State, Throw, Volley, place_of
from outrider.table.lengths import INCH, inches, said
from outrider.table.points import Point, distance, within
from outrider.table.terrain import ground, on_table
from outrider.table.texts import point_text

SLACK = 2
"""How far off its line a grenade may land, in thousandths, since points lie on whole ones."""
DISTANCES = {1: 2 * INCH, 2: 2 * INCH, 3: 4 * INCH, 4: 4 * INCH, 5: 6 * INCH, 6: 6 * INCH}
BLAST = {
    "radius": ((2 * INCH, 4), (3 * INCH, 2)),
    "diameter": ((1 * INCH, 4), (3 * INCH // 2, 2)),
}
"""SKM-N2: how many dice up to which distance, by the option."""


def why_not_throw(state: State, action: Lob) -> Refusal | None:
    figure = state.figure(action.unit)
    return why_not_act(state, figure) or why_not_toward(state, figure, action.toward)


def why_not_toward(state: State, figure: Figure, toward: Point) -> Refusal | None:
    """SKM-N1: a grenade to throw, and a direction in which it can land on the table."""
    start = place_of(figure)
    if not figure.grenades:
        return illegal("SKM-N1", f"{figure.id} has no grenade")
    if toward == start:
        return illegal("SKM-N1", f"{figure.id} stands there: that is no direction")
    if not any(lands(state, start, toward, at) for at in around(start)):
        return illegal("SKM-N1", f"towards {point_text(toward)} it would leave the table at once")
    return None


def around(point: Point) -> list[Point]:
    """The points next to one: if a line from there stays on the table for a while, one of them is
    close enough to it."""
    x, y = point
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def lands(state: State, start: Point, toward: Point, at: Point) -> bool:
    """SKM-N1: ahead of the thrower, on the line, on the table."""
    ahead, off, length = measured(start, toward, at)
    return ahead > 0 and off * off <= SLACK * SLACK * length and on_table(state.table, at)


def measured(start: Point, toward: Point, at: Point) -> tuple[int, int, int]:
    """How far a point lies along and off the line, both times the line's length, and its square."""
    dx, dy = toward[0] - start[0], toward[1] - start[1]
    x, y = at[0] - start[0], at[1] - start[1]
    return dx * x + dy * y, dx * y - dy * x, dx * dx + dy * dy


def throw(state: State, action: Lob) -> Step[State]:
    figure = state.figure(action.unit)
    after = spent(state, replace(figure, grenades=figure.grenades - 1))
    after = replace(after, fray=Throw(action.unit, action.toward))
    return Step(after, (Thrown(action.unit, action.toward),))


def flew(state: State, grenade: Throw, face: int) -> Step[State]:
    """SKM-N1: the die says how far it may go."""
    within = DISTANCES[face]
    event = Rolled("throw", state.figure(grenade.unit).seat, (face,))
    after = replace(state, fray=replace(grenade, within=within))
    return Step(after, (event, Carried(grenade.unit, inches(within))))


def why_not_land(state: State, grenade: Throw, action: Land) -> Refusal | None:
    start, at = place_of(state.figure(grenade.unit)), action.at
    assert grenade.within is not None
    ahead, off, length = measured(start, grenade.toward, at)
    if not on_table(state.table, at):
        return illegal("SKM-N1", f"{point_text(at)} is off the table")
    if ahead <= 0:
        return illegal("SKM-N1", f"{point_text(at)} is not ahead of {grenade.unit}")
    if off * off > SLACK * SLACK * length:
        return illegal("SKM-N1", f"{point_text(at)} is not on the line of the throw")
    if not within(start, at, grenade.within):
        by = said(max(1, distance(start, at) - grenade.within))
        return illegal("SKM-N1", f"{point_text(at)} is too far by {by}")
    return None


def caught(state: State, at: Point, thrower: str) -> tuple[Burst, ...]:
    """SKM-N2, SKM-N3: everybody in the blast, friend, foe and thrower; straight (SKM-N5)."""
    height = ground(state.table, at)
    (near, many), (far, few) = BLAST[state.options.named("blast")]
    found = []
    for figure in state.figures:
        if figure.health and within(place_of(figure), at, far, figure.up - height):
            close = within(place_of(figure), at, near, figure.up - height)
            found.append(Burst(figure.id, thrower, many if close else few))
    return tuple(found)


def land(state: State, grenade: Throw, action: Land) -> Step[State]:
    bursts = caught(state, action.at, state.figure(grenade.unit).seat)
    event = Landed(grenade.unit, action.at, tuple(burst.unit for burst in bursts))
    if not bursts:
        step = settle(replace(state, fray=None))
        return Step(step.state, (event, *step.events))
    volley = Volley("blast", bursts, unit=grenade.unit, at=action.at)
    return Step(replace(state, fray=volley), (event,))


def why_not_take(state: State, action: Take) -> Refusal | None:
    figure, corpse = state.figure(action.unit), state.figure(action.corpse)
    refusal = why_not_act(state, figure)
    if refusal is not None:
        return refusal
    if corpse.health or corpse.at is None:
        return illegal("SKM-N4", f"{corpse.id} is no corpse on the table")
    if not corpse.grenades:
        return illegal("SKM-N4", f"{corpse.id} lies face down: it has no grenades")
    if not in_touch(figure, corpse):
        return illegal("SKM-N4", f"{corpse.id} is {too_far(figure, corpse)}")
    return None


def take(state: State, action: Take) -> Step[State]:
    """SKM-N4: all it has; then it is turned face down (SKM-H2)."""
    figure, corpse = state.figure(action.unit), state.figure(action.corpse)
    found = corpse.grenades
    after = state.with_figure(replace(corpse, grenades=0))
    after = spent(after, replace(figure, grenades=figure.grenades + found))
    step = next_turn(after)
    return Step(step.state, (Took(figure.id, corpse.id, found), *step.events))
