"""What a position of Skirminion is worth, and what each action would make of it."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from outrider.bots.skirminion.bots import BUDGETS
from outrider.bots.skirminion.kernel.room import SURE, WON
from outrider.bots.skirminion.kernel.searching import search
from outrider.bots.skirminion.opening import preference
from outrider.bots.skirminion.thinking import DEEPEST_LOOK, Mind, decider, net_of
from outrider.bots.skirminion.thinking import ready as compiled
from outrider.bots.skirminion.weights import EVEN_ODDS_SCALE
from outrider.compiled import runs_plain
from outrider.core.game import Game
from outrider.endings.skirminion.files import endings_for
from outrider.endings.skirminion.kernel.solving import UNSAID, spoken
from outrider.games.skirminion.actions import Action, action_of
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.state import State, other

WIDER = 4
"""To value every action takes so many times as much as to find the best."""
LEAST = 20_000
LONG = 3600.0
LAST = 3
"""Looks that are compared to tell how far a value may still move."""


@dataclass(frozen=True, slots=True)
class Valued:
    """An action and what it is worth to the side that decides, from -1 (lost) to 1 (won). The doubt
    is how far off that was in the looks before the last: not at all, if the end was seen."""

    action: Action
    value: float
    doubt: float


def ready(game: Game[Any, Any]) -> None:
    """Have everything compiled before a clock runs."""
    compiled()


def plain(game: Game[Any, Any]) -> bool:
    return runs_plain(search)


def worth(points: int) -> float:
    """A value of the search as one from -1 to 1: what self-play has made of such values."""
    if abs(points) > SURE:
        return math.copysign(1.0, points)
    return math.tanh(points / EVEN_ODDS_SCALE)


def analyse(state: State, budget: int, seconds: float = LONG) -> tuple[Valued, ...]:
    """All legal actions, the best first: look as deep as a budget of nodes allows, at every action
    with the same care.

    The same state and budget give the same answer, unless the time cuts it short.
    """
    compiled()
    codes = engine().codes(state.words, state.numbers)
    proved = proofs(state, codes)
    looks = [proved] if len(proved) == len(codes) else searched_looks(state, codes, budget, seconds)
    values = {**looks[-1], **proved}
    liked = {code: preference(state.words, code, state.numbers) for code in codes}
    return tuple(
        Valued(
            action_of(code),
            worth(values[code]),
            0.0 if code in proved else doubt([look[code] for look in looks[-LAST:]]),
        )
        for code in sorted(codes, key=lambda code: (-values[code], -liked[code]))
    )


def searched_looks(
    state: State, codes: list[int], budget: int, seconds: float
) -> list[dict[int, int]]:
    """The values of all actions, look by look, each an activation deeper."""
    mind, looks = begun(state, codes, budget)
    with mind.within(seconds):
        for depth in range(2, DEEPEST_LOOK + 1):
            if all(abs(value) > SURE for value in looks[-1].values()):
                break
            found = looked(mind, codes, depth)
            if len(found) < len(codes):
                break
            looks.append(found)
    return looks


def proofs(state: State, codes: list[int]) -> dict[int, int]:
    """What solved endings say of the actions that lead to one: the value of a win or a loss, the
    larger the nearer it is, or 0 for a draw."""
    endings = endings_for(state.numbers)
    if not len(endings):
        return {}
    rows = [engine().play(state.words, code, state.numbers) for code in codes]
    said = np.empty(len(rows), np.int64)
    spoken(np.array(rows, np.uint64), endings, engine().array(state.numbers), said)
    found = {}
    for code, row, value in zip(codes, rows, said.tolist(), strict=True):
        if value != UNSAID:
            ours = value if decider(row[7]) == decider(state.words[7]) else -value
            found[code] = (WON - abs(ours)) * ((ours > 0) - (ours < 0))
    return found


def begun(state: State, codes: list[int], budget: int) -> tuple[Mind, list[dict[int, int]]]:
    """A search that has looked once at every action, which no clock and no budget prevents: of what
    has not been looked at nothing could be said."""
    while True:
        mind = Mind(state.words, state.numbers, budget, net=net_of(state.numbers))
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
def found_for(state: State, level: str, seconds: float | None) -> tuple[Valued, ...]:
    """Positions after a roll come back again and again while dice are let fall."""
    nodes = max(WIDER * BUDGETS[level].nodes, LEAST)
    return analyse(state, nodes, LONG if seconds is None else seconds)


def searched(
    game: Game[Any, Any], state: State, level: str, seconds: float | None
) -> list[tuple[Action, dict[str, float], float]]:
    """Every action of who decides, the best first, as a level with all its attention sees them:
    the winning chances that it leaves, a draw counting half, and how far they may be off."""
    one, two = state.decider, other(state.decider)
    return [
        (each.action, {one: (1 + each.value) / 2, two: (1 - each.value) / 2}, each.doubt / 2)
        for each in found_for(state, level, seconds)
    ]


def looked(mind: Mind, codes: list[int], depth: int) -> dict[int, int]:
    """The value of each action; not of all, if the budget is spent before."""
    found = {}
    for code in codes:
        value = mind.look_after(code, depth)
        if mind.stopped:
            break
        found[code] = value
    return found
