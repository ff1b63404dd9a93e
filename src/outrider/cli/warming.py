"""The command `outrider warm`, and doing the same beside a server."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

GENTLY = 10
"""How far it stands back for everything else."""


def warm(bots: bool, gently: bool) -> None:
    """Compile the games, and the bots' thinking if it is asked for. The result is kept on disk for
    all processes after this one."""
    from outrider.games import games

    if gently and hasattr(os, "nice"):
        os.nice(GENTLY)
    for game in games():
        game.warm()
    if not bots:
        return
    from outrider.bots.levels import LEVELS, bot_of

    for game in games():
        bot_of(game, max(LEVELS.values(), key=lambda level: level.budget).name)


@contextmanager
def warming() -> Iterator[None]:
    """Compile the bots in a process of its own for as long as this lasts, or until it is done."""
    command = [sys.executable, "-m", "outrider", "warm", "--bots", "--gently"]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as beside:

        def told_to_end(number: int, _: object) -> None:
            # The server hands the signal on when it has closed. It would end us before `finally`.
            beside.terminate()
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

        before = signal.signal(signal.SIGTERM, told_to_end)
        try:
            yield
        finally:
            signal.signal(signal.SIGTERM, before)
            beside.terminate()
