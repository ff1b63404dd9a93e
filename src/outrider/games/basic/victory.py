"""The kernel's endings as outcomes with a reason (BSK-V1, BSK-V2)."""

from outrider.core.events import Ended, PhaseBegan
from outrider.core.pending import Outcome
from outrider.core.wire import Event
from outrider.games.basic.kernel import layout

OUTCOMES = {
    layout.RED_WON: Outcome(("red",), "Blue has no units left [BSK-V1]"),
    layout.BLUE_WON: Outcome(("blue",), "Red has no units left [BSK-V1]"),
    layout.TURN_LIMIT_REACHED: Outcome((), "the turn limit is reached [BSK-V2]"),
}


def ended(ending: int) -> tuple[Event, ...]:
    """The events of an end, if this is one."""
    if ending == layout.GOES_ON:
        return ()
    return PhaseBegan("over"), Ended.by(OUTCOMES[ending])
