"""The command `outrider warm`, and doing the same beside a game at the terminal."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from outrider.core.patience import hearing
from outrider.core.refusal import unknown

GENTLY = 10
"""How far it stands back for everything else."""


def warm(bots: bool, gently: bool, only: str | None = None, *, environments: bool = False) -> None:
    """Compile the games, and the bots' thinking and the environments if they are asked for; or what
    playing one of them needs. The result is kept on disk for all processes after this one."""
    from outrider.games import game as game_by_id
    from outrider.games import games

    if gently and hasattr(os, "nice"):
        os.nice(GENTLY)
    wanted = games() if only is None else (game_by_id(only),)
    for game in wanted:
        if only is None:
            game.warm()
        else:
            game.get_ready()
    if environments:
        for game in wanted:
            _warm_environment(game.id)
    if not bots:
        return
    from outrider.bots.levels import LEVELS, bot_of
    from outrider.puzzles.solving import solver_of

    for game in wanted:
        bot_of(game, [*LEVELS][-1])
        solver_of(game).get_ready()


def _warm_environment(game: str) -> None:
    """One of each, so that whatever one calls has been called."""
    import outrider
    from outrider.rl.arena import own_arena

    if own_arena(outrider.game(game)) is None:
        return  # a package's own game, which has none
    vector = outrider.vector(game, 1)
    seen, _, _, _, _ = vector.step(vector.sample())
    vector.arena.view(0, seen.copy())


def make_ptx(folder: Path) -> None:
    """Compile what GPUs run of all games into a folder."""
    from outrider.compiled.cuda.kept import kept
    from outrider.endings import solving_kernels
    from outrider.games import games
    from outrider.rl.arena import card_kernels

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unknown(f"{folder} is no folder to write to: {error.strerror}") from None
    for game in games():
        found = (game.card_kernels(), card_kernels(game), solving_kernels(game))
        for kernels in (each for each in found if each is not None):
            for name in kernels.threads:
                print(kept(kernels, name, folder))


@contextmanager
def warming(game: str) -> Iterator[None]:
    """Compile a game and its bots in a process of its own, from when something of it is missing
    until this is over."""
    command = [sys.executable, "-m", "outrider", "warm", "--bots", "--gently", "--only", game]
    quiet = subprocess.DEVNULL
    beside: list[subprocess.Popen[bytes]] = []

    def begin() -> None:
        if not beside:
            beside.append(subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet))

    with hearing(begin):
        try:
            yield
        finally:
            for each in beside:
                each.terminate()
                each.wait()
