"""The room a search works in: a few arrays, made anew for each choice.

rows    a position for each ply: its eight words, and its name in a ninth; the row FIXED holds
        what stays the same throughout
codes   the actions of each ply
ranks   what they promise, for the order in which they are tried
table   what is known of positions met before (see `memory`)
notes   counters, settings, weights, and what has been learnt about actions
duels   exact values of one against one among forts (see `known`), or empty
endings exact values of one or two against one without forts (see `known`), or empty
net     what corrects the evaluation (see `net`), or empty
hidden  where it adds up, and behind that the rows it adds
numbers those of the game's rules
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.endings.skirminion.kernel import values

Rows: TypeAlias = values.Rows
Codes: TypeAlias = values.Codes
Ranks: TypeAlias = npt.NDArray[np.int64]
Notes: TypeAlias = npt.NDArray[np.int64]
Duels: TypeAlias = values.Duels
Endings: TypeAlias = values.Endings
Net: TypeAlias = npt.NDArray[np.int16]
Numbers: TypeAlias = values.Numbers
Room: TypeAlias = tuple[Rows, Codes, Ranks, Rows, Notes, Duels, Endings, Net, Net, Numbers]
"""All of it, in the order above."""

whole = values.whole

DEEPEST = 180
"""Plies at which a line is judged as it stands."""
FIXED = DEEPEST + 2
NAME = 8
FORTS = 0
"""In the row FIXED: the forts for which `duels` was solved."""

WON = 30_000
"""Less a point for each ply on the way there."""
SURE = WON - 2_000
"""From here on it is a forced win, not a judgement."""
INFINITE = 32_000

# notes
NODES, BUDGET, STOP, SELECTIVE, CONTEMPT, BEST, BEST_VALUE, FIRST = range(8)
WEIGHTS = 16
FEATURES = 24
KILLERS = WEIGHTS + FEATURES
HISTORY = KILLERS + 2 * (DEEPEST + 2)
NOTES = HISTORY + 2 * 4096
