"""Bots that are programs of their own: any language, JSON Lines on standard input and output.

    sent      {"do":"choose","seat":"blue","state":{...},"legal":[...],"seconds":1.0}
    answered  {"action":{...}}

The program is started when it is first asked. If it is too slow, answers with something else or
dies, it is ended, and started anew for the next choice. What it writes to standard error is lost.
"""

import os
import random
import select
import shlex
import signal
import subprocess
import time
from contextlib import suppress
from typing import Any

from outrider.bots.protocol import BotFailed, Clock
from outrider.core.choices import Choices
from outrider.core.game import Game
from outrider.core.refusal import Refusal
from outrider.core.wire import Action, an_object, dumps, parse

MEMORY = 1024
"""Megabytes of address space a program may have, unless told otherwise."""
LONGEST_LINE = 1024 * 1024
MOST_LISTED = 500
"""Legal actions that are sent along, of a continuum or of very many."""


class ExternalBot:
    """A program at a table. `close` ends it."""

    def __init__(self, game: Game[Any, Any], seat: str, command: str, memory: int = MEMORY) -> None:
        self._game = game
        self._seat = seat
        self._command = shlex.split(command)
        self._memory = memory
        self._process: subprocess.Popen[bytes] | None = None
        self._heard = b""

    def choose(
        self, view: dict[str, Any], choices: Choices[Any], clock: Clock, source: random.Random
    ) -> Action:
        legal = [action.to_json() for _, action in zip(range(MOST_LISTED), choices, strict=False)]
        asked = {"do": "choose", "seat": self._seat, "state": view, "legal": legal}
        try:
            self._send({**asked, "seconds": max(0.0, clock.left())}, clock)
            return self._read(self._line(clock))
        except BotFailed:
            self.close()
            raise
        except (OSError, ValueError) as error:
            self.close()
            raise BotFailed(f"the bot's program failed ({type(error).__name__})") from None

    def _read(self, line: bytes) -> Action:
        try:
            answer = an_object(parse(line), "the answer")
            action: Action = self._game.action(answer.get("action"))
        except Refusal as refusal:
            raise BotFailed(f"the bot answered nonsense: {refusal.message}") from None
        return action

    # -- the process -------------------------------------------------------------------------------

    def _started(self) -> subprocess.Popen[bytes]:
        process = self._process
        if process is None or process.poll() is not None:
            self.close()
            try:
                process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
            except OSError as error:
                raise BotFailed(f"the bot's program cannot be started: {error.strerror}") from None
            self._process, self._heard = process, b""
            limit_memory(process.pid, self._memory)
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                os.set_blocking(pipe.fileno(), False)
        return process

    def _send(self, message: dict[str, Any], clock: Clock) -> None:
        process = self._started()
        assert process.stdin is not None
        left = memoryview(dumps(message).encode() + b"\n")
        while left:
            _, ready, _ = select.select([], [process.stdin], [], max(0.0, clock.left()))
            if not ready:
                raise BotFailed("the bot does not listen")
            try:
                left = left[os.write(process.stdin.fileno(), left) :]
            except BrokenPipeError:
                raise BotFailed("the bot's program has ended") from None

    def _line(self, clock: Clock) -> bytes:
        """The next line the program writes."""
        process = self._process
        assert process is not None and process.stdout is not None
        while b"\n" not in self._heard:
            ready, _, _ = select.select([process.stdout], [], [], max(0.0, clock.left()))
            if not ready:
                raise BotFailed("the bot thought for too long")
            part = os.read(process.stdout.fileno(), 65536)
            if not part:
                raise BotFailed("the bot's program has ended")
            self._heard += part
            if len(self._heard) > LONGEST_LINE:
                raise BotFailed("the bot talks too much")
        line, _, self._heard = self._heard.partition(b"\n")
        return line

    def close(self) -> None:
        """End the program and all it has started; politely first."""
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        waited = time.monotonic() + 0.5
        while process.poll() is None and time.monotonic() < waited:
            time.sleep(0.01)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def limit_memory(pid: int, megabytes: int) -> None:
    """Bound a process's address space, where the system can."""
    try:
        import resource
    except ImportError:
        return
    if hasattr(resource, "prlimit"):
        most = megabytes * 1024 * 1024
        with suppress(OSError, ValueError):
            resource.prlimit(pid, resource.RLIMIT_AS, (most, most))
