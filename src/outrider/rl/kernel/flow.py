"""What a step of an environment does, as numbers that kernels and Python share."""

LOOK, PLAY, AGAIN = range(3)
"""Let dice fall and tell how games stand; play an action in each before that; and begin those anew
that are over."""
GOES_ON, OVER = range(2)
"""What has become of a game."""
