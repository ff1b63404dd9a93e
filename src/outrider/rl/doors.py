"""How environments are asked for. What they need is imported then, and not before."""

from typing import TYPE_CHECKING, Unpack, cast

from outrider.core.refusal import unknown
from outrider.play.many import Terms, batch

if TYPE_CHECKING:
    from outrider.rl.many import Vector
    from outrider.rl.opposed import Against, Illegal
    from outrider.rl.together import Together
    from outrider.rl.turns import Turns

CPU = "cpu"


def vector(
    game: str,
    games: int,
    *,
    seed: int = 0,
    threads: int = 1,
    device: str = CPU,
    **terms: Unpack[Terms],
) -> "Vector":
    """So many games side by side as an environment with Gymnasium's interface for vectors. On the
    device "cuda" they lie on a GPU, and so do all arrays; threads are its own affair there."""
    made = batch(game, games, seed=seed, device=device, **terms)
    if made.device != CPU:
        from outrider.rl.carded import CardVector

        return cast("Vector", CardVector(made))  # the same interface, with the card's arrays
    from outrider.rl.many import Vector

    return Vector(made, threads)


def aec(game: str, *, render_mode: str | None = None, **terms: Unpack[Terms]) -> "Turns":
    """One game with PettingZoo's interface for those in which one decides at a time."""
    needs("gymnasium", "pettingzoo")
    from outrider.rl.turns import Turns

    return Turns(batch(game, 1, **terms), render_mode)


def parallel(game: str, *, render_mode: str | None = None, **terms: Unpack[Terms]) -> "Together":
    """One game with PettingZoo's interface for those in which several decide at once."""
    needs("gymnasium", "pettingzoo")
    from outrider.rl.together import Together

    return Together(batch(game, 1, **terms), render_mode)


def against(
    game: str,
    bot: str = "soldier",
    *,
    seat: str | None = None,
    illegal: "Illegal" = "refuse",
    render_mode: str | None = None,
    **terms: Unpack[Terms],
) -> "Against":
    """One seat of a game with Gymnasium's interface; a bot of that level has all others."""
    needs("gymnasium")
    from outrider.rl.opposed import Against

    return Against(batch(game, 1, **terms), bot, seat, illegal, render_mode)


def needs(*packages: str) -> None:
    """Refuse in a sentence what a missing package would refuse with a traceback."""
    from importlib.util import find_spec

    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        raise unknown(f"this needs {' and '.join(missing)}: pip install 'outrider[rl]'")
