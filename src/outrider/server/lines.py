"""Lines of a match as they are kept, told and handed out: each with its hash."""

from typing import Any

from outrider.core.conduct import Moment
from outrider.core.record import Chain, Closing, Line, Opened, Record, line_from_json
from outrider.play.match import Match
from outrider.play.signing import Signer
from outrider.server import dicing
from outrider.server.storage.base import LineRow, MatchRow

CAME = "came"
"""Beside a line that is kept, and in no record: when links came that were late."""


def told_line(moment: Moment[Any]) -> dict[str, Any]:
    """A line as everybody is told it."""
    assert moment.line is not None
    line = moment.line.to_json()
    return line if moment.hash is None else {**line, "hash": moment.hash}


def keep(match: Match, moment: Moment[Any]) -> dict[str, Any]:
    """A line as it is kept: of an opening also who was late with a link."""
    n = match.awaited() if isinstance(moment.line, Opened) else None
    late = None if n is None else match.arrived.get(n)
    line = told_line(moment)
    return {**line, CAME: late} if late else line


def kept_line(row: LineRow) -> tuple[Line, dict[str, int] | None]:
    """A line that was kept, and of an opening who was late with a link."""
    return line_from_json(bare(row.line), row.n), row.line.get(CAME)


def bare(kept: dict[str, Any]) -> dict[str, Any]:
    """A line of the record, without what is kept beside it."""
    return {name: value for name, value in kept.items() if name != CAME}


def chained(match: Match, row: MatchRow, signer: Signer | None) -> Record:
    """The record of a match whose lines have hashes, closed and signed. One that was brought along
    closes as it did when it came."""
    record = match.record()
    head, *hashes = [moment.hash or "" for moment in match.moments]
    brought = row.setup.get("closing")
    if brought is not None:
        closing = Closing(**brought)
    else:
        assert signer is not None
        result = None if record.result is None else record.result.to_json()
        closing = signer.closing((head, *hashes)[-1], result, dicing.secret_of(row))
    chain = Chain(row.header, head, tuple(hashes), closing)
    return Record(match.header, record.lines, record.result, chain)
