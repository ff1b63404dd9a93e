"""The course of a match: every line of a record in turn, and the state after each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from outrider.core.chain import anchors_of
from outrider.core.conduct import (
    Moment,
    noted,
    played,
    refuse_leavers,
    refused_if_over,
)
from outrider.core.game import Game, Step, Terms
from outrider.core.pending import Outcome, Over, Roll
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
from outrider.core.seals import linked, sealed
from outrider.core.wire import Action, dumps, shown

S = TypeVar("S")


def opening(game: Game[S, Any], header: Header) -> tuple[Moment[S], Terms]:
    """The first moment of a record, and the terms it was played on. One of older rules begins as
    today's have it; one of rules that are not known here cannot be read."""
    if header.rules not in (game.rules_version, *game.older_rules):
        raise unknown(_versions(game, header))
    return beginning(game, header)


def beginning(game: Game[S, Any], header: Header) -> tuple[Moment[S], Terms]:
    """The same, by whatever rules it was played."""
    options, start = header.options, header.start
    if header.rules != game.rules_version:
        options = game.older_options(options)
        if start is not None and isinstance(start.get("options"), dict):
            start = {**start, "options": game.older_options(start["options"])}
    terms = terms_of(game, replace(header, options=options))
    seals = anchors_of(header.dice, header.seats)
    if start is not None:
        state = game.load(start)
        if game.terms_of(state) != terms:
            raise malformed("the header's terms are not those of the state it begins with")
        return Moment(None, state, (), seals=seals, pending=game.pending(state)), terms
    step = game.new(terms)
    pending = game.pending(step.state)
    return Moment(None, step.state, step.events, seals=seals, pending=pending), terms


def terms_of(game: Game[Any, Any], header: Header) -> Terms:
    """The terms a header names, checked."""
    seats = len(header.seats)
    return game.terms(header.options, seats, header.table, header.scenario, header.variant)


def _versions(game: Game[Any, Any], header: Header) -> str:
    return f"played by version {shown(header.rules)} of the rules; here is {game.rules_version}"


def next_moment(
    game: Game[S, Any],
    terms: Terms,
    moments: Sequence[Moment[S]],
    line: Line,
    action: Action | None = None,
) -> Moment[S]:
    """What a line makes of a match that has come so far; raises the Refusal that says why not. The
    `action` is the one that a choice is of, where somebody has read it already."""
    last = moments[-1]
    refusal = refused_if_over(last.conduct)
    if refusal is not None:
        raise refusal
    if line.n != len(moments):
        raise malformed(f"this is line n={len(moments)} of the game, but it says n={line.n}")
    return linked(game, last, _made(game, terms, moments, line, action))


def _made(
    game: Game[S, Any],
    terms: Terms,
    moments: Sequence[Moment[S]],
    line: Line,
    action: Action | None,
) -> Moment[S]:
    last = moments[-1]
    if isinstance(line, Noted):
        return noted(game, terms, moments, line)
    if isinstance(line, Opened | Anchored):
        return sealed(game, moments, line)
    if isinstance(line, Chose):
        refuse_leavers(last.conduct, line.seat)
    if isinstance(line, Fell) and last.seals is not None and last.opened is None:
        raise malformed("these dice fell before anybody opened a link for them")
    step = _stepped(game, last, line, action)
    return Moment(line, step.state, step.events, last.conduct.at, played(last.conduct, line))


def _stepped(
    game: Game[S, Any], last: Moment[S], line: Chose | Fell, action: Action | None
) -> Step[S]:
    if isinstance(line, Chose):
        read = game.action_from_json(line.action) if action is None else action
        return game.apply(last.state, line.seat, read)
    pending = last.pending
    if isinstance(pending, Roll) and (pending.purpose, pending.seat) != (line.purpose, line.seat):
        raise malformed(
            f"{pending.seat} has to roll for {pending.purpose} here, "
            f"not {shown(line.seat)} for {shown(line.purpose)}"
        )
    return game.roll(last.state, line.faces)


def outcome_of(moment: Moment[Any]) -> Outcome | None:
    """How a match has ended, by its rules or by what people said; None while it goes on."""
    if moment.conduct.outcome is not None:
        return moment.conduct.outcome
    return moment.pending.outcome if isinstance(moment.pending, Over) else None


def replay(game: Game[S, Any], record: Record) -> Iterator[Moment[S]]:
    """Play a record through its game, checking every line and at the end the result. One of older
    rules is played by today's, and refused where the two part; `older.retold` goes on."""
    try:
        first, terms = opening(game, record.header)
    except Refusal as error:
        raise at_line(1, _parted(game, record, error)) from None
    if record.chain is not None:
        first = replace(first, hash=record.chain.head)
    yield first
    moments = [first]
    for number, line in enumerate(record.lines, 2):
        try:
            moment = next_moment(game, terms, moments, line)
        except Refusal as error:
            raise at_line(number, _parted(game, record, error)) from None
        moments.append(moment)
        yield moment
    outcome = outcome_of(moments[-1])
    if outcome != record.result:
        real = "null" if outcome is None else dumps(outcome.to_json())
        wrong = malformed(f"the game played here gives {real}")
        raise at_line(len(record.lines) + 2, _parted(game, record, wrong))


def _parted(game: Game[Any, Any], record: Record, error: Refusal) -> Refusal:
    """A refusal that names both versions of the rules, where they differ."""
    if record.header.rules == game.rules_version or "by version" in error.message:
        return error
    message = f"{error.message} ({_versions(game, record.header)})"
    return Refusal(error.kind, message, error.rule)


def last(moments: Iterable[Moment[S]]) -> Moment[S]:
    """The last moment of a replay, after all of it was checked."""
    found = None
    for moment in moments:
        found = moment
    assert found is not None
    return found
