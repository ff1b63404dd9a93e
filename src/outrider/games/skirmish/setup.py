"""Getting ready (SKM-S1 to SKM-S6)."""

from dataclasses import replace
from itertools import chain

from outrider.core.events import PhaseBegan, Rolled
from outrider.core.game import Step
from outrider.core.initiative import PURPOSE, Contest
from outrider.core.options import Options
from outrider.core.refusal import Refusal, illegal
from outrider.games.skirmish.actions import Deploy
from outrider.games.skirmish.edition import Edition
from outrider.games.skirmish.events import Began, Deployed
from outrider.games.skirmish.places import deployment, foot_on
from outrider.games.skirmish.rounds import begin_round, begin_turns
from outrider.games.skirmish.squad import IDS, NAME_OF, NEAR_EDGE
from outrider.games.skirmish.state import Figure, State, at_edge
from outrider.table.lengths import said
from outrider.table.points import Point, distance, squared
from outrider.table.seating import edge_of
from outrider.table.shapes import squared_to_side
from outrider.table.snapping import Reason, close_by, fits
from outrider.table.terrain import Table, ground
from outrider.table.texts import point_text


def before_the_game(
    edition: Edition, options: Options, table: Table, seats: tuple[str, ...]
) -> Step[State]:
    """SKM-S1: five figures a player, beside the table."""
    figures = tuple(Figure(id, NAME_OF[id]) for seat in seats for id in IDS[seat])
    state = State(edition, options, table, seats, figures)
    return Step(state, (PhaseBegan("deploy"),))


def told(reason: Reason) -> str:
    """What is wrong with a place, after the name of a figure."""
    return f"is {reason}" if reason.kind == "off the table" else str(reason)


def why_not_deploy(state: State, action: Deploy) -> Refusal | None:
    figure = state.figure(action.unit)
    if figure.seat != state.turn:
        return illegal("SKM-S3", f"{state.turn.capitalize()} places a figure of its own now")
    if figure.at is not None:
        return illegal("SKM-S3", f"{figure.id} has its place already")
    return why_not_here(state, figure, action.at)


def why_not_here(state: State, figure: Figure, at: Point) -> Refusal | None:
    """SKM-S2: at one's own edge; SKM-S3: not at another's; SKM-M2: clear of all bases."""
    reason = fits(at, at, 0, state.table, state.others(figure.id))
    if reason is not None:
        return illegal("SKM-M2", f"at {point_text(at)} {figure.id} {told(reason)}")
    if not at_edge(state, figure.seat, at):
        by = too_far_from(state.table, figure.seat, at)
        return illegal("SKM-S2", f"{point_text(at)} is {said(by)} too far from your own edge")
    for other in state.seats:
        if other != figure.seat and at_edge(state, other, at):
            whose = f"{other.capitalize()}'s edge"
            return illegal("SKM-S3", f"{point_text(at)} is within {said(NEAR_EDGE)} of {whose}")
    return None


def nearest_place(state: State, action: Deploy) -> Deploy | None:
    """A legal place close to the wish, for a figure that still has none."""
    figure = state.figure(action.unit)
    if figure.seat != state.turn or figure.at is not None:
        return None
    foot = foot_on(*edge_of(state.table, figure.seat), action.at)
    length = distance(foot, action.at)
    inside = action.at
    if length > NEAR_EDGE:
        dx, dy = action.at[0] - foot[0], action.at[1] - foot[1]
        inside = foot[0] + dx * NEAR_EDGE // length, foot[1] + dy * NEAR_EDGE // length
    along = sorted(deployment(state, fine=True), key=lambda at: squared(at, action.at))
    tried = chain(close_by(inside), along)
    at = next((at for at in tried if why_not_here(state, figure, at) is None), None)
    return None if at is None else Deploy(figure.id, at)


def too_far_from(table: Table, seat: str, point: Point) -> int:
    """By how much a point is outside a seat's strip, at least a thousandth."""
    over, under = squared_to_side(*edge_of(table, seat), point)
    by = 1
    while over > (NEAR_EDGE + 2 * by) ** 2 * under:
        by *= 2
    low, high = 0, 2 * by
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if over > (NEAR_EDGE + middle) ** 2 * under else (low, middle)
    return high


def deploy(state: State, action: Deploy) -> Step[State]:
    """SKM-S3: one figure each in turn; after the last the roll for the first turn, or the first
    round (SKM-S6)."""
    figure = state.figure(action.unit)
    up = ground(state.table, action.at)
    after = state.with_figure(replace(figure, at=action.at, up=up))
    event = Deployed(figure.id, action.at)
    after = replace(after, turn=after.clockwise(state.turn)[1])
    if any(each.at is None for each in after.figures):
        return Step(after, (event,))
    if not state.edition.rolls_each_round:
        return Step(replace(after, contest=Contest(state.seats)), (event,))
    step = begin_round(after)
    return Step(step.state, (event, *step.events))


def roll_for_first(state: State, face: int) -> Step[State]:
    """SKM-S6: in setup once, or in every round when the minute is over."""
    assert state.contest is not None
    event = Rolled(PURPOSE, state.contest.roller, (face,))
    after = state.contest.fell(face)
    if isinstance(after, Contest):
        return Step(replace(state, contest=after), (event,))
    decided = replace(state, contest=None, first=after)
    step = begin_turns(decided) if state.phase == "attack" else begin_round(decided)
    return Step(step.state, (event, Began(after), *step.events))
