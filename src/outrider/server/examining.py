"""Tables and scenarios while they are being made: what a game says to them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from outrider.core.game import Game
from outrider.games import game as game_by_id
from outrider.server.bounds import Weight

QUICK_CORNERS, QUICK_PIECES, QUICK_UNITS = 600, 90, 60
"""What is no larger is examined in a few milliseconds,"""
QUICK_BYTES = 64 * 1024
"""if there is not much else in it, that nobody reads and all of which is wrong."""


@dataclass(frozen=True, slots=True)
class Examine:
    """Something that is being made, to be looked at; with `pictured` also how it begins."""

    game: str
    kind: str
    value: Any
    pictured: bool = False


@dataclass(frozen=True, slots=True)
class Roster:
    """A roster that is being made, to be looked at."""

    game: str
    value: Any


def mustered(asked: Roster) -> dict[str, Any]:
    """What is wrong with it, and what it costs."""
    return game_by_id(asked.game).muster(asked.value).to_json()


def examined(asked: Examine) -> dict[str, Any]:
    """What is wrong with it, and what it is like to play it if nothing is."""
    game = game_by_id(asked.game)
    found = game.examine(asked.kind, asked.value)
    said = found.to_json()
    if asked.pictured and found.setting is not None:
        said["setting"] |= begun(game, found.setting.terms)
    return said


def begun(game: Game[Any, Any], terms: Mapping[str, Any]) -> dict[str, Any]:
    """How a match begins on such terms, for a picture with everybody's aims on it."""
    state = game.new(game.terms(**terms)).state
    standing = game.standing(state, None)
    told = None if standing is None else standing.to_json()
    return {"state": game.view(state, None), "standing": told}


def is_quick(weight: Weight) -> bool:
    return (
        weight.corners <= QUICK_CORNERS
        and weight.pieces <= QUICK_PIECES
        and weight.units <= QUICK_UNITS
    )
