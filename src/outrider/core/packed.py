"""Files of numbers, which may be somebody else's: a line of JSON that says what they are, then the
numbers themselves."""

import json
import lzma
from pathlib import Path
from typing import Any

from outrider.core.refusal import malformed, unknown

FIRST_LINE = 1000
"""More bytes than a first line has."""


def write(path: Path, head: dict[str, Any], data: Any) -> None:
    """Whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(json.dumps(head).encode() + b"\n")
            file.write(data)
        part.replace(path)
    except OSError as error:
        raise unknown(f"{path}: {error.strerror}") from None


def head_of(path: Path, line: bytes, kind: str, version: int, what: str) -> dict[str, Any]:
    """What the first line of a file says, if that is its `format` and version."""
    try:
        head: dict[str, Any] = json.loads(line)
        known = head["format"] == kind
    except (ValueError, TypeError, KeyError, RecursionError):
        known = False
    if not known:
        raise malformed(f"{path}: no file of {what}")
    if head.get("version") != version:
        raise malformed(f"{path}: of version {head.get('version')}, this program reads {version}")
    return head


def unpacked(path: Path, data: bytes, size: int, what: str) -> bytes:
    """So many bytes, or one more where there are more: a few kilobytes may be packed that unpack
    to all the memory there is."""
    try:
        return lzma.LZMADecompressor().decompress(data, size + 1)
    except lzma.LZMAError:
        raise malformed(f"{path}: cut short or damaged, {what} cannot be unpacked") from None
