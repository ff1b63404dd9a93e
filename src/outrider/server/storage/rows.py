"""Rows as the databases have them, and back. Both keep the same columns in the same order."""

import json
import sys
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, get_args

import orjson

from outrider.server.storage.base import LineRow, MatchRow, SeatRow, Stage, Summary

MATCH = ["id", "game", "rules", "host", "watch", "listed", "created", "stage"]
MATCH += ["result", "touched", "due"]
SEAT = ["match", "seat", "kind", "level", "name", "who", "token", "invite"]
SEAT += ["commitment", "entropy", "engine", "seal"]
TERMS = ["match", "header", "setup"]
ORIGIN = ["match", "origin", "bytes"]
HIDDEN = ["match", "who", "at"]
LINE = ["match", "n", "line", "at", "client"]
MATCHES = ", ".join(f"m.{column}" for column in MATCH) + ", t.header, t.setup"
"""The columns of a match for `FROM matches m JOIN terms t ON t.match = m.id`."""
STAGES: tuple[str, ...] = get_args(Stage)

_write = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def _shared(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose words are those of all others: a thousand matches have the same names."""
    return {
        sys.intern(name): sys.intern(value) if type(value) is str else value
        for name, value in pairs
    }


_read = json.JSONDecoder(object_pairs_hook=_shared).decode


def json_text(value: dict[str, Any] | None) -> str | None:
    """All in ASCII: any string of Python's can be kept, half a surrogate pair included."""
    return None if value is None else _write(value)


def match_values(row: MatchRow) -> tuple[Any, ...]:
    return (
        row.id,
        row.game,
        row.rules,
        row.host,
        row.watch,
        row.listed,
        row.created,
        row.stage,
        json_text(row.result),
        row.touched,
        row.due,
    )


def terms_values(row: MatchRow) -> tuple[Any, ...]:
    return (row.id, json_text(row.header), json_text(row.setup))


def match_row(values: Sequence[Any]) -> MatchRow:
    """From the columns of MATCHES."""
    id, game, rules, host, watch, listed, created, stage, result, touched, due = values[:11]
    return MatchRow(
        id,
        game,
        rules,
        _read(values[11]),
        _read(values[12]),
        host,
        watch,
        bool(listed),
        created,
        stage,
        None if result is None else _read(result),
        touched,
        due,
    )


def seat_values(row: SeatRow) -> tuple[Any, ...]:
    return tuple(getattr(row, column) for column in SEAT)


def seat_row(values: Sequence[Any]) -> SeatRow:
    return SeatRow(*(*values[:10], bool(values[10]), values[11]))


def placed(id: str, seats: Sequence[SeatRow]) -> list[tuple[Any, ...]]:
    """The seats of one match, each with its place at the table in front."""
    if any(seat.match != id for seat in seats):
        raise ValueError("a seat of another match")
    return [(place, *seat_values(seat)) for place, seat in enumerate(seats)]


def seats_by_match(rows: Iterable[Sequence[Any]]) -> dict[str, tuple[SeatRow, ...]]:
    """From rows in the order of their matches."""
    return {
        id: tuple(seat_row(row) for row in group) for id, group in groupby(rows, key=itemgetter(0))
    }


def line_values(id: str, row: LineRow) -> tuple[Any, ...]:
    return (id, row.n, _line_text(row.line), row.at, row.client)


def _line_text(line: dict[str, Any]) -> str:
    """The same as `json_text` of what every action writes, in a third of the time, but for signs
    beyond ASCII, which stay as they are."""
    try:
        return orjson.dumps(line).decode()
    except TypeError:  # half a surrogate pair, or a number of more than 64 bits
        return _write(line)


def line_row(values: Sequence[Any]) -> LineRow:
    """From n, line, at and client."""
    return LineRow(values[0], _read(values[1]), values[2], values[3])


def summaries(
    rows: Sequence[Sequence[Any]], seats: dict[str, tuple[SeatRow, ...]]
) -> tuple[Summary, ...]:
    """From the columns of MATCHES and a number of lines."""
    return tuple(Summary(match_row(row), seats.get(row[0], ()), row[13]) for row in rows)


def same_seat(before: SeatRow, after: SeatRow) -> None:
    if (before.match, before.seat) != (after.match, after.seat):
        raise ValueError("a seat is changed into another")


def latest_beat(last: int | None, now: int, gap: int) -> int:
    """What to remember after a beat. The clocks of several processes differ a little; a clock that
    was wrong by more than the gap and is right again is believed."""
    return now if last is None or last - now > gap else max(last, now)
