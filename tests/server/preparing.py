"""A server on a machine where something else is compiling a game's bots at the moment.

Its cache has the game's rules and lacks these bots, and the lock says that somebody is at it: this
process. What would have been compiled is brought from the ordinary cache, so that nobody has to
wait for it in earnest.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from numba.core.caching import UserProvidedCacheLocator

from outrider.bots import bot_of
from outrider.compiled.once import Turn
from outrider.games import game as game_by_id
from server.driving import WIDE, Server, running

GAME = "skirmishers"


class Compiler:
    """Whoever compiles beside the server."""

    def __init__(self, cache: Path) -> None:
        bot_of(game_by_id(GAME), "recruit")  # now they are in the ordinary cache
        from outrider.bots.skirmishers.kernel import entry
        from outrider.games.skirmishers.kernel import asking

        shutil.copytree(*folders(asking, asking.ask, cache))
        self._from, self._to = folders(entry, entry.think, cache)
        self._to.mkdir(parents=True)
        self._turn = Turn(self._to)
        assert self._turn.take()

    def done(self) -> None:
        """Keep what was compiled, and let others go on."""
        for path in self._from.glob("*.nb[ic]"):
            shutil.copy(path, self._to)
        self._turn.leave()


def folders(kernel: ModuleType, entry: Any, cache: Path) -> tuple[Path, Path]:
    """Where a kernel with that entry is kept, and where one with another cache looks for it."""
    assert kernel.__file__ is not None
    below = UserProvidedCacheLocator.get_suitable_cache_subpath(kernel.__file__)
    return Path(entry._cache.cache_path), cache / below


@contextmanager
def compiled_beside(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Server, Compiler]]:
    cache = folder / "cache"
    compiler = Compiler(cache)
    try:
        with monkeypatch.context() as environment:
            environment.setenv("NUMBA_CACHE_DIR", str(cache))
            with running(folder, *WIDE, "--workers", "1") as server:
                yield server, compiler
    finally:
        compiler.done()
