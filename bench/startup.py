"""How long people wait before anything happens: whole processes, from start to end.

Numba keeps what it compiled beside the source, or in NUMBA_CACHE_DIR where that is set. Here it is
set: an empty folder makes a cold start, and a folder that one cold start has filled makes a warm
one, whatever was compiled on this machine before. A run without cold starts takes what there is.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import Measurement, Plan, Reference, Trial, seconds

BARE = Reference("start.bare", "bare")
WARM = Reference("start.warm", "warm")
FIRST_USE = (
    "import outrider; game = outrider.game('skirminion');"
    " print(len(list(game.choices(game.opening_position(), 'red'))))"
)


def _run(arguments: Sequence[str], cache: str | None) -> None:
    """One process of this Python."""
    environment = {**os.environ, **({"NUMBA_CACHE_DIR": cache} if cache else {})}
    # Python keeps its own bytecode unless it is told not to; here it is not.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run([sys.executable, *arguments], env=environment, check=True, capture_output=True)


def _warm(arguments: Sequence[str], plan: Plan) -> Trial:
    """The same process again and again, with one folder for compiled code."""
    folder = TemporaryDirectory() if plan.cold else None

    def work() -> None:
        _run(arguments, folder.name if folder else None)

    work()
    return seconds(work)


def _cold(arguments: Sequence[str], plan: Plan) -> Trial:
    """Every process with an empty folder for compiled code, but all else as it was before."""

    def work() -> None:
        with TemporaryDirectory() as folder:
            _run(arguments, folder)
            if not any(Path(folder).rglob("*.nbc")):
                raise RuntimeError("nothing was compiled: this was no cold start")

    return seconds(work)


def _help(plan: Plan) -> Trial:
    """The command itself where it is installed."""
    command = Path(sys.executable).with_name("outrider")
    return _warm([str(command) if command.exists() else "-moutrider", "--help"], plan)


STARTS = (
    Measurement(
        "start.bare", "bare process", "Python", "s",
        "`python -c pass`, for comparison.",
        partial(_warm, ["-c", "pass"]),
    ),
    Measurement(
        "start.import", "import outrider", "Outrider", "s",
        "A process that imports the package and ends.",
        partial(_warm, ["-c", "import outrider"]), BARE,
    ),
    Measurement(
        "start.help", "outrider --help", "Outrider", "s",
        "The command line shows its help.",
        _help, BARE,
    ),
    Measurement(
        "start.warm", "first use, warm cache", "Skirminion", "s",
        "A process that imports the package, sets up the opening position and lists its legal"
        " actions, with the compiled rules taken from disk.",
        partial(_warm, ["-c", FIRST_USE]), BARE,
    ),
    Measurement(
        "start.study", "a study's first interval, warm cache", "the lab", "s",
        "`outrider study basic --games 8`, from Enter to its end: all cores are set to work, and"
        " the first look at the games, of which there are no more, is answered with its interval.",
        partial(_warm, ["-m", "outrider", "study", "basic", "--games", "8"]), BARE,
    ),
    Measurement(
        "start.cold", "first use, cold cache", "Skirminion", "s",
        "The same where nothing has been compiled yet: what the first game ever waits for.",
        partial(_cold, ["-c", FIRST_USE]), WARM, cold=True,
    ),
    Measurement(
        "start.all", "everything compiled, cold", "Outrider", "s",
        "`outrider warm --bots`: all there is to compile of all games, also what playing does not"
        " need (playouts, perft, batches), and the bots.",
        partial(_cold, ["-m", "outrider", "warm", "--bots"]), WARM, cold=True,
    ),
)  # fmt: skip
