"""Solved endings: positions with so little left that what they are worth is known for certain.

A folder `outrider.endings.NAME` brings them for the games of `outrider.games.NAME`: its module
`files` reads, builds and checks a file of them, and `carded` solves them on a GPU.
"""

from typing import TYPE_CHECKING, Any, cast

from outrider.core.game import Game
from outrider.games.rooms import brought

if TYPE_CHECKING:
    from outrider.compiled.cuda.kept import Kernels


def solving_kernels(game: Game[Any, Any]) -> "Kernels | None":
    """What a GPU runs to solve a game's endings."""
    found = brought(game, __package__, "carded")
    return None if found is None else cast("Kernels", found.card_kernels())
