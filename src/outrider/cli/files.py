"""Record files on disk: read whole, written whole or not at all."""

import os
import tempfile
from pathlib import Path

from outrider.core.record import Record, record_from_text
from outrider.core.refusal import malformed

LARGEST = 64 * 1024 * 1024


def read_record(file: Path) -> Record:
    """A record from a file."""
    try:
        if file.stat().st_size > LARGEST:
            raise malformed(f"{file} is too large to be a record")
        return record_from_text(file.read_bytes())
    except OSError as error:
        raise malformed(f"{file}: {error.strerror}") from None


def write_record(file: Path, record: Record) -> None:
    """Put a record in a file's place in one stroke, so that a crash leaves the old or the new."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=file.parent, prefix=f".{file.name}.", delete=False
        ) as draft:
            draft.write(record.to_text())
            draft.flush()
            os.fsync(draft.fileno())
        Path(draft.name).replace(file)
    except OSError as error:
        raise malformed(f"{file}: {error.strerror}") from None


def data_folder() -> Path:
    """Where this user's games are kept."""
    home = os.environ.get("OUTRIDER_DATA")
    if home:
        return Path(home)
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "outrider"
