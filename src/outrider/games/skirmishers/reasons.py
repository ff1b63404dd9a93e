"""Why not: the kernel's reasons as refusals, each with its rule and a sentence."""

from outrider.core.refusal import Refusal, illegal, malformed, not_your_turn, over
from outrider.games.skirmishers.actions import Action, Choose, Fire, Move, Strike, Wait
from outrider.games.skirmishers.codes import code_of
from outrider.games.skirmishers.engine import Answer, engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.state import State, place_of
from outrider.table.lengths import said
from outrider.table.points import point_text, to_json
from outrider.table.sight import sight_across

SPENT = {
    layout.HAS_MOVED: ("SKR-T2", "has moved in this turn"),
    layout.HAS_FIRED: ("SKR-T2", "has fired in this turn, so it does not move"),
    layout.HAS_STRUCK: ("SKR-T3", "has struck in this turn, so it does not move any more"),
    layout.FIRED_NO_STRIKE: ("SKR-T3", "has fired in this turn, so it does not strike"),
    layout.STRUCK_BEFORE: ("SKR-T3", "has struck in this turn"),
    layout.FIRED_BEFORE: ("SKR-T4", "has fired in this turn"),
    layout.MOVED_NO_FIRE: ("SKR-T2", "has moved in this turn, so it does not fire"),
    layout.STRUCK_NO_FIRE: ("SKR-T3", "has struck in this turn, so it does not fire"),
    layout.NO_FIREARM: ("SKR-G1", "has nothing to fire with"),
}
"""What follows the name of a piece."""
PLAIN = {
    layout.IMPASSABLE: ("SKR-M2", "impassable terrain is in the way"),
    layout.NOBODY_TO_CHOOSE: ("SKR-F9", "there is nobody to choose from"),
    layout.CHOOSE_FIRST: ("SKR-F9", "first it has to be said which of the beaten suffers"),
    layout.NO_RETURN: ("SKR-X1", "nobody has been fired at just now"),
    layout.NO_OFFER: ("SKR-X3", "nobody is offered a shot now"),
    layout.LAST_LOOK: ("SKR-X4", "the mover has come to the end of its way: nobody waits any more"),
}
MOVING = range(layout.NO_WAY, layout.OVERLAPS + 1)
FIRING = range(layout.NO_MARK, layout.HIDDEN + 1)


def refusal(state: State, action: Action, answer: Answer) -> Refusal:
    """The refusal of an action of the side that decides."""
    reason, first, second = answer
    ids = state.setting.ids
    if reason in PLAIN:
        return illegal(*PLAIN[reason])
    if reason in SPENT:
        rule, words = SPENT[reason]
        return illegal(rule, f"{ids[first]} {words}")
    if reason == layout.NO_PIECE:
        side = state.active.capitalize()
        return illegal("SKR-T1", f"{side} has no piece {_named(state, action)} on the table")
    if reason == layout.IS_PINNED:
        return illegal("SKR-F11", f"{ids[first]} is pinned by {ids[second]}")
    if reason in MOVING:
        assert isinstance(action, Move)
        return _on_the_way(state, action, answer)
    if reason == layout.NO_TOUCH:
        assert isinstance(action, Strike)
        return illegal("SKR-F1", f"{ids[first]} does not touch {action.target}")
    if reason == layout.NO_FOE:
        assert isinstance(action, Strike)
        return illegal("SKR-F1", f"{action.target} is no enemy on the table")
    if reason == layout.TOUCHES:
        return illegal("SKR-G6", f"{ids[first]} touches {ids[second]}, so it does not fire")
    if reason in FIRING:
        assert isinstance(action, Fire)
        return not_at(state, action.unit, action.target, answer)
    return _no_answer(state, action, reason)


def _named(state: State, action: Action) -> str:
    """The first piece of an action that is not there to act."""
    if isinstance(action, Move | Fire):
        return action.unit
    assert isinstance(action, Strike)
    for id in action.units:
        unit = state.find(id)
        if unit is None or unit.seat != state.active or not unit.here:
            return id
    raise AssertionError("all who strike are there")


def _on_the_way(state: State, action: Move, answer: Answer) -> Refusal:
    reason, first, _ = answer
    name = action.unit
    match reason:
        case layout.NO_WAY:
            return illegal("SKR-M2", f"a way of no length is no move: {name} stands there already")
        case layout.OFF_TABLE:
            return illegal("SKR-M2", f"{point_text(action.path[first])} is off the table")
        case layout.TOO_FAR:
            most = said(state.unit(name).warrior.movement)
            far = f"{name} moves up to {most}: this is too far by {said(first)}"
            return illegal("SKR-M1", far)
        case layout.ENEMY_IN_WAY:
            return illegal("SKR-M2", f"an enemy is in {name}'s way")
    assert reason == layout.OVERLAPS
    end = point_text(action.path[-1])
    return illegal("SKR-M2", f"at {end} {name} overlaps {state.setting.ids[first]}")


def not_at(state: State, unit: str, target: str, answer: Answer) -> Refusal:
    """Why a piece that is ready to fire cannot do so at that one."""
    reason, first, second = answer
    match reason:
        case layout.NO_MARK:
            return illegal("SKR-G1", f"{target} is no enemy on the table")
        case layout.MARK_TOUCHES:
            foe = state.setting.ids[first]
            return illegal("SKR-G6", f"{target} touches {foe}, so nobody fires at it")
        case layout.OUT_OF_RANGE:
            away = f"{target} is {said(first)} away, out of range by {said(second)}"
            return illegal("SKR-G1", away)
    assert reason == layout.HIDDEN
    # Of several pieces in the way the nearest is named, and where the line meets it.
    blocked = sight_across(state.table, place_of(state.unit(unit)), place_of(state.unit(target)))
    assert blocked is not None
    name = state.table.terrain[blocked.piece_index].name or "terrain"
    where = f"the line is blocked at {point_text(blocked.at)}"
    return illegal(
        "SKR-G4", f"{name} hides {target} from {unit}: {where}", tuple(to_json(blocked.at))
    )


def _no_answer(state: State, action: Action, reason: int) -> Refusal:
    if reason == layout.NOT_BEATEN:
        assert isinstance(action, Choose) and state.fight is not None
        return illegal("SKR-F9", f"{action.unit} is none of {', '.join(state.fight.units)}")
    if reason == layout.ANSWER_FIRST:
        offer = state.offer
        assert offer is not None
        rule = "SKR-X1" if offer.kind == "return-fire" else "SKR-X4"
        waits = engine().check(state, code_of(state.setting, Wait()))[0] == layout.FINE
        others = "to wait, or to hold" if waits else "or to hold"
        return illegal(rule, f"{offer.unit} is asked for {offer.kind} at {offer.target}, {others}")
    if reason == layout.IS_OVER:
        return over("the game is over")
    if reason == layout.DICE_FIRST:
        return not_your_turn("the dice have to fall first")
    return malformed("these numbers are no action")
