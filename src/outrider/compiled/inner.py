"""What only kernels call is compiled for them alone: typed and lowered once, then optimized and
made into machine code with each entry that it is linked into.

Numba would do all of that for every function by itself, and for all that it calls along with it,
and wrap it for Python. With functions that call functions that takes several times as long as
everything else. A function that Python does call, as tests do, is compiled again, as Numba does it.
"""

from typing import Any

from numba import types
from numba.core.errors import NumbaError

from outrider.compiled.lean import called

MAKERS = frozenset({"arange", "array", "copy", "empty", "full", "ones", "reshape", "zeros"})
"""Names in the code of a function that makes an array. It has to be known beforehand: Numba keeps
in mind that without counting none can be made, also for those who do count."""

_handed: list[bool] = []
"""Of those that are being compiled, the last inside the others: whether an array is handed to it by
one that it calls. Numba compiles one thing at a time."""


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
            made = self._compiled.overloads.values()
            if _handed and any(_holds_array(each.signature.return_type) for each in made):
                _handed[-1] = True

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
        library.finalize = _Finished(library)
        # What stands for the function among those that others may call; any one thing will do.
        key = object()
        # With all that it calls in turn: whoever links it links each of these, once.
        linked = list(dict.fromkeys((library, *library._linking_libraries)))
        optional = isinstance(result.fndesc.restype, types.Optional)
        if getattr(library, "never_fails", False) and not optional:
            call = called(result.fndesc, linked)
            self._compiled.targetctx._defns[key].append(call, call.signature)
        else:
            self._compiled.targetctx.insert_user_function(key, result.fndesc, linked)
        return result._replace(entry_point=key)

    def _uncounted(self, args: Any, return_type: Any) -> Any:
        """Arrays outlive all whom they are given to, so that nobody has to count references: half
        of what would be compiled. Only who makes an array, hands one back or is handed one has to.
        """
        self._counts = not MAKERS.isdisjoint(self._compiled.py_func.__code__.co_names)
        _handed.append(False)
        try:
            result = self._core(args, return_type)
            if self._counts or not (_handed[-1] or _holds_array(result.signature.return_type)):
                return result
        except NumbaError:
            if self._counts:
                raise
        finally:
            _handed.pop()
        self._counts = True
        return self._core(args, return_type)

    def keep(self, result: Any) -> None:
        if not self._asked:
            self._keep(result)
            return
        args = tuple(result.signature.args)
        self._compiled.overloads[args] = result
        self._only_inner.add(args)


def _holds_array(kind: Any) -> bool:
    if isinstance(kind, types.BaseTuple):
        return any(map(_holds_array, kind.types))
    return isinstance(kind, types.Buffer)


class _Finished:
    """The end of a library that no machine code is made of: nothing is linked into it, since that
    would be done all over again wherever it is linked itself."""

    def __init__(self, library: Any) -> None:
        self._library = library

    def __call__(self) -> None:
        library = self._library
        for each in library._linking_libraries:
            library._reload_init.update(each._reload_init)
        library._finalize_dynamic_globals()
        library._finalized = True
