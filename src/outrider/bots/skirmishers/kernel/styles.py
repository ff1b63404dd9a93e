"""What is the bots' own: how they weigh things. What anybody may do, and what it does, are the
rules'; their numbers come from the game."""

import numpy as np

(
    NOISE, EXPOSED, CHARGED, APPROACH, KEEP, AIMS, THREAT, FREE, STRIKES, RETURNS,
    SIDE_WORTH, TRADE, BOLD, BACK, RISK, RING, LENGTHS,
) = range(17)  # fmt: skip
"""Of a style: how blurred its judgement is; how it weighs fire and charges to come, the way to the
enemy and from what part of its range on it is near enough, the way to a goal, its own next shot,
one that is not answered, its next blow, its answers, its own pieces against the enemy's, how
much less when it is ahead, how much more it then looks for a fight, what an answer to its next shot
costs, and fire on the way; in how many directions, and lengths of each, it looks for places."""
PLAIN = np.array([0, 2.5, 1.2, 0.05, 0, 0.5, 0.6, 0, 0.5, 0, 1.6, 0, 0, 0, 1.0, 8, 2])
STEADY = np.array([0, 1.8, 1.2, 0.085, 0, 0.5, 0.88, 0, 0.71, 0, 1.18, 0, 0, 0, 1.0, 8, 2])
EAGER = np.array([0, 1.5, 1.2, 0.1, 0, 0.5, 1.0, 0, 0.8, 0, 1.0, 0, 0, 0, 1.0, 8, 2])
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
