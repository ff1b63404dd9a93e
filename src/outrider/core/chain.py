"""The chain of a match's record: every line is bound to all that stand before it.

A hash is the SHA-256 of a UTF-8 text, written in lower-case hexadecimal; where a hash is hashed
again, or is a key, that text is meant. The header's hash is that of its canonical JSON, each
further line's that of the hash before it with the line's canonical JSON after it, nothing between.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from outrider.core.refusal import malformed
from outrider.core.wire import an_object, dumps, shown

LEFT_OUT = ("hash", "signature")
"""Fields that no hash covers: itself, and the signature of it."""
HEXADECIMAL = frozenset("0123456789abcdef")
HOST = "server"
"""Who holds the host's own seal, among the seats."""
SEALED = "sealed"


_SORTED = json.JSONEncoder(
    sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def canonical(value: Mapping[str, Any]) -> str:
    """The one way to write a line: keys sorted, no spaces, nothing escaped that need not be."""
    kept = {name: part for name, part in value.items() if name not in LEFT_OUT}
    try:
        return _SORTED.encode(kept)
    except TypeError:  # there are digits in it that no float has
        return dumps(_sorted(kept))


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _sorted(value[name]) for name in sorted(value)}
    return [_sorted(part) for part in value] if isinstance(value, list | tuple) else value


def plain(value: Any) -> Any:
    """The same JSON with whole numbers written as such: 2.0 and 2 are one number, and other
    languages know only one way to write it."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, list | tuple) else value


def head_of(header: Mapping[str, Any]) -> str:
    """The hash that begins a chain."""
    return sha256(canonical(header))


def hash_after(before: str, line: Mapping[str, Any]) -> str:
    """The hash of a line that follows."""
    return sha256(before + canonical(line))


def a_hash(value: object, what: str) -> str:
    if not isinstance(value, str) or len(value) != 64 or not set(value) <= HEXADECIMAL:
        raise malformed(f"{what} is a SHA-256 in lower-case hexadecimal, not {shown(value)}")
    return value


def some_hashes(value: object, what: str) -> dict[str, str]:
    """Hashes by their holder: the server or a seat."""
    data = an_object(value, what)
    return {holder: a_hash(text, f"{holder}'s of {what}") for holder, text in data.items()}


def anchors_of(dice: Mapping[str, Any] | None, seats: tuple[str, ...]) -> dict[str, str] | None:
    """The anchors that sealed dice begin with, from a record's header; None for other dice."""
    if dice is None or dice.get("kind") != SEALED:
        return None
    anchors = some_hashes(dice.get("anchors"), "the anchors")
    if set(anchors) != {HOST, *seats}:
        raise malformed(f"the anchors are those of {', '.join((HOST, *seats))}")
    refuse_twins(anchors)
    return anchors


def refuse_twins(anchors: Mapping[str, str]) -> None:
    """Whoever repeats another's anchor could repeat their links, too, and cancel nothing out."""
    if len(set(anchors.values())) != len(anchors):
        raise malformed("two anchors are the same")
