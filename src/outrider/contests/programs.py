"""Programs that play: started with pipes and limits, and ended with all that they have started.

On Linux a program is killed when whoever started it dies, even by `kill -9`; and whatever it starts
inherits a mark in its environment, by which it is found again though it has left the session.
Elsewhere only the program's process group is ended.
"""

import os
import secrets
import select
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from outrider.bots.protocol import BotFailed, Clock
from outrider.core.refusal import malformed, unknown
from outrider.core.wire import shown

MEMORY = 1024
"""Megabytes of address space a program may have, unless told otherwise."""
LONGEST_LINE = 1024 * 1024
LAST_WORDS = 4096
"""Bytes of standard error that are remembered."""
GRACE = 0.5
"""Seconds that a program gets to end by itself when its input is closed."""
MARK = "OUTRIDER_BOT"
LINUX = sys.platform == "linux" and bool(sys.executable)
PASSES = 50
"""How often it is looked again for what a program has started, while there still is something."""

# Runs in the new process, before it becomes the program. A function for Popen to call after the
# fork could do the same, but is not safe where there are threads. Python ignores some signals, and
# what is ignored stays so; hence they are set back.
LAUNCH = """
import ctypes, os, resource, signal, sys
parent, megabytes, *command = sys.argv[1:]
if parent != "0":
    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
    if os.getppid() != int(parent):
        os._exit(1)
_, most = resource.getrlimit(resource.RLIMIT_AS)
wanted = int(megabytes) * 1024 * 1024
wanted = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
resource.setrlimit(resource.RLIMIT_AS, (wanted, wanted))
for number in (signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ):
    signal.signal(number, signal.SIG_DFL)
try:
    os.execvp(command[0], command)
except OSError as error:
    os.write(2, f"{command[0]} cannot be started: {error.strerror}\\n".encode())
    os._exit(127)
"""

_running: set[int] = set()
"""The programs of this process, by their process ids."""


class Ended(BotFailed):
    """The program is not there any more."""


class Late(BotFailed):
    """The program has not answered in time. It may still do so, and may be asked something else."""


def command_of(text: str) -> tuple[str, ...]:
    """The words of a command, if it can be run."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise malformed(f"the bot's command {shown(text)} cannot be read: {error}") from None
    if not words or not words[0] or "\0" in text:
        raise malformed(f"the bot's command {shown(text)} names no program")
    if shutil.which(words[0]) is None:
        raise unknown(f"there is no program {shown(words[0])} that could be a bot")
    return words


class Program:
    """One run of a program: lines to it and from it, by a clock. It has to be ended."""

    def __init__(
        self, command: Sequence[str], memory: int = MEMORY, log: Path | None = None
    ) -> None:
        self._own = secrets.token_hex(8)
        self._log = log
        self._name = shlex.join(command)
        self._heard = b""
        self._stale = False
        """Whether the line that is being heard was begun before the last question."""
        self.begun = time.monotonic()
        self.is_ready = False
        self._unheard = b""
        self._words = b""
        self._unsaid = b""
        try:
            self._process = subprocess.Popen(
                launched(command, memory),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                # Who looks for all programs of a tournament finds its mark before ours.
                env={**os.environ, MARK: f"{os.environ.get(MARK, '')} {self._own}"},
            )
        except (OSError, ValueError) as error:
            raise BotFailed(f"the bot's program cannot be started: {error}") from None
        _running.add(self._process.pid)
        process = self._process
        assert process.stdin and process.stdout and process.stderr
        self._in, self._out, self._err = process.stdin, process.stdout, process.stderr
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe.fileno(), False)
        self._mute = False

    def has_ended(self) -> bool:
        return self._process.poll() is not None

    # -- talking -----------------------------------------------------------------------------------

    def send(self, line: bytes, clock: Clock) -> None:
        """Say something. What was answered before that belongs to an earlier question. Whoever is
        still busy with that may not have listened to all of it yet."""
        self._forget()
        self._unheard += line + b"\n"
        while self._unheard:
            if not self._wait(clock, writing=True):
                if len(self._unheard) > LONGEST_LINE:
                    raise BotFailed("the bot does not listen")
                raise Late("the bot does not listen")
            try:
                self._unheard = self._unheard[os.write(self._in.fileno(), self._unheard) :]
            except BrokenPipeError:
                raise Ended("the bot's program has ended") from None

    def line(self, clock: Clock) -> bytes:
        """The next line the program writes."""
        while True:
            while b"\n" not in self._heard:
                if not self._wait(clock):
                    raise Late("the bot thought for too long")
                part = os.read(self._out.fileno(), 65536)
                if not part:
                    raise Ended("the bot's program has ended")
                self._heard += part
                if len(self._heard) > LONGEST_LINE:
                    raise BotFailed("the bot talks too much")
            line, _, self._heard = self._heard.partition(b"\n")
            if not self._stale:
                return line
            self._stale = False

    def _forget(self) -> None:
        """Of a line that is only half there, the rest will be forgotten when it comes."""
        read, last = 0, self._heard
        with suppress(BlockingIOError):
            while part := os.read(self._out.fileno(), 65536):
                read, last = read + len(part), part
                if read > LONGEST_LINE:
                    raise BotFailed("the bot talks too much")
            raise Ended("the bot's program has ended")
        self._heard = b""
        if last:
            self._stale = not last.endswith(b"\n")

    def _wait(self, clock: Clock, writing: bool = False) -> bool:
        """Until the program can be told or heard, or the clock is over. What it writes to standard
        error meanwhile is taken in: it must not have to wait for us to read that."""
        wanted = self._in if writing else self._out
        while True:
            reading = [] if self._mute else [self._err]
            if not writing:
                reading.append(self._out)
            heard, taken, _ = select.select(
                reading, [self._in] if writing else [], [], max(0.0, clock.left())
            )
            if self._err in heard:
                self._listen()
            if wanted in heard or wanted in taken:
                return True
            if clock.is_over():
                return False

    # -- last words --------------------------------------------------------------------------------

    def _listen(self) -> None:
        """Take in what there is on standard error."""
        with suppress(BlockingIOError):
            part = os.read(self._err.fileno(), 65536)
            self._mute = not part
            self._words = (self._words + part)[-LAST_WORDS:]
            if self._log is not None:
                *lines, self._unsaid = (self._unsaid + part).split(b"\n")
                if len(self._unsaid) > LONGEST_LINE:
                    lines, self._unsaid = [*lines, self._unsaid], b""
                self._note(lines)

    def _note(self, lines: Sequence[bytes]) -> None:
        """Write to the log; many processes do, so each time with one call, and at the end."""
        assert self._log is not None
        text = "".join(f"{self._name}: {line.decode('utf-8', 'replace')}\n" for line in lines)
        with suppress(OSError), self._log.open("ab", buffering=0) as file:
            file.write(text.encode())

    def last_words(self) -> str:
        """The last line on standard error that is not blank."""
        lines = [
            line for line in self._words.decode("utf-8", "replace").splitlines() if line.strip()
        ]
        return "".join(c for c in lines[-1].strip() if c.isprintable())[-160:] if lines else ""

    # -- ending ------------------------------------------------------------------------------------

    def end(self, grace: float = GRACE) -> None:
        """End the program and all it has started; politely first."""
        process = self._process
        with suppress(OSError):
            self._in.close()
        until = time.monotonic() + grace
        while process.poll() is None and time.monotonic() < until:
            # One that waits to be rid of what it has to say would never end.
            self._listen()
            time.sleep(0.01)
        end_group(process.pid)
        end_marked(self._own)
        process.wait()
        _running.discard(process.pid)
        for _ in range(PASSES):
            before = self._words
            self._listen()
            if self._mute or self._words == before:
                break
        if self._log is not None and self._unsaid:
            self._note([self._unsaid])
        for pipe in (self._out, self._err):
            pipe.close()


def launched(command: Sequence[str], memory: int) -> list[str]:
    """The command that starts a program with its limits, where the system can."""
    if not LINUX:
        return list(command)
    # To the system the parent is the thread that starts a program; only the main one lasts.
    lasting = threading.current_thread() is threading.main_thread()
    parent = os.getpid() if lasting else 0
    return [sys.executable, "-I", "-S", "-c", LAUNCH, str(parent), str(memory), *command]


def end_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def end_marked(mark: str) -> None:
    """End every process that has a mark in its environment. Those that are being ended may still
    start others, so it is looked again until there are none."""
    if not LINUX:
        return
    for _ in range(PASSES):
        found = marked(mark.encode())
        if not found:
            return
        for pid in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)


def marked(mark: bytes) -> list[int]:
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            # It may have ended, or be somebody else's.
            with suppress(OSError):
                if mark in (folder / "environ").read_bytes():
                    found.append(int(folder.name))
    return found


def end_all() -> None:
    """End every program that this process has running, at once."""
    for pid in tuple(_running):
        end_group(pid)
