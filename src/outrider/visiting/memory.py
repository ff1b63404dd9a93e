"""What a bot keeps of a match in a file of its own: what speaks for its seat, the seeds of its
seals, and what it has seen and done, so that it can be stopped and go on.

A file is written whole or not at all, and before anything in it is told to the server: a link that
was opened for one line is never opened for another, whatever happens in between.
"""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import an_object, dumps, parse

HEADS = 48
"""How many of the latest hashes are kept, besides the first."""


@dataclass(slots=True)
class Memory:
    """One seat of one match. `seeds` are the latest first; `given` is the link that was opened
    last, and for which line; `own` are lines that named chains of ours."""

    server: str
    match: str
    token: str
    seat: str | None = None
    entropy: str = ""
    seeds: list[str] = field(default_factory=list)
    first: str | None = None
    """Where the chain ended that the match began with, if it was ours."""
    given: dict[str, str] = field(default_factory=dict)
    heads: dict[str, str] = field(default_factory=dict)
    own: list[int] = field(default_factory=list)
    moved: bool = False
    """Whether the seal came from another device: what was done with it before is not known."""

    def note(self, n: int, text: str) -> None:
        """Keep the hash of a line, and let go of old ones."""
        self.heads[str(n)] = text
        kept = {0, *self.own}
        others = sorted((int(at) for at in self.heads if int(at) not in kept), reverse=True)
        for at in others[HEADS:]:
            del self.heads[str(at)]

    def kept(self) -> dict[str, Any]:
        """As `outrider verify --seen` reads it."""
        anchors = {self.seat: self.first} if self.seat and self.first else {}
        heads = sorted((int(n), text) for n, text in self.heads.items())
        return {
            "match": self.match,
            "anchors": anchors,
            "commitment": None,
            "entropy": {},
            "heads": [list(head) for head in heads],
        }


class Keeper:
    """The file of a memory, held by one process at a time."""

    def __init__(self, file: Path) -> None:
        self.file = file

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else plays this seat meanwhile from the same file."""
        lock = self.file.with_name(f".{self.file.name}.lock")
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            opened = lock.open("w")
        except OSError as error:
            raise malformed(f"{self.file} cannot be written: {error.strerror}") from None
        with opened:
            try:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                problem = "another process plays this seat already"
                raise Refusal("not-your-turn", f"{problem}: it holds {self.file}") from None
            try:
                yield
            finally:
                lock.unlink(missing_ok=True)

    def read(self) -> Memory | None:
        """What is kept, if anything is."""
        try:
            text = self.file.read_text("utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise malformed(f"{self.file} cannot be read: {error}") from None
        try:
            data = an_object(parse(text), "the memory")
            names = {spec.name for spec in fields(Memory)}
            if not {"server", "match", "token"} <= set(data) <= names:
                raise malformed("it has other fields")
            return Memory(**data)
        except Refusal as refusal:
            raise malformed(f"{self.file} is not what a bot keeps: {refusal.message}") from None

    def write(self, memory: Memory) -> None:
        """Put it in the file's place in one stroke; only its owner may read it."""
        draft = None
        try:
            handle, draft = tempfile.mkstemp(dir=self.file.parent, prefix=f".{self.file.name}.")
            with os.fdopen(handle, "w", encoding="utf-8") as opened:
                opened.write(dumps(asdict(memory)))
                opened.flush()
                os.fsync(opened.fileno())
            Path(draft).replace(self.file)
        except OSError as error:
            if draft is not None:
                Path(draft).unlink(missing_ok=True)
            raise malformed(f"{self.file} cannot be written: {error.strerror}") from None
