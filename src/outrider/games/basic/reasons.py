"""Why not: the kernel's reasons as refusals, each with its rule and a sentence."""

from outrider.core.refusal import Refusal, illegal, malformed, not_your_turn, over
from outrider.games.basic.engine import Answer, Code
from outrider.games.basic.kernel import layout
from outrider.games.basic.state import IDS, SEATS
from outrider.table.lengths import said
from outrider.table.points import point_text


def refusal(seat: int, code: Code, answer: Answer) -> Refusal:
    """The refusal of an action of the side that decides."""
    reason, first, _ = answer
    if reason < layout.PLACE_FIRST:
        return _not_now(reason)
    _, unit, *rest = code
    side = SEATS[seat].capitalize()
    name = IDS[unit]
    if reason in STANDING:
        rule, words = STANDING[reason]
        return illegal(rule, f"at {point_text((rest[0], rest[1]))} {name} {words(first)}")
    match reason:
        case layout.PLACE_FIRST:
            return illegal("BSK-S2", "first both battalions have to be placed")
        case layout.NOT_OWN:
            return illegal("BSK-S2", f"{side} places its own battalion now")
        case layout.HAS_PLACE:
            return illegal("BSK-S5", f"{name} has its place already")
        case layout.OUT_OF_ZONE:
            at = point_text((rest[0], rest[1]))
            return illegal("BSK-S3", f"{at} is outside the zone by {said(first)}")
        case layout.BEGUN:
            return illegal("BSK-S2", "the battle has begun; units are placed before it")
    return _in_battle(side, code, answer)


def _in_battle(side: str, code: Code, answer: Answer) -> Refusal:
    _, unit, third, _ = code
    reason, first, second = answer
    name = IDS[unit]
    match reason:
        case layout.NO_UNIT:
            return illegal("BSK-T1", f"{side} has no unit {name} on the table")
        case layout.IS_DONE:
            return illegal("BSK-C3", f"{name} has missed and is done for this turn")
        case layout.HAS_MOVED:
            return illegal("BSK-M1", f"{name} has moved in this turn")
        case layout.TOO_FAR:
            far = f"{name} moves up to {said(first)}: this is too far by {said(second)}"
            return illegal("BSK-M1", far)
        case layout.HAS_ATTACKED:
            return illegal("BSK-C6", f"{name} has attacked in this turn")
        case layout.NO_ENEMY:
            return illegal("BSK-C1", f"{IDS[third]} is no enemy on the table")
        case layout.OUT_OF_RANGE:
            away = f"{IDS[third]} is {said(first)} away, out of range by {said(second)}"
            return illegal("BSK-C1", away)
        case layout.NO_COMMANDER:
            commander = f"{side[0]}1"
            return illegal("BSK-A7", f"{commander} is dead, so nobody commands")
    assert reason == layout.HAS_COMMANDED
    return illegal("BSK-A1", "an ability has been used in this turn")


def _not_now(reason: int) -> Refusal:
    """What only somebody meets who goes past the game's own questions."""
    if reason == layout.IS_OVER:
        return over("the game is over")
    if reason == layout.DICE_FIRST:
        return not_your_turn("the dice have to fall first")
    return malformed("these numbers are no action")


def off_the_table(_: int) -> str:
    return "is off the table"


def overlaps(other: int) -> str:
    return f"overlaps {IDS[other]}"


STANDING = {
    layout.OFF_TABLE: ("BSK-S5", off_the_table),
    layout.OVERLAPS: ("BSK-S5", overlaps),
    layout.END_OFF_TABLE: ("BSK-M2", off_the_table),
    layout.END_OVERLAPS: ("BSK-M2", overlaps),
}
"""What is wrong with a place, after the name of a unit, and the rule that says so."""
