"""Bots that others bring, beside the levels and never instead of them.

A package names one under the entry-point group `outrider.bots`, by a name that no game has:

    [project.entry-points."outrider.bots"]
    tortoise = "my_package:Tortoise"

What it names is called with the game and gives a `Bot`; a class with `__init__(self, game)` does.
It may have `games`, the ids of those it plays (all, if it has none), and `seconds`, its time for a
choice. Whoever types a command may also name one that nobody has installed, as `module:Class`; over
the network only what is installed is found.
"""

import importlib
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from outrider.bots.protocol import Bot
from outrider.core.game import Game
from outrider.core.refusal import malformed, unknown
from outrider.core.wire import shown
from outrider.games import installed

GROUP = "outrider.bots"
NAME = re.compile("[a-z][a-z0-9-]{0,39}")
PATH = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
SECONDS = 1.0
"""For a choice of one that says nothing about it."""

TAKEN = ("random", "recruit", "soldier", "captain", "marshal", "person")
"""Names that nobody else gets: those of the levels, and of whoever is no bot."""


@cache
def guests() -> dict[str, EntryPoint]:
    """Those that are installed, by name. Nothing of theirs is imported for that."""
    found: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        if point.name not in TAKEN and NAME.fullmatch(point.name) and point.name not in found:
            found[point.name] = point
    # An entry by a game's name brings the levels of that game (levels.py).
    return {name: point for name, point in found.items() if name not in installed().games}


def is_path(name: str) -> bool:
    """Whether this is a class in a module, as `module:Class`."""
    return PATH.fullmatch(name) is not None


def is_guest(name: str) -> bool:
    return name in guests() or is_path(name)


def guest_of(game: Game[Any, Any], name: str) -> Bot:
    """The guest of that name, for a game that it plays."""
    factory = factory_of(name)
    plays = getattr(factory, "games", None)
    if plays is not None and game.id not in tuple(plays):
        raise unknown(f"the bot {shown(name)} does not play {game.id}")
    try:
        bot = factory(game)
    except Exception as error:
        raise malformed(f"the bot {shown(name)} cannot be made: {_said(error)}") from None
    if not callable(getattr(bot, "choose", None)):
        raise malformed(f"{shown(name)} is no bot: what it gives has no method `choose`")
    made: Bot = bot
    return made


def plays(game: Game[Any, Any], name: str) -> bool:
    """Whether an installed guest is there and plays a game; one that is broken does not."""
    try:
        games = getattr(factory_of(name), "games", None)
    except Exception:
        return False
    return games is None or game.id in tuple(games)


def seconds_of_guest(name: str) -> float:
    given = getattr(factory_of(name), "seconds", SECONDS)
    return float(given) if isinstance(given, int | float) and given > 0 else SECONDS


def about(name: str) -> str:
    """A few words about a guest: the first line of what its author says of it."""
    said = (getattr(factory_of(name), "__doc__", None) or "").strip().partition("\n")[0]
    return said.rstrip(".")


@cache
def factory_of(name: str) -> Callable[[Game[Any, Any]], Bot]:
    """What makes a guest; whatever is wrong with it is one sentence."""
    try:
        found = guests()[name].load() if name in guests() else _from_path(name)
    except (Exception, SystemExit) as error:
        raise unknown(f"the bot {shown(name)} cannot be loaded: {_said(error)}") from None
    if not callable(found):
        raise malformed(f"{shown(name)} is no bot: it cannot be called with a game")
    made: Callable[[Game[Any, Any]], Bot] = found
    return made


def _from_path(name: str) -> Any:
    """What `module:Class` names, looked for in the present folder, too, as `python` does."""
    if not is_path(name):
        raise LookupError("there is none of that name")
    module, _, parts = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    found: Any = importlib.import_module(module)
    for part in parts.split("."):
        found = getattr(found, part)
    return found


def _said(error: BaseException) -> str:
    text = " ".join(str(error).split()) or "it gave no reason"
    return f"{type(error).__name__}: {text}"[:160]
