"""Counting and finding bits in one machine instruction each, and in plain Python where nothing is
compiled."""

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np


def _compiling() -> bool:
    try:
        from numba import config
    except ImportError:
        return False
    return not config.DISABLE_JIT


COMPILING: bool = _compiling()
"""False when NUMBA_DISABLE_JIT is set, and where there is no Numba, as on machines that only run
what was made for their GPU: the same kernels then run as plain Python, slowly."""

if TYPE_CHECKING:
    Word: TypeAlias = np.uint64
else:
    Word = np.uint64


def plain_popcount(word: Word) -> Word:
    """How many bits are set."""
    return np.uint64(int(word).bit_count())


def plain_lowest(word: Word) -> Word:
    """The index of the lowest set bit; `word` must not be 0."""
    value = int(word)
    return np.uint64((value & -value).bit_length() - 1)


if TYPE_CHECKING or not COMPILING:
    popcount, lowest = plain_popcount, plain_lowest
else:
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def popcount(typing_context: Any, word: Any) -> Any:
        """How many bits are set."""

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.uint64(types.uint64), emit

    @intrinsic
    def lowest(typing_context: Any, word: Any) -> Any:
        """The index of the lowest set bit; `word` must not be 0."""

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], context.get_constant(types.boolean, True))

        return types.uint64(types.uint64), emit


PLAIN = ((popcount, plain_popcount), (lowest, plain_lowest))
"""What stands for them where nothing is compiled yet."""
