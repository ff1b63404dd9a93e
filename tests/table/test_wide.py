"""Numbers of more than 64 bits, as the kernels have them."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from outrider.table.kernel.wide import excess, product
from table.shaping import MANY

pytestmark = pytest.mark.kernel

areas = st.integers(0, 2**38)


@given(areas, areas, areas, areas)
@example(2**38, 2**24 + 1, 2**31, 2**31)
@example(2**31 + 1, 2**31 - 1, 2**31, 2**31)
@example(2**33 + 1, 2**33 + 1, 2**33, 2**33 + 2)
@MANY
def test_a_difference_of_products_has_the_right_sign_and_size(
    p: int, q: int, r: int, s: int
) -> None:
    """Also where the two lie on either side of a multiple of 2**62 and next to each other."""
    high, low = product(p, q)
    assert (high << 62) + low == p * q
    exact, found = p * q - r * s, excess(p, q, r, s)
    assert (found > 0) == (exact > 0) and (found < 0) == (exact < 0)
    assert abs(Fraction(found) - exact) <= Fraction(abs(exact), 2**50)
