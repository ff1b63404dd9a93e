"""One process compiles, and the others wait for it and take what it has kept.

On a fresh machine several processes want the same kernels at once: one that compiles beforehand,
the bots of a server, a person at a terminal. A lock in the folder of the cache says who is at it.
The system lets go of it with its process, so nobody waits for a dead one. Where there is no such
lock, or its owner does not come to an end, everybody compiles, as if there were no others.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Any

from numba.core.compiler_lock import global_compiler_lock

from outrider.compiled.kept import loaded as from_cache
from outrider.compiled.plain import Looks, outer
from outrider.core.patience import compiling, in_a_hurry

if sys.platform != "win32":
    import fcntl

    def locked(file: IO[bytes]) -> bool:
        """Take the lock, unless another process has it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def unlock(file: IO[bytes]) -> None:
        """Closing the file would not do if a process that was forked meanwhile has it, too."""
        fcntl.flock(file, fcntl.LOCK_UN)
else:

    def locked(file: IO[bytes]) -> bool:
        return True

    def unlock(file: IO[bytes]) -> None:
        return


NAME = "outrider.lock"
LONGEST = 150.0
"""Seconds to wait for another process. On an idle machine the longest kernel takes a third of
that; whoever needs more may have been stopped, and may never go on."""
STEP = 0.05


class Turn:
    """The right to compile into a folder. One thread at a time has it: Numba's own lock is held."""

    def __init__(self, folder: Path, longest: float = LONGEST) -> None:
        self._path = folder / NAME
        self._longest = longest
        self._file: IO[bytes] | None = None

    @property
    def taken(self) -> bool:
        return self._file is not None

    def take(self) -> bool:
        """Wait until nobody else compiles here. False if that cannot be said."""
        if self._file is not None:
            return True  # one kernel is compiled for another
        try:
            file = self._path.open("ab")
        except OSError:
            return False
        until = time.monotonic() + self._longest
        try:
            while not locked(file):
                if time.monotonic() > until:
                    self._longest = 0.0  # not once more for the next kernel
                    file.close()
                    return False
                time.sleep(STEP)
        except OSError:  # a file system without locks
            file.close()
            return False
        self._file = file
        return True

    def leave(self) -> None:
        if self._file is not None:
            unlock(self._file)
            self._file.close()
            self._file = None

    @contextmanager
    def until_done(self) -> Iterator[None]:
        """What is taken meanwhile is left in the end."""
        before = self.taken
        try:
            yield
        finally:
            if not before:
                self.leave()


@cache
def turn_in(folder: Path) -> Turn:
    return Turn(folder)


def once(compiled: Any) -> None:
    """Let a cached function be compiled by one process of this machine at a time. Whoever finds
    nothing in the cache waits for its turn, and then looks again; in a hurry it does without."""
    kept = compiled._cache
    turn = turn_in(Path(kept.cache_path))
    compile_it = compiled.compile

    def loaded(signature: Any, context: Any) -> Any:
        found = from_cache(kept, signature, context)
        if found is not None:
            _lighten(found.library, lambda: from_cache(kept, signature, context).library)
        return found

    def load_overload(signature: Any, context: Any) -> Any:
        found = loaded(signature, context)
        if found is not None:
            return found
        compiling()
        turn.take()
        return loaded(signature, context)

    looks = compiled._looks = Looks(kept, compiled.targetctx)

    def compile_once(signature: Any) -> Any:
        if in_a_hurry() and not looks.found(signature):
            compiling()
            return outer(compiled)
        with global_compiler_lock, turn.until_done():
            return compile_it(signature)

    kept.load_overload = load_overload
    compiled.compile = compile_once


def _lighten(library: Any, again: Callable[[], Any]) -> None:
    """Forget what other kernels could be linked with: it takes ten times as much memory as the
    machine code. Should one be, it is read again."""
    library._shared_module = None

    def module_for_linking() -> Any:
        if library._shared_module is None:
            library._shared_module = again()._shared_module
        return library._shared_module

    library._get_module_for_linking = module_for_linking
