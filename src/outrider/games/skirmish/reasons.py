"""Why not: the kernel's reasons as refusals, each with its rule and a sentence."""

from outrider.core.refusal import Refusal, illegal, malformed, not_your_turn, over
from outrider.core.seats import SEATS
from outrider.games.skirmish.actions import ACTIONS
from outrider.games.skirmish.engine import Answer, Code
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.squad import EVERY, SEAT_OF
from outrider.games.skirmish.state import State, place_of
from outrider.table.lengths import said
from outrider.table.points import point_text, to_json
from outrider.table.sight import sight_over

NAMES = ("ready", "time", "move", "shoot", "strike", "throw", "tell", "take", "skip", "land",
         "deploy")  # fmt: skip
"""What the kinds of actions are called."""
assert set(NAMES) == set(ACTIONS.kinds)


def refusal(state: State, code: Code, answer: Answer) -> Refusal:
    """The refusal of an action that the kernel does not take."""
    reason = answer[0]
    if reason in PLAIN:
        return illegal(*PLAIN[reason])
    if reason <= layout.NOT_ASKED or reason == layout.NEEDS_SEAT:
        return _not_now(reason, NAMES[code[0]])
    if reason in NOT_YET:
        rule, words = NOT_YET[reason]
        return illegal(rule, words.format(do=NAMES[code[0]]))
    if reason >= layout.MUST_LAND:
        return _landing(state, code, answer)
    if reason <= layout.AT_OTHERS_EDGE or reason in (layout.TOO_FAR, layout.TOO_STEEP):
        return _place(state, code, answer)
    return _figure(state, code, answer)


PLAIN = {
    layout.PLACED_BEFORE: ("SKM-S3", "figures are placed before the first round"),
    layout.CLOCK_SAYS: ("SKM-R6", "the clock says when the time is up, nobody's seat does"),
    layout.NO_CLOCK: ("SKM-R6", "no clock is running"),
    layout.NOT_IN_AIR: ("SKM-N1", "no grenade is in the air"),
    layout.NOBODY_MOVES: ("SKM-R5", "the minute is over: nobody moves until the next round"),
    layout.MINUTE_OVER: ("SKM-R6", "the minute is over"),
}
NOT_YET = {
    layout.TOO_EARLY: ("SKM-S3", "first all figures are placed; `{do}` comes later"),
    layout.COMES_AFTER: ("SKM-R2", "in the minute one moves; `{do}` comes after it"),
}


def _not_now(reason: int, do: str) -> Refusal:
    """What mostly somebody meets who goes past the game's own questions."""
    if reason == layout.NEEDS_SEAT:
        return not_your_turn(f"`{do}` needs a seat", "SKM-R6")
    if reason == layout.IS_OVER:
        return over("the game is over")
    if reason == layout.DICE_FIRST:
        return not_your_turn("the dice have to fall first")
    if reason == layout.NOT_ASKED:
        return not_your_turn("that seat does not decide now")
    return malformed("these numbers are no action")


def _place(state: State, code: Code, answer: Answer) -> Refusal:
    """What is wrong with a figure's place."""
    _, unit, *at = code
    reason, first, second = answer
    name, point = EVERY[unit], point_text((at[0], at[1]))
    numbers = state.setting.numbers
    match reason:
        case layout.ABSENT:
            return absent(EVERY[first])
        case layout.NOT_OWN:
            return illegal("SKM-S3", f"{state.turn.capitalize()} places a figure of its own now")
        case layout.HAS_PLACE:
            return illegal("SKM-S3", f"{name} has its place already")
        case layout.FAR_FROM_EDGE:
            return illegal("SKM-S2", f"{point} is {said(int(first))} too far from your own edge")
        case layout.AT_OTHERS_EDGE:
            whose = f"{SEATS[first].capitalize()}'s edge"
            near = said(numbers[layout.NEAR_EDGE])
            return illegal("SKM-S3", f"{point} is within {near} of {whose}")
        case layout.TOO_FAR:
            most = f"a move is up to {said(numbers[layout.MOVE])}"
            return illegal("SKM-R3", f"{most}: this is too far by {said(int(first))}")
        case layout.TOO_STEEP:
            way = "up" if first > 0 else "down"
            by = said(int(second))
            return illegal("SKM-M1", f"with {said(abs(int(first)))} {way} it is too far by {by}")
    return illegal("SKM-M2", f"at {point} {name} {told(reason, first)}")


def absent(id: str) -> Refusal:
    """Figures of seats that nobody has taken."""
    return illegal("SKM-S4", f"{id} is not at this table: {SEAT_OF[id]} does not play")


def in_all(each: int) -> str:
    """How many figures a player has."""
    return f"in which a player has {each} figure{'' if each == 1 else 's'}"


def told(reason: int, other: int) -> str:
    """What is wrong with a place, after the name of a figure."""
    return "is off the table" if reason == layout.OFF_TABLE else f"overlaps {EVERY[other]}"


def _figure(state: State, code: Code, answer: Answer) -> Refusal:
    """What is wrong with a figure, or with another."""
    reason, first, _ = answer
    name = EVERY[code[1]]
    owner, turn = SEAT_OF[name].capitalize(), state.turn.capitalize()
    every = "both" if state.setting.numbers[layout.MOST_ACTIONS] == 2 else "all"
    match reason:
        case layout.OTHERS_FIGURE:
            return illegal("SKM-R6", f"{name} is {owner}'s, who moves it")
        case layout.IS_DEAD:
            each = state.setting.numbers[layout.EACH]
            if code[1] % layout.SIDE >= each:
                return illegal("SKM-S1", f"{name} is not in this game, {in_all(each)}")
            return illegal("SKM-H2", f"{name} is dead")
        case layout.HAS_MOVED:
            return illegal("SKM-R3", f"{name} has used {every} actions of this round")
        case layout.OTHERS_TURN:
            return illegal("SKM-R7", f"it is {turn}'s turn, and {name} {owner}'s")
        case layout.HAS_ACTED:
            return illegal("SKM-R4", f"{name} has used {every} actions of this round")
        case layout.KEEPS_TURN:
            return illegal("SKM-R7", f"{EVERY[first]} keeps the turn while it has actions")
        case layout.NO_GRENADE:
            return illegal("SKM-N1", f"{name} has no grenade")
        case layout.NO_DIRECTION:
            return illegal("SKM-N1", f"{name} stands there: that is no direction")
        case layout.LEAVES_TABLE:
            toward = point_text((code[2], code[3]))
            return illegal("SKM-N1", f"towards {toward} it would leave the table at once")
        case layout.NOTHING_SEEN:
            return illegal("SKM-O3", f"{name} has seen nothing to tell")
    return _other(state, name, EVERY[code[2]], answer)


def _other(state: State, name: str, target: str, answer: Answer) -> Refusal:
    """What is wrong with whom it is done to."""
    reason, first, second = answer
    away = f"{target} is {said(int(first))} away, too far by {said(int(second))}"
    match reason:
        case layout.ITSELF:
            return illegal("SKM-G3", f"{name} cannot attack itself")
        case layout.NO_ENEMY:
            return illegal("SKM-G3", f"{target} is not an enemy")
        case layout.DEAD_ALREADY:
            return illegal("SKM-G3", f"{target} is dead already")
        case layout.IS_HIDDEN:
            return _hidden(state, name, target)
        case layout.OUT_OF_TOUCH:
            return illegal("SKM-F1", away)
        case layout.NO_FRIEND:
            return illegal("SKM-O3", f"{target} is no other figure of {name}'s side")
        case layout.TOLD_DEAD:
            return illegal("SKM-O3", f"{target} is dead and is told nothing")
        case layout.NO_CORPSE:
            return illegal("SKM-N4", f"{target} is no corpse on the table")
        case layout.FACE_DOWN:
            return illegal("SKM-N4", f"{target} lies face down: it has no grenades")
    assert reason == layout.OUT_OF_REACH
    return illegal("SKM-N4", away)


def _hidden(state: State, name: str, target: str) -> Refusal:
    """SKM-G2: where the line is blocked first takes more than 64 bits to say."""
    one, other = state.figure(name), state.figure(target)
    eye = state.setting.numbers[layout.EYE]
    found = sight_over(state.table, place_of(one), one.up + eye, place_of(other), other.up + eye)
    assert found is not None, "the kernel and the table see alike"
    piece = state.table.terrain[found.piece_index]
    what = f"the {piece.name}" if piece.name else f"terrain {found.piece_index + 1}"
    where = point_text(found.at)
    said = f"{what} hides {target}: the line is blocked at {where}"
    return illegal("SKM-G2", said, tuple(to_json(found.at)))


def _landing(state: State, code: Code, answer: Answer) -> Refusal:
    """Where a grenade does not land."""
    reason, first, _ = answer
    thrower = EVERY[state.header[layout.STRIKER]]
    point = point_text((code[2], code[3]))
    match reason:
        case layout.MUST_LAND:
            return illegal("SKM-N1", f"first {thrower}'s grenade has to land")
        case layout.LANDS_OFF_TABLE:
            return illegal("SKM-N1", f"{point} is off the table")
        case layout.LANDS_BEHIND:
            return illegal("SKM-N1", f"{point} is not ahead of {thrower}")
        case layout.LANDS_OFF_LINE:
            return illegal("SKM-N1", f"{point} is not on the line of the throw")
    return illegal("SKM-N1", f"{point} is too far by {said(int(first))}")
