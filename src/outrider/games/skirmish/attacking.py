"""The ranged weapon and hand to hand (SKM-G1 to SKM-G3, SKM-F1 to SKM-F3)."""

from dataclasses import replace

from outrider.core.events import Rolled
from outrider.core.game import Step
from outrider.core.refusal import Refusal, illegal
from outrider.games.skirmish.actions import Shoot, Strike
from outrider.games.skirmish.events import Dealt, Parried, Shot, Struck
from outrider.games.skirmish.resisting import hurt, settle
from outrider.games.skirmish.rounds import spent
from outrider.games.skirmish.squad import (
    CLOSE,
    FULL_RANGE,
    LONG_SHOT_DICE,
    SHOT_DICE,
)
from outrider.games.skirmish.state import Burst, Figure, Melee, State, Volley, apart, place_of
from outrider.table.lengths import inches, rounded_root, said
from outrider.table.points import Point
from outrider.table.sight import Blocked, sight_over
from outrider.table.texts import point_text


def why_not_act(state: State, figure: Figure) -> Refusal | None:
    """Why a figure may do nothing at all in this attack turn."""
    if figure.seat != state.turn:
        owner = figure.seat.capitalize()
        return illegal(
            "SKM-R7", f"it is {state.turn.capitalize()}'s turn, and {figure.id} {owner}'s"
        )
    if not figure.health:
        return illegal("SKM-H2", f"{figure.id} is dead")
    if not figure.actions:
        return illegal("SKM-R4", f"{figure.id} has used both actions of this round")
    if state.acting not in (None, figure.id):
        return illegal("SKM-R7", f"{state.acting} keeps the turn while it has actions")
    return None


def why_no_enemy(figure: Figure, target: Figure) -> Refusal | None:
    """SKM-G3."""
    if target.id == figure.id:
        return illegal("SKM-G3", f"{figure.id} cannot attack itself")
    if target.seat == figure.seat:
        return illegal("SKM-G3", f"{target.id} is not an enemy")
    if not target.health:
        return illegal("SKM-G3", f"{target.id} is dead already")
    return None


# -- the ranged weapon ---------------------------------------------------------------------------


def blocked(state: State, figure: Figure, target: Figure) -> Blocked | None:
    """SKM-G2: what hides the target from the figure, if anything does."""
    if state.options.named("sight") == "open":
        return None
    return sight_over(state.table, place_of(figure), figure.eye, place_of(target), target.eye)


def why_not_shoot(state: State, action: Shoot) -> Refusal | None:
    figure, target = state.figure(action.unit), state.figure(action.target)
    refusal = why_not_act(state, figure) or why_no_enemy(figure, target)
    if refusal is not None:
        return refusal
    found = blocked(state, figure, target)
    return None if found is None else hidden(state, target, found.piece_index, found.at)


def hidden(state: State, target: Figure, index: int, at: Point) -> Refusal:
    piece = state.table.terrain[index]
    what = f"the {piece.name}" if piece.name else f"terrain {index + 1}"
    return illegal("SKM-G2", f"{what} hides {target.id}: the line is blocked at {point_text(at)}")


def shot_dice(figure: Figure, target: Figure) -> int:
    """SKM-G1."""
    return SHOT_DICE if apart(figure, target) <= FULL_RANGE**2 else LONG_SHOT_DICE


def shoot(state: State, action: Shoot) -> Step[State]:
    figure, target = state.figure(action.unit), state.figure(action.target)
    burst = Burst(target.id, figure.seat, shot_dice(figure, target))
    volley = Volley("attack", (burst,), unit=figure.id, target=target.id)
    length = inches(rounded_root(apart(figure, target)))
    return Step(replace(spent(state, figure), fray=volley), (Shot(figure.id, target.id, length),))


# -- hand to hand --------------------------------------------------------------------------------


def in_touch(figure: Figure, target: Figure) -> bool:
    """SKM-F1: at most 1" apart; SKM-N4 has the same reach."""
    return apart(figure, target) <= CLOSE**2


def why_not_strike(state: State, action: Strike) -> Refusal | None:
    figure, target = state.figure(action.unit), state.figure(action.target)
    refusal = why_not_act(state, figure) or why_no_enemy(figure, target)
    if refusal is not None or in_touch(figure, target):
        return refusal
    return illegal("SKM-F1", f"{target.id} is {too_far(figure, target)}")


def too_far(figure: Figure, target: Figure) -> str:
    length = rounded_root(apart(figure, target))
    over = said(max(1, length - CLOSE))
    return f"{said(length)} away, too far by {over}"


def strike(state: State, action: Strike) -> Step[State]:
    melee = Melee(action.unit, action.target)
    after = replace(spent(state, state.figure(action.unit)), fray=melee)
    return Step(after, (Struck(action.unit, action.target),))


def swung(state: State, melee: Melee, faces: tuple[int, ...]) -> Step[State]:
    """SKM-F1: both roll; the higher deals the difference to the other, who has armour (SKM-F2), or
    by the alternate rule only the target can be hurt, without armour (SKM-F3)."""
    figure, target = state.figure(melee.unit), state.figure(melee.target)
    if melee.total is None:
        event = Rolled("melee", figure.seat, faces)
        return Step(replace(state, fray=replace(melee, total=sum(faces))), (event,))
    rolled = Rolled("melee", target.seat, faces)
    margin = melee.total - sum(faces)
    alternate = state.options.named("melee") == "alternate"
    if margin == 0 or (margin < 0 and alternate):
        step = settle(replace(state, fray=None))
        return Step(step.state, (rolled, Parried(figure.id, target.id), *step.events))
    winner, loser = (figure, target) if margin > 0 else (target, figure)
    dealt = Dealt(winner.id, loser.id, abs(margin))
    if alternate:
        after, events = hurt(replace(state, fray=None), loser, margin)
        step = settle(after)
        return Step(step.state, (rolled, dealt, *events, *step.events))
    burst = Burst(loser.id, winner.seat, 0)
    volley = Volley("melee", (burst,), abs(margin), figure.id, target.id)
    return Step(replace(state, fray=volley), (rolled, dealt))
