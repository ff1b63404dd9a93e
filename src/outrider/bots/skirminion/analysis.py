"""What a position of Skirminion is worth, and what each action would make of it."""

import math
import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from outrider.bots.protocol import Clock, Level
from outrider.bots.skirminion.bots import BUDGETS
from outrider.bots.skirminion.opening import preference
from outrider.bots.skirminion.thinking import DEEPEST_LOOK, Mind
from outrider.bots.skirminion.thinking import ready as compiled
from outrider.bots.skirminion.weights import EVEN_ODDS_SCALE
from outrider.bots.tallies import Tally
from outrider.core.game import Game
from outrider.games.skirminion.actions import Action, action_of
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.state import State, other

BUDGET = 200_000
"""Nodes, if nobody says otherwise: about a twentieth of a second."""
WIDER = 4
"""To value every action takes so many times as much as to find the best."""
LEAST = 20_000
LONG = 3600.0
SURE = 28_000
LAST = 3
"""Looks that are compared to tell how far a value may still move."""


@dataclass(frozen=True, slots=True)
class Valued:
    """An action and what it is worth to the side that decides, from -1 (lost) to 1 (won)."""

    action: Action
    value: float
    sure: bool
    """True if the end was seen: the value is no estimate."""
    doubt: float = 0.0
    """How far off the value was in the looks before the last."""


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


def ready(game: Game[Any, Any]) -> None:
    """Have everything compiled before a clock runs."""
    compiled()


def worth(points: int) -> float:
    """A value of the search as one from -1 to 1: what self-play has made of such values."""
    if abs(points) > SURE:
        return math.copysign(1.0, points)
    return math.tanh(points / EVEN_ODDS_SCALE)


def analyse(state: State, budget: int = BUDGET, seconds: float = LONG) -> Analysis:
    """Look as deep as a budget of nodes allows, at every action with the same care.

    The same state and budget give the same answer, unless the time cuts it short.
    """
    compiled()
    codes = engine().codes(state.words, state.numbers)
    seat = state.decider
    if not codes:
        return Analysis(seat, outcome(state, seat), True, (), 0, 0)
    mind, looks = begun(state, codes, budget)
    with mind.within(seconds):
        for depth in range(2, DEEPEST_LOOK + 1):
            if all(abs(value) > SURE for value in looks[-1].values()):
                break
            found = looked(mind, codes, depth)
            if len(found) < len(codes):
                break
            looks.append(found)
    values = looks[-1]
    liked = {code: preference(state.words, code, state.numbers) for code in codes}
    ordered = sorted(codes, key=lambda code: (-values[code], -liked[code]))
    actions = tuple(
        Valued(
            action_of(code),
            worth(values[code]),
            abs(values[code]) > SURE,
            doubt([look[code] for look in looks[-LAST:]]),
        )
        for code in ordered
    )
    return Analysis(seat, actions[0].value, actions[0].sure, actions, len(looks), mind.nodes)


def begun(state: State, codes: list[int], budget: int) -> tuple[Mind, list[dict[int, int]]]:
    """A search that has looked once at every action, which no clock and no budget prevents: of what
    has not been looked at nothing could be said."""
    while True:
        mind = Mind(state.words, state.numbers, budget)
        first = looked(mind, codes, 1)
        if len(first) == len(codes):
            return mind, [first]
        budget *= WIDER


def doubt(values: list[int]) -> float:
    """How far a value may be off, by how far the last looks lay apart: not at all, if the end was
    seen, and any distance, if there was one look only."""
    last = values[-1]
    if abs(last) > SURE:
        return 0.0
    if len(values) == 1:
        return 2.0
    return max(abs(worth(value) - worth(last)) for value in values)


@lru_cache(maxsize=1024)
def found_for(state: State, level: str, seconds: float | None) -> Analysis:
    """Positions after a roll come back again and again while dice are let fall."""
    nodes = max(WIDER * BUDGETS[level].nodes, LEAST)
    return analyse(state, nodes, LONG if seconds is None else seconds)


def searched(
    game: Game[Any, Any], state: State, level: str, seconds: float | None
) -> tuple[Tally, list[tuple[Action, Tally]]]:
    """What a position is worth, and every action of who decides, the best first, as a level with
    all its attention sees them."""
    found = found_for(state, level, seconds)
    each = [(one.action, tally_of(found.seat, one.value, one.doubt)) for one in found.actions]
    return each[0][1] if each else tally_of(found.seat, found.value, 0.0), each


def tally_of(seat: str, value: float, doubt: float) -> Tally:
    """A value from -1 to 1 as winning chances, a draw counting half."""
    chance = (1 + value) / 2
    return Tally({seat: chance, other(seat): 1 - chance}, 0, doubt / 2)


def evaluate(game: Game[Any, Any], state: State, seat: str) -> float:
    """The winning chance of a seat, a draw counting half. The same state gets the same answer."""
    return searched(game, state, "soldier", None)[0].means[seat]


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
