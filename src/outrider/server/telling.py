"""What people are told of a match: how things stand, what has happened, what they have missed.

In most games everybody is told the same, so that it is written once. Where a game has secrets each
hears what its seat may; a choice of another's is told by its number and hash alone until the match
is over.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from outrider.core.conduct import Moment, would_undo
from outrider.core.game import Game
from outrider.core.pending import Over, addressed
from outrider.core.record import Chose
from outrider.core.wire import Event
from outrider.play.desk import told
from outrider.play.match import Match
from outrider.play.older import OlderMatch
from outrider.play.shelf import is_shelved
from outrider.server.bounds import MOST_MISSED
from outrider.server.lines import told_line
from outrider.server.skins import picture_of, stands
from outrider.server.times import now
from outrider.server.watcher import Watcher

if TYPE_CHECKING:
    from outrider.server.live import Live


def eye_of(match: Match | None, seats: frozenset[str]) -> str | None:
    """By whose eyes somebody sees who speaks for these seats: at one screen for several, those of
    whoever is to decide. None sees what everybody may."""
    if match is None or not match.game.secret or not seats:
        return None
    if len(seats) == 1:
        return next(iter(seats))
    return next((seat for seat in match.deciders() if seat in seats), None)


def by_eyes(match: Match | None, watchers: set[Watcher]) -> dict[str | None, list[Watcher]]:
    """Who is to be told the same."""
    if match is None or not match.game.secret:
        return {None: list(watchers)}
    found: dict[str | None, list[Watcher]] = {}
    for watcher in watchers:
        found.setdefault(eye_of(match, watcher.seats), []).append(watcher)
    return found


def shown(live: "Live", eye: str | None = None) -> dict[str, Any]:
    """What somebody may see of the game itself."""
    match = live.match
    if match is None:
        return {"version": 0, "state": None}
    last = match.moments[-1]
    conduct, pending = last.conduct, match.pending
    result = pending.outcome if isinstance(pending, Over) else None
    question = _question(match) if result is None else result.sentence()
    return {
        "version": match.version,
        "state": None if last.state is None else match.game.view(last.state, eye),
        **picture_of(match.game, last.state, eye),
        "standing": stands(match.game, last.state, eye),
        "pending": pending.to_json(),
        "question": question,
        "asks": addressed(question, pending) if result is None else None,
        "result": None if result is None else result.to_json(),
        "conduct": {
            "draw": list(conduct.draw),
            "back": conduct.back,
            "asked": list(conduct.asked),
            "left": list(conduct.left),
            "undoes": _undone(match) if result is None else {},
        },
        "clock": match.clock.to_json(now(), match.pauses),
        "seals": live.seals(live),
    }


def _undone(match: Match) -> dict[str, str]:
    """What each seat would take back; nobody does in one that is only looked at."""
    return {} if is_shelved(match) else would_undo(match.game, match.moments, match.written)


def _question(match: Match) -> str:
    return match.why() if isinstance(match, OlderMatch) else match.game.question(match.state)


def events_told(
    game: Game[Any, Any], events: Sequence[Event], eye: str | None
) -> list[dict[str, Any]]:
    """What has happened, as somebody hears of it."""
    heard = [game.heard(event, eye) for event in events] if game.secret else events
    return told([event for event in heard if event is not None])


def lines_told(
    match: Match, moments: Sequence[Moment[Any]], eye: str | None
) -> list[dict[str, Any]]:
    """Lines as somebody is told them."""
    if not match.game.secret or match.result is not None:
        return [told_line(moment) for moment in moments]
    return [_partly(moment, eye) for moment in moments]


def _partly(moment: Moment[Any], eye: str | None) -> dict[str, Any]:
    told = told_line(moment)
    if not isinstance(moment.line, Chose) or moment.line.seat in (eye, None):
        return told
    return {name: value for name, value in told.items() if name in ("n", "seat", "hash")}


def news(match: Match, base: int, events: Sequence[Event], eye: str | None) -> dict[str, Any]:
    """What has happened since a version."""
    return {
        "from": base,
        "lines": lines_told(match, match.moments[base + 1 :], eye),
        "events": events_told(match.game, events, eye),
    }


def missed(match: Match | None, version: int, eye: str | None) -> Mapping[str, Any]:
    """What happened since a version somebody has seen."""
    most = 0 if match is None or is_shelved(match) else min(match.version, MOST_MISSED)
    if match is None or not 0 <= match.version - version <= most:
        return {"from": 0, "lines": [], "events": []}
    moments = match.moments[version + 1 :]
    events = [event for moment in moments for event in moment.events]
    return news(match, version, events, eye)


def lines_from(match: Match | None, version: int, eye: str | None) -> list[dict[str, Any]]:
    """What was written after a version, a page of it: whoever checks that the record goes on as it
    was seen needs every line, however many were missed."""
    if match is None or is_shelved(match):
        return []
    return lines_told(match, match.moments[version + 1 : version + 1 + MOST_MISSED], eye)
