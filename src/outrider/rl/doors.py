"""How environments are asked for. What they need is imported then, and not before."""

from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from outrider.core.refusal import unknown
from outrider.core.wire import shown
from outrider.play.many import batch

if TYPE_CHECKING:
    from outrider.rl.vector import Vector

CPU = "cpu"


class Terms(TypedDict, total=False):
    """What is played, as a game's `terms` takes it."""

    options: object
    seats: object
    table: Any
    scenario: Any
    variant: object


def vector(
    game: str,
    games: int,
    *,
    seed: int = 0,
    threads: int = 1,
    device: str = CPU,
    **terms: Unpack[Terms],
) -> "Vector":
    """So many games side by side as an environment with Gymnasium's interface for vectors."""
    if device != CPU:
        raise unknown(f"there is no device {shown(device)} for environments; there is {shown(CPU)}")
    from outrider.rl.vector import Vector

    return Vector(batch(game, games, seed=seed, **terms), threads)
