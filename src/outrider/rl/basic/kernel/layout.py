"""Where things stand in an observation and among the actions, as plain numbers.

Blue sees the table turned by half a circle: one's own zone is always at the bottom.
"""

from outrider.games.basic.kernel.layout import SIDE, UNITS
from outrider.table.kernel.layout import DIRECTIONS

# -- the observation -----------------------------------------------------------------------------

SEAT, FIGHTS, COMMANDED, TURNS_LEFT, TURNS = range(5)
HEADER = 5
X, Y, ON_TABLE, HEALTH, BUFFER, MOVED, ATTACKED, DONE, BOLSTERED, RUSHED = range(10)
"""Columns of a byte for each unit, one's own five first."""
COLUMNS = 10
OBSERVATION = HEADER + COLUMNS * UNITS

# -- the actions ---------------------------------------------------------------------------------

END, COMMAND = 0, 1
"""The end of the turn; bolster, and then rush."""
ATTACK = 3
"""Own unit times five, and the target."""
DEPLOY = ATTACK + SIDE * SIDE
"""Own unit times `SPOTS`, and which place."""
ROW, LINES = 6, 3
SPOTS = LINES * ROW + 1
"""Front, middle and back of the zone, six places each; the last is any place there is, for when
those are all taken."""
MOVE = DEPLOY + SIDE * SPOTS
"""Own unit times `WAYS`, and where to."""
AROUND = len(DIRECTIONS)
FULL, HALF = 0, AROUND
TOWARDS = 2 * AROUND
AWAY = TOWARDS + SIDE
IN_RANGE = AWAY + SIDE
WAYS = IN_RANGE + SIDE
"""In sixteen directions as far as it goes, then half as far; straight towards each enemy, straight
away from it, and to where it is just in the unit's range."""
ACTIONS = MOVE + SIDE * WAYS
