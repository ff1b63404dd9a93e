"""Web sockets as such: the frames that come in on one, so many at a time and in a second.

Frames are cheap to send and not to read. So a socket has its turn for a few of them, then others
have theirs. What nobody has asked for yet is not looked into, and while there is some, nothing more
is taken in. Pings and pongs, which nobody has to answer for, are few where people play: whoever
sends many is let go.

Most of what comes is one short text in one piece. That is read without the parser, and may be taken
by whoever sits at the table without waking anybody up for it.
"""

import asyncio
import time
from collections.abc import Callable, Generator
from typing import Any, TypeAlias
from weakref import WeakMethod, ref

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import PING, PONG, Frame
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.streams import StreamReader

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it is not compiled
    from websockets.utils import apply_mask

from outrider.server.addresses import address_of
from outrider.server.doors import Doors, Pace
from outrider.server.limits import Bucket
from outrider.server.messages import PACKED, compression, is_read_by, unpacked

FRAMES = "outrider.frames"
"""The extension by which a finished frame is passed on to a socket."""
PACKS = "outrider.packs"
"""The extension that says whether a socket can read what is compressed."""
LINE = "outrider.line"
"""The extension by which somebody takes messages straight off a socket."""
Taker: TypeAlias = Callable[[str], bool]
"""Is handed a text when nothing else is under way. Whether it is taken: then nothing more is handed
to anybody until the socket is told to `go_on`."""
WHOLE_TEXT, MASKED, SHORT, MIDDLE = 0x81, 0x80, 125, 126
LARGEST = 1 << 20
"""Bytes of a message that is read without the parser, where nothing else bounds it."""
MOST_PARTS = 1_000
"""Pieces of one message on a socket."""
AT_ONCE = 8
"""Frames of one socket before others have a turn."""
CONTROLS, CONTROLS_A_SECOND = 40, 10
"""Pings and pongs of one socket, at once and in a second. People's send a few in a minute."""
POLICY = 1008


class Received:
    """What has come in on a socket. As asyncio's queue for one who waits, in a fifth of the memory:
    there are thousands. While it is `held` nobody gets anything."""

    __slots__ = ("_came", "_events", "held")

    def __init__(self) -> None:
        self._events: list[Any] = []
        self._came: asyncio.Future[None] | None = None
        self.held = False

    def put_nowait(self, event: Any) -> None:
        self._events.append(event)
        if not self.held:
            self._wake()

    def release(self) -> None:
        self.held = False
        if self._events:
            self._wake()

    def _wake(self) -> None:
        if self._came is not None and not self._came.done():
            self._came.set_result(None)

    def empty(self) -> bool:
        return not self._events

    async def get(self) -> Any:
        while not self._events or self.held:
            self._came = asyncio.get_running_loop().create_future()
            await self._came
        return self._events.pop(0)


class Reader(StreamReader):
    """Bytes that came in. Before a frame begins it stops, unless there is a `turn` left for it."""

    def __init__(self) -> None:
        super().__init__()
        self.turns = 0
        self.stopped = False
        """Whether there is more than there were turns for."""
        self.between = False
        """Whether the next byte begins a frame."""

    def at_eof(self) -> Generator[None, None, bool]:
        # The parser asks this, and nothing else, between two frames.
        while not self.buffer or not self.turns:
            if self.eof and not self.buffer:
                return True
            self.stopped = bool(self.buffer)
            self.between = not self.stopped
            yield
        self.stopped = self.between = False
        self.turns -= 1
        return False


class Frames(ServerProtocol):
    """Reads frames until its turns are over, and bears with so many pings and pongs."""

    reader: Reader

    def __init__(self, like: ServerProtocol) -> None:
        super().__init__(
            extensions=[compression()],
            max_size=(like.max_message_size, like.max_fragment_size),
            logger=like.logger,
        )
        self._controls = Bucket(CONTROLS, CONTROLS_A_SECOND)

    def parse(self) -> Generator[None]:
        self.reader = Reader()
        yield from super().parse()

    def recv_frame(self, frame: Frame) -> None:
        if frame.opcode in (PING, PONG) and self._controls.take(time.monotonic()):
            self.fail(POLICY, "too many pings and pongs")
            raise ProtocolError("too many pings and pongs")  # so that nothing after it is read
        super().recv_frame(frame)


class Writable:
    """Whether more may be written to a socket. As asyncio's event, of which there is one only while
    somebody has to wait: each has a queue, which is most of what a socket here would take."""

    __slots__ = ("_waits",)

    def __init__(self) -> None:
        self._waits: asyncio.Event | None = None

    def is_set(self) -> bool:
        return self._waits is None

    def set(self) -> None:
        if self._waits is not None:
            self._waits.set()
            self._waits = None

    def clear(self) -> None:
        if self._waits is None:
            self._waits = asyncio.Event()

    async def wait(self) -> None:
        if self._waits is not None:
            await self._waits.wait()


class Line:
    """A socket as somebody knows it who takes messages straight off it. Weakly: the socket knows
    whoever does, and both would stay in memory."""

    __slots__ = ("_socket",)

    def __init__(self, socket: "Socket") -> None:
        self._socket = ref(socket)

    def listen(self, taker: Taker | None) -> None:
        socket = self._socket()
        if socket is not None:
            socket.listen(taker)

    def go_on(self) -> None:
        socket = self._socket()
        if socket is not None:
            socket.queue.release()


class Socket(WebSocketsSansIOProtocol):
    """A web socket, whose broken frames and floods are counted and not told to the log."""

    __slots__ = (
        *("_again", "_heard", "_pace", "_spent", "_taker"),
        *("close_sent", "conn", "frames", "ping_timer", "pong_timer", "queue", "read_paused"),
        *("request", "response", "scope", "writable"),
    )
    """Most are uvicorn's. Of more than thirty that have no place of their own Python keeps the
    names with every socket, which takes a kilobyte more."""
    doors: Doors
    loop: asyncio.AbstractEventLoop
    conn: Frames
    queue: Received  # type: ignore[assignment]
    writable: Writable  # type: ignore[assignment]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue = Received()
        self.writable = Writable()
        like = self.conn
        self.conn = Frames(like)
        like.parser.close()  # it holds what it parses for: both would stay
        self._spent = Bucket(2.0 * self.doors.frames, self.doors.frames)
        self._heard = 0.0
        """When something last came in."""
        self._again: asyncio.TimerHandle | None = None
        """When the next frames are read of those that are there."""
        self._taker: Taker | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._pace = Pace()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._again is not None:
            self._again.cancel()
        self.doors.leave(self, address_of(self.client))
        super().connection_lost(exc)
        self.conn.parser.close()  # it holds the connection, as above

    # -- coming in ---------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._heard = self.loop.time()
        if self.conn.reader.stopped:  # some was under way when we stopped
            self.conn.reader.feed_data(data)
            self._pause()
        elif (text := self._whole(data)) is not None:
            self._take(text)
        else:
            self._read(data)

    def _whole(self, data: bytes) -> str | None:
        """The text, if this is one in a single short frame (RFC 6455, 5.2) and nothing besides. All
        else, and what is wrong in any way, is for the parser."""
        conn = self.conn
        if not conn.reader.between or conn.state is not OPEN or conn.current_size is not None:
            return None
        if len(data) < 6 or self.close_sent:
            return None
        if data[0] != WHOLE_TEXT and not (data[0] == PACKED and conn.extensions):
            return None
        size, start = data[1] - MASKED, 2
        if size == MIDDLE:
            size, start = int.from_bytes(data[2:4], "big"), 4
        elif size > SHORT:
            return None
        most = conn.max_message_size or LARGEST
        if len(data) != start + 4 + size or size > most:
            return None
        text: bytes | None = apply_mask(data[start + 4 :], data[start : start + 4])
        if data[0] == PACKED and text is not None:
            text = unpacked(text, most)
        try:
            return None if text is None else text.decode()
        except UnicodeDecodeError:
            return None

    def _take(self, text: str) -> None:
        """Have a message taken at once, or wait for somebody to ask for it."""
        owed = self._spent.spend(time.monotonic(), 1)
        taker, queue = self._taker, self.queue
        if taker is not None and not owed and queue.empty() and not queue.held:
            queue.held = True
            if taker(text):
                return
            queue.release()
        queue.put_nowait({"type": "websocket.receive", "text": text})
        self._pause()
        if owed:
            self._again = self.loop.call_later(owed, self._go_on)

    def listen(self, taker: Taker | None) -> None:
        """Who takes messages from now on, if somebody does."""
        self._taker = taker
        self.queue.release()

    def _read(self, data: bytes = b"") -> None:
        """Have a turn at what is there. Whatever is left of it waits: for the next turn, or where
        messages came of it, until somebody asks for more."""
        reader = self.conn.reader
        reader.turns = AT_ONCE
        super().data_received(data)
        if self.transport.is_closing():
            return
        owed = self._spent.spend(time.monotonic(), AT_ONCE - reader.turns)
        if reader.stopped or owed:
            self._pause()
            if owed or self.queue.empty():
                self._again = self.loop.call_later(owed, self._go_on)

    def _go_on(self) -> None:
        self._again = None
        if not self.queue.empty() or self.transport.is_closing():
            return
        if self.conn.reader.stopped:
            self._read()
        if self.read_paused and not self._is_waiting():
            self.read_paused = False
            self.transport.resume_reading()

    def _is_waiting(self) -> bool:
        """Whether there is more to do before anything else is taken in."""
        return self._again is not None or not self.queue.empty()

    def _pause(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self._again is None:
            self._go_on()
        return message

    def send_keepalive_ping(self) -> None:
        """Whoever has spoken just now need not be asked whether they are there."""
        interval = self.ping_interval or 0.0
        quiet = self.loop.time() - self._heard
        if quiet < interval:
            self.ping_timer = self.loop.call_later(interval - quiet, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        if self.read_paused and self.ping_timeout is not None:
            # The answer may be among what is not read yet.
            self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)
        else:
            super().keepalive_timeout()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # else it was no handshake, and there is nobody to speak to
            # Weakly: the scope is ours, and would keep us in memory.
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[FRAMES] = WeakMethod(self.write_frame)
            extensions[LINE] = Line(self)
            extensions[PACKS] = is_read_by(self.conn.extensions)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(1007, "not UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) >= MOST_PARTS:
            self.conn.fail(1009, "a message has too many parts")
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    def handle_parser_exception(self) -> None:
        flooded = self.conn.close_sent is not None and self.conn.close_sent.code == POLICY
        self.doors.counts["frame_floods" if flooded else "bad_frames"] += 1
        super().handle_parser_exception()

    # -- going out ---------------------------------------------------------------------------------

    def write_frame(self, frame: bytes) -> bool:
        """Pass on what was made once for many, instead of making it again for each. False if that
        cannot be: they are gone, or behind with their reading."""
        if self.close_sent or self.transport.is_closing() or not self.writable.is_set():
            return False
        self.transport.write(frame)
        return True

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            # Nobody asks for the heads of either side again; a thousand sockets have megabytes. The
            # parser holds the request for as long as the socket is open.
            self.request.headers.clear()
            self.request = self.response = None  # type: ignore[assignment]
        if message["type"] == "websocket.http.response.body":
            # An answer instead of a socket is a handshake as good as any, and no cause for alarm.
            self.handshake_complete = True

    def looked_at(self, now: float) -> None:
        if self._pace.stuck(self.transport, now):
            self.doors.counts["slow_readers"] += 1
            self.transport.abort()
