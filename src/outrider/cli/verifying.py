"""The command `outrider verify`."""

from pathlib import Path

from outrider.cli.files import game_of, read_bytes, read_record
from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import parse
from outrider.play.proof import Kept, Wrong, kept_from_json, proved


def verify_record(file: Path, seen: Path | None = None, key: str | None = None) -> int:
    """Say what a record proves; 0 if all is as it says, 1 if something is not."""
    record = read_record(file)
    kept = None if seen is None else read_kept(seen)
    try:
        for sentence in proved(game_of(record), record, kept, key):
            print(sentence)
    except Wrong as found:
        print(f"WRONG: {found}")
        return 1
    return 0


def read_kept(file: Path) -> Kept:
    try:
        return kept_from_json(parse(read_bytes(file)))
    except Refusal as refusal:
        raise malformed(f"{file}: {refusal.message}") from None
