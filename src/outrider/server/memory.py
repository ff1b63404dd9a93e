"""How much memory the server's threads leave unused."""

import ctypes

M_ARENA_MAX = -8
"""The number of that setting in glibc's malloc.h."""


def one_heap() -> None:
    """All threads share a heap. By itself glibc gives each of them one of its own, and what is free
    in there is nobody else's: a thousand matches took a thirtieth more. The threads would hardly
    ever meet there, since one at a time runs Python. Elsewhere than with glibc nothing is done."""
    setting = getattr(ctypes.CDLL(None), "mallopt", None)
    if setting is not None:
        setting(M_ARENA_MAX, 1)
