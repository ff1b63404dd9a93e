"""What a game of a batch waits for, as a number."""

DECIDE, ROLL, NOTHING = range(3)
"""Somebody's choice; dice; nothing any more, since it is over."""
NOBODY = -1
"""The seat of nobody."""
