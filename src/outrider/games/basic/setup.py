"""Setting up (BSK-S1 to BSK-S5)."""

from dataclasses import replace

from outrider.core.events import PhaseBegan, Rolled
from outrider.core.game import Step
from outrider.core.initiative import PURPOSE, leaders
from outrider.core.options import Options
from outrider.core.refusal import Refusal, illegal, malformed
from outrider.core.wire import Event
from outrider.games.basic.actions import Deploy
from outrider.games.basic.battalion import STATISTICS, kind_of
from outrider.games.basic.events import Deployed, TurnBegan
from outrider.games.basic.moving import told
from outrider.games.basic.state import IDS, SEATS, State, Unit, other
from outrider.table.lengths import a_length, said
from outrider.table.points import Point
from outrider.table.snapping import close_by, fits
from outrider.table.terrain import Table
from outrider.table.texts import point_text


def before_the_roll(options: Options, table: Table) -> State:
    """BSK-S1: two battalions beside the table, and the dice to fall."""
    units = tuple(Unit(id, None, STATISTICS[kind_of(id)].health) for id in IDS)
    return State(options, table, units)


def roller(state: State) -> str:
    return SEATS[len(state.rolled)]


def roll_for_first(state: State, face: int) -> Step[State]:
    """BSK-S2: the higher places first and begins (BSK-S4); tied, both roll again."""
    rolled = (*state.rolled, face)
    event = Rolled(PURPOSE, roller(state), (face,))
    if len(rolled) < len(SEATS):
        return Step(replace(state, rolled=rolled), (event,))
    first, *tied = leaders(SEATS, rolled)
    if tied:
        return Step(replace(state, rolled=()), (event,))
    return Step(replace(state, rolled=(), first=first, turn=first), (event,))


def check_zones(options: Options, table: Table) -> None:
    """BSK-S3: the zones may meet, but not overlap."""
    if 2 * a_length(options["zone"], "zone") > table.size[1]:
        raise malformed("the zones would overlap on a table that small", "BSK-S3")


def zone_of(state: State, seat: str) -> tuple[int, int]:
    """BSK-S3: between which lines a side places its units."""
    depth = a_length(state.options["zone"], "zone")
    height = state.table.size[1]
    return (0, depth) if seat == "red" else (height - depth, height)


def why_not_deploy(state: State, action: Deploy) -> Refusal | None:
    unit = state.unit(action.unit)
    if unit.seat != state.turn:
        return illegal("BSK-S2", f"{state.turn.capitalize()} places its own battalion now")
    if unit.at is not None or not unit.alive:
        return illegal("BSK-S5", f"{unit.id} has its place already")
    return why_not_here(state, unit, action.at)


def why_not_here(state: State, unit: Unit, at: Point) -> Refusal | None:
    """BSK-S3, BSK-S5: on the table, in the zone, clear of all bases."""
    reason = fits(at, at, 0, state.table, state.others(unit.id))
    if reason is not None:
        return illegal("BSK-S5", f"at {point_text(at)} {unit.id} {told(reason)}")
    low, high = zone_of(state, unit.seat)
    if not low <= at[1] <= high:
        by = low - at[1] if at[1] < low else at[1] - high
        return illegal("BSK-S3", f"{point_text(at)} is outside the zone by {said(by)}")
    return None


def nearest_place(state: State, action: Deploy) -> Deploy | None:
    """A legal place close to the wish, for a unit that still has none."""
    unit = state.unit(action.unit)
    if unit.seat != state.turn or unit.at is not None or not unit.alive:
        return None
    low, high = zone_of(state, unit.seat)
    x, y = action.at
    inside = min(max(x, 0), state.table.size[0]), min(max(y, low), high)
    found = (at for at in close_by(inside) if why_not_here(state, unit, at) is None)
    at = next(found, None)
    return None if at is None else Deploy(unit.id, at)


def deploy(state: State, action: Deploy) -> Step[State]:
    """BSK-S2: one battalion, then the other, then the first turn (BSK-S4)."""
    unit = replace(state.unit(action.unit), at=action.at)
    after = state.with_units(unit)
    events: list[Event] = [Deployed(unit.id, action.at)]
    left = [unit for unit in after.living(state.turn) if unit.at is None]
    if not left and after.deploying:
        after = replace(after, turn=other(state.turn))
    elif not left:
        assert state.first is not None
        after = replace(after, turn=state.first)
        events += [PhaseBegan("battle"), TurnBegan(state.first, 1)]
    return Step(after, tuple(events))
