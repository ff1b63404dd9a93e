"""Work that grows with what somebody sends, as it is done in a process of its own.

Each errand is plain data, and so is what comes of it. What is kept between errands is only what
saves doing the same again: matches that somebody pages through.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from outrider.core.conduct import Moment
from outrider.core.course import next_moment, opening, outcome_of
from outrider.core.game import Game, Terms
from outrider.core.record import Chose, Record, header_from_json, line_from_json, record_from_text
from outrider.core.refusal import malformed
from outrider.core.wire import dumps, shown
from outrider.dice import verified
from outrider.dice.fair import KIND, a_ceremony
from outrider.games import game as game_by_id
from outrider.play.match import Match
from outrider.server.bounds import MOST_BYTES, bounded, bounded_lines, weighed_header
from outrider.server.trying import Try, tried

MOST_KEPT = 40_000
"""Lines of all matches that are kept in one process; one match is kept in any case."""


@dataclass(frozen=True, slots=True)
class Bring:
    """A record to be read, replayed and checked."""

    text: bytes


@dataclass(frozen=True, slots=True)
class Brought:
    """What is to be kept of it, as JSON."""

    header: dict[str, Any]
    """As it was brought."""
    played: dict[str, Any]
    lines: list[dict[str, Any]]
    result: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Page:
    """Moments of a match, from one on. `lines` are those after `after`, if they are brought along:
    a process that has seen them needs none."""

    match: str
    header: dict[str, Any]
    total: int
    """How many lines there are."""
    begin: int
    count: int
    after: int = 0
    lines: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Lacks:
    """The page cannot be made without the lines after this one."""

    after: int


@dataclass(frozen=True, slots=True)
class Paged:
    """The moments as JSON, written down already; fewer than asked for where they are large."""

    moments: tuple[str, ...]
    sentence: str | None
    """How the game ended, once the whole of it is known."""


Errand: TypeAlias = Bring | Page | Try


def done(errand: Errand) -> Any:
    """Whatever comes of an errand. Raises a Refusal if it is refused."""
    if isinstance(errand, Bring):
        return brought(errand)
    if isinstance(errand, Page):
        return paged(errand)
    return tried(errand)


# -- records ---------------------------------------------------------------------------------------


def brought(bring: Bring) -> Brought:
    record = record_from_text(bring.text)
    header = record.header.to_json()
    bounded_lines(len(record.lines), bounded(weighed_header(header)))
    match = Match.from_record(game_by_id(record.header.game), record)
    check_dice(record)
    result = None if record.result is None else record.result.to_json()
    lines = [line.to_json() for line in record.lines]
    return Brought(header, match.header.to_json(), lines, result)


def check_dice(record: Record) -> None:
    """What a record says of its dice has to be true where that can be computed."""
    dice = record.header.dice
    if dice is None or dice == {"kind": "typed"}:
        return
    if dice.get("kind") != KIND:
        raise malformed(f"line 1: the dice are fair or typed, not {shown(dice.get('kind'))}")
    if a_ceremony(dice, record.header.seats).secret is None:
        return
    verdict = verified(record)
    if verdict.wrong is not None:
        raise malformed(verdict.wrong)


# -- moments ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class Course:
    """A match as far as it has been replayed here. A log only grows, so what was replayed holds."""

    game: Game[Any, Any]
    terms: Terms
    moments: list[Moment[Any]] = field(default_factory=list)

    @property
    def lines(self) -> int:
        return len(self.moments) - 1


_courses: OrderedDict[str, Course] = OrderedDict()


def paged(page: Page) -> Paged | Lacks:
    course = _courses.get(page.match)
    if course is None:
        header = header_from_json(page.header)
        game = game_by_id(header.game)
        game.warm()
        first, terms = opening(game, header)
        course = Course(game, terms, [first])
    if page.after <= course.lines:
        for row in page.lines[course.lines - page.after :]:
            line = line_from_json(row, course.lines + 1)
            made = next_moment(course.game, course.terms, course.moments, line)
            course.moments.append(made)
    _keep(page.match, course)
    if course.lines < page.total:
        return Lacks(course.lines)
    return _page(course, page)


def _keep(match: str, course: Course) -> None:
    _courses[match] = course
    _courses.move_to_end(match)
    while len(_courses) > 1 and sum(each.lines for each in _courses.values()) > MOST_KEPT:
        _courses.popitem(last=False)


def _page(course: Course, page: Page) -> Paged:
    told: list[str] = []
    size = 0
    for moment in course.moments[page.begin : page.begin + page.count]:
        text = dumps(moment_json(course.game, moment))
        size += len(text)
        if told and size > MOST_BYTES:
            break
        told.append(text)
    last = course.moments[-1]
    outcome = outcome_of(course.game, last.state, last.conduct)
    return Paged(tuple(told), None if outcome is None else outcome.sentence())


def moment_json(game: Game[Any, Any], moment: Moment[Any]) -> dict[str, Any]:
    line = None if moment.line is None else moment.line.to_json()
    if line is not None and isinstance(moment.line, Chose):
        line["text"] = game.write_action(game.action_from_json(moment.line.action))
    events = [{**event.to_json(), "text": str(event)} for event in moment.events]
    return {"line": line, "events": events, "state": game.view(moment.state, None)}
