"""What a position of Skirminion is worth, and what each action would make of it."""

import math
from dataclasses import dataclass

from outrider.bots.skirminion.thinking import DEEPEST_LOOK, Mind, ready
from outrider.bots.skirminion.weights import EVEN_ODDS_SCALE
from outrider.games.skirminion.actions import Action, action_of
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.position import limits_of
from outrider.games.skirminion.state import State

BUDGET = 200_000
"""Nodes, if nobody says otherwise: about a twentieth of a second."""
SOLVED_FORTS = 1
INFINITE = 32_000
SURE = 28_000


@dataclass(frozen=True, slots=True)
class Valued:
    """An action and what it is worth to the side that decides, from -1 (lost) to 1 (won)."""

    action: Action
    value: float
    sure: bool
    """True if the end was seen: the value is no estimate."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """`value` is to `seat`, the side to decide. All legal actions follow, the best first."""

    seat: str
    value: float
    sure: bool
    actions: tuple[Valued, ...]
    depth: int
    """Activations that were looked ahead in full."""
    nodes: int

    @property
    def chance(self) -> float:
        """The winning chance of `seat`, a draw counting half."""
        return (1 + self.value) / 2


def worth(points: int) -> float:
    """A value of the search as one from -1 to 1: what self-play has made of such values."""
    if abs(points) > SURE:
        return math.copysign(1.0, points)
    return math.tanh(points / EVEN_ODDS_SCALE)


def evaluate(state: State, budget: int = BUDGET) -> Analysis:
    """Look as deep as a budget of nodes allows, at every action with the same care.

    The same state and budget give the same answer.
    """
    ready()
    codes = engine().codes(state.words)
    seat = state.decider
    if not codes:
        value = outcome(state, seat)
        return Analysis(seat, value, True, (), 0, 0)
    mind = Mind(state.words, limits_of(state.options), budget, solved_forts=SOLVED_FORTS)
    values = dict.fromkeys(codes, 0)
    reached = 0
    for depth in range(1, DEEPEST_LOOK + 1):
        found = looked(mind, codes, depth)
        if len(found) < len(codes):
            break
        values, reached = found, depth
        if all(abs(value) > SURE for value in values.values()):
            break
    ordered = sorted(codes, key=lambda code: -values[code])
    actions = tuple(
        Valued(action_of(code), worth(values[code]), abs(values[code]) > SURE) for code in ordered
    )
    return Analysis(seat, actions[0].value, actions[0].sure, actions, reached, mind.nodes)


def looked(mind: Mind, codes: list[int], depth: int) -> dict[int, int]:
    """The value of each action; not of all, if the budget is spent before."""
    found = {}
    for code in codes:
        value = mind.look_after(code, depth)
        if mind.stopped:
            break
        found[code] = value
    return found


def outcome(state: State, seat: str) -> float:
    """1, 0 or -1 for a game that is over."""
    red_won = state.ending in (layout.RED_DESTROYED_ALL, layout.RED_STRONGER)
    blue_won = state.ending in (layout.BLUE_DESTROYED_ALL, layout.BLUE_STRONGER)
    if not red_won and not blue_won:
        return 0.0
    return 1.0 if (seat == "red") == red_won else -1.0
