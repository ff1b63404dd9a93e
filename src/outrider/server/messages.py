"""What is said on sockets as frames: made once, however many hear it, and compressed for those who
can read that.

Compressed is what pays: how things stand becomes a quarter and what may be done a tenth, in ten to
thirty millionths of a second. Nothing is remembered from one message to the next (RFC 7692 calls it
no context takeover): so it is done once for everybody, and a socket needs no memory for it.
"""

import zlib
from collections.abc import Sequence
from functools import cache

from websockets.extensions import Extension, ServerExtensionFactory
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)

TEXT, PACKED = 0x81, 0xC1
"""How a frame begins that is the whole of a text, as it is and compressed."""
SHORT, MIDDLE = 125, 0xFFFF
"""How many bytes a frame may have whose length stands in one byte, and in two more."""
LONG = 1024
"""Bytes of a text from which on it is compressed: shorter ones are one packet in any case."""
LEVEL, WINDOW, MEMORY = 1, 12, 5
"""Of zlib: the quickest, which is a tenth larger than the best and takes a third of the time, with
little to be set up for each."""
END = b"\x00\x00\xff\xff"
"""What every compressed message ends with, and leaves out."""


class Message:
    """A text, and the frames that were made of it."""

    __slots__ = ("_packed", "_plain", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._plain: bytes | None = None
        self._packed: bytes | None = None

    def frame(self, packs: bool) -> bytes:
        """As it is sent to somebody who can read what is compressed, or cannot."""
        if packs and len(self.text) >= LONG:
            if self._packed is None:
                self._packed = framed(packed(self.text), PACKED)
            return self._packed
        if self._plain is None:
            self._plain = framed(self.text, TEXT)
        return self._plain


def framed(body: bytes, first: int) -> bytes:
    """A frame of a web socket (RFC 6455, 5.2), as servers send them: not masked."""
    size = len(body)
    if size <= SHORT:
        return bytes((first, size)) + body
    if size <= MIDDLE:
        return bytes((first, 126)) + size.to_bytes(2, "big") + body
    return bytes((first, 127)) + size.to_bytes(8, "big") + body


def packed(text: bytes) -> bytes:
    """Compressed by itself (RFC 7692, 7.2.1)."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -WINDOW, MEMORY)
    return (packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH))[: -len(END)]


def unpacked(body: bytes, most: int) -> bytes | None:
    """The text that somebody has compressed by itself; None if it is none, or longer than that."""
    reader = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        text = reader.decompress(body + END, most)
    except zlib.error:
        return None
    return None if reader.unconsumed_tail or reader.unused_data else text


def is_read_by(extensions: Sequence[Extension]) -> bool:
    """Whether what is compressed here can be read by somebody with whom this was agreed: some can
    look back less far."""
    return any(
        isinstance(each, PerMessageDeflate) and each.local_max_window_bits >= WINDOW
        for each in extensions
    )


@cache
def compression() -> ServerExtensionFactory:
    """What is offered to whoever connects: neither side remembers anything. What does not go the
    short ways, theirs in many parts or ours to a slow reader, is left to the library."""
    return ServerPerMessageDeflateFactory(
        server_no_context_takeover=True,
        client_no_context_takeover=True,
        server_max_window_bits=WINDOW,
        compress_settings={"level": LEVEL, "memLevel": MEMORY},
    )
