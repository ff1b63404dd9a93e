"""Where games may be, in the memory of this machine or in that of a card, and what may be given to
them there."""

from typing import Any

import numpy as np
import numpy.typing as npt

from outrider.core.refusal import malformed, unknown
from outrider.core.wire import shown

HOST, CARD = "cpu", "cuda"
NO_LIMIT = 2**62


def device_of(given: object) -> str:
    if given not in (HOST, CARD):
        raise unknown(f'a device is "{HOST}" or "{CARD}", not {shown(given)}')
    return str(given)


def an_array(values: npt.ArrayLike, what: str) -> npt.NDArray[Any]:
    try:
        return np.asarray(values)
    except (TypeError, ValueError, OverflowError):
        raise malformed(f"{what} are no array: rows differ in length, or in kind") from None


def check_whole(given: Any, shape: tuple[int, ...], what: str) -> None:
    """Whether an array is of that shape and of whole numbers."""
    if given.shape != shape:
        raise malformed(f"{what} have the shape {shape}, not {given.shape}")
    if given.dtype.kind not in "iu":
        raise malformed(f"{what} are whole numbers, not of the type {given.dtype}")
    if given.dtype.kind == "u" and (given > NO_LIMIT).any():
        raise malformed(f"{what} are too large")
