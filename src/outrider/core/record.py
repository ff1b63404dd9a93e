"""Records: a header, one line for every choice and every roll, a result. JSON Lines.

Replaying needs no random source. A record that is cut short, edited or not a record at all is
refused with the line and the reason. A game that is not finished closes with {"result":null}, so
that a cut is always seen.
"""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from outrider.core.pending import Outcome
from outrider.core.refusal import Refusal, malformed, unknown
from outrider.core.seats import SEATS
from outrider.core.wire import (
    a_list,
    a_string,
    a_whole_number,
    an_object,
    dumps,
    known_fields,
    parse,
    shown,
)

VERSION = 1
CONDUCT: dict[str, tuple[str, ...]] = {
    "resign": (),
    "abandon": (),
    "flag": (),
    "claim": ("against",),
    "draw": (),
    "no-draw": (),
    "takeback": ("to",),
    "no-takeback": (),
    "substitute": ("reason",),
}
"""The lines of a match, and the fields each has besides its seat."""
HEADER = ("outrider", "game", "rules", "options", "seats", "names", "table", "scenario", "date")
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Header:
    """What was played, by which rules, by whom. `start` is the state of a game that did not begin
    at the beginning; `dice` says where the faces came from, where that can be checked."""

    game: str
    rules: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    names: dict[str, str] = field(default_factory=dict)
    table: Any = None
    scenario: Any = None
    date: str | None = None
    start: dict[str, Any] | None = None
    dice: dict[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        made = {
            "outrider": VERSION,
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            "seats": list(self.seats),
            "names": self.names,
            "table": self.table,
            "scenario": self.scenario,
            "date": self.date,
        }
        if self.start is not None:
            made["state"] = self.start
        if self.dice is not None:
            made["dice"] = self.dice
        return made


@dataclass(frozen=True, slots=True)
class Chose:
    """A seat chose an action. From no seat: the clock did."""

    n: int
    seat: str | None
    action: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        return {"n": self.n, "seat": self.seat, **self.action}


@dataclass(frozen=True, slots=True)
class Fell:
    """Dice fell."""

    n: int
    purpose: str
    seat: str
    faces: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        return {"n": self.n, "roll": self.purpose, "seat": self.seat, "faces": list(self.faces)}


@dataclass(frozen=True, slots=True)
class Noted:
    """Something of the match, not of the game's rules: a player resigned, asks for a draw, takes
    something back. `details` are the fields that some of these have."""

    n: int
    seat: str
    match: str
    details: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"n": self.n, "seat": self.seat, "match": self.match, **self.details}


Line: TypeAlias = Chose | Fell | Noted


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game, finished or not."""

    header: Header
    lines: tuple[Line, ...]
    result: Outcome | None

    def to_json(self) -> list[dict[str, Any]]:
        result = None if self.result is None else self.result.to_json()
        lines = [line.to_json() for line in self.lines]
        return [self.header.to_json(), *lines, {"result": result}]

    def to_text(self) -> str:
        return "".join(dumps(line) + "\n" for line in self.to_json())


def at_line(number: int, error: Refusal) -> Refusal:
    """The same refusal with the place where it arose."""
    return Refusal("malformed", f"line {number}: {error.message}", error.rule)


def record_from_text(text: str | bytes) -> Record:
    """Read a record file."""
    if isinstance(text, bytes):
        text = _decoded(text)
    values = []
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        try:
            values.append(parse(line))
        except Refusal as error:
            raise at_line(number, error) from None
    return record_from_json(values)


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        number = data[: error.start].count(b"\n") + 1
        raise malformed(f"line {number}: not UTF-8") from None


def record_from_json(value: object) -> Record:
    """Read a record whose lines are JSON values already."""
    rows = a_list(value, "a record")
    if not rows:
        raise malformed("line 1: the record is empty")
    number = 1
    try:
        header = header_from_json(rows[0])
        lines: list[Line] = []
        for number, row in enumerate(rows[1:], 2):
            data = an_object(row, "a line")
            if "result" in data:
                if number != len(rows):
                    raise malformed("the result has to be the last line")
                return Record(header, tuple(lines), _result(data))
            lines.append(line_from_json(data, number - 1))
        raise malformed("the record is cut short: its last line has to be the result")
    except Refusal as error:
        raise at_line(number, error) from None


def header_from_json(row: object) -> Header:
    data = an_object(row, "the header")
    known_fields(data, [*HEADER, "state", "dice"], "the header")
    for name in HEADER[:5]:
        if name not in data:
            raise malformed(f"the header needs the field `{name}`")
    if data["outrider"] != VERSION or isinstance(data["outrider"], bool):
        raise malformed(f"not an Outrider record of version {VERSION}")
    seats = tuple(a_string(seat, "a seat") for seat in a_list(data["seats"], "seats"))
    if seats != SEATS[: len(seats)]:
        raise malformed(f"the seats have to be {', '.join(SEATS[: len(seats)])} in this order")
    date = data.get("date")
    start, dice = data.get("state"), data.get("dice")
    return Header(
        a_string(data["game"], "the game"),
        a_string(data["rules"], "the rules' version"),
        an_object(data["options"], "options"),
        seats,
        checked_names(data.get("names", {}), seats),
        data.get("table"),
        data.get("scenario"),
        None if date is None else a_string(date, "the date"),
        None if start is None else an_object(start, "the state"),
        None if dice is None else an_object(dice, "the dice"),
    )


def checked_names(value: object, seats: tuple[str, ...]) -> dict[str, str]:
    """The players' names by seat."""
    names = an_object(value, "names")
    for seat, name in names.items():
        if seat not in seats:
            raise malformed(f"nobody sits at {shown(seat)}")
        if not 0 < len(a_string(name, "a name")) <= LONGEST_NAME or not name.isprintable():
            raise malformed(f"a name has 1 to {LONGEST_NAME} printable characters")
    return dict(names)


def line_from_json(data: dict[str, Any], n: int) -> Line:
    """Line `n` of a record."""
    if a_whole_number(data.get("n"), "`n`", 0, 10**9) != n:
        raise malformed(f"this is line n={n} of the game, but it says n={data['n']}")
    rest = {name: value for name, value in data.items() if name not in ("n", "seat")}
    seat = data.get("seat")
    if "do" in rest:
        return Chose(n, None if seat is None else a_string(seat, "a seat"), rest)
    if "match" in rest:
        kind = a_string(rest.pop("match"), "`match`")
        if kind not in CONDUCT:
            raise unknown(f"no line of a match is called {shown(kind)}")
        known_fields(rest, CONDUCT[kind], f"the line `{kind}` of a match")
        for name in CONDUCT[kind]:
            if name not in rest:
                raise malformed(f"the line `{kind}` of a match needs the field `{name}`")
        return Noted(n, a_string(seat, "a seat"), kind, rest)
    if "roll" in rest:
        known_fields(rest, ["roll", "faces"], "a roll")
        faces = tuple(a_list(rest.get("faces"), "faces"))
        return Fell(n, a_string(rest["roll"], "the roll"), a_string(seat, "a seat"), faces)
    raise malformed("a line is a choice (`do`), a roll (`roll`) or of the match (`match`)")


def _result(data: dict[str, Any]) -> Outcome | None:
    known_fields(data, ["result"], "the last line")
    return None if data["result"] is None else outcome_from_json(data["result"])


def outcome_from_json(value: object) -> Outcome:
    """How a game has ended."""
    result = an_object(value, "the result")
    known_fields(result, ["winners", "reason"], "the result")
    winners = a_list(result.get("winners"), "the winners")
    return Outcome(
        tuple(a_string(seat, "a winner") for seat in winners),
        a_string(result.get("reason"), "the reason"),
    )
