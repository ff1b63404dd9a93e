"""Many games at once, of any game that has them compiled."""

from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from outrider.games import game as game_by_id

if TYPE_CHECKING:
    from outrider.compiled.batch import Batch


class Terms(TypedDict, total=False):
    """What is played, as a game's `terms` takes it."""

    options: object
    seats: object
    table: Any
    scenario: Any
    variant: object


def batch(
    game: str, games: int, *, seed: int = 0, device: str = "cpu", **terms: Unpack[Terms]
) -> "Batch[Any, Any]":
    """So many games on the same terms, as a game's `terms` takes them, and with chance from the
    seed. Numba is imported here, and compiles what was never asked for before. On the device "cuda"
    the games lie on a GPU, and so do all arrays."""
    found = game_by_id(game)
    if terms.get("variant") is None:
        terms.pop("variant", None)  # which not every game knows
    made: Batch[Any, Any] = found.batch(found.terms(**terms), games, seed, device)
    return made
