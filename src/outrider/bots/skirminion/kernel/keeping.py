"""`entry` for kernels that are built on another room's rules.

What `outrider.compiled.entry` keeps on disk is stamped with the sources of the entry's own folder.
The search is compiled from the rules of the game, too: a change there has to count as well.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

from outrider import compiled
from outrider.games.skirminion import kernel as rules

P = ParamSpec("P")
R = TypeVar("R")


@cache
def digest() -> str:
    """The hash of the sources of the game's rules."""
    mixed = hashlib.sha256()
    for path in sorted(Path(rules.__path__[0]).glob("*.py")):
        mixed.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return mixed.hexdigest()


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function on first use, and keep the result on disk until any source changes."""
    made = compiled.entry(function)
    kept = getattr(cast(Any, getattr(made, "_cache", None)), "_cache_file", None)
    if kept is not None:
        kept._source_stamp += digest()
    return made
