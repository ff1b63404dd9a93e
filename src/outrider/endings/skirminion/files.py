"""Solved endings as a file: reading what is shipped, and building it anew.

The first line of a file is JSON that says what it holds; the values follow, a byte each, in the
order of `kernel.solving`, packed (`xz`) or plain, so that a large file can be used where it lies.
"""

import lzma
import mmap
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, BinaryIO
from zlib import crc32

import numpy as np

from outrider.core import packed
from outrider.core.refusal import Refusal, malformed, unknown
from outrider.endings.skirminion.kernel import solving as kernel
from outrider.endings.skirminion.kernel.values import Endings
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel.layout import FIGURES, REST_GAIN
from outrider.games.skirminion.numbers import Numbers, limited

FORMAT, VERSION = "outrider endings", 2
SHIPPED = Path(__file__).with_name("few.endings")
ELSEWHERE = "OUTRIDER_ENDINGS"
"""Names another file, such as one with two against two."""
SPANS = {
    "one against one": (0, kernel.FIRST_TWO_ONE),
    "two against one": (kernel.FIRST_TWO_ONE, kernel.FIRST_ONE_TWO),
    "one against two": (kernel.FIRST_ONE_TWO, kernel.FIRST_TWO_TWO),
    "two against two": (kernel.FIRST_TWO_TWO, kernel.FIRST_TWO_TWO + kernel.TWO_TWO),
}
"""By the active side's units: where they begin and end."""
SIZES = {1: kernel.FIRST_TWO_TWO, 2: kernel.FIRST_TWO_TWO + kernel.TWO_TWO}
"""Values in a file of endings with so many units on the weaker side."""
PIECE = 1 << 16
"""Positions that a thread takes at a time."""
LARGE = 1 << 26
"""From so many values on they are not packed."""
NO_ENDINGS: Endings = np.zeros(0, np.int8)
NO_ENDINGS.flags.writeable = False  # as where there are some, or all would be compiled twice

Tell = Callable[[int, int], None]
"""Told of a level, and how many positions were settled at it."""


@dataclass(frozen=True, slots=True)
class Head:
    """The first line of a file."""

    format: str
    version: int
    game: str
    rules: list[int]
    values: int
    packing: str
    checksum: int


def rules_of(numbers: Numbers) -> list[int]:
    """The numbers of the rules that endings depend on: those of resting, moving and fighting."""
    return list(numbers[REST_GAIN:FIGURES])


BOOK = rules_of(limited((0, 0)))


# -- reading ---------------------------------------------------------------------------------------


def read(path: Path) -> Endings:
    """The values in a file. What is cut short, of another version, or something else is refused."""
    try:
        with path.open("rb") as file:
            head = _head(path, file)
            if head.packing == "xz":
                data = packed.unpacked(path, file.read(), head.values, "the values")
                values = np.frombuffer(bytearray(data), np.int8)
            else:
                values = _mapped(path, file, head)
    except OSError as error:
        raise unknown(f"{path}: {error.strerror}") from None
    if len(values) != head.values:
        raise malformed(
            f"{path}: cut short, {len(values)} of {head.values} values of endings are there"
        )
    if head.packing == "xz" and crc32(values.data) != head.checksum:
        raise malformed(f"{path}: damaged, the values are not those that were written")
    values.flags.writeable = False
    return values


def _head(path: Path, file: BinaryIO) -> Head:
    line = file.readline(packed.FIRST_LINE)
    said = packed.head_of(path, line, FORMAT, VERSION, "solved endings")
    known = said.keys() == Head.__annotations__.keys() and type(said["values"]) is int
    if not known:
        raise malformed(f"{path}: no file of solved endings")
    head = Head(**said)
    if head.game != "skirminion" or head.rules != BOOK:
        raise malformed(f"{path}: endings by other rules than the book's")
    if head.values not in SIZES.values() or head.packing not in ("xz", "none"):
        raise malformed(f"{path}: not as large as endings are")
    return head


def _mapped(path: Path, file: BinaryIO, head: Head) -> Endings:
    """Where it lies: what is not asked for is not even read."""
    begin, end = file.tell(), path.stat().st_size
    whole = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return np.frombuffer(whole, np.int8, max(0, min(end - begin, head.values)), begin)


def endings_for(numbers: Numbers) -> Endings:
    """What bots know of endings by a game's numbers: nothing, if they are not the book's, or if the
    file cannot be read, which is said once."""
    return _known() if rules_of(numbers) == BOOK else NO_ENDINGS


@cache
def _known() -> Endings:
    try:
        return read(Path(os.environ.get(ELSEWHERE) or SHIPPED))
    except Refusal as refusal:
        print(f"Outrider: playing on without solved endings: {refusal}", file=sys.stderr)
        return NO_ENDINGS


# -- building --------------------------------------------------------------------------------------


def build(path: Path, units: int, cores: int, device: str | None, tell: Tell) -> Endings:
    """Solve all endings with up to so many units on the weaker side, and write them."""
    values = np.zeros(SIZES[units], np.int8)
    if device is None:
        solve(values, cores, tell)
    else:
        from outrider.endings.skirminion.carded import solve_on_card

        solve_on_card(values, tell)
    write(path, values)
    return values


def solve(values: Endings, cores: int, tell: Tell) -> None:
    """Level by level, each in pieces by as many threads as there are cores."""
    numbers = engine().array(limited((0, 0)))
    pieces = [(at, min(at + PIECE, len(values))) for at in range(0, len(values), PIECE)]
    with ThreadPoolExecutor(cores) as pool:
        for level in range(1, kernel.LONGEST + 2):
            settled = sum(pool.map(partial(swept, level, values, numbers), pieces))
            if not settled:
                return
            tell(level, settled)
    raise AssertionError("an ending is longer than a value can say")


def swept(level: int, values: Endings, numbers: Any, piece: tuple[int, int]) -> int:
    return kernel.sweep(piece[0], piece[1], level, values, numbers)


def write(path: Path, values: Endings) -> None:
    packing = "xz" if len(values) < LARGE else "none"
    head = Head(FORMAT, VERSION, "skirminion", BOOK, len(values), packing, crc32(values.data))
    packed.write(path, asdict(head), lzma.compress(values.data) if packing == "xz" else values.data)


def check(path: Path, step: int, cores: int) -> tuple[int, int]:
    """Whether every `step`-th value follows from those after it: how many were looked at, and how
    many do not. None in a whole file is a proof: a win leads to one that is nearer its end, and
    what is said to be open leads to something open, for ever."""
    values = read(path)
    numbers = engine().array(limited((0, 0)))
    span = PIECE // step * step or step
    pieces = [(at, min(at + span, len(values))) for at in range(0, len(values), span)]
    with ThreadPoolExecutor(cores) as pool:
        wrong = sum(pool.map(partial(faulty, step, values, numbers), pieces))
    return len(range(0, len(values), step)), wrong


def faulty(step: int, values: Endings, numbers: Any, piece: tuple[int, int]) -> int:
    return kernel.faults(piece[0], piece[1], step, values, numbers)


def summary(values: Endings) -> Iterator[dict[str, Any]]:
    """What a file holds: of each kind of ending how many are won, lost and open to the active side,
    every position of the board counted, and the longest win."""
    for name, (first, last) in SPANS.items():
        if last > len(values):
            return
        part = values[first:last]
        won = lost = 0
        for piece, weight in _weighed(part, name):
            won += weight * int(np.count_nonzero(piece > 0))
            lost += weight * int(np.count_nonzero(piece < 0))
        among = ALL[name]
        yield {
            "ending": name, "positions": among, "won": won, "lost": lost,
            "open": among - won - lost, "longest": int(kernel.told(int(part.max()))),
        }  # fmt: skip


# Every position with each health a unit can have; of one against one, those that are not over.
ALL = {
    "one against one": 64 * 63 * (36 - 9),
    "two against one": 64 * 63 * 62 // 2 * 6**3,
    "one against two": 64 * 63 * 62 // 2 * 6**3,
    "two against two": 64 * 63 * 62 * 61 // 4 * 6**4,
}


def _weighed(part: Endings, name: str) -> Iterator[tuple[Endings, int]]:
    """The parts of a span in which every value stands for as many positions of the board."""
    if name == "two against two":
        counts = kernel.PAIR_COUNTS.tolist()
    else:
        corner = [(row, file) for row in range(4) for file in range(row + 1)]
        counts = [4 if row == file else 8 for row, file in corner]
    size = len(part) // len(counts)
    for at, count in enumerate(counts):
        yield part[at * size : (at + 1) * size], count
