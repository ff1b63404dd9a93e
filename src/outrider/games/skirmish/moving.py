"""Moving in the minute (SKM-R3, SKM-M1, SKM-M2)."""

from dataclasses import replace
from math import isqrt

from outrider.core.game import Step
from outrider.core.refusal import Refusal, illegal
from outrider.core.wire import Event
from outrider.games.skirmish.actions import Move
from outrider.games.skirmish.events import Moved, Saw
from outrider.games.skirmish.setup import told
from outrider.games.skirmish.squad import MOVE
from outrider.games.skirmish.state import Figure, State, armies_near, at_edge, place_of
from outrider.games.skirmish.victory import report_at_once, reports_at_once
from outrider.table.candidates import along
from outrider.table.lengths import INCH, said
from outrider.table.points import Point, distance, squared, within
from outrider.table.snapping import fits, nearest
from outrider.table.terrain import ground
from outrider.table.texts import point_text


def why_not_set_out(state: State, seat: str, figure: Figure) -> Refusal | None:
    """Why a figure may not move at all, wherever to."""
    if figure.seat != seat:
        return illegal("SKM-R6", f"{figure.id} is {figure.seat.capitalize()}'s, who moves it")
    if not figure.health:
        return illegal("SKM-H2", f"{figure.id} is dead")
    if not figure.actions:
        return illegal("SKM-R3", f"{figure.id} has used both actions of this round")
    return None


def why_not_end(state: State, figure: Figure, to: Point) -> Refusal | None:
    """Why a figure that may move may not end its move there."""
    start = place_of(figure)
    reason = fits(to, start, MOVE, state.table, state.others(figure.id))
    if reason is not None:
        if reason.kind == "too far":
            return illegal("SKM-R3", f"a move is up to {said(MOVE)}: this is {reason}")
        return illegal("SKM-M2", f"at {point_text(to)} {figure.id} {told(reason)}")
    if not state.edition.climbs:
        return None
    rise = ground(state.table, to) - figure.up
    if within(start, to, MOVE, rise):
        return None
    by = max(1, distance(start, to, rise) - MOVE)
    way = "up" if rise > 0 else "down"
    return illegal("SKM-M1", f"with {said(abs(rise))} {way} it is too far by {said(by)}")


def why_not_move(state: State, seat: str, action: Move) -> Refusal | None:
    figure = state.figure(action.unit)
    return why_not_set_out(state, seat, figure) or why_not_end(state, figure, action.to)


def move(state: State, action: Move) -> Step[State]:
    """SKM-O2: what is seen is seen where the move ends. SKM-O5: it is fresh for this minute, unless
    news is reported at once."""
    figure = state.figure(action.unit)
    armies = seen_from(state, figure.seat, action.to)
    fresh = bool(armies) and not figure.seen and not reports_at_once(state)
    after = replace(
        figure,
        at=action.to,
        up=ground(state.table, action.to),
        actions=figure.actions - 1,
        seen=figure.seen or bool(armies),
        fresh=figure.fresh or fresh,
    )
    events: tuple[Event, ...] = (Moved(figure.id, place_of(figure), action.to),)
    if not figure.seen:
        events += tuple(Saw(figure.id, army) for army in armies)
    moved = state.with_figure(after)
    over = report_at_once(moved, after)
    return Step(moved, events) if over is None else Step(over.state, (*events, *over.events))


def seen_from(state: State, seat: str, point: Point) -> list[str]:
    """The armies that a figure sees where its move ends (SKM-O1); from home it sees none, however
    near another's edge is (SKM-O9)."""
    return [] if at_edge(state, seat, point) else armies_near(state, seat, point)


def levels(state: State, figure: Figure) -> dict[int, int]:
    """The heights a figure can end on, each with how far it gets in plan (SKM-M1)."""
    if not state.edition.climbs:
        return {figure.up: MOVE}
    heights = sorted({0, *(piece.height for piece in state.table.terrain)})
    return {
        height: isqrt(MOVE**2 - (height - figure.up) ** 2)
        for height in heights
        if abs(height - figure.up) <= MOVE
    }


def nearest_move(state: State, seat: str, action: Move) -> Move | None:
    """A legal move that ends close to the wish: the nearest end at any level's reach, or else the
    farthest on the way there. None if the figure may not move at all."""
    figure = state.figure(action.unit)
    if why_not_set_out(state, seat, figure) is not None:
        return None
    start, others = place_of(figure), state.others(figure.id)
    reaches = sorted(set(levels(state, figure).values()))
    wished = [nearest(action.to, start, reach, state.table, others) for reach in reaches]
    whole = min(distance(start, action.to), MOVE)
    wished += [along(start, action.to, length) for length in range(whole, 0, -INCH // 4)]
    legal = [to for to in wished if to is not None and why_not_end(state, figure, to) is None]
    best = min(legal, key=lambda to: squared(to, action.to), default=start)
    return Move(figure.id, best)
