"""PTX, the code that drivers of NVIDIA's cards finish compiling, from the kernels' own source.
Numba makes it, and needs neither a card nor a driver for it.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from outrider.compiled.cuda.threads import TYPES, Thread
from outrider.core.refusal import unknown

CARD = (7, 5)
"""The oldest cards that are compiled for. Whatever runs on them runs on all that came after."""
VERSION = "8.0"
"""The version of PTX that is claimed: drivers refuse what is newer than they are, and the compiler
names its own, whatever it has used of it."""
NAME = "outrider"
"""What every kernel is called."""


def made(thread: Thread) -> str:
    """A thread as PTX."""
    try:
        from numba import cuda, njit, types
    except ImportError:
        raise unknown(
            "to compile for a GPU takes Numba and numba-cuda: pip install outrider[gpu], or make it"
            " elsewhere with `outrider ptx`"
        ) from None
    flat, handed = [], []
    for name, kinds in zip(thread.names, map(str.split, thread.types), strict=True):
        names = [f"{name}_{at}" for at in range(len(kinds))]
        flat += names
        handed.append(names[0] if len(names) == 1 else f"({', '.join(names)})")
    text = (
        f"def kernel(count, {', '.join(flat)}):\n    game = grid(1)\n    if game < count:\n"
        f"        run(game, {', '.join(handed)})\n"
    )
    room: dict[str, Any] = {"grid": cuda.grid, "run": njit(thread.function)}
    exec(text, room)
    given = [types.int64]
    for each in " ".join(thread.types).split():
        kind = getattr(types, TYPES[each[0]])
        given.append(types.Array(kind, int(each[1:]), "C") if each[1:] else kind)
    with _as_if_there():
        ptx, _ = cuda.compile_ptx(room["kernel"], tuple(given), cc=CARD, device=False, abi="numba")
    return _told(ptx, thread.registers)


def _told(ptx: str, registers: int | None) -> str:
    """With a name that can be asked for, for drivers of today, and with a bound of registers."""
    (name,) = re.findall(r"\.visible \.entry (\w+)\(", ptx)
    plain = ptx.replace(name, NAME)
    if registers is not None:
        at = plain.index("\n{", plain.index(f".entry {NAME}("))
        plain = f"{plain[:at]}\n.maxnreg {registers}{plain[at:]}"
    return re.sub(r"^\.version .*$", f".version {VERSION}", plain, count=1, flags=re.MULTILINE)


@contextmanager
def _as_if_there() -> Iterator[None]:
    """Numba asks the card at hand what it can do, also when it is told for which to compile."""
    from numba.cuda import dispatcher

    before = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=CARD)
    try:
        yield
    finally:
        dispatcher.get_current_device = before
