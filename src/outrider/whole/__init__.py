"""Whole games inside kernels: the quick levels, and chance, from the first action to the end in one
compiled call, which tells every line. Who asks makes records of them by replay, which checks them.

A folder `outrider.whole.NAME` brings it for the games of `outrider.games.NAME`.
"""
