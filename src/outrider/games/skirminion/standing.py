"""How many units each side has lost, and how near a draw is (SKN-V1 to SKN-V5)."""

from outrider.core.standing import Goal, Standing, Track
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.state import SEATS, State, other

SOON = 20
"""Quiet activations before a draw from which on it is said."""


def standing(state: State) -> Standing:
    each = state.numbers[layout.UNITS]
    left = {seat: (state.units_of(seat).bit_count(), each) for seat in SEATS}
    goals = tuple(_goal(state, seat, *left[other(seat)]) for seat in SEATS)
    most = state.options.number("length_limit")
    return Standing(goals, Track("Activation", state.played + 1, most, _then(state)), left)


def _then(state: State) -> str:
    """SKN-V5: whichever draw comes first."""
    quiet = state.options.number("quiet_limit")
    rest = quiet - state.quiet
    if quiet and rest <= SOON:
        return f"a draw after {rest} more without an attack"
    return "then it is a draw" if state.options.number("length_limit") else ""


def _goal(state: State, seat: str, living: int, each: int) -> Goal:
    dead = max(0, each - living)
    forts = state.forts_of(seat).bit_count()
    said = f"{dead} of {each}" + (f", {forts} fort{'' if forts == 1 else 's'} own" if forts else "")
    text = f"Destroy all of {other(seat).capitalize()}'s units"
    return Goal(seat, text, "kill", dead, each, said)
