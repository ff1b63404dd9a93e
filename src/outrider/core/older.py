"""Records of older rules: played as far as today's agree, and from there listed as text.

What was decided by older rules stays decided: the result is the one on record.
"""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, TypeVar

from outrider.core.conduct import LEAVING, SAID, Conduct, Moment, check_note, played
from outrider.core.course import beginning, next_moment, outcome_of
from outrider.core.game import Game, Terms
from outrider.core.pending import Outcome
from outrider.core.record import (
    Anchored,
    Chose,
    Fell,
    Header,
    Line,
    Noted,
    Opened,
    Record,
    at_line,
)
from outrider.core.refusal import Refusal, malformed, unknown
from outrider.core.seals import linked
from outrider.core.wire import Event, dumps, shown

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Unplayed(Event):
    """A line that today's rules do not play."""

    event: ClassVar[str] = "unplayed"
    said: str

    def to_json(self) -> dict[str, Any]:
        return {"event": self.event, "said": self.said}

    def __str__(self) -> str:
        return self.said


@dataclass(frozen=True, slots=True)
class Parting:
    """The line at which a record and today's rules part, and why. `n` is 0 where today's rules do
    not even begin such a game, and one more than the last line where only the end differs."""

    n: int
    why: str
    rules: str
    today: str
    at_end: bool = False

    def __str__(self) -> str:
        played = f"played by version {self.rules} of the rules; by today's, {self.today},"
        if self.at_end:
            return f"{played} all its lines stand, but {self.why}"
        where = f"beyond line {self.n - 1}" if self.n else "at all"
        return f"{played} it does not go {where}: {self.why}"


@dataclass(slots=True)
class Older(Generic[S]):
    """A record of older rules, line by line. `terms` and the states of `moments` are there as far
    as today's rules agree; a moment after the parting has the last state that there was, and None
    where there was none."""

    game: Game[S, Any]
    header: Header
    terms: Terms | None = None
    moments: list[Moment[Any]] = field(default_factory=list)
    parting: Parting | None = None

    @classmethod
    def begun(cls, game: Game[S, Any], header: Header) -> "Older[S]":
        """Before its first line."""
        made = cls(game, header)
        try:
            first, made.terms = beginning(game, header)
        except Refusal as error:
            made.part(0, str(error))
            made.moments.append(Moment(None, None, ()))
            return made
        made.moments.append(first)
        return made

    def part(self, n: int, why: str) -> None:
        self.parting = Parting(n, why, self.header.rules, self.game.rules_version)

    def end(self, result: Outcome | None) -> None:
        """After the last line: the result on record holds, also where today's is another."""
        found = None if self.parting is not None else self.outcome()
        if self.parting is None and found != result:
            why = "the game goes on" if found is None else f"the game ends so: {found.sentence()}"
            rules, today = self.header.rules, self.game.rules_version
            self.parting = Parting(len(self.moments), why, rules, today, at_end=True)

    def next(self, line: Line) -> Moment[Any]:
        """The moment of the next line, which is not added yet."""
        if self.parting is None:
            assert self.terms is not None
            try:
                return next_moment(self.game, self.terms, self.moments, line)
            except Refusal as error:
                self.part(line.n, str(error))
        return self.listed(line)

    def listed(self, line: Line) -> Moment[Any]:
        """A line that is not played: nothing changes but what people have said to each other."""
        last = self.moments[-1]
        conduct = last.conduct
        if isinstance(line, Noted):
            # It stands on record, whatever one thinks of it.
            with suppress(Refusal):
                conduct = self.said(line)
        else:
            conduct = replace(played(conduct, line), at=conduct.at)
        told = (Unplayed(text_of(self.game, line)),)
        return linked(self.game, last, Moment(line, last.state, told, conduct.at, conduct))

    def said(self, line: Noted) -> Conduct:
        """How people stand to each other after a line of the match, where the game stands still:
        they leave until one is left, or agree to a draw."""
        check_note(line)
        last = self.moments[-1].conduct
        if line.seat not in self.header.seats:
            raise unknown(f"nobody sits at {shown(line.seat)}")
        if line.match in LEAVING:
            return self._without(line.seat, f"{line.seat} {LEAVING[line.match]}")
        if line.match == "claim":
            absent = line.details["against"]
            if absent not in self.header.seats or absent in (line.seat, *last.left):
                raise malformed(f"{shown(absent)} is nobody to claim the game from")
            return self._without(absent, f"{absent} has left [{line.seat} claims it]")
        if line.match == "no-draw":
            return replace(last, draw=())
        if line.match == "draw":
            if line.seat in last.draw:
                raise malformed(f"{line.seat.capitalize()} has asked for a draw already")
            draw = (*last.draw, line.seat)
            if set(self.present()) <= set(draw):
                return replace(last, draw=(), outcome=Outcome((), "agreed by all"))
            return replace(last, draw=draw)
        return last

    def _without(self, seat: str, reason: str) -> Conduct:
        last = self.moments[-1].conduct
        left = (*last.left, seat)
        others = tuple(each for each in self.header.seats if each not in left)
        outcome = Outcome(others, reason) if len(others) == 1 else None
        return replace(last, left=left, draw=(), back=None, asked=(), outcome=outcome)

    def present(self) -> list[str]:
        """Who has to agree: everybody who is still playing, as far as that is known."""
        last = self.moments[-1]
        seats = self.header.seats if last.state is None else self.game.playing(last.state)
        return [seat for seat in seats if seat not in last.conduct.left]

    @property
    def reached(self) -> int:
        """The last line whose state is that of the game; -1 if not even the beginning has one."""
        if self.parting is None:
            return len(self.moments) - 1
        return min(self.parting.n, len(self.moments)) - 1

    def outcome(self) -> Outcome | None:
        """How today's rules and what people said end it; after a parting only what people said."""
        last = self.moments[-1]
        if self.parting is not None:
            return last.conduct.outcome
        return outcome_of(last)


def retold(game: Game[S, Any], record: Record) -> Older[S]:
    """A record of older rules as far as today's play it. One of rules that are not known here
    cannot be read; for one of today's there is `course.replay`."""
    if record.header.rules not in game.older_rules:
        raise at_line(1, unknown(f"no rules of version {shown(record.header.rules)} are known"))
    course = Older.begun(game, record.header)
    if record.chain is not None:
        course.moments[0] = replace(course.moments[0], hash=record.chain.head)
    for line in record.lines:
        course.moments.append(course.next(line))
    course.end(record.result)
    return course


def text_of(game: Game[Any, Any], line: Line) -> str:
    """A line as text, whether or not today's rules know what it says."""
    if isinstance(line, Chose):
        who = line.seat.capitalize() if line.seat else "The clock"
        return f"{who}: {action_text(game, line)}"
    if isinstance(line, Fell):
        faces = " ".join(map(str, line.faces))
        return f"{line.seat.capitalize()} rolls {faces} for {line.purpose}"
    if isinstance(line, Opened | Anchored):
        return "The dice are opened" if isinstance(line, Opened) else "New seals"
    details = {name: str(value).capitalize() for name, value in line.details.items()}
    return SAID[line.match].format(line.seat.capitalize(), **details)


def action_text(game: Game[Any, Any], line: Chose) -> str:
    """A choice as it is written; as its JSON, where today's rules have no such action."""
    try:
        return game.write_action(game.action_from_json(line.action))
    except Refusal:
        return dumps(line.action)
