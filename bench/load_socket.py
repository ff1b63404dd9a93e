"""A web socket with as little around it as can be, so that what is measured is the server."""

import asyncio
import base64
import os
import zlib
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
PACKED = 0x40
"""The bit of a frame that says that it is compressed."""
PACKS = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
"""What browsers say."""
MASK = b"\0\0\0\0"
"""Any mask is allowed; with this one nothing has to be changed."""


class Socket(asyncio.Protocol):
    """Connected to one table. Whatever text comes is given to `heard`."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self.heard = heard
        self.closed = False
        self._buffer = bytearray()
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None

    async def begin(
        self, port: int, path: str, source: str | None = None, packs: bool = False
    ) -> None:
        """`source`: the address to come from; `packs`: whether to read what is compressed."""
        loop = asyncio.get_running_loop()
        own = None if source is None else (source, 0)
        await loop.create_connection(lambda: self, "127.0.0.1", port, local_addr=own)
        key = base64.b64encode(os.urandom(16)).decode()
        asked = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"{PACKS if packs else ''}\r\n"
        )
        self._write(asked.encode())
        await self._open

    def send(self, text: bytes) -> None:
        self._frame(TEXT, text)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    # -- what the event loop calls -----------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by its class

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if not self._open.done():
            self._open.set_exception(ConnectionError("no web socket"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open.done():
            head, parted, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not parted:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self._open.set_exception(ConnectionError(head.decode("latin-1")))
                return
            self._buffer = bytearray(rest)
            self._open.set_result(None)
        while self._taken():
            pass

    def _taken(self) -> bool:
        """Take a frame off the buffer, if it is all there. The server sends them whole."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        length, start = buffer[1] & 127, 2
        if length >= 126:
            start = 4 if length == 126 else 10
            if len(buffer) < start:
                return False
            length = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + length:
            return False
        kind, body = buffer[0] & 15, bytes(buffer[start : start + length])
        is_packed = buffer[0] & PACKED
        del buffer[: start + length]
        if is_packed:
            body = zlib.decompressobj(-zlib.MAX_WBITS).decompress(body + b"\0\0\xff\xff")
        if kind == TEXT:
            self.heard(body)
        elif kind == PING:
            self._frame(PONG, body)
        elif kind == CLOSE:
            self.close()
        return True

    def _frame(self, kind: int, body: bytes) -> None:
        size = len(body)
        short = bytes([0x80 | kind, 0x80 | (size if size < 126 else 126)])
        self._write(short + (b"" if size < 126 else size.to_bytes(2, "big")) + MASK + body)

    def _write(self, data: bytes) -> None:
        if self._transport is not None and not self.closed:
            self._transport.write(data)
