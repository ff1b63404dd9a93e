"""Lengths: whole thousandths of an inch inside, inches with up to three decimals outside."""

from decimal import ROUND_HALF_EVEN, Context, Decimal
from math import isqrt

from outrider.core.codec import Form
from outrider.core.refusal import malformed
from outrider.core.wire import shown

INCH = 1000
LARGEST_TABLE = 72 * INCH

THOUSANDTH = Decimal("0.001")
ROUNDED = Context(prec=40, rounding=ROUND_HALF_EVEN, traps=[])
"""Room for every length within bounds. Comparing Decimals is exact, multiplying them is not."""


def a_length(value: object, what: str, low: int = 0, high: int = LARGEST_TABLE) -> int:
    """Thousandths from a number of inches, which has to be a whole number of them."""
    if (type(value) is int or type(value) is float) and low <= value * INCH <= high:
        # Of so few digits every float has one shortest name: a whole number of thousandths that
        # gives the same float is what was written.
        near = round(value * INCH)
        if near / INCH == value and low <= near <= high:
            return near
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise malformed(f"{what} must be a number of inches, not {shown(value)}")
    exact = Decimal(float.__repr__(value)) if isinstance(value, float) else Decimal(value)
    if not (exact.is_finite() and _in_inches(low) <= exact <= _in_inches(high)):
        bounds = f"from {said(low)} to {said(high)}"
        raise malformed(f"{what} must be {bounds}, not {shown(value)}")
    thousandths = int(exact.quantize(THOUSANDTH, context=ROUNDED).scaleb(3, context=ROUNDED))
    if _in_inches(thousandths) != exact:
        raise malformed(
            f"{what} must be a whole number of thousandths of an inch, not {shown(value)}"
        )
    return thousandths


def _in_inches(thousandths: int) -> Decimal:
    return Decimal(thousandths).scaleb(-3, context=ROUNDED)


def inches(thousandths: int) -> int | float:
    """A length as a JSON number of inches; exact to three decimals, whole where it is whole."""
    return thousandths / INCH if thousandths % INCH else thousandths // INCH


def length(low: int, high: int, called: str = "") -> Form[int]:
    """A length between two bounds, as a field of a record has it."""
    schema = {"type": "number", "minimum": inches(low), "maximum": inches(high)}
    return Form(lambda value, what: a_length(value, what, low, high), inches, called, schema=schema)


def said(thousandths: int) -> str:
    """A length in a sentence: 3.4"."""
    return f'{inches(thousandths)}"'


def read_off(thousandths: int, most: int | None = None) -> str:
    """A length as it is read off a tape, to a tenth of an inch: 6.7″; or 6.7 of 10″."""
    read = f"{thousandths / INCH:.1f}"
    return f"{read}″" if most is None else f"{read} of {inches(most)}″"


def rounded_root(square: int) -> int:
    """The square root of a whole number, rounded to the nearest whole one."""
    root = isqrt(square)
    return root + (square - root * root > root)
