"""What one thread of a GPU does with one game: a function of the game's number and of arrays that
hold all games."""

import re
from collections.abc import Callable
from inspect import signature
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

F = TypeVar("F", bound=Callable[..., None])
Flags: TypeAlias = npt.NDArray[np.bool_]

TYPES = {
    "U": "uint64", "I": "int64", "H": "uint16", "B": "boolean", "b": "uint8", "s": "int8",
    "F": "float32",
}  # fmt: skip
"""The letters of what a thread takes, and Numba's names."""


PARTS = re.compile(r"\([^)]*\)|\S+")


class Thread(NamedTuple):
    """What is compiled for a card: a function, the names of what it takes besides the number of its
    game, and their types: a letter and of how many dimensions the array is; no number at all is
    one whole number; several in brackets are a tuple. `registers` are the most that a thread may
    have: with fewer, more threads are under way at a time."""

    function: Callable[..., None]
    names: tuple[str, ...]
    types: tuple[str, ...]
    registers: int | None


def thread(takes: str, registers: int | None = None) -> Callable[[F], F]:
    """Say what a function takes, such as `U2 I1 I`."""
    types = tuple(each.strip("()") for each in PARTS.findall(takes))

    def marked(function: F) -> F:
        names = tuple(signature(function).parameters)[1:]
        letters = {each[0] for each in " ".join(types).split()}
        if len(names) != len(types) or letters - TYPES.keys():
            raise TypeError(f"{function.__qualname__} does not take {takes}")
        vars(function)["thread"] = Thread(function, names, types, registers)
        return function

    return marked


def threads_of(module: ModuleType) -> dict[str, Thread]:
    """All of a module's, by their names."""
    found: dict[str, Any] = {
        name: vars(value).get("thread")
        for name, value in vars(module).items()
        if isinstance(value, FunctionType)
    }
    return {name: each for name, each in found.items() if each is not None}
