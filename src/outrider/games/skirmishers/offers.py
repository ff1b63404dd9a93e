"""How actions are offered, and how odds are to be taken."""

from dataclasses import replace
from fractions import Fraction

from outrider.core.odds import Sense
from outrider.core.offer import Offer
from outrider.games.skirmishers.actions import (
    Action,
    Choose,
    DefensiveFire,
    Fire,
    Hold,
    Move,
    ReturnFire,
    Strike,
)
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.odds import shot_chance
from outrider.games.skirmishers.state import State
from outrider.games.skirmishers.watching import chance_later
from outrider.table.lengths import inches

WORDS = {
    "return-fire": ("Return fire", "Fire back", "F"),
    "defensive-fire": ("Fire at the mover", "Fire", "F"),
    "wait": ("Wait", "Wait", "W"),
    "hold": ("Hold fire", "Hold", "H"),
}
"""What a button says, the same where the question says at whom, and its key."""
KILLED_BY = "killed by "
BAD = ("killed", "reversal", "losses")


def offer(state: State, action: Action) -> Offer:
    match action:
        case Move(unit):
            return Offer("Move here", unit, goes=True)
        case Strike(units, target):
            verb = f"{' and '.join(units)} fight"
            label = f"{verb} {target}"
            return Offer(label, units[0], target, brief=verb, whom=target, at_once=False)
        case Fire(unit, target):
            label = f"Fire at {target}"
            return Offer(label, unit, target, brief="Fire at", whom=target, at_once=False)
        case Choose(unit):
            return Offer(f"Choose {unit}", place=unit, brief="Choose", whom=unit, at_once=False)
    if action.do in WORDS:
        label, brief, key = WORDS[action.do]
        return _comes_to(state, action, Offer(label, brief=brief, key=key))
    return Offer("End turn", ends=True)


def _comes_to(state: State, action: Action, plain: Offer) -> Offer:
    """An answer to an offer of fire, with what it leads to."""
    if state.offer is None:
        return plain
    if isinstance(action, ReturnFire | DefensiveFire):
        return replace(plain, note=f"{percent(offered_chance(state))} it falls")
    if isinstance(action, Hold):
        march = state.march is not None
        does = "It is not asked again in this move." if march else "Nothing is fired back."
        return replace(plain, note="this move" if march else "this time", does=does)
    later = chance_later(state)
    then = "then out of sight" if later is None else f"then {percent(later)}"
    brief = f"Wait {inches(state.setting.numbers[layout.LOOK])}″"
    return replace(plain, brief=brief, note=then, does="It is asked again at its next look.")


def offered_chance(state: State) -> Fraction:
    assert state.offer is not None
    return shot_chance(state, state.unit(state.offer.unit), state.unit(state.offer.target))


def percent(share: Fraction) -> str:
    return f"{round(100 * share)}%"


def sense(name: str) -> Sense:
    """A move's odds: alive, killed, and by whom; those parts say more than their sum."""
    if name.startswith(KILLED_BY):
        return Sense("bad", by=name.removeprefix(KILLED_BY))
    if name == "alive":
        return Sense("good", weight="usual")
    if name == "nothing":
        return Sense("plain")
    return Sense("bad" if name in BAD else "good", weight="sum" if name == "killed" else None)
