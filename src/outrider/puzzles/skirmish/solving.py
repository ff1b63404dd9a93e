"""Skirmish's puzzles: attacks without grenades, whose places no list has."""

from dataclasses import dataclass
from typing import Any

from outrider.core.game import Game
from outrider.core.refusal import Refusal
from outrider.puzzles.chances import Chances
from outrider.puzzles.making import Attacks, Met


class Shots(Chances):
    """Exact chances: the dice of a roll are alike here. New puzzles are made of positions in which
    nobody has grenades."""

    alike = True

    def maker(self) -> "Emptied":
        return Emptied(self._game)


@dataclass
class Emptied(Attacks):
    """One attack in positions of played games, all grenades having been left at home."""

    share: float = 1.0
    alike: int = 2
    rivals: int = 4
    turns: bool = False

    def tidied(self, met: Met) -> Met:
        data = self.game.dump(met.state)
        for unit in data["units"]:
            unit["grenades"] = 0
        try:
            return Met(self.game.load(data), met.seat)
        except Refusal:
            return met


def make(game: Game[Any, Any]) -> Shots:
    return Shots(game)
