"""What is long is compressed on sockets, for those who say that they can read it: once for all of
them, and nobody can send more by it than without."""

import json
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson
import pytest

from outrider.server import messages
from outrider.server.messages import END, LONG, Message, packed, unpacked
from server.driving import Server, inside, seated
from server.test_server_prompt import Raw, masked, of_bytes

PLAIN, PACKED = 0x81, 0xC1
TEXT = json.dumps({"state": [{"unit": k, "at": [k, 2 * k]} for k in range(200)]}).encode()


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with inside(Path(tmp_path_factory.mktemp("messages"))) as server:
        yield server


def body_of(frame: bytes) -> bytes:
    start = {126: 4, 127: 10}.get(frame[1], 2)
    assert len(frame) - start == (frame[1] if start == 2 else int.from_bytes(frame[2:start], "big"))
    return frame[start:]


@pytest.mark.parametrize("size", [0, 125, 126, LONG - 1, LONG, 0xFFFF, 0x10000])
def test_a_frame_has_the_whole_text(size: int) -> None:
    text = (TEXT * 20)[:size]
    assert len(text) == size
    plain, short = Message(text).frame(False), Message(text).frame(True)
    assert plain[0] == PLAIN and body_of(plain) == text
    if size < LONG:
        assert short == plain
    else:
        assert short[0] == PACKED and len(short) < len(plain) / 3
        assert zlib.decompressobj(-12).decompress(body_of(short) + END) == text


def test_it_is_compressed_once_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[bytes] = []

    def counted(text: bytes) -> bytes:
        done.append(text)
        return packed(text)

    monkeypatch.setattr(messages, "packed", counted)
    message = Message(TEXT)
    assert len({message.frame(True) for _ in range(5)}) == 1
    assert done == [TEXT]


def test_what_is_no_compressed_text_is_left_to_the_parser() -> None:
    body = packed(TEXT)
    assert unpacked(body, len(TEXT)) == TEXT
    assert unpacked(body, len(TEXT) - 1) is None
    assert unpacked(b"\xff" * 40, 1000) is None
    whole = zlib.compressobj(wbits=-15)
    ended = whole.compress(TEXT) + whole.flush()
    assert unpacked(ended + b"more", 10 * len(TEXT)) is None


BROWSERS = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
LITTLE = "Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=9\r\n"
ASKED: dict[str, Any] = {"do": "table", "id": 1}


def came(raw: Raw) -> set[bool]:
    """Whether what is long came compressed."""
    raw.heard("table")
    raw.write(masked({"do": "look", "id": 7}))
    answer = raw.heard("answer")
    assert answer["id"] == 7 and answer["offers"]
    return {is_packed for is_packed, size in raw.frames if is_packed or size >= LONG}


@pytest.mark.parametrize(
    ("offer", "agreed", "packs"),
    [
        (BROWSERS, "server_no_context_takeover; client_no_context_takeover", True),
        (LITTLE, "server_max_window_bits=9", False),
        ("", "", False),
    ],
    ids=["as browsers", "with little room", "nothing"],
)
def test_it_is_agreed_on_in_the_handshake(
    host: Server, offer: str, agreed: str, packs: bool
) -> None:
    with closing(Raw(host, seated(host, "skirmish"), "red", offer)) as raw:
        assert ("permessage-deflate" in raw.head) is bool(offer)
        assert agreed in raw.head
        assert came(raw) == {packs}


def test_what_somebody_compresses_is_read(host: Server) -> None:
    """In one frame, torn, and in several."""
    body = packed(orjson.dumps({"do": "ping", "id": "x" * 300}))
    with closing(Raw(host, seated(host, "skirminion"), "red", BROWSERS)) as raw:
        whole = of_bytes(body, PACKED)
        parts = of_bytes(body[:9], 0x41) + of_bytes(body[9:], 0x80)
        for data in (whole, parts, whole):
            raw.write(data)
            assert raw.heard("answer")["id"] == "x" * 300
        raw.write(whole[:7])
        raw.write(whole[7:])
        assert raw.heard("answer")["id"] == "x" * 300


@pytest.mark.parametrize(
    ("offer", "body"),
    [
        (BROWSERS, packed(b"0" * 5_000_000)),
        (BROWSERS, b"\xff" * 40),
        ("", packed(orjson.dumps(ASKED))),
    ],
    ids=["a bomb", "nonsense", "nothing was agreed on"],
)
def test_what_may_not_be_sent_ends_the_socket_and_is_counted(
    host: Server, offer: str, body: bytes
) -> None:
    assert len(body) < 0x10000
    before = counted(host)
    with closing(Raw(host, seated(host, "skirminion"), "red", offer)) as raw:
        raw.write(of_bytes(body, PACKED))
        assert raw.is_ended()
    assert counted(host) == before + 1


def counted(host: Server) -> int:
    with host.person() as person:
        lines = person.get("/metrics").text.splitlines()
    return sum(int(line.split()[-1]) for line in lines if "bad_frames" in line and line[0] != "#")
