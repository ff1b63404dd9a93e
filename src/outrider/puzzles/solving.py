"""Who solves the puzzles of a game: a room of its own here, or exact chances."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, cast

from outrider.core.game import Game
from outrider.core.wire import Action
from outrider.games.rooms import brought
from outrider.puzzles.puzzle import Aim


@dataclass(frozen=True, slots=True)
class Answer:
    """One choice and the chance to reach the aim with it, everybody doing their best from there."""

    action: Action
    chance: Fraction


class Unsolved(Exception):
    """There is more to look at than was allowed for."""


class Solver(Protocol):
    def answers(self, state: Any, seat: str, aim: Aim) -> list[Answer]:
        """All choices of a seat, the best first, in an order that is always the same. Raises
        Unsolved where that would take too long."""

    def reply(self, state: Any, seat: str, aim: Aim) -> Action:
        """What whoever is asked does against a seat that is after its aim."""

    def get_ready(self) -> None:
        """Compile whatever is compiled, so that nobody waits for it later."""

    def left(self, state: Any, aim: Aim, after: Any) -> Aim:
        """What is left of an aim when play has gone on from one state to another."""


def solver_of(game: Game[Any, Any]) -> Solver:
    """The solver for a game: the module `solving` of the folder here that has the name of the
    game's folder; without one, exact chances by the rules alone."""
    from outrider.puzzles.chances import Chances

    own = brought(game, __package__, "solving")
    return Chances(game) if own is None else cast(Solver, own.make(game))
