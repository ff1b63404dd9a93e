"""What kernels of endings take."""

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

Rows: TypeAlias = npt.NDArray[np.uint64]
Codes: TypeAlias = npt.NDArray[np.uint16]
Duels: TypeAlias = npt.NDArray[np.int16]
Endings: TypeAlias = npt.NDArray[np.int8]
Numbers: TypeAlias = npt.NDArray[np.uint64]

if TYPE_CHECKING:

    def whole(word: object) -> int:
        """A word as a number that may be subtracted from."""

else:
    whole = np.int64
