"""What brains and kernels both know of styles and plans."""

NOISE = 0
"""The first number of every style: how blurred its judgement is."""
SKETCH, VARY = 4, 8
"""What is done to a plan before it is followed."""
