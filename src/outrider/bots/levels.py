"""Which bots there are for a game: its own, found by the name of its folder, or the general one.

A folder `outrider.bots.NAME` brings bots for the games of the folder `outrider.games.NAME`: its
module `bots` has `make(game, level)`. A package with a game of its own registers the same under the
entry-point group `outrider.bots`, by the game's id. Any other name there is a bot beside the levels
(guests.py).
"""

from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import entry_points
from typing import Any, TypeAlias, cast

from outrider.bots.general import General
from outrider.bots.guests import GROUP, guest_of, guests, is_guest, plays, seconds_of_guest
from outrider.bots.protocol import Bot, Level, RandomPlayer
from outrider.core.game import Game
from outrider.core.refusal import unknown
from outrider.core.wire import shown
from outrider.games.rooms import brought

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
STAND_INS = ("soldier", "recruit")
"""Who chooses at a table for a guest that fails."""


def seconds_of(name: str, otherwise: float) -> float:
    """How long a bot may take for a choice: its level's time, unless somebody says otherwise."""
    if is_guest(name):
        return seconds_of_guest(name)
    return LEVELS[name].seconds if name in LEVELS else otherwise


def names() -> tuple[str, ...]:
    """All bots that are installed: chance, the levels, and guests."""
    return (RANDOM, *LEVELS, *guests())


def bots_for(game: Game[Any, Any]) -> tuple[str, ...]:
    """Those of them that play a game."""
    return tuple(name for name in names() if name not in guests() or plays(game, name))


def below(level: str) -> tuple[str, ...]:
    """The levels that stand in for one that fails, the strongest first."""
    known = tuple(LEVELS)
    if is_guest(level):
        return STAND_INS
    return known[: known.index(level)][::-1] if level in LEVELS else ()


def bot_of(game: Game[Any, Any], level: str) -> Bot:
    """The bot of a level for a game, or a guest."""
    if level == RANDOM:
        return RandomPlayer()
    if is_guest(level):
        return guest_of(game, level)
    if level not in LEVELS:
        raise unknown(f"there is no bot {shown(level)}; there are {', '.join(names())}")
    return maker(game)(game, LEVELS[level])


@lru_cache(maxsize=64)
def maker(game: Game[Any, Any]) -> Make:
    """Who makes bots for a game: its own folder, so that no package takes the place of what comes
    with it; or the package that an entry names by the game's id."""
    own = brought(game, __package__, "bots")
    if own is not None:
        return cast(Make, own.make)
    for entry in entry_points(group=GROUP):
        if entry.name == game.id:
            return cast(Make, entry.load())
    return General
