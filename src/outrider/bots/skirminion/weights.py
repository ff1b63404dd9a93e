"""How much each feature of a position is worth, in hundredths of a health point.

`python -m bench.tuning` fits them to games of the search against itself.
"""

WEIGHTS = (
    77, 107, -13, 29,  # health, units, those of 4 and more, those of 1
    -3,  # forts
    31, -3, 3, -12,  # units that two enemies touch: theirs, ours; three enemies
    8, 9,  # units that touch one friend, two friends
    7, -16,  # units in the centre, on the border
    72, 50,  # units that touch an enemy, that are two steps from one
    50,  # weak units that are farther away
    -10, 32,  # units beside a fort of ours, of theirs
    30,  # being active
    17, -9,  # units on the four squares in the middle, in the corners
    14,  # the share of all health, in hundredths
    100, 82,  # units that one blow would kill: theirs, ours
)  # fmt: skip

EVEN_ODDS_SCALE = 770.0
"""tanh(value / this) is the expected result, from -1 (lost) to 1 (won)."""
