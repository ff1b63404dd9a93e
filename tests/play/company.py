"""Matches between people who resign, offer draws and take back, in a few words."""

from typing import Any

import pytest

from outrider.core.conduct import Conduct
from outrider.core.pending import Outcome
from outrider.core.record import record_from_text
from outrider.core.refusal import Refusal
from outrider.dice import Dice, ListedDice
from outrider.games import game
from outrider.play.match import Match
from outrider_pebbles.game import Pebbles

SKIRMINION = game("skirminion")
PEBBLES = Pebbles()
BATTLE = "ffffffff/8/8/8/8/8/8/FFFFFFFF r - -"


def pebbles(seats: int = 3, dice: Dice | None = None, **more: Any) -> Match:
    """A long game of Pebbles in which every die shows 4, if nothing else is said: a die before
    every choice."""
    listed = ListedDice([4] * 400) if dice is None else dice
    return Match(PEBBLES, PEBBLES.terms({"heap": 99}, seats), listed, **more)


def battle(**more: Any) -> Match:
    """A battle of two, without a die."""
    start = SKIRMINION.dump(SKIRMINION.read(BATTLE))
    return Match(SKIRMINION, SKIRMINION.terms(), start=start, **more)


def do(match: Match, *steps: str, now: int = 0) -> Match:
    """Steps such as "red take 1", "red: draw", "red: takeback 3" and "red: claim blue"."""
    for step in steps:
        who, _, rest = step.partition(" ")
        if not who.endswith(":"):
            match.play(who, match.game.read_action(rest), now)
            continue
        kind, _, detail = rest.partition(" ")
        name = {"takeback": "to", "claim": "against", "substitute": "reason"}.get(kind, "")
        details: dict[str, Any] = {name: int(detail) if name == "to" else detail} if detail else {}
        match.note(who[:-1], kind, now, **details)
    return match


def conduct(match: Match) -> Conduct:
    return match.moments[-1].conduct


def memory(match: Match) -> tuple[Any, ...]:
    """All there is to know of a match."""
    text = match.record().to_text()
    return match.state, match.pending, match.dice.mark(), match.clock, conduct(match), text


def refused(match: Match, step: str, kind: str) -> str:
    """The reason a step is refused for. Nothing has changed by it."""
    before = memory(match)
    with pytest.raises(Refusal) as caught:
        do(match, step)
    assert caught.value.kind == kind, caught.value
    assert memory(match) == before
    assert caught.value.message
    return caught.value.message


def result(match: Match) -> Outcome:
    assert match.result is not None, "it is not over"
    return match.result


def again(match: Match) -> Match:
    """The match as its record makes it anew, which has to be the same in every byte."""
    text = match.record().to_text()
    made = Match.from_record(match.game, record_from_text(text))
    assert made.record().to_text() == text
    assert made.state == match.state
    assert made.pending == match.pending
    assert made.moments[1:] == match.moments[1:]
    return made
