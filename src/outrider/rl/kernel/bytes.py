"""Numbers as bytes, and rewards."""

from outrider.compiled import rule
from outrider.rl.kernel.out import Small

MOST = 255


@rule
def capped(value: int) -> int:
    """From 0 to the most that a byte holds."""
    return min(max(value, 0), MOST)


@rule
def scaled(value: int, whole: int) -> int:
    """A length as a share of another."""
    return capped(value * MOST // max(whole, 1))


@rule
def left_until(limit: int, count: int) -> int:
    """How many are left until a limit; the most there is where there is none, which is 0."""
    return MOST if limit == 0 else capped(limit - count)


@rule
def pay(rewards: Small, winners: int) -> None:
    """1 for those whose bits are set, -1 for the others; nothing to anybody if none is."""
    for seat in range(len(rewards)):
        rewards[seat] = 0
        if winners != 0:
            rewards[seat] = 1 if winners >> seat & 1 else -1
