"""What stands under a point."""

from outrider.compiled import rule
from outrider.table.kernel.crossing import Numbers, holds
from outrider.table.kernel.layout import HEIGHT


@rule
def height_at(pieces: Numbers, corners: Numbers, x: int, y: int) -> int:
    """The height of the highest piece that a point is in, or 0."""
    highest = 0
    for at in range(pieces.shape[1]):
        height = pieces[HEIGHT, at]
        if height > highest and holds(pieces, corners, at, x, y):
            highest = height
    return highest
