"""Games are compiled in processes beside the server, so that nobody waits for a compiler.

Until then the server and its bots do with plain Python (see `compiled.plain`). What somebody plays
goes first; whatever else is to be compiled comes one game after the other.
"""

import asyncio
import logging
import sys
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any

LOG = logging.getLogger("outrider.server")
MOST = 2
"""Processes at once, of those that somebody waits for."""
COMMAND = (sys.executable, "-m", "outrider", "warm", "--bots", "--gently", "--only")


class Compiling:
    """Whoever compiles for one server. `told` hears of a game when that begins and when it ends."""

    def __init__(
        self,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        told: Callable[[str, bool], None],
    ) -> None:
        self._spawn = spawn
        self._told = told
        self._asked: set[str] = set()
        self._later: deque[str] = deque()
        self._at: set[str] = set()
        self._free = asyncio.Semaphore(MOST)

    def is_at(self, game: str) -> bool:
        """Whether a game that somebody plays is being compiled."""
        return game in self._at

    def ask(self, game: str) -> None:
        """Somebody plays it, and something of it was not there."""
        if game in self._later:
            self._later.remove(game)
        elif game in self._asked:
            return
        self._asked.add(game)
        self._at.add(game)
        self._told(game, True)
        self._spawn(self._for_somebody(game))

    def all(self, games: Iterable[str]) -> None:
        """Nobody plays them yet."""
        self._later.extend(game for game in games if game not in self._asked)
        self._asked.update(self._later)
        self._spawn(self._one_by_one())

    async def _for_somebody(self, game: str) -> None:
        async with self._free:
            await self._compiled(game)
        self._at.discard(game)
        self._told(game, False)

    async def _one_by_one(self) -> None:
        while self._later:
            await self._compiled(self._later.popleft())

    async def _compiled(self, game: str) -> None:
        quiet = asyncio.subprocess.DEVNULL
        try:
            beside = await asyncio.create_subprocess_exec(
                # Control-C at the terminal is for the server, which then ends it.
                *COMMAND,
                game,
                stdin=quiet,
                stdout=quiet,
                stderr=quiet,
                start_new_session=True,
            )
        except OSError as error:
            LOG.warning("nothing can be compiled beside the server: %s", error)
            return
        try:
            if await beside.wait() != 0:
                LOG.warning("compiling %s beside the server has failed", game)
        finally:
            with suppress(ProcessLookupError):
                if beside.returncode is None:
                    beside.terminate()
