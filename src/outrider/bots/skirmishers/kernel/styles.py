"""What is the bots' own: how they weigh things. What anybody may do, and what it does, are the
rules'; their numbers come from the game."""

(
    NOISE, EXPOSED, APPROACH, THREAT, STRIKES, SIDE_WORTH, RING, LENGTHS, CHARGED, LAST, HUNTS,
    WATCHED, SOON,
) = range(13)  # fmt: skip
"""Of a style: how blurred its judgement is; how it weighs fire to come, the way to the enemy, its
own next shot, its next charge, and its own pieces against the enemy's; in how many directions, and
lengths of each, it looks for places; how it weighs charges to come; how much dearer a side's last
piece is than one of many; how much more who is ahead looks for a fight than who is behind; and how
it weighs fire on its way, and the fire of those who first have to come nearer."""
WHOLE = 13
"""How many numbers a style has. Where it is played on those may follow in which the enemy may
play."""
CLOSE_LOOK = 16, 3
"""Directions and lengths where it counts: not when playing on."""

SPREAD, DECIDE, LIST, PLAY_ON = range(4)
"""What the bots' Python asks for: distances on foot, an action, all that may be done with what it
gains, or how it ends."""
HORIZON, SIDE, HASTY, SEED = range(4)
"""What is given with it: for how many turns after this one it is played on, for which side, whether
with haste; and seeds."""
