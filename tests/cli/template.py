"""A process that has read the command once and is forked for each test that runs it: what comes of
it is a process of its own, with its own files, environment and exit status, but without a second of
imports each time. What starting does is tested in processes that really start."""

import json
import os
import socket
import sys
import traceback
from functools import cache
from pathlib import Path
from subprocess import DEVNULL, CompletedProcess, Popen, TimeoutExpired
from tempfile import TemporaryDirectory
from typing import Any

STREAMS = ("stdin", "stdout", "stderr")


@cache
def template() -> "Template":
    """One for each process that runs tests; it ends with the line to it."""
    return Template()


class Template:
    """The parent of commands, and the line on which it is asked for them."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._parent = Popen(
                [sys.executable, "-m", "cli.template", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                stdin=DEVNULL,
            )
        self._line = ours.makefile("rwb", buffering=0)
        self._socket = ours

    def run(
        self, arguments: list[str], stdin: bytes, environment: dict[str, str], timeout: float
    ) -> CompletedProcess[bytes]:
        """The command, run to its end."""
        with TemporaryDirectory() as folder:
            files = {name: str(Path(folder) / name) for name in STREAMS}
            Path(files["stdin"]).write_bytes(stdin)
            asked = {"arguments": arguments, "environment": environment, "cwd": str(Path.cwd())}
            self._line.write(json.dumps({**asked, "files": files}).encode() + b"\n")
            pid = self._heard()
            try:
                self._socket.settimeout(timeout)
                status = self._heard()
            except TimeoutError:
                os.kill(pid, 9)
                self._socket.settimeout(None)
                self._heard()
                raise TimeoutExpired(arguments, timeout) from None
            out, err = (Path(files[name]).read_bytes() for name in STREAMS[1:])
        return CompletedProcess(arguments, status, out, err)

    def _heard(self) -> int:
        return int(self._line.readline())


def serve(line: Any) -> None:
    """Fork for each question, until nobody asks any more."""
    import outrider.cli.app
    import outrider.games

    for game in outrider.games.games():
        game.get_ready()
    while asked := line.readline():
        pid = os.fork()
        if pid == 0:
            os._exit(commanded(json.loads(asked), line))
        line.write(b"%d\n" % pid)
        _, status = os.waitpid(pid, 0)
        line.write(b"%d\n" % os.waitstatus_to_exitcode(status))


def commanded(asked: dict[str, Any], line: Any) -> int:
    """Be the command that was asked for, in a process of its own; its exit status."""
    line.close()
    for number, name in enumerate(STREAMS):
        flags = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT
        os.dup2(os.open(asked["files"][name], flags), number)
        setattr(sys, name, open(number, "r" if number == 0 else "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["cwd"])
    sys.argv = ["outrider", *asked["arguments"]]
    from outrider.cli.app import main

    status = 0
    try:
        main()
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
        status = 1
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    return status


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as own:
        serve(own.makefile("rwb", buffering=0))
