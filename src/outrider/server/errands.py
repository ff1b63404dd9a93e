"""Work that grows with what somebody sends, as it is done in a process of its own.

Each errand is plain data, and so is what comes of it. What is kept between errands is only what
saves doing the same again: matches that somebody pages through.
"""

from collections import OrderedDict
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias

from outrider.core.chain import head_of
from outrider.core.game import Game
from outrider.core.older import Older, action_text, retold
from outrider.core.record import (
    Chose,
    Header,
    Record,
    header_from_json,
    line_from_json,
    outcome_from_json,
    record_from_text,
)
from outrider.core.refusal import malformed
from outrider.core.wire import dumps
from outrider.dice.checking import check_dice
from outrider.games import game as game_by_id
from outrider.play.desk import told
from outrider.play.match import Match
from outrider.play.signing import is_signed
from outrider.server.attempts import Judged, judged
from outrider.server.bounds import MOST_BYTES, bounded, bounded_lines, weighed_header
from outrider.server.examining import Examine, Roster, examined, mustered
from outrider.server.replying import Reply, replied
from outrider.server.skins import picture_of, stands
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
    closing: dict[str, Any] | None = None
    """How a chained record ends."""


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
    result: dict[str, Any] | None = None
    """How it ended by its own rules, if it has."""
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
    older: dict[str, Any] | None = None
    """By which rules it was played, if not by today's, and where they part."""


Errand: TypeAlias = Bring | Examine | Judged | Page | Reply | Roster | Try


def done(errand: Errand) -> Any:
    """Whatever comes of an errand. Raises a Refusal if it is refused."""
    if isinstance(errand, Bring):
        return brought(errand)
    if isinstance(errand, Page):
        return paged(errand)
    if isinstance(errand, Examine):
        return examined(errand)
    if isinstance(errand, Roster):
        return mustered(errand)
    if isinstance(errand, Judged):
        return judged(errand)
    return replied(errand) if isinstance(errand, Reply) else tried(errand)


# -- records ---------------------------------------------------------------------------------------


def brought(bring: Bring) -> Brought:
    record = record_from_text(bring.text)
    header = record.header.to_json()
    bounded_lines(len(record.lines), bounded(weighed_header(header)))
    played = _held(game_by_id(record.header.game), record).to_json()
    _check(record)
    rows = record.to_json()
    result: dict[str, Any] | None = rows[-1]["result"]
    if record.chain is None:
        return Brought(header, played, rows[1:-1], result)
    closing = asdict(record.chain.closing)
    return Brought(header, record.chain.header, rows[1:-1], result, closing)


def _held(game: Game[Any, Any], record: Record) -> Header:
    """The header under which a record is kept, once it has been replayed: one of older rules as
    far as today's agree."""
    if record.header.rules in game.older_rules:
        retold(game, record)
        return record.header
    return Match.from_record(game, record).header


def _check(record: Record) -> None:
    """What a record says of its dice, and whose it says it is, has to be true where that can be
    computed."""
    check_dice(record)
    if record.chain is not None and not is_signed(record.chain.closing):
        where = len(record.lines) + 2
        raise malformed(f"line {where}: the signature is not that of the key beside it")


# -- moments ---------------------------------------------------------------------------------------


_courses: OrderedDict[str, Older[Any]] = OrderedDict()
"""Matches as far as they have been replayed here. A log only grows, so what was replayed holds."""


def paged(page: Page) -> Paged | Lacks:
    course = _courses.get(page.match) or _begun(page)
    done = len(course.moments) - 1
    if page.after <= done:
        for row in page.lines[done - page.after :]:
            line = line_from_json(row, len(course.moments))
            course.moments.append(course.next(line))
    _keep(page.match, course)
    if len(course.moments) <= page.total:
        return Lacks(len(course.moments) - 1)
    return _page(course, page)


def _begun(page: Page) -> Older[Any]:
    header = header_from_json(page.header)
    game = game_by_id(header.game)
    game.warm()
    course: Older[Any] = Older.begun(game, header)
    first = course.moments[0]
    if first.seals is not None:
        course.moments[0] = replace(first, hash=head_of(page.header))
    return course


def _keep(match: str, course: Older[Any]) -> None:
    _courses[match] = course
    _courses.move_to_end(match)
    while len(_courses) > 1 and sum(len(each.moments) for each in _courses.values()) > MOST_KEPT:
        _courses.popitem(last=False)


def _page(course: Older[Any], page: Page) -> Paged:
    ended = None if page.result is None else outcome_from_json(page.result)
    is_older = course.header.rules != course.game.rules_version
    if course.parting is not None and not is_older:
        raise malformed(f"line {course.parting.n + 1}: {course.parting.why}")
    if is_older and ended is not None:
        course.end(ended)
    texts: list[str] = []
    size = 0
    for n in range(page.begin, min(page.begin + page.count, len(course.moments))):
        text = dumps(moment_json(course, n))
        size += len(text)
        if texts and size > MOST_BYTES:
            break
        texts.append(text)
    outcome = course.outcome() or (ended if is_older else None)
    sentence = None if outcome is None else outcome.sentence()
    if is_older and ended is not None:
        sentence = ended.sentence()
    return Paged(tuple(texts), sentence, _older(course) if is_older else None)


def _older(course: Older[Any]) -> dict[str, Any]:
    """By which rules a match of older ones was played, and where today's part from it, if they do:
    the line, and the sentence that says so."""
    parting = course.parting
    said = None if parting is None else f"This game was {parting}."
    rules = {"rules": course.header.rules, "today": course.game.rules_version}
    return {**rules, "from": None if parting is None else parting.n, "why": said}


def moment_json(course: Older[Any], n: int) -> dict[str, Any]:
    """A line, what happened and the state after it: null where today's rules do not play it."""
    game, moment = course.game, course.moments[n]
    line = None if moment.line is None else moment.line.to_json()
    if line is not None and isinstance(moment.line, Chose):
        line["text"] = action_text(game, moment.line)
    known = n <= course.reached
    return {
        "line": line,
        "events": told(moment.events),
        "state": game.view(moment.state, None) if known else None,
        **(picture_of(game, moment.state) if known else {}),
        "standing": stands(game, moment.state) if known else None,
    }
