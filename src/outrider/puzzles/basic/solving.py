"""Basic's puzzles: who attacks whom when everybody has moved."""

from dataclasses import dataclass
from typing import Any

from outrider.core.game import Game
from outrider.puzzles.chances import Chances
from outrider.puzzles.making import Attacks, Met


class Blows(Chances):
    """Exact chances; new puzzles are made of positions in which one's units have moved."""

    alike = True

    def maker(self) -> "Moved":
        return Moved(self._game)


@dataclass
class Moved(Attacks):
    """Attacks of units that have moved, in positions of played games."""

    share: float = 0.12
    alike: int = 8
    """There are few numbers in this game."""

    def tidied(self, met: Met) -> Met:
        data = self.game.dump(met.state)
        if data["phase"] != "battle" or "decide" not in data["pending"]:
            return met
        for unit in data["units"]:
            if unit["seat"] == met.seat and unit["alive"]:
                unit["moved"] = True
        return Met(self.game.load(data), met.seat)


def make(game: Game[Any, Any]) -> Blows:
    return Blows(game)
