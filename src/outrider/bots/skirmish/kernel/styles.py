"""What is the bots' own: how they weigh a place, and plans of a minute. What anybody may do, and
what it does, are the rules'; their numbers come from the game."""

import numpy as np

from outrider.games.skirmish.kernel.layout import ACTION, SIDE

(
    NOISE, EXPOSED, APPROACH, SCOUTS, SCOUTING, HOMING, STANDOFF, FIRES, MANY, COMES, WATCHES,
    SHELLED, TOGETHER, SPENT, DONE,
) = range(15)  # fmt: skip
"""Of a style: how blurred its judgement is; how it weighs fire and ground; how many figures go and
see, and how much is given for it, and for being at home with it; by how many inches the others keep
out of a shot's full range, or within it if that is negative. Then how it weighs its best shot, and
all others besides; how often those shoot who may come round the corner; what an inch nearer to or
farther from full range is worth to who stays at home; how it weighs shells, and an inch between a
figure and the nearest friend, who is avoided if that is negative; and by which share an enemy
shoots less who has spent all actions, and comes less who has ended his minute."""
USUAL = (1.0, 0.0, 0.5, 0.05, 1.0, 0.0, 0.0, 0.0)
PLAIN = np.array([0.0, 0.25, 0.25, 1.0, 0.5, 1.5, -0.5, *USUAL])
WARY = np.array([0.0, 0.5, 0.25, 1.0, 0.5, 1.5, -0.5, *USUAL])
STEADY = np.array([0.0, 1.3, 0.35, 1.0, 0.2, 1.5, -0.5, 1.0, 0.0, 0.5, 0.25, 1.0, 0.0, 0.0, 0.0])
STYLE = np.array(
    [0.0, 0.77, 0.18, 0.5, 0.08, 1.2, -1.5, 0.47, -0.53, 0.49, 0.25, 1.7, -0.17, 0.36, 0.38]
)
"""One that goes and sees at any price, one that does so out of range, one that shuns fire and goes
and sees where there is none, whose last figure at home keeps at full range from who comes, and one
that spreads out, seeks places from which one enemy is seen and not many, and minds who can still
fire. The last was found by evolution, in some 200,000 whole games against the others.
To wait for the others wins as often, but two who wait for each other never fight."""
STYLES = {"recruit": PLAIN, "soldier": WARY, "captain": STEADY, "marshal": STYLE}
"""What each level plays by."""
WAYS = np.array(
    [
        [0.0, 0.25, 0.1, 0.0, 0.5, 1.5, -0.5, *USUAL],
        [0.0, 0.25, 0.25, 1.0, 0.5, 1.5, -0.5, *USUAL],
        [0.0, 0.9, 0.25, 1.0, 0.15, 1.5, -0.5, *USUAL],
        [0.0, 0.1, 0.6, 1.0, 0.5, 1.5, -0.5, *USUAL],
        [0.0, 0.05, 0.0, 4.0, 2.0, 2.0, -0.5, *USUAL],
        [0.0, 0.1, 0.2, 2.0, 1.5, 2.0, -0.5, *USUAL],
        [0.0, 0.6, 0.1, 0.0, 0.5, 1.5, 8.0, *USUAL],
        [0.0, 0.05, 1.0, 0.0, 0.5, 1.5, -7.0, *USUAL],
    ]
)
"""Other styles: to fight, to see, to charge, to keep out of fire."""

MODE, GOAL_X, GOAL_Y, MOVES = range(4)
OPEN, GO, STAY = range(3)
"""Of a plan of a minute: a row for each figure of the seat, whether it goes, where, and in how many
moves. What is open the policy decides."""
PLANNED = SIDE, 4

ASKED, FIRST, REST = 0, 1, 2
UNPLANNED = REST + SIDE
"""The rows of a question to the kernel: what is asked, an action, and then a plan and one in which
all is open, or actions."""
NOW, LUCK = 1, 2
"""Rows beside the record: where it is played on, and the dice."""
WHAT, SEAT, HORIZON, SEED = range(ACTION)
"""Of what is asked: of which seat, how many rounds are played on after this one, and the dice of
whoever decides."""
PLAY, DECIDE, WEIGH = range(3)
"""What is asked: how it goes on; what is done now, by a plan; what each action promises."""

MATTERS, LOST = 0, 1
"""Rows of the kernel's notes: one of its own, and those of what is lost to so many dice."""
BLOW = 0
"""Among them what is lost hand to hand, where there are no dice against armour alone."""
