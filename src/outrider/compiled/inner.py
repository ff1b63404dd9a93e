"""What only kernels call is compiled for them alone: typed and lowered once, then optimized and
made into machine code with each entry that it is linked into.

Numba would do all of that for every function by itself, and for all that it calls along with it,
and wrap it for Python. With functions that call functions that takes several times as long as
everything else. A function that Python does call, as tests do, is compiled again, as Numba does it.
"""

from contextlib import suppress
from typing import Any

from numba import types
from numba.core.errors import NumbaError


def for_kernels(compiled: Any, apart: bool) -> None:
    """Let a dispatcher compile for other kernels what they ask it for: into each of its callers, or
    apart from them."""
    inner = _Inner(compiled, apart)
    compiled._compiler._customize_flags = inner.flags
    compiled._compiler._compile_core = inner.core
    compiled.get_call_template = inner.template
    compiled.add_overload = inner.keep
    compiled.compile = inner.compile


class _Inner:
    def __init__(self, compiled: Any, apart: bool) -> None:
        self._compiled = compiled
        self._apart = apart
        self._core = compiled._compiler._compile_core
        self._template = compiled.get_call_template
        self._keep = compiled.add_overload
        self._compile = compiled.compile
        self._asked = False
        """Whether a kernel asks, and not Python."""
        self._counts = False
        """Whether references to arrays are counted."""
        self._only_inner: set[Any] = set()

    def template(self, args: Any, kws: Any) -> Any:
        before, self._asked = self._asked, True
        try:
            return self._template(args, kws)
        finally:
            self._asked = before

    def compile(self, signature: Any) -> Any:
        if not self._asked and signature in self._only_inner:
            self._only_inner.discard(signature)
            del self._compiled.overloads[signature]
        return self._compile(signature)

    def flags(self, flags: Any) -> Any:
        if self._apart:
            # Else it would inherit from its first caller to be compiled into all others.
            flags.forceinline = False
        if self._asked:
            flags.no_compile = True
            flags.no_cpython_wrapper = True
            flags.no_cfunc_wrapper = True
            flags.nrt = self._counts
        return flags

    def core(self, args: Any, return_type: Any) -> Any:
        if not self._asked:
            return self._core(args, return_type)
        result = self._uncounted(args, return_type)
        library = result.library
        library._optimize_final_module = _leave
        library._finalize_final_module = _Finished(library)
        # What stands for the function among those that others may call; any one thing will do.
        key = object()
        self._compiled.targetctx.insert_user_function(key, result.fndesc, [library])
        return result._replace(entry_point=key)

    def _uncounted(self, args: Any, return_type: Any) -> Any:
        """Arrays outlive all whom they are given to, so that nobody has to count references: half
        of what would be compiled, and of its time. Only who makes an array, is handed one back or
        hands one back has to."""
        self._counts = False
        if MAKES.isdisjoint(self._compiled.py_func.__code__.co_names):
            with suppress(NumbaError):  # that it hands back an array, or else it fails again
                result = self._core(args, return_type)
                if not _meets_arrays(result):
                    return result
        self._counts = True
        return self._core(args, return_type)

    def keep(self, result: Any) -> None:
        if not self._asked:
            self._keep(result)
            return
        args = tuple(result.signature.args)
        self._compiled.overloads[args] = result
        self._only_inner.add(args)


MAKES = frozenset(
    ("array", "arange", "copy", "empty", "empty_like", "full", "ones", "reshape", "zeros")
)
"""Names of what makes arrays. It may not even be tried without counting: Numba would remember that
it failed."""


def _meets_arrays(result: Any) -> bool:
    """Whether a function returns arrays, or calls one that does."""
    calls = result.type_annotation.calltypes.items()
    return _holds_array(result.signature.return_type) or any(
        _holds_array(signature.return_type)
        for expression, signature in calls
        if signature is not None and getattr(expression, "op", None) == "call"
    )


def _holds_array(kind: Any) -> bool:
    if isinstance(kind, types.BaseTuple):
        return any(map(_holds_array, kind.types))
    return isinstance(kind, types.Buffer)


def _leave() -> None:
    """The entry optimizes."""


class _Finished:
    """The end of a library that no machine code is made of."""

    def __init__(self, library: Any) -> None:
        self._library = library

    def __call__(self) -> None:
        self._library._finalize_dynamic_globals()
        self._library._finalized = True
