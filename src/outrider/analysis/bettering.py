"""What would have been better: choices that cost their seat something, and others instead."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from outrider.analysis.analyst import Analyst, Onward
from outrider.core.game import Game
from outrider.core.record import Chose
from outrider.core.wire import Action

LEAST = 0.02
"""How much a choice has to be better to be told,"""
CERTAIN = 2.0
"""and by how many standard errors, lest it be better by chance."""
MOST = 6
"""Choices of a game that are looked at again."""
CANDIDATES = 5


@dataclass(frozen=True, slots=True)
class Better:
    """Instead of what was chosen in line `n`: an action, the chances of who chose after it and
    after what was `played`, the standard error of the difference, and how it may go on."""

    n: int
    seat: str
    action: Mapping[str, Any]
    text: str
    value: float
    played: float
    error: float
    line: tuple[Mapping[str, Any], ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "n": self.n,
            "seat": self.seat,
            "action": self.action,
            "text": self.text,
            "value": round(self.value, 4),
            "played": round(self.played, 4),
            "error": round(self.error, 4),
            "line": list(self.line),
        }


def better(
    game: Game[Any, Any], analyst: Analyst, state: Any, chose: Chose, n: int
) -> Better | None:
    """A clearly better choice than the one that was made in a state, if the bots see one. Both are
    played on with the same dice, as often as a hint is: the same game has the same answer."""
    assert chose.seat is not None
    seat, played = chose.seat, game.action_from_json(chose.action)
    found = analyst.valued(state, seat, CANDIDATES, also=played)
    mine = next((each for each in found if each.action == played), None)
    best = max(found, key=lambda each: each.value)
    if mine is None or best is mine:
        return None
    error = math.hypot(best.tally.error(seat), mine.tally.error(seat))
    if best.value - mine.value < max(LEAST, CERTAIN * error):
        return None
    text = game.write_action(best.action)
    line = tuple(_step(game, each) for each in analyst.line(state, seat, best.action))
    action = best.action.to_json()
    return Better(n, seat, action, text, best.value, mine.value, error, line)


def _step(game: Game[Any, Any], onward: Onward) -> dict[str, Any]:
    if onward.action is None:
        return {"seat": onward.seat, "faces": list(onward.faces), "roll": onward.purpose}
    action: Action = onward.action
    return {"seat": onward.seat, "text": game.write_action(action)}


def betters(
    game: Game[Any, Any],
    analyst: Analyst,
    states: Sequence[Any],
    lines: Sequence[Chose],
    is_over: Callable[[], bool],
    told: Callable[[int, int], None],
) -> tuple[Better, ...]:
    """Of some choices, the weightiest first, those for which there was a better one. `states` are
    those before the lines of the whole game, by their numbers."""
    found = []
    for at, line in enumerate(lines[:MOST]):
        told(at, min(MOST, len(lines)))
        if is_over():
            break
        one = better(game, analyst, states[line.n - 1], line, line.n)
        if one is not None:
            found.append(one)
    return tuple(sorted(found, key=lambda each: each.n))
