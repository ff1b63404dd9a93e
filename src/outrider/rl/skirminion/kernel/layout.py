"""Where things stand in an observation and in a mask, as plain numbers.

Both are rows of bytes, and are written eight at a time: a row of the board is a word. Squares are
seen by the seat that decides: its own side is at the bottom, so Blue sees the rows turned over.
"""

BYTES = 8
"""So many are written at once."""
ROWS = SQUARES_A_ROW = 8
SQUARES = 64

# -- the observation, in words of eight bytes ----------------------------------------------------

OWN, FOE, OWN_FORTS, FOE_FORTS, UNDER_WAY = range(5)
"""The planes: healths of one's own units and of the others, forts, and what is under way: 1 on the
square of the unit that is acting, 2 on the fort that is besieged."""
PLANES = 5
FACTS = PLANES * ROWS
"""Where the sixteen bytes begin that are no squares."""
OBSERVATION = FACTS + 2
"""How many words; a word is eight bytes."""

# -- the actions ---------------------------------------------------------------------------------

HERE = 0
"""The plane of a square itself."""
NORTH, SOUTH, EAST, WEST, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST = range(1, 9)
TWO_NORTH, TWO_SOUTH, TWO_EAST, TWO_WEST = range(9, 13)
NEAR = (
    (0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1),
    (0, 2), (0, -2), (2, 0), (-2, 0),
    (1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1),
    (2, 2), (-2, 2), (2, -2), (-2, -2),
)  # fmt: skip
"""How far east and how far north the other square is, for each plane; those beyond, which only a
variant has, follow: in each of the eight directions 3 squares, then 4, and so on."""
SIDEWAYS = 15
"""So many differences there are between two columns, from -7 on."""
FARTHEST = 7

PASS, END, DECLARE = 0, 1, 2
"""The last eight actions, which name no square; DECLARE is no forts, and so on up to four. The
eighth is never legal."""
OTHERS = 8


def ways(farthest: int) -> tuple[tuple[int, int], ...]:
    """All planes of a game in which a unit goes at most so many steps."""
    beyond = [
        (steps * east, steps * north)
        for steps in range(3, farthest + 1)
        for east, north in NEAR[NORTH : SOUTH_WEST + 1]
    ]
    return *NEAR, *beyond


def planes(found: tuple[tuple[int, int], ...]) -> list[int]:
    """The plane of each difference of two squares; 0 for those that have none."""
    table = [0] * (SIDEWAYS * SIDEWAYS)
    for plane, (east, north) in enumerate(found):
        table[(north + FARTHEST) * SIDEWAYS + east + FARTHEST] = plane
    return table
