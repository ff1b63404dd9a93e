"""The same compiler in three quarters of the time: some of Numba's own work is done differently
while an entry is compiled, with the same result.

All of that reaches into Numba, so it is done with releases it was tried with, and only if every
name is there; with any other Numba compiles in its own way, more slowly. Nobody else's functions
are touched: Numba's lock is held meanwhile, and everything is put back at the end.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from typing import Any, NamedTuple

import numba
from llvmlite import binding
from numba.core import base, cgutils, codegen, event, ir, lowering, targetconfig
from numba.core.compiler_lock import global_compiler_lock
from numba.core.types import functions
from numba.core.typing import context

from outrider.compiled import lean

TRIED = ("0.68.",)
"""Releases of Numba in which the things that are replaced are known."""


class Instead(NamedTuple):
    """What stands for a function of Numba's, and where."""

    owner: Any
    name: str
    made: Callable[..., Any]
    """The replacement, of the function it stands for."""


_inside: list[bool] = []
"""One for each entry that is being compiled for another."""


@contextmanager
def quickly() -> Iterator[None]:
    """Until the end of this Numba is quicker. Garbage is left lying: looking for it over and over
    among all that a compiler holds takes a tenth of the time."""
    with global_compiler_lock:
        if _inside or not known():
            yield
            return
        before = [(each, vars(each.owner)[each.name]) for each in INSTEAD]
        collecting = gc.isenabled()
        _inside.append(True)
        gc.disable()
        try:
            for each, own in before:
                setattr(each.owner, each.name, each.made(own))
            yield
        finally:
            for each, own in before:
                setattr(each.owner, each.name, own)
            if collecting:
                gc.enable()
            _inside.clear()


def known() -> bool:
    """Whether this is a Numba whose insides are known."""
    return numba.__version__.startswith(TRIED) and all(
        each.name in vars(each.owner) for each in INSTEAD
    )


# What a function is called with is told once for all, and not for each call anew.

_told: dict[int, tuple[Any, dict[Any, Any]]] = {}
"""For each function of Numba's itself, so that it stays, and its signatures."""


def _call_type(own: Callable[..., Any]) -> Callable[..., Any]:
    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        flags = targetconfig.ConfigStack.top_or_none()
        if kws or flags is None:
            return own(self, context, args, kws)
        # Without counting references Numba compiles some functions of its own in another way.
        key = context, tuple(args), flags.nrt
        _, told = _told.setdefault(id(self), (self, {}))
        found = told.get(key)
        if found is None:
            found = told[key] = own(self, context, args, kws)
        return found

    return get_call_type


# The flags of the compiler are compared at each call of a function: forty of them, mostly not set.


@cache
def _defaults(kind: Any) -> dict[str, Any]:
    return {name: option.default for name, option in kind.options.items()}


def _values(own: Callable[..., Any]) -> Callable[..., Any]:
    def values(self: Any) -> Any:
        kind: Any = type(self)
        return _defaults(kind) | self._values

    return values


def _equal(own: Callable[..., Any]) -> Callable[..., Any]:
    def equal(self: Any, other: Any) -> Any:
        return (type(self) is type(other) and self._values == other._values) or own(self, other)

    return equal


@cache
def _hash_of(kind: Any) -> int:
    """Numba takes the hash of the names, which are the same in all."""
    return hash(tuple(sorted(kind.options)))


def _hash(own: Callable[..., Any]) -> Callable[..., Any]:
    def hashed(self: Any) -> int:
        kind: Any = type(self)
        return _hash_of(kind)

    return hashed


# What can be called is read again for each function that is compiled; there is seldom more of it.


def _refresh(own: Callable[..., Any]) -> Callable[..., Any]:
    read: dict[int, list[int]] = {}

    def refresh(self: Any) -> None:
        # The same for all that are made of one and differ in their flags.
        mine = id(self._registries)
        if read.get(mine) != _sizes(self):
            own(self)
            read[mine] = _sizes(self)

    return refresh


def _sizes(reader: Any) -> list[int]:
    sizes = [
        len(getattr(registry, name))
        for registry, loader in reader._registries.items()
        for name in loader.registry_items
    ]
    typing = getattr(reader, "typing_context", None)
    return sizes if typing is None else sizes + _sizes(typing)


# The variables of a statement, without a list for each of its words.


def _variables(own: Callable[..., Any]) -> Callable[..., Any]:
    def _rec_list_vars(self: Any, value: Any) -> list[Any]:
        found: list[Any] = []
        _gather(value, found)
        return found

    return _rec_list_vars


def _gather(value: Any, found: list[Any]) -> None:
    kind = type(value)
    if kind is ir.Var:
        found.append(value)
    elif kind is dict:
        for each in value.values():
            _gather(each, found)
    elif kind is list or kind is tuple:
        for each in value:
            _gather(each, found)
    elif kind is str or kind is ir.Loc:
        return
    elif isinstance(value, ir.Inst):
        found.extend(value.list_vars())
    elif isinstance(value, (ir.Var, list, tuple, dict)):
        found.extend(ir.Inst._rec_list_vars(None, value))


# Each function is simplified by itself, before it is linked. One who does that is enough for all,
# and only what has a body can be simplified. That it is well formed is seen when all is linked.


def _optimize(own: Callable[..., Any]) -> Callable[..., Any]:
    def _optimize_functions(self: Any, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    return _optimize_functions


def _add(own: Callable[..., Any]) -> Callable[..., Any]:
    def add_ir_module(self: Any, written: Any) -> None:
        self._raise_if_finalized()
        text = cgutils.normalize_ir_text(str(written))
        self.never_fails = getattr(self, "never_fails", True) and lean.never_fails(text)
        module = binding.parse_assembly(text)
        module.name = written.name
        self.add_llvm_module(module)

    return add_ir_module


# Who compiles tells what it is doing, and how long it took, to all who listen: mostly nobody.


def _unheard(own: Callable[..., Any]) -> Callable[..., Any]:
    def start_or_end(kind: Any, data: Any = None, exc_details: Any = None) -> None:
        if event._registered.get(kind):
            more = {} if exc_details is None else {"exc_details": exc_details}
            own(kind, data, **more)

    return start_or_end


def _untold(own: Callable[..., Any]) -> Callable[..., Any]:
    def trigger_event(kind: Any, data: Any = None) -> AbstractContextManager[Any]:
        return own(kind, data) if event._registered.get(kind) else nullcontext()

    return trigger_event


def _untimed(own: Callable[..., Any]) -> Callable[..., Any]:
    def install_timer(kind: Any, callback: Any) -> AbstractContextManager[Any]:
        return nullcontext()

    return install_timer


INSTEAD = (
    Instead(functions.BaseFunction, "get_call_type", _call_type),
    Instead(targetconfig.TargetConfig, "values", _values),
    Instead(targetconfig.TargetConfig, "__eq__", _equal),
    Instead(targetconfig.TargetConfig, "__hash__", _hash),
    Instead(context.BaseContext, "refresh", _refresh),
    Instead(base.BaseContext, "refresh", _refresh),
    Instead(ir.Inst, "_rec_list_vars", _variables),
    Instead(codegen.CPUCodeLibrary, "_optimize_functions", _optimize),
    Instead(codegen.CPUCodeLibrary, "add_ir_module", _add),
    Instead(lowering.Lower, "lower_getitem", lean.item_read),
    Instead(lowering.Lower, "lower_setitem", lean.item_written),
    Instead(lowering.Lower, "lower_expr", lean.constant_read),
    Instead(lowering.Lower, "lower_inst", lean.constant_written),
    Instead(lowering.Lower, "storevar", lean.stored),
    Instead(lowering.Lower, "delvar", lean.deleted),
    Instead(lowering.Lower, "_find_singly_assigned_variable", lean.found_once),
    Instead(event, "start_event", _unheard),
    Instead(event, "end_event", _unheard),
    Instead(event, "trigger_event", _untold),
    Instead(event, "install_timer", _untimed),
)
