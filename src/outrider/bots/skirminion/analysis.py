"""What a position of Skirminion is worth, and what each action would make of it."""

import math
import random
from dataclasses import dataclass
from typing import Any

from outrider.bots.protocol import Clock, Level
from outrider.bots.skirminion.bots import BUDGETS
from outrider.bots.skirminion.opening import preference
from outrider.bots.skirminion.thinking import DEEPEST_LOOK, Mind, ready
from outrider.bots.skirminion.weights import EVEN_ODDS_SCALE
from outrider.core.game import Game
from outrider.games.skirminion.actions import Action, action_of
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.position import limits_of
from outrider.games.skirminion.state import State

BUDGET = 200_000
"""Nodes, if nobody says otherwise: about a twentieth of a second."""
QUICK = 20_000
"""Nodes for a mere estimate."""
WIDER = 4
"""To value every action takes so many times as much as to find the best."""
LEAST = 20_000
LONG = 3600.0
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


def analyse(state: State, budget: int = BUDGET, seconds: float = LONG) -> Analysis:
    """Look as deep as a budget of nodes allows, at every action with the same care.

    The same state and budget give the same answer, unless the time cuts it short.
    """
    ready()
    codes = engine().codes(state.words)
    seat = state.decider
    if not codes:
        return Analysis(seat, outcome(state, seat), True, (), 0, 0)
    mind = Mind(state.words, limits_of(state.options), budget)
    values = dict.fromkeys(codes, 0)
    reached = 0
    with mind.within(seconds):
        for depth in range(1, DEEPEST_LOOK + 1):
            found = looked(mind, codes, depth)
            if len(found) < len(codes):
                break
            values, reached = found, depth
            if all(abs(value) > SURE for value in values.values()):
                break
    ordered = sorted(codes, key=lambda code: (-values[code], -preference(state.words, code)))
    actions = tuple(
        Valued(action_of(code), worth(values[code]), abs(values[code]) > SURE) for code in ordered
    )
    return Analysis(seat, actions[0].value, actions[0].sure, actions, reached, mind.nodes)


def evaluate(game: Game[Any, Any], state: State, seat: str, budget: int = QUICK) -> float:
    """The winning chance of a seat, a draw counting half. The same state gets the same answer."""
    ready()
    if state.ending:
        return (1 + outcome(state, seat)) / 2
    value = Mind(state.words, limits_of(state.options), budget).think().value
    return (1 + worth(value if seat == state.decider else -value)) / 2


def ranked(
    game: Game[Any, Any],
    state: State,
    seat: str,
    level: Level | str,
    clock: Clock,
    source: random.Random,
) -> list[tuple[Action, float]]:
    """All actions of who decides with the winning chances they leave, the best first, as a level
    with all its attention sees them."""
    nodes = BUDGETS[level.name if isinstance(level, Level) else level].nodes
    found = analyse(state, max(WIDER * nodes, LEAST), clock.left())
    return [(valued.action, (1 + valued.value) / 2) for valued in found.actions]


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
