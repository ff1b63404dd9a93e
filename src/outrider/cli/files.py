"""Record files on disk: read whole, written whole or not at all."""

import os
import tempfile
from pathlib import Path
from stat import S_ISREG
from typing import Any

from outrider.core.game import Game
from outrider.core.record import Record, at_line, record_from_text
from outrider.core.refusal import Refusal, malformed
from outrider.games import game as game_by_id

LARGEST = 64 * 1024 * 1024


def read_record(file: Path) -> Record:
    """A record from a file."""
    return record_from_text(read_bytes(file))


def read_bytes(file: Path) -> bytes:
    """All of a file."""
    try:
        about = file.stat()
        if not S_ISREG(about.st_mode):
            raise malformed(f"{_named(file)} is not a file")
        if about.st_size > LARGEST:
            raise malformed(f"{_named(file)} is too large to be a record")
        return file.read_bytes()
    except (OSError, ValueError) as error:
        raise _cannot(file, error) from None


def write_record(file: Path, record: Record) -> None:
    """Put a record in a file's place in one stroke, so that a crash leaves the old or the new."""
    draft = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        with os.fdopen(handle, "w", encoding="utf-8") as opened:
            opened.write(record.to_text())
            opened.flush()
            os.fsync(opened.fileno())
        Path(draft).chmod(0o644)
        Path(draft).replace(file)
    except BaseException as error:
        if draft is not None:
            Path(draft).unlink(missing_ok=True)
        if isinstance(error, OSError | ValueError):
            raise _cannot(file, error) from None
        raise


def _cannot(file: Path, error: OSError | ValueError) -> Refusal:
    """Why a file could not be read or written, in one line."""
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return malformed(f"{_named(file)}: {reason}")


def _named(file: Path) -> str:
    """A file's whole name, in one line whatever is in it."""
    name = str(file)
    return name if name.isprintable() else ascii(name)


def game_of(record: Record) -> Game[Any, Any]:
    """The game a record was played by."""
    try:
        return game_by_id(record.header.game)
    except Refusal as refusal:
        raise at_line(1, refusal) from None


def data_folder() -> Path:
    """Where this user's games are kept."""
    home = os.environ.get("OUTRIDER_DATA")
    if home:
        return Path(home)
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "outrider"
