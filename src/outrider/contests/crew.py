"""Processes that play, and that never outlive the one they play for."""

import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from outrider.contests.programs import MARK, end_all, end_marked

T = TypeVar("T")


class Crew:
    """So many processes to play in. When this is left with an error, or this process dies in
    whatever way, they end at once, and with them the programs that play in them."""

    def __init__(self, count: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._mark = secrets.token_hex(8)
        # Nothing is ever sent. Its end at our side is closed when we want, and when we are dead.
        self._theirs, self._ours = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(
            count, mp_context=context, initializer=enlist, initargs=(self._theirs, self._mark)
        )

    def submit(self, do: Callable[..., T], *given: Any) -> Future[T]:
        # The first call starts the processes. Until they have begun to ignore Control-C it is kept
        # from them; from us it is only put off.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return self._pool.submit(do, *given)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def stop(self) -> None:
        """End everything at once, whatever is being played."""
        self._ours.close()

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._ours.close()
        self._theirs.close()
        # A process that was killed could not end its programs.
        end_marked(self._mark)


def enlist(leash: Connection, mark: str) -> None:
    """Begin a process's life in a crew."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Control-C is for the first process, which ends us
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    os.environ[MARK] = f"{os.environ.get(MARK, '')} {mark}"
    threading.Thread(target=_watch, args=(leash, mark), daemon=True).start()


def _watch(leash: Connection, mark: str) -> None:
    """Wait until the other end of the pipe is closed, and end."""
    with suppress(EOFError, OSError):
        leash.recv_bytes()
    try:
        end_all()
        end_marked(mark)
    finally:
        os._exit(1)
