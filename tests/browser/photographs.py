"""What a camera would see: pictures of a page as grey values, and codes read from them."""

import zlib
from typing import Any

import numpy as np
import zxingcpp
from playwright.sync_api import Locator

LIGHT = (0.299, 0.587, 0.114)


def photograph(place: Locator) -> Any:
    """A part of a page as an array of grey values."""
    return grey(place.screenshot())


def grey(png: bytes) -> Any:
    """The pixels of a PNG with eight bits a channel, as Chromium writes them."""
    assert png.startswith(b"\x89PNG")
    chunks: dict[bytes, bytes] = {}
    at = 8
    while at < len(png):
        size, kind = int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
        chunks[kind] = chunks.get(kind, b"") + png[at + 8 : at + 8 + size]
        at += size + 12
    head = chunks[b"IHDR"]
    wide, high = (int.from_bytes(head[n : n + 4], "big") for n in (0, 4))
    channels = {2: 3, 6: 4}[head[9]]
    assert head[8] == 8 and head[12] == 0
    raw = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8)
    rows = raw.reshape(high, 1 + wide * channels)
    done = np.zeros((high, wide * channels), np.uint8)
    before = np.zeros(wide * channels, np.uint8)
    for y, row in enumerate(rows):
        before = done[y] = unfiltered(int(row[0]), row[1:], before, channels)
    pixels = done.reshape(high, wide, channels)[:, :, :3]
    return (pixels @ np.array(LIGHT)).astype(np.uint8)


def unfiltered(kind: int, row: Any, above: Any, step: int) -> Any:
    """A row of a PNG as it was before it was written."""
    if kind == 0:
        return row
    if kind == 2:
        return row + above
    made = bytearray(row.tobytes())
    up = above.tobytes()
    for at in range(len(made)):
        left = made[at - step] if at >= step else 0
        corner = up[at - step] if at >= step else 0
        guess = {1: left, 3: (left + up[at]) // 2, 4: paeth(left, up[at], corner)}[kind]
        made[at] = (made[at] + guess) & 255
    return np.frombuffer(bytes(made), np.uint8)


def paeth(left: int, up: int, corner: int) -> int:
    near = left + up - corner
    return min((left, up, corner), key=lambda each: abs(near - each))


def read(place: Locator) -> list[str]:
    """The texts of the codes that can be read in a part of a page."""
    return [found.text for found in zxingcpp.read_barcodes(photograph(place))]
