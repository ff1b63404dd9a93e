"""Which bots there are for a game: its own, found by the name of its folder, or the general one.

A folder `outrider.bots.NAME` brings bots for the games of the folder `outrider.games.NAME`: its
module `bots` has `make(game, level)`. A package of somebody else's registers the same under the
entry-point group `outrider.bots`, by the game's id.
"""

import importlib
import importlib.util
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import entry_points
from typing import Any, TypeAlias, cast

from outrider.bots.general import General
from outrider.bots.protocol import Bot, Level, RandomPlayer
from outrider.core.game import Game
from outrider.core.refusal import unknown
from outrider.core.wire import shown

Make: TypeAlias = Callable[[Game[Any, Any], Level], Bot]

RANDOM = "random"
LEVELS = {
    level.name: level
    for level in (
        Level("recruit", 0.1),
        Level("soldier", 0.1),
        Level("captain", 1.0),
        Level("marshal", 3.0),
    )
}
"""The levels in rising order. A game's bots give them budgets of their own."""


def seconds_of(name: str, otherwise: float) -> float:
    """How long a bot may take for a choice: its level's time, unless somebody says otherwise."""
    return LEVELS[name].seconds if name in LEVELS else otherwise


def names() -> tuple[str, ...]:
    return (RANDOM, *LEVELS)


def below(level: str) -> tuple[str, ...]:
    """The levels that stand in for one that fails, the strongest first."""
    known = tuple(LEVELS)
    return known[: known.index(level)][::-1] if level in LEVELS else ()


def bot_of(game: Game[Any, Any], level: str) -> Bot:
    """The bot of a level for a game."""
    if level == RANDOM:
        return RandomPlayer()
    if level not in LEVELS:
        raise unknown(f"there is no bot {shown(level)}; there are {', '.join(names())}")
    return maker(game)(game, LEVELS[level])


@lru_cache(maxsize=64)
def maker(game: Game[Any, Any]) -> Make:
    """Who makes bots for a game."""
    for entry in entry_points(group="outrider.bots"):
        if entry.name == game.id:
            return cast(Make, entry.load())
    folder = family(game)
    return General if folder is None else cast(Make, importlib.import_module(f"{folder}.bots").make)


def family(game: Game[Any, Any]) -> str | None:
    """The package with a game's own bots, by the name of the game's folder."""
    parts = type(game).__module__.split(".")
    if parts[:2] != ["outrider", "games"]:
        return None
    name = f"{__package__}.{parts[2]}"
    return name if importlib.util.find_spec(name) is not None else None
