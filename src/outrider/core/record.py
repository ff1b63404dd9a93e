"""Records: a header, one line for every choice and every roll, a result. JSON Lines.

Replaying needs no random source. A record that is cut short, edited or not a record at all is
refused with the line and the reason. A game that is not finished closes with {"result":null}, so
that a cut is always seen. The record of a server's match is chained: every line has a `hash`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

from outrider.core.chain import a_hash, hash_after, head_of, some_hashes
from outrider.core.frozen import frozen
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
    "entrust": (),
}
"""The lines of a match, and the fields each has besides its seat."""
HEADER = (
    "outrider", "game", "rules", "options", "seats", "names", "table", "scenario", "variant",
    "date",
)  # fmt: skip
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Header:
    """What was played, by which rules, by whom. `start` is the state of a game that did not begin
    at the beginning; `dice` says where the faces came from, where that can be checked; `variant`
    has the numbers that are not the rulebook's. A record from `before_variants` has no field for
    them and is written again without."""

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
    variant: dict[str, Any] | None = None
    before_variants: bool = False

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
            "variant": self.variant,
            "date": self.date,
        }
        if self.before_variants:
            del made["variant"]
        if self.start is not None:
            made["state"] = self.start
        if self.dice is not None:
            made["dice"] = self.dice
        return made


@frozen
class Chose:
    """A seat chose an action. From no seat: the clock did."""

    n: int
    seat: str | None
    action: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        return {"n": self.n, "seat": self.seat, **self.action}


@frozen
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


@dataclass(frozen=True, slots=True)
class Opened:
    """Every holder of a seal opened its next link, for the line of that hash: the dice that wait
    can fall."""

    seat: ClassVar[None] = None
    n: int
    links: Mapping[str, str]
    hash: str

    def to_json(self) -> dict[str, Any]:
        return {"n": self.n, "open": dict(self.links), "for": self.hash}


@dataclass(frozen=True, slots=True)
class Anchored:
    """Holders of seals have committed anew: the links they open from now on lead up to these."""

    seat: ClassVar[None] = None
    n: int
    anchors: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        return {"n": self.n, "anchors": dict(self.anchors)}


Line: TypeAlias = Chose | Fell | Noted | Opened | Anchored


@dataclass(frozen=True, slots=True)
class Closing:
    """What the last line of a chained record has besides the result: the secret of dice that have
    one, the host's key and its signature of the line's hash, all in hexadecimal."""

    hash: str
    key: str
    signature: str
    secret: str | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """The hashes of a record: the header's, its lines', and how it closes. `header` is the header
    as it was hashed."""

    header: dict[str, Any]
    head: str
    hashes: tuple[str, ...]
    closing: Closing


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game, finished or not."""

    header: Header
    lines: tuple[Line, ...]
    result: Outcome | None
    chain: Chain | None = None

    def to_json(self) -> list[dict[str, Any]]:
        result = None if self.result is None else self.result.to_json()
        lines = [line.to_json() for line in self.lines]
        if self.chain is None:
            return [self.header.to_json(), *lines, {"result": result}]
        pairs = zip(lines, self.chain.hashes, strict=True)
        closing = self.chain.closing
        last = {"result": result, "secret": closing.secret, "key": closing.key}
        return [
            {**self.chain.header, "hash": self.chain.head},
            *({**line, "hash": text} for line, text in pairs),
            {**last, "signature": closing.signature, "hash": closing.hash},
        ]

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
        links = _Links(rows[0])
        lines: list[Line] = []
        for number, row in enumerate(rows[1:], 2):
            data = an_object(row, "a line")
            links.add(data)
            if "result" in data:
                if number != len(rows):
                    raise malformed("the result has to be the last line")
                return Record(header, tuple(lines), _result(data), links.chain(data))
            lines.append(line_from_json(data, number - 1))
        raise malformed("the record is cut short: its last line has to be the result")
    except Refusal as error:
        raise at_line(number, error) from None


class _Links:
    """The chain of a record that is being read, if it has one."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.header = {name: value for name, value in header.items() if name != "hash"}
        self.hashes: list[str] = []
        if "hash" in header:
            self._take(header["hash"], head_of(header))

    def add(self, line: dict[str, Any]) -> None:
        if bool(self.hashes) != ("hash" in line):
            says = (
                "no hash, but those before it have"
                if self.hashes
                else "a hash, but its header none"
            )
            raise malformed(f"this line has {says}")
        if self.hashes:
            self._take(line["hash"], hash_after(self.hashes[-1], line))

    def _take(self, said: object, real: str) -> None:
        if a_hash(said, "`hash`") != real:
            raise malformed("this line, or one before it, is not the one that was written here")
        self.hashes.append(real)

    def chain(self, last: dict[str, Any]) -> Chain | None:
        if not self.hashes:
            known_fields(last, ["result"], "the last line")
            return None
        known_fields(last, ["result", "secret", "key", "signature", "hash"], "the last line")
        secret = last.get("secret")
        closing = Closing(
            self.hashes[-1],
            a_string(last.get("key"), "the host's key"),
            a_string(last.get("signature"), "the signature"),
            None if secret is None else a_string(secret, "the secret"),
        )
        return Chain(self.header, self.hashes[0], tuple(self.hashes[1:-1]), closing)


def header_from_json(row: object) -> Header:
    data = an_object(row, "the header")
    known_fields(data, [*HEADER, "state", "dice", "hash"], "the header")
    for name in HEADER[:5]:
        if name not in data:
            raise malformed(f"the header needs the field `{name}`")
    if data["outrider"] != VERSION or isinstance(data["outrider"], bool):
        raise malformed(f"not an Outrider record of version {VERSION}")
    seats = tuple(a_string(seat, "a seat") for seat in a_list(data["seats"], "seats"))
    if seats != SEATS[: len(seats)]:
        raise malformed(f"the seats have to be {', '.join(SEATS[: len(seats)])} in this order")
    date = data.get("date")
    start, dice, variant = data.get("state"), data.get("dice"), data.get("variant")
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
        None if variant is None else an_object(variant, "the variant"),
        "variant" not in data,
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
    rest = {name: value for name, value in data.items() if name not in ("n", "seat", "hash")}
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
    if "open" in rest or "anchors" in rest:
        return _of_seals(n, data, rest)
    raise malformed("a line is a choice (`do`), a roll (`roll`) or of the match (`match`)")


def _of_seals(n: int, data: dict[str, Any], rest: dict[str, Any]) -> Line:
    if "seat" in data:
        raise malformed("a line of the seals is of no single seat")
    if "anchors" in rest:
        known_fields(rest, ["anchors"], "a line with anchors")
        anchors = some_hashes(rest["anchors"], "the anchors")
        if not anchors:
            raise malformed("nobody has committed anew")
        return Anchored(n, anchors)
    known_fields(rest, ["open", "for"], "an opening")
    return Opened(n, some_hashes(rest["open"], "the links"), a_hash(rest.get("for"), "`for`"))


def _result(data: dict[str, Any]) -> Outcome | None:
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
