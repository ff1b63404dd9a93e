"""The same kernels as plain Python, for as long as they are not compiled.

To compile a game takes longer than people like to wait, and one question of theirs does not need
it: its rules answer within a millisecond or a few. A process that is in a hurry therefore calls the
plain twin of a kernel that it does not find in the cache, and looks again, now and then, whether
another process has compiled it meanwhile. A twin is made of the very same code; whatever that calls
by its global names is exchanged for twins, too.
"""

import sys
import time
from collections.abc import Callable
from types import CellType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher

from outrider.compiled.bits import PLAIN

AGAIN = 1.0
"""Seconds until the next look into the cache."""
OTHERS = sys.stdlib_module_names | {"numba", "numpy"}
"""Packages that have no kernels of ours, or of a game from elsewhere."""

_functions: dict[Any, Callable[..., Any]] = {}
_rooms: dict[str, dict[str, Any]] = {}


def outer(compiled: Any) -> Callable[..., Any]:
    """An entry as plain Python. What it gives back are Python's own numbers, as compiled ones are,
    and not NumPy's."""
    function = twin(compiled)

    def called(*given: Any) -> Any:
        return _own(function(*given))

    return called


def _own(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_own, value))
    return value.item() if isinstance(value, np.generic) else value


def twin(compiled: Any) -> Callable[..., Any]:
    """A kernel as plain Python."""
    function = compiled.py_func
    made = _functions.get(function)
    if made is None:
        made = FunctionType(
            function.__code__,
            _room(sys.modules[function.__module__]),
            function.__name__,
            function.__defaults__,
            tuple(CellType(exchanged(cell.cell_contents)) for cell in function.__closure__ or ()),
        )
        _functions[function] = made
    return made


def exchanged(value: Any) -> Any:
    """What stands for a value among plain functions: mostly itself."""
    if isinstance(value, Dispatcher):
        return twin(value)
    if isinstance(value, ModuleType) and value.__name__.partition(".")[0] not in OTHERS:
        return _Twins(value)
    return next((plain for compiled, plain in PLAIN if compiled is value), value)


def _room(module: ModuleType) -> dict[str, Any]:
    """The global names of a module's twins."""
    room = _rooms.get(module.__name__)
    if room is None:
        room = _rooms[module.__name__] = {"__builtins__": __builtins__}
        room.update({name: exchanged(value) for name, value in vars(module).items()})
    return room


class _Twins:
    """A module whose kernels are plain. They are made when they are first asked for."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        value = exchanged(getattr(self._module, name))
        setattr(self, name, value)
        return value


class Looks:
    """Whether a kernel is in the cache by now. That it is not is believed for a second."""

    def __init__(self, kept: Any, context: Any) -> None:
        self._kept = kept
        self._context = context
        self._next: dict[Any, float] = {}

    def found(self, signature: Any) -> bool:
        """For one way in which it is called."""
        return self._looked(signature, lambda index: self._key(signature) in index)

    def found_any(self) -> bool:
        return self._looked(None, bool)

    def _looked(self, what: Any, is_there: Callable[[dict[Any, str]], bool]) -> bool:
        at = time.monotonic()
        if at < self._next.get(what, at):
            return False
        if is_there(self._kept._cache_file._load_index()):
            return True
        self._next[what] = at + AGAIN
        return False

    def _key(self, signature: Any) -> Any:
        return self._kept._index_key(signature, self._context.codegen())
