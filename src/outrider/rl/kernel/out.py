"""Where a step writes."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = npt.NDArray[np.int64]
Bytes: TypeAlias = npt.NDArray[np.uint8]
Small: TypeAlias = npt.NDArray[np.int8]
Floats: TypeAlias = npt.NDArray[np.float32]
Out: TypeAlias = tuple[Bytes, Bytes, Numbers, Small, Floats, Bytes, Bytes]
"""Of each game the observation and the mask, who decides, each seat's reward, that of who has
acted, what has become of it, and how it stood when it ended."""
