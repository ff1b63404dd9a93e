"""Typed decorators over Numba: `rule` and `part` for what kernels call, `entry` for what Python
calls.

Only entries are cached on disk. Numba stamps a cached function with the hash of its own file alone,
so a change in a file it calls, or takes a number from, would go unnoticed. An entry is told the
folders it is built on, and stamped with the hash of all of them, its own and this package.
"""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, ParamSpec, TypeVar, cast

from outrider.compiled.bits import COMPILING
from outrider.compiled.stamps import stamp
from outrider.core.patience import in_a_hurry

P = ParamSpec("P")
R = TypeVar("R")

if COMPILING:
    import numba

    from outrider.compiled.inner import for_kernels
    from outrider.compiled.once import once
    from outrider.compiled.passes import Kernel
    from outrider.compiled.quick import known, quickly

    HOW: dict[str, Any] = {"nogil": True, **({"pipeline_class": Kernel} if known() else {})}
    """How Numba compiles kernels. With a release whose insides are not known it goes its own
    way."""
else:
    HOW = {}


def _stamp(own: Path, packages: tuple[ModuleType, ...]) -> str:
    return stamp([Path(__file__).parent, own, *(Path(each.__path__[0]) for each in packages)])


def _for_numbers(compiled: Any, apart: bool) -> Any:
    """Numba compiles a function anew for every constant it is called with. One for all numbers is
    enough: where a function is compiled into its caller, the constant is known there."""
    for_kernels(compiled, apart)
    compile_it = compiled.compile

    def compile_once(signature: Any) -> Any:
        if isinstance(signature, tuple):
            signature = tuple(map(numba.types.unliteral, signature))
        return compile_it(signature)

    compiled.compile = compile_once
    return compiled


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that other kernels call. It takes and returns words and raises nothing.

    It is always compiled into its callers: tuples of words then stay in registers, and what two
    rules both need is worked out once.
    """
    if not COMPILING:
        return function
    return cast(Callable[P, R], _for_numbers(numba.njit(forceinline=True, **HOW)(function), False))


def part(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a function that is too large to be compiled into each of its callers."""
    if not COMPILING:
        return function
    return cast(Callable[P, R], _for_numbers(numba.njit(**HOW)(function), True))


def entry(*packages: ModuleType) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Compile a function that Python calls, on first use, and keep the result on disk until a
    source file changes, beside it or in one of these packages: all whose rules it calls and all
    whose numbers stand in it. Of several processes that want it at once, one compiles it."""

    def made(function: Callable[P, R]) -> Callable[P, R]:
        if not COMPILING:
            return function
        compiled = numba.njit(**HOW)(function)
        compiled.compile = quickly()(compiled.compile)
        try:
            compiled.enable_caching()
        except RuntimeError:
            # No folder to keep it in, neither beside the source nor the user's: compile every
            # time.
            return cast(Callable[P, R], compiled)
        home = Path(function.__code__.co_filename).parent
        compiled._cache._cache_file._source_stamp = _stamp(home, packages)
        once(compiled)
        return cast(Callable[P, R], compiled)

    return made


def runs_plain(function: Callable[..., Any]) -> bool:
    """Whether an entry that is called now runs as plain Python, hundreds of times as slow: always
    where nothing is compiled, and in a hurry until somebody has compiled it."""
    if not COMPILING:
        return True
    compiled: Any = function
    # Without a folder to keep it in it is compiled by whoever calls it.
    looks = getattr(compiled, "_looks", None)
    return in_a_hurry() and looks is not None and not compiled.overloads and not looks.found_any()
