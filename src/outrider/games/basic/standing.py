"""How many units each side has left, and of how many turns (BSK-V1, BSK-V2)."""

from outrider.core.standing import Goal, Standing, Track
from outrider.games.basic.state import IDS, SEATS, State


def standing(state: State) -> Standing:
    each = len(IDS) // len(SEATS)
    left = {seat: (len(state.living(seat)), each) for seat in SEATS}
    red, blue = SEATS
    goals = (_goal(red, blue, *left[blue]), _goal(blue, red, *left[red]))
    limit = state.options.number("turn_limit")
    track = Track("Turn", min(state.turns + 1, limit), limit, "then it is a draw")
    return Standing(goals, track, left)


def _goal(seat: str, foe: str, living: int, each: int) -> Goal:
    dead = each - living
    text = f"Destroy all of {foe.capitalize()}'s units"
    return Goal(seat, text, "kill", dead, each, f"{dead} of {each}")
