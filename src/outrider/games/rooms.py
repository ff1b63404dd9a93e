"""What the rooms above bring for a game: a folder there has the name of the game's folder here."""

import importlib
import importlib.util
from types import ModuleType
from typing import Any

from outrider.core.game import Game


def brought(game: Game[Any, Any], room: str, module: str | None = None) -> ModuleType | None:
    """The folder that a room such as `outrider.bots` has for the games of a folder, or a module in
    it; None where there is none, as for games from other packages."""
    parts = type(game).__module__.split(".")
    if parts[:2] != __package__.split("."):
        return None
    name = f"{room}.{parts[2]}"
    for found in (name, f"{name}.{module}") if module else (name,):
        if importlib.util.find_spec(found) is None:
            return None
    return importlib.import_module(found)
