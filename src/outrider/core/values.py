"""Plain JSON values: read strictly, written always the same, and quoted in refusals."""

import json
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, InvalidOperation
from functools import partial
from math import isinf
from operator import index
from typing import Any, NoReturn, SupportsIndex, cast

from outrider.core.refusal import malformed

MOST_CHARACTERS = 40
"""How much of a bad value an error message repeats."""
FEW_DIGITS = 16
"""Fifteen digits and a point: of these a float loses none."""


def shown(value: object) -> str:
    """A value as an error message quotes it: as JSON, and not too much of it."""
    try:
        text = _text(value, _quoted)
    except (ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 3] + "..."


def parse(text: str | bytes) -> Any:
    """Strict JSON: no NaN or Infinity, no name twice in an object, valid UTF-8, sane depth.

    A number that is not whole is a float where that is the same number, else a Decimal: no digit
    gets lost, so that readers can refuse what has too many.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        value, exact = _parsed(text)
        if exact or "\\ud" in text.lower():
            # What is read has to be written again. An escape may spell half a character, which
            # cannot be; and where a Decimal is, less depth can be written than read.
            dumps(value).encode("utf-8")
        return value
    except UnicodeEncodeError:
        raise malformed("half of a surrogate pair is not a character") from None
    except UnicodeDecodeError as error:
        raise malformed(f"not UTF-8 (byte {error.start})") from None
    except RecursionError:
        raise malformed("nested too deeply") from None
    except json.JSONDecodeError as error:
        raise malformed(f"not JSON: {error.msg} (character {error.pos})") from None
    except ValueError as error:
        # Python adds to one of these how its bound is raised, which is nothing to whoever asks.
        raise malformed(f"not JSON: {str(error).partition(';')[0]}") from None


class _Long(Exception):
    """A number has more digits than a float keeps for certain."""


def _short(text: str) -> float:
    if len(text) > FEW_DIGITS or "e" in text or "E" in text:
        raise _Long
    return float(text)


def _parsed(text: str) -> tuple[Any, bool]:
    """A value, and whether there are Decimals in it. Every message comes by here, and hardly any
    has a long number: it is read by a decoder that was made before."""
    if text.startswith("\ufeff"):
        raise json.JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", text, 0)
    try:
        return _SHORT.decode(text), False
    except _Long:
        exact: list[Decimal] = []
        fraction = partial(_fraction, exact)
        return _decoder(fraction).decode(text), bool(exact)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise ValueError(f"the name {shown(twice)} stands twice in one object")
    return made


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number here")


def _decoder(fraction: Callable[[str], float | Decimal]) -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=_unique, parse_constant=_constant, parse_float=fraction
    )


_SHORT = _decoder(_short)


def _fraction(exact: list[Decimal], text: str) -> float | Decimal:
    """A float or, noted in the list of those, a Decimal."""
    near = float(text)
    if len(text) <= FEW_DIGITS and "e" not in text and "E" not in text:
        return near
    if isinf(near):
        raise ValueError(f"{shown(text)} is beyond all numbers here")
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise ValueError(f"{shown(text)} is not a number here") from None
    if Decimal(repr(near)) == number:
        return near
    exact.append(number)
    return number


def dumps(value: object) -> str:
    """One line of JSON, always the same for the same value."""
    return _text(value, _compact)


_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _compact(value: object) -> str:
    return _COMPACT.encode(value)


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, default=_named)


def _named(value: object) -> str:
    """What JSON has no form for, by its Python name. A Decimal has one: its digits."""
    if isinstance(value, Decimal):
        raise TypeError("Decimal")
    return repr(value)


def _text(value: object, plain: Callable[[object], str]) -> str:
    """JSON as `plain` writes it, which knows all types but Decimal."""
    try:
        return plain(value)
    except TypeError:
        return _digit_by_digit(value, plain)


def _digit_by_digit(value: object, plain: Callable[[object], str]) -> str:
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} is not a number here")
        return str(value)
    if isinstance(value, dict):
        parts = [f"{plain(str(k))}:{_digit_by_digit(v, plain)}" for k, v in value.items()]
        return "{" + ",".join(parts) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join([_digit_by_digit(part, plain) for part in value]) + "]"
    return plain(value)


def an_object(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise malformed(f"{what} must be an object, not {shown(value)}")
    return value


def a_list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise malformed(f"{what} must be a list, not {shown(value)}")
    return value


def a_string(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise malformed(f"{what} must be a string, not {shown(value)}")
    return value


def a_flag(value: object, what: str) -> bool:
    if value is not True and value is not False:
        raise malformed(f"{what} is true or false, not {shown(value)}")
    return value


def a_whole_number(value: object, what: str, low: int, high: int) -> int:
    """A number between two bounds. Not only Python's own are whole: so are those of arrays."""
    if type(value) is int and low <= value <= high:
        return value
    try:
        number = None if isinstance(value, bool) else index(cast(SupportsIndex, value))
    except TypeError:
        number = None
    if number is None:
        raise malformed(f"{what} must be a whole number, not {shown(value)}")
    if not low <= number <= high:
        raise malformed(f"{what} must be from {low} to {high}, not {shown(value)}")
    return number


def known_fields(data: Mapping[str, Any], allowed: Iterable[str], what: str) -> None:
    """Refuse fields nobody knows."""
    strange = data.keys() - set(allowed)
    if strange:
        first = min(strange)
        raise malformed(f"{what} has no field {shown(first)}")
