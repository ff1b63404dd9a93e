"""Making matches, joining them, and what has to be done before the first move."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from outrider.bots import names
from outrider.core import game as game_terms
from outrider.core.game import Game
from outrider.core.record import Header
from outrider.core.refusal import Refusal, malformed, not_your_turn, over, unknown
from outrider.core.wire import shown
from outrider.dice import commitment
from outrider.dice.fair import fresh as fresh_secret
from outrider.games import game as game_by_id
from outrider.play.clock import a_control
from outrider.play.match import Draft, Match
from outrider.server import dicing, tokens
from outrider.server.bounds import bounded, weighed
from outrider.server.errors import Forbidden
from outrider.server.hall import Hall
from outrider.server.identity import Person, a_nickname
from outrider.server.live import Live
from outrider.server.storage.base import Conflict, MatchRow, SeatRow
from outrider.server.times import now

KINDS = ("me", "here", "link", "bot")


@dataclass(frozen=True, slots=True)
class Wish:
    """Who is to have a seat."""

    kind: str
    level: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """A new match, with the tokens that only its maker is told."""

    match: str
    tokens: dict[str, str]
    invites: dict[str, str]
    watch: str


@dataclass(frozen=True, slots=True)
class Terms:
    """What a match is made with."""

    game: str
    options: dict[str, Any]
    seats: Sequence[Wish]
    table: Any = None
    scenario: Any = None
    clock: Any = None
    dice: str = "fair"
    listed: bool = False
    commitment: str | None = None
    pace: int = 0


async def make(hall: Hall, person: Person, wished: Terms) -> Made:
    """A match, open until everybody has sat down."""
    game = game_by_id(wished.game)
    terms = await _agreed(game, wished)
    control = a_control(wished.clock)
    secret = fresh_secret()
    made = Made(tokens.match_name(), {}, {}, tokens.fresh())
    wishes = dict(zip(terms.seats, wished.seats, strict=True))
    seats = [_seat(made, person, wished, seat, wish) for seat, wish in wishes.items()]
    header = Header(
        game.id,
        game.rules_version,
        terms.options.to_json(),
        terms.seats,
        {},
        terms.table,
        terms.scenario,
    )
    setup = {
        "clock": control.to_json(),
        "dice": dicing.a_kind(wished.dice),
        "secret": secret,
        "pace": wished.pace,
    }
    at = now()
    row = MatchRow(
        made.match,
        game.id,
        game.rules_version,
        header.to_json(),
        setup,
        person.who,
        tokens.hashed(made.watch),
        wished.listed,
        at,
        touched=at,
    )
    await hall.storage.create(row, seats)
    hall.metrics.count("matches_made")
    await hall.settle(await hall.get(made.match))
    return made


async def _agreed(game: Game[Any, Any], wished: Terms) -> game_terms.Terms:
    """The terms, once they are checked. What a large table takes, nobody else has to wait for."""
    weight = bounded(weighed(wished.table, wished.scenario))
    given = wished.options, len(wished.seats) or None, wished.table, wished.scenario
    return game.terms(*given) if weight.light else await asyncio.to_thread(game.terms, *given)


def _seat(made: Made, person: Person, wished: Terms, seat: str, wish: Wish) -> SeatRow:
    if wish.kind not in KINDS:
        raise malformed(f"a seat is one of {', '.join(KINDS)}, not {shown(wish.kind)}")
    name = None if wish.name is None else a_nickname(wish.name)
    row = SeatRow(made.match, seat, wish.kind, name=name)
    if wish.kind == "link":
        made.invites[seat] = tokens.fresh()
        return replace(row, invite=tokens.hashed(made.invites[seat]))
    if wish.kind == "bot":
        level = wish.level or "random"
        if level not in names():  # a bot itself is made where it thinks: it may have to compile
            raise unknown(f"there is no bot {shown(level)}; there are {', '.join(names())}")
        return _with_engine(replace(row, level=level, name=name or f"{level} bot"))
    made.tokens[seat] = tokens.fresh()
    row = replace(row, token=tokens.hashed(made.tokens[seat]), who=person.who)
    if wish.kind == "me":
        row = replace(row, name=name or person.name)
        if wished.commitment is not None:
            return replace(row, commitment=dicing.a_commitment(wished.commitment))
    return _with_engine(row)


def _with_engine(row: SeatRow) -> SeatRow:
    """A seat whose entropy is the engine's."""
    entropy = fresh_secret()
    return replace(row, commitment=commitment(entropy), entropy=entropy, engine=True)


async def join(
    hall: Hall,
    id: str,
    person: Person,
    invite: str | None,
    name: str | None,
    committed: str | None,
) -> tuple[str, str]:
    """Take the seat an invitation is for, or in a listed match any that is free: the seat, and the
    token that speaks for it from now on. The invitation is used up."""
    live = await hall.get(id)
    if live.row.stage != "open":
        raise over("nobody can join this match any more")
    for seat in live.seats.values():
        free = seat.kind == "link" and seat.token is None
        asked = live.row.listed if invite is None else tokens.opens(invite, seat.invite)
        if not free or not asked:
            continue
        token = tokens.fresh()
        after = replace(
            seat,
            token=tokens.hashed(token),
            invite=None,
            who=person.who,
            name=a_nickname(name) if name else person.name,
        )
        if committed is None:
            after = _with_engine(after)
        else:
            after = replace(after, commitment=dicing.a_commitment(committed))
        try:
            await _change_seat(hall, live, seat, after)
        except Conflict:
            await live.catch_up()
            raise not_your_turn("somebody else took that seat just now") from None
        await hall.settle(live)
        live.tell_all()
        return seat.seat, token
    raise Forbidden("no free seat answers to that invitation")


async def _change_seat(hall: Hall, live: Live, before: SeatRow, after: SeatRow) -> None:
    """On disk and in memory as one: whoever catches up meanwhile would bring the old seat back."""
    async with live.lock:
        await hall.storage.take_seat(before, after)
        live.seats[after.seat] = after


async def reveal(hall: Hall, live: Live, seat: str, entropy: str) -> None:
    """Show the entropy a seat committed to. Showing it again is no harm."""
    row = live.seats[seat]
    if live.row.stage == "open":
        raise not_your_turn("entropy is revealed when everybody has sat down")
    checked = dicing.checked_entropy(entropy, row)
    if row.entropy is not None:
        return
    after = replace(row, entropy=checked)
    try:
        await _change_seat(hall, live, row, after)
    except Conflict:
        await live.catch_up()
        return
    await hall.settle(live)
    live.tell_all()


def seat_of(live: Live, token: str | None) -> str | None:
    """The seat a token speaks for."""
    found = None
    for seat in live.seats.values():
        if tokens.opens(token, seat.token):
            found = seat.seat
    return found


def may_watch(live: Live, watch: str | None) -> bool:
    return live.row.listed or tokens.opens(watch, live.row.watch)


async def claim(hall: Hall, live: Live, seat: str, against: str) -> None:
    """Take the game from somebody who has not moved for a long time and is not here."""

    def claimed(match: Match) -> Draft:
        waits = {*match.deciders(), live.roller()}
        last = max(live.acted.get(against, 0), live.row.touched)
        if against not in waits:
            raise not_your_turn(f"the match does not wait for {shown(against)}")
        if any(against in watcher.seats for watcher in live.watchers):
            raise not_your_turn(f"{against.capitalize()} is here")
        wait = hall.settings.claim_after - (now() - last) // 1000
        if wait > 0:
            raise not_your_turn(f"a match can be claimed after a while: in {wait} s")
        return match.draft_note(seat, "claim", against=against)

    await live.write(claimed)


async def delete(hall: Hall, live: Live, person: Person) -> None:
    """By whoever made it, and not while others are playing it."""
    if live.row.host != person.who:
        raise Forbidden("only who made a match may delete it")
    others = [s for s in live.seats.values() if s.kind == "link" and s.token is not None]
    if live.row.stage == "running" and others:
        raise Refusal("not-your-turn", "others are playing this match")
    await hall.storage.delete(live.row.id)
    hall.forget(live.row.id)
