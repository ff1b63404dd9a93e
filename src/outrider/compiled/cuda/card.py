"""Running kernels on a card, through CuPy. What is compiled was compiled elsewhere (see `kept`)."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from outrider.compiled.cuda.kept import Kernels, path_of
from outrider.compiled.cuda.making import NAME
from outrider.compiled.devices import an_array, check_whole
from outrider.core.refusal import unknown

BLOCK = 128
"""Threads that are started together."""


@cache
def arrays() -> Any:
    """CuPy, with a card behind it."""
    try:
        import cupy
    except ImportError:
        raise unknown(
            'games on a GPU ("cuda") need CuPy: pip install outrider[gpu]; "cpu" needs nothing'
        ) from None
    try:
        cards = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise unknown(f'there is no GPU that can be used ("cuda"): {error}') from None
    if cards == 0:
        raise unknown('there is no GPU ("cuda")')
    return cupy


@contextmanager
def fitting(cupy: Any) -> Iterator[None]:
    """What does not fit onto the card is refused."""
    try:
        yield
    except cupy.cuda.memory.OutOfMemoryError as error:
        raise unknown(f"the GPU is too small for so many games: {error}") from None


def taken(cupy: Any, values: Any, what: str) -> Any:
    """What was given as an array of the card's. Whatever lies there already, of PyTorch's or
    anybody's, stays where it is."""
    if hasattr(values, "__dlpack__") and not hasattr(values, "__array_interface__"):
        return cupy.from_dlpack(values)
    given = an_array(values, what)
    # What is no number is refused by whoever asks for numbers; a card does not even know it.
    return cupy.asarray(given) if given.dtype.kind in "biuf" else given


def on_card(cupy: Any, values: Any, shape: tuple[int, ...], what: str) -> Any:
    """Whole numbers of that shape, as kernels there take them."""
    given = taken(cupy, values, what)
    check_whole(given, shape, what)
    return cupy.ascontiguousarray(given, "int64")


class Card:
    """The kernels of one game, each loaded when it is first run."""

    def __init__(self, kernels: Kernels) -> None:
        self.arrays = arrays()
        self._kernels = kernels
        self._loaded: dict[str, Any] = {}

    def run(self, name: str, games: int, *given: Any) -> None:
        """One thread for each game."""
        found = self._loaded.get(name)
        if found is None:
            module = self.arrays.RawModule(path=str(path_of(self._kernels, name)))
            found = self._loaded[name] = module.get_function(NAME)
        words: list[Any] = [self.arrays.int64(games)]
        for each in given:
            words += self._words(each)
        found(((games + BLOCK - 1) // BLOCK,), (BLOCK,), tuple(words))

    def _words(self, given: Any) -> list[Any]:
        """A whole number as itself; an array as Numba has it: nobody owns it and counts its users,
        how many it has of what size, where they lie, its shape, and how far apart they are."""
        whole = self.arrays.int64
        if isinstance(given, tuple):
            return [word for each in given for word in self._words(each)]
        if isinstance(given, int):
            return [whole(given)]
        if not given.flags.c_contiguous:
            raise ValueError("arrays on a card lie in order")
        sizes = (0, 0, given.size, given.itemsize, given.data.ptr, *given.shape, *given.strides)
        return [whole(size) for size in sizes]
