"""Stand-ins for what runs in a worker: good ones for Blue and recruits, for others as they are
called."""

import os
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from outrider.server.thinking import Mouth, Question, prepared

MENDED = "OUTRIDER_TEST_MENDED"
"""Names a file; when it is there, all of them are good."""


class Poison:
    """Cannot be read on the other side."""

    def __reduce__(self) -> Any:
        return (int, ("poison",))


def serve(pipe: Connection, bad: Callable[[Connection], None]) -> None:
    mouth, busy = Mouth(pipe), threading.Event()
    threading.Thread(target=mouth.beat, args=(busy,), daemon=True).start()
    mouth.say("ready")
    while True:
        try:
            question: Question = pipe.recv()
        except EOFError:
            return
        busy.set()  # to get ready takes long on a busy machine, and is nobody's fault
        choose = prepared(question)
        busy.clear()
        mouth.say("thinking")
        good = question.level == "recruit" or getattr(question, "seat", "blue") == "blue"
        if good or (MENDED in os.environ and Path(os.environ[MENDED]).exists()):
            pipe.send(("ok", choose()))
        else:
            bad(pipe)


def crashing(pipe: Connection, nice: int) -> None:
    serve(pipe, lambda _: os._exit(3))


def leaving(pipe: Connection, nice: int) -> None:
    serve(pipe, lambda _: sys.exit(0))


def hanging(pipe: Connection, nice: int) -> None:
    serve(pipe, lambda _: time.sleep(600))


def failing(pipe: Connection, nice: int) -> None:
    serve(pipe, lambda pipe: pipe.send(("failed", "ZeroDivisionError")))


def cheating(pipe: Connection, nice: int) -> None:
    """Well-formed, and never allowed."""
    serve(pipe, lambda pipe: pipe.send(("ok", {"do": "deploy", "unit": "B1", "at": [1, 1]})))


def babbling(pipe: Connection, nice: int) -> None:
    serve(pipe, lambda pipe: pipe.send(("ok", {"do": "babble", "with": [1, {"2": None}]})))


def silent(pipe: Connection, nice: int) -> None:
    serve(pipe, lambda pipe: pipe.send(("ok", None)))


def rambling(pipe: Connection, nice: int) -> None:
    serve(pipe, lambda pipe: pipe.send(("ok", 5, "more")))


def poisonous(pipe: Connection, nice: int) -> None:
    serve(pipe, lambda pipe: pipe.send(("ok", Poison())))


def scribbling(pipe: Connection, nice: int) -> None:
    serve(pipe, lambda pipe: pipe.send_bytes(b"\x80\x04scribble"))


KINDS = {
    bad.__name__: bad
    for bad in (
        crashing,
        leaving,
        hanging,
        failing,
        cheating,
        babbling,
        silent,
        rambling,
        poisonous,
        scribbling,
    )
}
