"""Two typed decorators over Numba: `rule` for what kernels call, `entry` for what Python calls.

Only entries are cached on disk. Numba stamps a cached function with the hash of its own file alone,
so a change in a file it calls would go unnoticed; `entry` stamps it with the hash of the whole
kernel folder (and of this package) instead.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

import numba

from outrider.compiled.once import once

P = ParamSpec("P")
R = TypeVar("R")

COMPILING: bool = not numba.config.DISABLE_JIT
"""False when NUMBA_DISABLE_JIT is set: the same kernels then run as plain Python, slowly."""


@cache
def _digest(folder: Path) -> str:
    """The hash of every source file an entry in `folder` may have been compiled from."""
    mixed = hashlib.sha256()
    for home in (Path(__file__).parent, folder):
        for path in sorted(home.glob("*.py")):
            mixed.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return mixed.hexdigest()


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that other kernels call. It takes and returns words and raises nothing.

    It is always compiled into its callers: tuples of words then stay in registers, and what two
    rules both need is worked out once.
    """
    return cast(Callable[P, R], numba.njit(nogil=True, forceinline=True)(function))


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that Python calls, on first use, and keep the result on disk.
    Of several processes that want it at once, one compiles it."""
    compiled = numba.njit(nogil=True)(function)
    if COMPILING:
        try:
            compiled.enable_caching()
        except RuntimeError:
            # No folder to keep it in, neither beside the source nor the user's: compile every time.
            return cast(Callable[P, R], compiled)
        home = Path(function.__code__.co_filename).parent
        compiled._cache._cache_file._source_stamp = _digest(home)
        once(compiled)
    return cast(Callable[P, R], compiled)
