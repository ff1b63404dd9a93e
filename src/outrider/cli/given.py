"""A record or a position as somebody hands it over: a file, its text, or standard input."""

import errno
import sys
from pathlib import Path
from stat import S_ISREG
from typing import Any

from outrider.cli.files import LARGEST, game_of
from outrider.core.game import Game
from outrider.core.record import Record, record_from_text
from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import an_object, parse, shown
from outrider.games import game as game_by_id

STDIN = "-"
RECORD = "outrider"
"""The field by which a record's first line is known."""


def given(what: str, id: str | None, variant: Any = None) -> tuple[Game[Any, Any], Any]:
    """The game, and a Record or a state of it. What is not JSON is a position's text, which does
    not say its numbers: a variant does."""
    text, is_read = read(what)
    if not text.strip():
        raise malformed("there is nothing to look at: neither a record nor a position")
    if text.lstrip()[0] in "{[":
        if variant is not None:
            raise malformed("a record or a state has its numbers already")
        if is_record(text):
            return a_record(text, id)
        return a_state(text, id)
    if id is None:
        said = "this is not JSON" if is_read else f"{shown(what)} is no file"
        raise malformed(f"{said}; for a position's text say --game, too")
    game = game_by_id(id)
    return game, game.read(text.strip(), None, variant)


def start_of(game: Game[Any, Any], text: str | None) -> dict[str, Any] | None:
    """A position to begin with, as JSON, of a file or its text; none if nothing was given."""
    if text is None:
        return None
    _, state = given(text, game.id)
    if isinstance(state, Record):
        raise malformed("games begin with a position, not with a record")
    return game.dump(state)


def read(what: str) -> tuple[str, bool]:
    """The text of a file or of standard input, or what was given itself; and which it was."""
    if what == STDIN:
        data = b"" if sys.stdin is None else sys.stdin.buffer.read(LARGEST + 1)
        return decoded(data, "standard input"), True
    try:
        file = Path(what)
        about = file.stat()
        if not S_ISREG(about.st_mode):
            raise malformed(f"{shown(what)} is not a file")
        with file.open("rb") as opened:
            data = opened.read(LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return what, False
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:  # a state as JSON is longer than a name may be
            return what, False
        raise malformed(f"{shown(what)}: {error.strerror}") from None
    return decoded(data, shown(what)), True


def decoded(data: bytes, name: str) -> str:
    if len(data) > LARGEST:
        raise malformed(f"{name} is too large to be a record or a position")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise malformed(f"{name}: line {line}: not UTF-8") from None


def is_record(text: str) -> bool:
    """Whether the first line is a record's; a state may be written over several lines."""
    lines = text.strip().split("\n", 1)
    try:
        first = parse(lines[0])
    except Refusal:
        return False
    return isinstance(first, dict) and (RECORD in first or (len(lines) > 1 and "game" not in first))


def a_record(text: str, id: str | None) -> tuple[Game[Any, Any], Record]:
    record = record_from_text(text)
    game = game_of(record)
    if id not in (None, game.id):
        raise malformed(f"this is a record of {game.id}, not of {shown(id)}")
    return game, record


def a_state(text: str, id: str | None) -> tuple[Game[Any, Any], Any]:
    data = an_object(parse(text), "a state")
    named = data.get("game", id)
    if not isinstance(named, str):
        raise malformed("the state does not say of which game it is; say --game")
    if id is not None and named != id:
        raise malformed(f"this is a state of {shown(named)}, not of {shown(id)}")
    game = game_by_id(named)
    return game, game.load({**data, "game": game.id})
