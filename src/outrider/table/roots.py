"""Sums of square roots, compared and rounded exactly.

Where a line leaves a disc, lengths are numbers like 7 + 3 * sqrt(2) - sqrt(5). They are bounded
with whole numbers, ever more closely, until the question is answered. Only a sum that is exactly
what it is compared with would never be told apart from it, so that is asked by algebra.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import TypeAlias

Term: TypeAlias = tuple[int, int]
"""A factor and the whole number under the root: (3, 2) is 3 * sqrt(2), (7, 1) is 7."""

BITS = 64


def bounds(terms: Sequence[Term], bits: int) -> tuple[int, int]:
    """Two whole numbers between which the sum lies, after multiplication with 2**bits."""
    low = high = 0
    for factor, under in terms:
        square = factor * factor * under << 2 * bits
        root = isqrt(square)
        more = root + (root * root < square)
        if factor > 0:
            low, high = low + root, high + more
        else:
            low, high = low - more, high - root
    return low, high


def vanishes(terms: Sequence[Term]) -> bool:
    """Whether the sum is exactly 0.

    sqrt(m) and sqrt(n) are rational multiples of each other if and only if m * n is a square. Roots
    of which no two are such multiples are linearly independent over the rational numbers
    (Besicovitch 1940). So once multiples are gathered, the sum is 0 only if every factor is.
    """
    kinds: list[tuple[Fraction, int]] = []
    for factor, under in terms:
        if not under:
            continue
        for at, (gathered, kind) in enumerate(kinds):
            root = isqrt(under * kind)
            if root * root == under * kind:
                kinds[at] = gathered + Fraction(factor * root, kind), kind
                break
        else:
            kinds.append((Fraction(factor), under))
    return all(factor == 0 for factor, _ in kinds)


def sign(terms: Sequence[Term]) -> int:
    """1, 0 or -1, as the sum is positive, 0 or negative."""
    bits = BITS
    low, high = bounds(terms, bits)
    if low <= 0 <= high and vanishes(terms):
        return 0
    while low <= 0 <= high:
        bits *= 2
        low, high = bounds(terms, bits)
    return 1 if low > 0 else -1


def floor(terms: Sequence[Term], over: int) -> int:
    """The largest whole number that is not above the sum divided by `over`, which is positive."""
    whole, roots = gathered(terms)
    if len(roots) < 2:
        # Only whole numbers are compared with what is divided, so it can be rounded down before.
        return (whole + sum(map(rounded_down, roots))) // over
    terms = [(whole, 1), *roots]
    low, high = bounds(terms, BITS)
    least, most = low // (over << BITS), high // (over << BITS)
    while most > least and sign([*terms, (-most * over, 1)]) < 0:
        most -= 1
    return most


def gathered(terms: Sequence[Term]) -> tuple[int, list[Term]]:
    """The whole part of a sum, and the rest with every root once."""
    factors: dict[int, int] = {}
    for factor, under in terms:
        factors[under] = factors.get(under, 0) + factor
    whole = factors.pop(1, 0)
    return whole, [(factor, under) for under, factor in factors.items() if factor]


def rounded_down(term: Term) -> int:
    """The largest whole number that is not above a multiple of a root."""
    factor, under = term
    square = factor * factor * under
    return isqrt(square) if factor > 0 else -isqrt(square - 1) - 1 if square else 0


def nearest(terms: Sequence[Term], over: int) -> int:
    """The whole number nearest to the sum divided by `over`; of two as near, the higher."""
    return floor([*((2 * factor, under) for factor, under in terms), (over, 1)], 2 * over)
