"""The net as a file: a line of JSON that says what it is, and its numbers, packed."""

import lzma
import os
import sys
from functools import cache
from pathlib import Path
from zlib import crc32

import numpy as np

from outrider.bots.skirminion.kernel.net import FULL, OUT, ROWS, SHIFT, WIDTH
from outrider.bots.skirminion.kernel.room import Net
from outrider.core import packed
from outrider.core.refusal import Refusal, malformed, unknown
from outrider.games.skirminion.numbers import Numbers, is_the_books

FORMAT, VERSION = "outrider net", 1
SHIPPED = Path(__file__).with_name("marshal.net")
ELSEWHERE = "OUTRIDER_NET"
"""Names another file, such as one of one's own."""
SIZE = 2 * ROWS * WIDTH
"""Bytes of the numbers."""
LOUDEST = 10_000
"""What a net adds at most, in hundredths of a health point: far less than what a win is worth."""
NO_NET: Net = np.zeros((0, WIDTH), np.int16)
NO_NET.flags.writeable = False  # as where there is one, or all would be compiled twice


def write(path: Path, net: Net) -> None:
    head = {
        "format": FORMAT, "version": VERSION, "game": "skirminion",
        "rows": ROWS, "width": WIDTH, "checksum": crc32(net.tobytes()),
    }  # fmt: skip
    packed.write(path, head, lzma.compress(net.tobytes()))


def read(path: Path) -> Net:
    """The net in a file. What is cut short, of another version, or something else is refused."""
    try:
        first, _, data = path.read_bytes().partition(b"\n")
    except OSError as error:
        raise unknown(f"{path}: {error.strerror}") from None
    head = packed.head_of(path, first[: packed.FIRST_LINE], FORMAT, VERSION, "a net")
    if (head.get("game"), head.get("rows"), head.get("width")) != ("skirminion", ROWS, WIDTH):
        raise malformed(f"{path}: a net of another shape or another game")
    numbers = packed.unpacked(path, data, SIZE, "it")
    if len(numbers) != SIZE or crc32(numbers) != head.get("checksum"):
        raise malformed(f"{path}: cut short or damaged, the numbers are not those written")
    net: Net = np.frombuffer(numbers, "<i2").reshape(ROWS, WIDTH)
    if FULL * np.abs(net[OUT].astype(int)).sum() >> SHIFT > LOUDEST:
        raise malformed(f"{path}: what it adds would drown what it corrects")
    return net


def net_for(numbers: Numbers) -> Net:
    """What the search adds to its evaluation by a game's numbers: nothing, if they are not the
    book's, or if the file cannot be read, which is said once."""
    return _known() if is_the_books(numbers) else NO_NET


@cache
def _known() -> Net:
    try:
        return read(Path(os.environ.get(ELSEWHERE) or SHIPPED))
    except Refusal as refusal:
        print(f"Outrider: playing on without the net: {refusal}", file=sys.stderr)
        return NO_NET
