"""The games there are: one folder each, and whatever other packages bring.

A folder in here registers by having a `game` module with a tuple `GAMES`. Another package registers
through an entry point in the group `outrider.games` that names such a tuple, or one game.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from outrider.core.game import Game
from outrider.core.refusal import malformed, unknown
from outrider.core.wire import shown

GROUP = "outrider.games"


@dataclass(frozen=True, slots=True)
class Installed:
    """The games found, and the outside packages that could not be used, with the reason."""

    games: dict[str, Game[Any, Any]]
    broken: dict[str, str]


@cache
def installed() -> Installed:
    """Look for games, once."""
    found = Installed({}, {})
    for module in pkgutil.iter_modules(__path__):
        if module.ispkg:
            for game in importlib.import_module(f"{__name__}.{module.name}.game").GAMES:
                found.games[game.id] = game
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        for reason in _add_from_outside(found, point):
            found.broken[f"{point.name} ({point.value})"] = reason
    return found


def _add_from_outside(found: Installed, point: EntryPoint) -> Iterator[str]:
    """Add what an entry point names; what cannot be used is told and left out: another package's
    fault may not take the other games with it."""
    try:
        value = point.load()
    except (Exception, SystemExit) as error:
        yield f"{type(error).__name__}: {error}"
        return
    for game in value if isinstance(value, tuple) else (value,):
        id = getattr(game, "id", None)
        if not isinstance(game, Game) or not isinstance(id, str):
            yield "not a game: it has to name a tuple of games, or one game (not its class)"
        elif id in found.games:
            yield f"there is a game {id} already"
        else:
            found.games[id] = game


def games() -> tuple[Game[Any, Any], ...]:
    """All games, in the order of their names."""
    return tuple(game for _, game in sorted(installed().games.items()))


def built_in() -> tuple[Game[Any, Any], ...]:
    """The games of this package alone."""
    return tuple(game for game in games() if type(game).__module__.startswith(f"{__name__}."))


def game(id: object) -> Game[Any, Any]:
    """The game with that name."""
    if not isinstance(id, str):
        raise malformed(f"a game's name is a string, not {shown(id)}")
    found = installed().games.get(id)
    if found is None:
        names = ", ".join(sorted(installed().games))
        raise unknown(f"no game is called {shown(id)}; there are {names}")
    return found
