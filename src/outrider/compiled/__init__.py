"""The compiler, kept behind a door: typed decorators over Numba and the bit tricks it lacks.

Importing this package imports Numba, so only kernels do it, and kernels are imported on first use.
"""

from outrider.compiled.bits import Word, lowest, popcount
from outrider.compiled.jit import COMPILING, entry, rule

__all__ = ["COMPILING", "Word", "entry", "lowest", "popcount", "rule"]
