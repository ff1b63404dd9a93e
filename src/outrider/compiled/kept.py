"""Taking a kernel from the cache needs little of Numba.

By itself Numba makes the whole compiler ready before that: it imports all it could compile, and
compiles the functions that count references, which kernels in the cache have with them. That is 30
MB of every process and half of the time until the first kernel runs. Here only what machine code
calls by name is made known; whoever compiles something makes the rest ready first, in any case.

As in `compiled.quick` this is done with releases of Numba whose insides are known.
"""

from contextlib import AbstractContextManager
from functools import cache
from typing import Any

from llvmlite import binding
from numba.core.caching import Cache
from numba.core.runtime import _nrt_python

from outrider.compiled.quick import known

NEEDED = ("_guard_against_spurious_io_errors", "_load_overload")


def loaded(kept: Any, signature: Any, context: Any) -> Any:
    """What is in a cache for a way of calling its function; None if nothing is."""
    if not known() or not all(hasattr(Cache, name) for name in NEEDED):
        return type(kept).load_overload(kept, signature, context)
    _named()
    guard: AbstractContextManager[None, bool] = kept._guard_against_spurious_io_errors()
    with guard:
        return kept._load_overload(signature, context)
    return None  # what cannot be read is not there


@cache
def _named() -> None:
    """As Numba names them when it gets ready."""
    for name, address in _nrt_python.c_helpers.items():
        binding.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)
