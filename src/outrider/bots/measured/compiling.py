"""Decorators for kernels that are spread over folders: the table's, this, a game's bots'."""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba

from outrider.compiled import jit
from outrider.table.kernel import layout

P = ParamSpec("P")
R = TypeVar("R")


@cache
def _digest(folder: Path) -> str:
    """The hash of every source file a kernel in `folder` may have been compiled from."""
    mixed = hashlib.sha256()
    homes = (Path(module).parent for module in (jit.__file__, layout.__file__, __file__))
    for home in (*homes, folder):
        for path in sorted(home.glob("*.py")):
            mixed.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return mixed.hexdigest()


def part(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that kernels call. It is too large to be compiled into each of them."""
    return cast(Callable[P, R], numba.njit(nogil=True)(function))


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that Python calls, and keep the result until a source file changes, in
    whichever of these folders."""
    compiled: Any = jit.entry(function)
    kept = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if kept is not None:
        kept._source_stamp = _digest(Path(function.__code__.co_filename).parent)
    return cast(Callable[P, R], compiled)
