"""Bases beside each other: whether they overlap, and how far they are apart."""

from math import sqrt

from outrider.compiled import rule
from outrider.table.kernel.crossing import Numbers
from outrider.table.kernel.layout import FAR, NONE


@rule
def clear(x: int, y: int, centres: Numbers, sums: Numbers) -> bool:
    """Whether a base lies over none of the others; `sums` are of its radius and theirs."""
    for at in range(len(centres)):
        dx, dy = x - centres[at, 0], y - centres[at, 1]
        if dx * dx + dy * dy < sums[at] * sums[at]:
            return False
    return True


@rule
def rounded_up_root(square: int) -> int:
    """The square root rounded up. A float proposes, whole numbers decide."""
    root = int(sqrt(square))
    while root * root >= square and root > 0:
        root -= 1
    while root * root < square:
        root += 1
    return root


@rule
def nearest(x: int, y: int, centres: Numbers, sums: Numbers) -> tuple[int, int]:
    """The least gap to another base, rounded up, and whose it is, the first's of equals."""
    least, which = FAR, NONE
    for at in range(len(centres)):
        dx, dy = x - centres[at, 0], y - centres[at, 1]
        gap = rounded_up_root(dx * dx + dy * dy) - sums[at]
        if gap < least:
            least, which = gap, at
    return least, which
