"""Floods: what is quickly sent and slowly read, many at once in every packet.

Whoever is ended for it takes a breath and comes again, for as long as the phase lasts.
"""

import asyncio
import base64
import os
from collections import Counter

HERE, SOURCE = "127.0.0.1", "127.0.0.2"
PATIENCE = 20.0
"""Seconds for one answer."""
BREATH = 0.1
BLOCK = 1 << 16
PING, PONG = bytes((0x89, 0x80)), bytes((0x8A, 0x80))
MASK = b"\0\0\0\0"
FRAMES = (PING + MASK + PONG + MASK) * 2_000
"""Control frames with nothing in them."""
PIPELINED = 4_000
"""Requests in a packet."""
OPENING = (
    "GET /api/matches/{match}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
GET = "GET /api/x HTTP/1.1\r\nHost: {host}\r\n\r\n"


async def frames(port: int, match: str, tally: Counter[str]) -> None:
    """Pings and pongs without end, on a socket on which nothing was ever said."""
    key = base64.b64encode(os.urandom(16)).decode()
    opening = OPENING.format(match=match, host=f"{HERE}:{port}", key=key).encode()
    await _poured(port, opening, FRAMES, tally, "control frames", 4_000)


async def requests(port: int, tally: Counter[str]) -> None:
    """Requests without end on one connection, none of which waits for an answer."""
    many = GET.format(host=f"{HERE}:{port}").encode() * PIPELINED
    await _poured(port, b"", many, tally, "requests in a row", PIPELINED)


async def _poured(
    port: int, opening: bytes, flood: bytes, tally: Counter[str], name: str, each: int
) -> None:
    while True:
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await _opened(port, opening)
        except (OSError, TimeoutError, EOFError):
            tally["not let in"] += 1
            await asyncio.sleep(1)
            continue
        reading = asyncio.ensure_future(_read(reader, tally))
        try:
            while not reading.done():
                writer.write(flood)
                await writer.drain()
                tally[name] += each
                await asyncio.sleep(0)
        except OSError:
            pass  # as good an end as the other
        finally:
            reading.cancel()
            writer.transport.abort()
        tally["floods ended by the server"] += 1
        await asyncio.sleep(BREATH)


async def _opened(port: int, opening: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection(HERE, port, local_addr=(SOURCE, 0))
    if opening:
        writer.write(opening)
        # What comes in one packet with it would be dropped.
        if b" 101 " not in await reader.readuntil(b"\r\n\r\n"):
            writer.transport.abort()
            raise ConnectionError("no web socket")
    return reader, writer


async def _read(reader: asyncio.StreamReader, tally: Counter[str]) -> None:
    try:
        while block := await reader.read(BLOCK):
            tally["bytes"] += len(block)
    except OSError:
        return
