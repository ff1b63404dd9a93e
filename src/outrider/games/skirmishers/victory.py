"""The kernel's endings as outcomes with a reason (SKR-S4, SKR-V1)."""

from outrider.core.events import Ended, PhaseBegan
from outrider.core.pending import Outcome
from outrider.core.wire import Event
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.scenario import SEATS, Condition, Scenario, other


def met(seat: str, condition: Condition) -> str:
    """How a side has met a condition, as the end of a sentence."""
    side = seat.capitalize()
    match condition.kind:
        case "destroy-all":
            return f"all of {other(seat).capitalize()}'s pieces are dead"
        case "destroy":
            return f"{' and '.join(condition.pieces)} {_are(condition.pieces)} dead"
        case "reach":
            return f"{side} has reached its goal"
        case "hold":
            return f"{side} has held its ground"
        case "exit":
            return f"{side} has left by the {condition.edge} edge"
    return f"{side} has lived to see the last turn"


def _are(ids: tuple[str, ...]) -> str:
    return "is" if len(ids) == 1 else "are"


def outcome_of(scenario: Scenario, ending: int) -> Outcome:
    """SKR-V1: how a game has ended that has."""
    if ending == layout.LIMIT_REACHED:
        at_limit = scenario.at_limit
        return Outcome((at_limit,) if at_limit else (), "the turn limit is reached [SKR-S4]")
    numbers = divmod(ending - layout.MET, layout.ENDS)
    reasons = {
        seat: met(seat, scenario.side(seat).victory[number - 1])
        for seat, number in zip(SEATS, numbers, strict=True)
        if number
    }
    if len(reasons) == len(SEATS):
        return Outcome((), f"{', and at the same time '.join(reasons.values())} [SKR-V1]")
    ((winner, reason),) = reasons.items()
    return Outcome((winner,), f"{reason} [SKR-V1]")


def endings_of(scenario: Scenario) -> dict[int, Outcome]:
    """Every way a game of a scenario can end."""
    red, blue = (len(scenario.side(seat).victory) for seat in SEATS)
    met_by = [
        layout.MET + layout.ENDS * one + two
        for one in range(red + 1)
        for two in range(blue + 1)
        if one or two
    ]
    return {ending: outcome_of(scenario, ending) for ending in (layout.LIMIT_REACHED, *met_by)}


def ended(outcome: Outcome | None) -> tuple[Event, ...]:
    """The events of an end, if this is one."""
    return () if outcome is None else (PhaseBegan("over"), Ended.by(outcome))
