"""The compiler, kept behind a door: typed decorators over Numba and the bit tricks it lacks.

Importing this package imports Numba, so only kernels do it, and kernels are imported on first use.
"""

from outrider.compiled.bits import COMPILING, Word, lowest, popcount
from outrider.compiled.chance import draw, share, streams
from outrider.compiled.jit import entry, part, rule, runs_plain
from outrider.compiled.waiting import DECIDE, NOBODY, NOTHING, ROLL

__all__ = [
    "COMPILING",
    "DECIDE",
    "NOBODY",
    "NOTHING",
    "ROLL",
    "Word",
    "draw",
    "entry",
    "lowest",
    "part",
    "popcount",
    "rule",
    "runs_plain",
    "share",
    "streams",
]
