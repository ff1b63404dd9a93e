"""The hash of what a kernel is compiled from: when a source file changes, so does the stamp."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path


@cache
def digest(folder: Path) -> bytes:
    """The hash of every source file in a folder."""
    mixed = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        mixed.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return mixed.digest()


def stamp(folders: Iterable[Path]) -> str:
    return hashlib.sha256(b"".join(map(digest, folders))).hexdigest()
