"""What a step of an environment does, as numbers that kernels and Python share."""

LOOK, PLAY, AGAIN = range(3)
"""Let dice fall and tell how games stand; play an action in each before that; and begin those anew
that are over."""
GOES_ON, OVER, STUCK = range(3)
"""What has become of a game: it goes on; it is over; somebody decides and has nothing to choose
from, which a table without room may lead to."""
