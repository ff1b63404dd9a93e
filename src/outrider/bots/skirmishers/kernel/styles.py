"""What is the bots' own: how they weigh things. What anybody may do, and what it does, are the
rules'; their numbers come from the game."""

import numpy as np

NOISE, EXPOSED, APPROACH, THREAT, STRIKES, SIDE_WORTH, RING, LENGTHS = range(8)
"""Of a style: how blurred its judgement is; how it weighs fire to come, the way to the enemy, its
own next shot, its next blow, and its own pieces against the enemy's; in how many directions, and
lengths of each, it looks for places."""
PLAIN = np.array([0, 2.5, 0.05, 0.6, 0.5, 1.6, 8, 2])
STEADY = np.array([0, 1.8, 0.085, 0.88, 0.71, 1.18, 8, 2])
EAGER = np.array([0, 1.5, 0.1, 1.0, 0.8, 1.0, 8, 2])
"""One that is careful, one between it and the next, and one that looks for a fight."""
STYLES = {"recruit": PLAIN, "soldier": STEADY, "captain": EAGER, "marshal": EAGER}
CLOSE_LOOK = 16, 3
"""Directions and lengths where it counts: not when playing on."""

SPREAD, DECIDE, LIST, PLAY_ON = range(4)
"""What the bots' Python asks for: distances on foot, an action, all that may be done with what it
gains, or how it ends."""
HORIZON, SIDE, HASTY, SEED = range(4)
"""What is given with it: for how many turns after this one it is played on, for which side, whether
with haste; and seeds."""
