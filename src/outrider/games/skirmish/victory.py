"""The kernel's endings as outcomes with a reason (SKM-O4 to SKM-O8)."""

from outrider.core.events import Ended, PhaseBegan
from outrider.core.pending import Outcome
from outrider.core.seats import SEATS
from outrider.core.wire import Event
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.events import Reported
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.squad import EVERY, bits_of
from outrider.games.skirmish.state import State

LIMIT = Outcome((), "the round limit is reached [SKM-O8]")
"""SKM-O8."""
NOBODY = Outcome((), "nobody has a figure left [SKM-O6]")


def outcome_of(state: State) -> Outcome:
    """How a game that is over has ended."""
    header = state.header
    ending = header[layout.ENDING]
    if ending == layout.LIMIT_REACHED:
        return LIMIT
    if ending == layout.NOBODY_LEFT:
        return NOBODY
    won, *_ = engine().survey(state, layout.WON)
    winners = tuple(SEATS[seat] for seat in bits_of(int(won)))
    if ending == layout.LAST_LEFT:
        return Outcome(winners, f"only {winners[0].capitalize()} has figures left [SKM-O6]")
    figures = reporters_of(header)
    verb = "reports" if len(figures) == 1 else "report"
    return Outcome(winners, f"{' and '.join(figures)} {verb} what was seen [SKM-O4]")


def reporters_of(header: tuple[int, ...]) -> list[str]:
    """The figures that have reported."""
    return [EVERY[unit] for unit in bits_of(header[layout.REPORTERS])]


def ended(state: State) -> tuple[Event, ...]:
    """The events of an end."""
    reports = (Reported(id) for id in reporters_of(state.header))
    return (*reports, PhaseBegan("over"), Ended.by(outcome_of(state)))
