"""How a table lies in arrays, as plain numbers: read by the kernels and by Python alike.

`pieces` has a row for each of the fields below and a column for each piece; `corners` has a row for
x and one for y. A polygon's corners stand together and have the inside on their left; a disc's one
corner is its centre. All are thousandths of an inch.
"""

LEFT, RIGHT, BOTTOM, TOP = 0, 1, 2, 3
"""The box around the piece."""
HEIGHT = 4
OPAQUE = 5
"""1 if it blocks sight, else 0."""
RADIUS = 6
"""0 for a polygon."""
FIRST, CORNERS = 7, 8
"""Which corner is the piece's first, and how many it has."""
FIELDS = 9

NONE = -1
"""No piece."""

LEAST, MOST = -72_000, 144_000
"""Between these lie all coordinates: differences are at most 216,000, and the sum of two products
of differences at most 2 * 216,000**2, which is less than 2**37."""
MOST_EYE = 2**15 - 1
"""Eyes and tops are no higher; 1" above the highest terrain is 25,000."""

FIRST_CORNER, COUNT, AREA, OWNER = range(4)
"""Of an outline of cells: its first corner and how many it has; twice its area, negative for a
hole; and of a hole, which outline runs around what it is a hole in."""
OUTLINE = 4

SLACK = 4
"""By how much a useful point lies in or out of a range, since rounding may cost two or three."""
DIRECTIONS = (
    (1000, 0), (924, 383), (707, 707), (383, 924), (0, 1000), (-383, 924), (-707, 707),
    (-924, 383), (-1000, 0), (-924, -383), (-707, -707), (-383, -924), (0, -1000), (383, -924),
    (707, -707), (924, -383),
)  # fmt: skip
"""Sixteen whole-number vectors of nearly the same length, so that no angle is needed."""
