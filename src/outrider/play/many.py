"""Many games at once, of any game that has them compiled."""

from typing import TYPE_CHECKING, Any

from outrider.games import game as game_by_id

if TYPE_CHECKING:
    from outrider.compiled.batch import Batch


def batch(
    game: str,
    games: int,
    *,
    options: object = None,
    seats: object = None,
    table: Any = None,
    scenario: Any = None,
    variant: object = None,
    seed: int = 0,
    device: str = "cpu",
) -> "Batch[Any, Any]":
    """So many games on the same terms, as a game's `terms` takes them, and with chance from the
    seed. Numba is imported here, and compiles what was never asked for before. On the device
    "cuda" the games lie on a GPU, and so do all arrays."""
    found = game_by_id(game)
    changed: dict[str, Any] = {} if variant is None else {"variant": variant}
    terms = found.terms(options, seats, table, scenario, **changed)
    made: Batch[Any, Any] = found.batch(terms, games, seed, device)
    return made
