"""Text on its way out is compressed for whoever can read that.

Answers to reading only: what is made anew for somebody, with their tokens in it, goes as it is, and
so do the sockets, whose messages are small and whose memory is counted.
"""

import asyncio
import gzip

from starlette.datastructures import Headers, MutableHeaders

from outrider.server.guard import App, Message, Receive, Scope, Send

LEAST = 1024
"""Bytes below which it does not pay."""
LEVEL = 6
AT_ONCE = 64 * 1024
"""Bytes that are compressed where they are; more takes a thread."""
TEXTS = ("text/", "application/json", "application/jsonl", "image/svg+xml")
WAY = "gzip"


def may_be_packed(accepted: str) -> bool:
    """Whether whoever asks reads gzip, by what they say they accept."""
    for each in accepted.lower().split(","):
        name, _, weight = each.partition(";")
        if name.strip() in (WAY, "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def packed(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)


def is_text(kind: str) -> bool:
    return kind.startswith(TEXTS)


class Packing:
    """Around the application. What comes in one piece is compressed; a stream is let through."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        wanted = scope["method"] == "GET" and may_be_packed(
            Headers(scope=scope).get("accept-encoding", "")
        )
        held: Message | None = None

        async def through(message: Message) -> None:
            nonlocal held
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                if is_text(headers.get("content-type", "")):
                    headers.add_vary_header("Accept-Encoding")
                    if wanted and message["status"] == 200 and "content-encoding" not in headers:
                        held = message
                        return
            elif held is not None:
                start, held = held, None
                body = message.get("body", b"")
                if not message.get("more_body") and len(body) >= LEAST:
                    small = await _compressed(body)
                    headers = MutableHeaders(raw=start["headers"])
                    headers["content-encoding"] = WAY
                    headers["content-length"] = str(len(small))
                    message = {**message, "body": small}
                await send(start)
            await send(message)

        await self._app(scope, receive, through)


async def _compressed(body: bytes) -> bytes:
    if len(body) <= AT_ONCE:
        return packed(body)
    return await asyncio.to_thread(packed, body)
