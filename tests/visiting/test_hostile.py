"""`outrider bot URL` at servers that are none of ours: they are left, with a sentence."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from outrider.cli.offered import Visit as Asked
from outrider.cli.visiting import play_there, wish_of
from outrider.core.refusal import Refusal
from outrider.visiting.visit import Stopped, visit

MATCH = "abcdefabcdef"
ABOUT = {"game": "basic", "seats": [{"seat": "red"}], "dice": {"kind": "fair-2"}}


@contextmanager
def hostile(about: object, *messages: object) -> Iterator[str]:
    """A server that answers every request alike, and says these on every socket: its address."""

    def asked(line: ServerConnection, request: Request) -> Response | None:
        if request.path.endswith("/socket"):
            return None
        return Response(200, "OK", Headers(), json.dumps(about).encode())

    def met(line: ServerConnection) -> None:
        line.recv()
        for each in messages:
            line.send(each if isinstance(each, str) else json.dumps(each))
        for _ in line:
            pass

    with serve(met, "127.0.0.1", 0, process_request=asked) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        finally:
            server.shutdown()
            thread.join()


def visited(folder: Path, server: str) -> str:
    url = f"{server}/table/{MATCH}#seat=red&token=t"
    wish = wish_of(Asked(url, "random", keep=folder / "kept.json", patience=0.2))
    with pytest.raises((Stopped, Refusal)) as found:
        visit(wish, lambda text: None)
    return str(found.value)


HELLO = {"type": "table", "stage": "running", "version": 0, "head": "00"}
WRONG: list[Any] = [
    "no JSON",
    "[" * 100_000,
    5,
    [],
    {},
    {"type": 5},
    {**HELLO, "version": "1"},
    {**HELLO, "version": True},
    {**HELLO, "head": 5},
    {**HELLO, "lines": 5},
    {**HELLO, "lines": [5]},
    {**HELLO, "lines": [{"hash": "00"}]},
    {**HELLO, "lines": [{"n": 1, "hash": "00", "open": {"red": 5}}]},
    {**HELLO, "missed": []},
    {**HELLO, "dice": {"kind": "sealed", "anchors": ["00"]}},
    {**HELLO, "pending": {"decide": "red"}},
    {**HELLO, "conduct": {"draw": 5}},
    {**HELLO, "result": {"winners": ["red"]}},
    {**HELLO, "result": {"winners": None, "reason": "x"}},
    {**HELLO, "seals": {"n": 1}},
    {**HELLO, "clock": {"left": {"red": "soon"}}},
    {**HELLO, "pending": {"decide": ["red"]}},
    {**HELLO, "pending": {"decide": ["red"]}, "state": {"units": [[]]}},
    {"type": "table", "ok": False},
    {"type": "table", "ok": False, "error": "no"},
]


@pytest.mark.parametrize("message", WRONG, ids=lambda each: json.dumps(each)[:60])
def test_whatever_a_server_says_the_visit_ends_with_a_sentence(
    tmp_path: Path, message: object
) -> None:
    with hostile(ABOUT, message) as server:
        said = visited(tmp_path, server)
    assert said and "\n" not in said and said.isprintable() and len(said) < 600


@pytest.mark.parametrize("second", [{"type": "beat"}, {"type": "answer", "id": "q1"}])
def test_what_comes_later_is_held_against_its_shape_too(tmp_path: Path, second: object) -> None:
    with hostile(ABOUT, {**HELLO, "stage": "open"}, second) as server:
        assert "is not what an Outrider server says" in visited(tmp_path, server)


@pytest.mark.parametrize("about", [{}, {"game": 5}, {**ABOUT, "seats": 5}, {"game": "\x1b[2J"}])
def test_what_is_said_of_a_match_is_looked_at(tmp_path: Path, about: object) -> None:
    with hostile(about) as server:
        said = visited(tmp_path, server)
    assert said.isprintable()


def test_nothing_moves_the_cursor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    escape = "\x1b]0;title\x07\x1b[2J"
    monkeypatch.setattr("outrider.cli.visiting.data_folder", lambda: tmp_path)
    with hostile(ABOUT, {**HELLO, "stuck": escape}) as server:
        assert play_there(Asked(f"{server}/table/{MATCH}#seat=red&token=t", "random")) == 1
    told = capsys.readouterr()
    assert "\x1b" not in told.out + told.err and "[2J" in told.err
    with hostile(ABOUT, {"type": "table", "ok": False, "error": {"kind": escape, "message": escape}}
    ) as server, pytest.raises(Refusal) as refused:  # fmt: skip
        play_there(Asked(f"{server}/table/{MATCH}#seat=blue&token=t", "random"))
    assert refused.value.message.isprintable()


def test_a_server_sends_nobody_on_to_other_machines(tmp_path: Path) -> None:
    """What asks from here reaches what the server itself does not."""
    asked: list[str] = []

    class Inside(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(302)
            self.send_header("location", "/inside")
            self.end_headers()

        def log_message(self, *said: Any) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Inside)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        said = visited(tmp_path, f"http://127.0.0.1:{server.server_port}")
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert "it answers with 302" in said and asked == [f"/api/matches/{MATCH}"]
