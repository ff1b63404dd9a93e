"""Who has seen what, and how near each player is to a report (SKM-O1 to SKM-O8)."""

from outrider.core.standing import Goal, Standing, Track
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.squad import EVERY, FIGURES, bits_of
from outrider.games.skirmish.state import Figure, State

STEPS = 2
"""To see and to report."""


def standing(state: State) -> Standing:
    limit = state.options.number("round_limit")
    track = Track("Round", max(state.round, 1), limit, "then it is a draw")
    found, *_ = engine().survey(state, layout.HOME)
    home = {EVERY[unit] for unit in bits_of(int(found))}
    goals = tuple(_goal(state, seat, home) for seat in state.seats)
    left = {seat: (len(state.living(seat)), FIGURES) for seat in state.seats}
    return Standing(goals, track, left)


def _goal(state: State, seat: str, home: set[str]) -> Goal:
    """SKM-O4, SKM-O5: news counts when a figure that has it is at home as the minute ends."""
    text = "See an army, report at home"
    living = state.living(seat)
    if not living:
        return Goal(seat, text, "see", 0, STEPS, "out")
    seen = [figure for figure in living if figure.seen]
    if not seen:
        return Goal(seat, text, "see", 0, STEPS, "nobody has seen yet")
    ready = [figure for figure in seen if figure.id in home]
    said = f"seen by {_names(seen)}"
    if state.header[layout.ENDING] == layout.REPORTED and ready:
        return Goal(seat, text, "see", STEPS, STEPS, f"{_names(ready)} has reported")
    alert = f"{_names(ready)} is home with it" if ready else ""
    return Goal(seat, text, "see", 1, STEPS, said, alert)


def _names(figures: list[Figure]) -> str:
    return " and ".join(f"{figure.name} ({figure.id})" for figure in figures)
