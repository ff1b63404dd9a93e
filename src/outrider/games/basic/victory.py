"""Victory (BSK-V1, BSK-V2)."""

from outrider.core.events import Ended, PhaseBegan
from outrider.core.pending import Outcome
from outrider.core.wire import Event
from outrider.games.basic.state import SEATS, State, other


def outcome_of(state: State) -> Outcome | None:
    """How the game has ended; None while it goes on."""
    for seat in SEATS:
        if not state.living(seat):
            reason = f"{seat.capitalize()} has no units left [BSK-V1]"
            return Outcome((other(seat),), reason)
    if state.turns >= state.options.number("turn_limit"):
        return Outcome((), "the turn limit is reached [BSK-V2]")
    return None


def ended(state: State) -> tuple[Event, ...]:
    """The events of an end, if this is one."""
    outcome = outcome_of(state)
    return () if outcome is None else (PhaseBegan("over"), Ended.by(outcome))
