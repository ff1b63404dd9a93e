"""How these tests talk to the command: in this process, through pipes, at a pseudo-terminal."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

from cli.template import template
from outrider.cli.referee import Referee
from outrider.core.wire import dumps, parse

Answer = dict[str, Any]

START = "ffffffff/8/8/8/8/8/8/FFFFFFFF r - -"
"""A battle without forts, Red to act."""

KINDS = ("malformed", "unknown", "not-your-turn", "illegal", "over")
DEADLINE = 180.0
"""Seconds after which an answer is not expected any more."""

LEFT_OUT = ("NO_COLOR", "FORCE_COLOR", "LINES", "PYTHONWARNINGS", "OUTRIDER_DATA", "TMUX")
PATIENCE = re.compile(r"^Outrider: compiling .*\n", re.M)
"""What a process says on a slow machine, before it does what it is asked for."""
COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def environment(**extra: str) -> dict[str, str]:
    """Our environment, but with a terminal that is the same everywhere."""
    ours = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
    return {**ours, "COLUMNS": "100", "TERM": "dumb", "PYTHONIOENCODING": "utf-8", **extra}


def outrider(
    *arguments: str | Path, stdin: str | bytes = b"", **extra: str
) -> subprocess.CompletedProcess[str]:
    """The command, run to its end."""
    words = [str(each) for each in arguments]
    typed = stdin.encode() if isinstance(stdin, str) else stdin
    # Coverage measures who really starts, and where modules come from is asked at the start.
    if "PYTHONPATH" in extra or any(name.startswith("COVERAGE_") for name in os.environ):
        command = [sys.executable, "-m", "outrider", *words]
        done = subprocess.run(
            command, input=typed, capture_output=True, env=environment(**extra),
            timeout=DEADLINE, check=False,
        )  # fmt: skip
    else:
        done = template().run(words, typed, environment(**extra), DEADLINE)
    complaints = PATIENCE.sub("", done.stderr.decode())
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), complaints)


class Talk:
    """A conversation with a referee in this process."""

    def __init__(self) -> None:
        self.referee = Referee()

    def raw(self, line: bytes | str) -> Answer:
        """The answer to a line, as it arrives on the other side."""
        answer = self.referee.answer(line.encode() if isinstance(line, str) else line)
        arrived: Answer = parse(dumps(answer).encode())
        return arrived

    def ask(self, do: str, **fields: Any) -> Answer:
        return self.raw(dumps({"do": do, **fields}))

    def done(self, do: str, **fields: Any) -> Answer:
        """The answer to a request that has to be granted."""
        answer = self.ask(do, **fields)
        assert answer["ok"] is True, answer
        return answer

    def battle(self, position: str = START, **fields: Any) -> Answer:
        return self.done("load", game="skirminion", position=position, **fields)

    def play(self, seat: str | None, *actions: str) -> Answer:
        answer: Answer = {}
        for action in actions:
            answer = self.done("play", seat=seat, action=action)
        return answer

    def memory(self) -> str:
        """Everything the referee knows of its game, as text."""
        return dumps([self.ask(do) for do in ("state", "record")])

    def refused(self, line: bytes | str | Answer, *kinds: str) -> Answer:
        """The error that a line is refused with. Nothing may have changed by it."""
        before = self.memory()
        answer = self.raw(dumps(line) if isinstance(line, dict) else line)
        error = well_refused(answer)
        assert error["kind"] in (kinds or KINDS), answer
        assert self.memory() == before
        return error


def well_refused(answer: Answer) -> Answer:
    """The error of a refusal, which is in the contract's form."""
    assert answer["ok"] is False, answer
    assert set(answer) == {"ok", "error"} | (set(answer) & {"id"})
    error: Answer = answer["error"]
    assert error["kind"] in KINDS
    assert isinstance(error["message"], str) and error["message"]
    assert set(error) <= {"kind", "rule", "message"}
    if error["kind"] == "illegal":
        assert re.fullmatch(r"[A-Z]+-[A-Z]\d+", error["rule"])
    return error


class Pipes:
    """A referee in a process of its own."""

    def __init__(self) -> None:
        self.complaints = os.memfd_create("stderr")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "outrider", "referee"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.complaints,
            bufsize=0,
            env=environment(),
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self.waiting = b""

    def __enter__(self) -> "Pipes":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait(DEADLINE)
        self.stdin.close()
        self.stdout.close()
        os.close(self.complaints)

    def send(self, data: bytes) -> None:
        """Write it all; a process that is gone is noticed by its silence."""
        view = memoryview(data)
        try:
            while view:
                view = view[self.stdin.write(view) :]
        except BrokenPipeError:
            pass

    def silent(self, seconds: float = 0.0) -> bool:
        """Whether there is no answer that has not been read."""
        return not self.waiting and not select.select([self.stdout], [], [], seconds)[0]

    def read(self) -> Answer:
        """The next answer."""
        limit = time.monotonic() + DEADLINE
        while b"\n" not in self.waiting:
            left = limit - time.monotonic()
            assert left > 0 and select.select([self.stdout], [], [], left)[0], "no answer"
            more = os.read(self.stdout.fileno(), 1 << 16)
            assert more, f"the referee is gone: {self.stderr()}"
            self.waiting += more
        line, _, self.waiting = self.waiting.partition(b"\n")
        answer: Answer = parse(line)
        return answer

    def raw(self, line: bytes) -> Answer:
        self.send(line + b"\n")
        return self.read()

    def ask(self, do: str, **fields: Any) -> Answer:
        return self.raw(dumps({"do": do, **fields}).encode())

    def rest(self) -> bytes:
        """What was answered and not read, after the process has ended."""
        self.process.wait(DEADLINE)
        return self.waiting + self.stdout.read()

    def ended(self) -> int:
        """The exit status, once all input has been read."""
        self.stdin.close()
        return self.process.wait(DEADLINE)

    def stderr(self) -> str:
        return PATIENCE.sub("", os.pread(self.complaints, 1 << 20, 0).decode())


class Screen:
    """A command at a pseudo-terminal of its own."""

    def __init__(
        self, *arguments: str | Path, data: Path, term: str = "xterm-256color", width: int = 100
    ) -> None:
        self.fd, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "outrider", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env=environment(OUTRIDER_DATA=str(data), TERM=term, COLUMNS=str(width)),
        )
        os.close(theirs)
        self.shown = b""
        self.seen = ""
        """All that was on the screen, without colours."""
        self.at = 0

    def __enter__(self) -> "Screen":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait(DEADLINE)
        os.close(self.fd)

    def _more(self, limit: float) -> bool:
        left = limit - time.monotonic()
        assert left > 0 and select.select([self.fd], [], [], left)[0], f"stuck at\n{self.seen}"
        try:
            data = os.read(self.fd, 1 << 16)
        except OSError:  # what Linux says when the other side has hung up
            return False
        self.shown += data
        text = self.shown.decode("utf-8", "replace")
        self.seen = COLOUR.sub("", text).replace("\r\n", "\n")
        return bool(data)

    def until(self, text: str) -> str:
        """What is shown up to this text, from where the last wait ended."""
        limit = time.monotonic() + DEADLINE
        while text not in self.seen[self.at :]:
            assert self._more(limit), f"ended before {text!r}:\n{self.seen}"
        start, self.at = self.at, self.seen.index(text, self.at) + len(text)
        return self.seen[start : self.at]

    def type(self, line: str) -> None:
        os.write(self.fd, line.encode() + b"\n")

    def answer(self, line: str, text: str = " > ") -> str:
        """Type a line and see what is shown up to a text, by default the next question."""
        self.type(line)
        self.until(line)
        return self.until(text)

    def interrupt(self) -> None:
        """SIGINT, once the process sleeps in the read of a line: before that it may be lost."""
        limit = time.monotonic() + DEADLINE
        stat = Path(f"/proc/{self.process.pid}/stat")
        while stat.read_text().rpartition(")")[2].split()[0] != "S":
            assert time.monotonic() < limit, "never asleep"
            time.sleep(0.01)
        self.process.send_signal(signal.SIGINT)

    def ended(self) -> int:
        """The exit status, with everything that was shown read."""
        limit = time.monotonic() + DEADLINE
        while self._more(limit):
            pass
        return self.process.wait(DEADLINE)


def lines(requests: Iterable[Answer | str]) -> bytes:
    """Requests as the referee reads them."""
    texts = (request if isinstance(request, str) else dumps(request) for request in requests)
    return "".join(text + "\n" for text in texts).encode()
