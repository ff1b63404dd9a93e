"""Products that need more than 64 bits, as two numbers: high * 2**62 + low, neither negative."""

from outrider.compiled import rule

HALF = 31
HALVES = (1 << HALF) - 1
WHOLE = 2 * HALF
WHOLES = (1 << WHOLE) - 1


@rule
def product(p: int, q: int) -> tuple[int, int]:
    """p * q, neither negative and both below 2**62."""
    p1, p0 = p >> HALF, p & HALVES
    q1, q0 = q >> HALF, q & HALVES
    middle = p1 * q0 + p0 * q1
    low = ((middle & HALVES) << HALF) + p0 * q0
    return p1 * q1 + (middle >> HALF) + (low >> WHOLE), low & WHOLES


@rule
def times(high: int, low: int, factor: int) -> tuple[int, int]:
    """A wide number times one below 2**62, if what comes out has a high part below 2**62."""
    more, rest = product(low, factor)
    return high * factor + more, rest


@rule
def is_more(high: int, low: int, other_high: int, other_low: int) -> bool:
    """Whether one wide number is larger than another."""
    return high > other_high or (high == other_high and low > other_low)


@rule
def excess(p: int, q: int, r: int, s: int) -> float:
    """p * q - r * s as a float: of the right sign, and off by no more than two roundings. For that
    both parts of the difference have to have that sign."""
    high, low = product(p, q)
    other_high, other_low = product(r, s)
    high, low = high - other_high, low - other_low
    if high > 0 > low:
        high, low = high - 1, low + (WHOLES + 1)
    elif high < 0 < low:
        high, low = high + 1, low - (WHOLES + 1)
    return float(high) * float(WHOLES + 1) + float(low)
