"""Making matches, joining them, and what has to be done before the first move."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from outrider.bots.levels import bots_for
from outrider.core import game as game_terms
from outrider.core.chain import HOST, SEALED, a_hash
from outrider.core.game import Game
from outrider.core.record import Header
from outrider.core.refusal import malformed, not_your_turn, over, unknown
from outrider.core.wire import shown
from outrider.dice import commitment
from outrider.dice.fair import fresh as fresh_secret
from outrider.games import game as game_by_id
from outrider.play.clock import a_control
from outrider.play.match import Draft, Match
from outrider.server import dicing, sealing, tokens
from outrider.server.bounds import bounded, weighed
from outrider.server.callings import calling
from outrider.server.errors import Forbidden
from outrider.server.hall import Hall
from outrider.server.identity import Person, a_nickname
from outrider.server.live import Live
from outrider.server.storage.base import Conflict, MatchRow, Missing, SeatRow
from outrider.server.times import now
from outrider.server.tokens import Mint

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
    mint: Mint


@dataclass(frozen=True, slots=True)
class Terms:
    """What a match is made with."""

    game: str
    options: dict[str, Any]
    seats: Sequence[Wish]
    table: Any = None
    scenario: Any = None
    clock: Any = None
    dice: str | None = None
    listed: bool = False
    commitment: str | None = None
    pace: int = 0
    seal: bool = False
    """The maker's page keeps the seals of all its seats."""
    client: str | None = None
    """A secret of the maker's own, by which a repeated wish is known again."""
    variant: Any = None
    campaign: str | None = None
    """The campaign that it is a battle of."""

    def hashed(self) -> str:
        wish = asdict(self)
        for name in ("variant", "campaign"):
            if wish[name] is None:
                # A wish from before there were such things is still the same one.
                del wish[name]
        return tokens.hashed(json.dumps(wish, sort_keys=True, default=str))


@dataclass(frozen=True, slots=True)
class Seating:
    """What somebody brings who wants to sit down."""

    invite: str | None = None
    name: str | None = None
    commitment: str | None = None
    token: str | None = None
    """What is to speak for the seat."""
    seal: bool = False
    """The page keeps the seat's seal."""
    agreed: str | None = None
    """The dice one agrees to, where that is needed."""
    seat: str | None = None
    """Which seat, where there are several."""


async def make(hall: Hall, person: Person, wished: Terms) -> Made:
    """A match, open until everybody has sat down."""
    game = game_by_id(wished.game)
    terms = await _agreed(game, wished)
    control = a_control(wished.clock)
    secret = fresh_secret()
    mint = Mint(hall.key, wished.client)
    made = Made(mint.match_name(), {}, {}, mint.token("watch"), mint)
    wishes = dict(zip(terms.seats, wished.seats, strict=True))
    kind = dicing.a_kind(wished.dice, control, [wish.kind for wish in wished.seats])
    engine = Engine(made.match, kind, secret)
    seats = [_seat(made, person, wished, engine, seat, wish) for seat, wish in wishes.items()]
    header = _header(game, terms)
    setup = {
        "clock": control.to_json(),
        "dice": kind,
        "secret": secret,
        "pace": wished.pace,
        "chained": True,
        "wish": wished.hashed(),
    }
    if wished.campaign is not None:
        setup["campaign"] = wished.campaign
    if kind == SEALED:
        setup["anchor"] = dicing.own_anchor(made.match, secret, HOST)
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
    if wished.client is None or not await _made_before(hall, row):
        await hall.quotas.check(person.origin)
        try:
            await hall.storage.create(row, seats, hall.quotas.origin(person.origin))
        except Conflict:
            if wished.client is None or not await _made_before(hall, row):
                raise
        hall.metrics.count("matches_made")
    await hall.settle(await hall.get(made.match))
    return made


def _header(game: Game[Any, Any], terms: game_terms.Terms) -> Header:
    """Of a record that nobody is named in yet."""
    return Header(
        game.id,
        game.rules_version,
        terms.options.to_json(),
        terms.seats,
        {},
        terms.table,
        terms.scenario,
        variant=None if terms.variant is None else terms.variant.to_json(),
    )


async def _made_before(hall: Hall, row: MatchRow) -> bool:
    """Whether the same was wished for before, and its answer may have been lost."""
    try:
        there = await hall.storage.match(row.id)
    except Missing:
        return False
    if there.setup.get("wish") != row.setup["wish"]:
        raise malformed("another match was made with this `client`")
    return True


async def _agreed(game: Game[Any, Any], wished: Terms) -> game_terms.Terms:
    """The terms, once they are checked. What a large table takes, nobody else has to wait for."""
    weight = bounded(weighed(wished.table, wished.scenario))
    seats = len(wished.seats) or None
    given = wished.options, seats, wished.table, wished.scenario, wished.variant
    return game.terms(*given) if weight.light else await asyncio.to_thread(game.terms, *given)


@dataclass(frozen=True, slots=True)
class Engine:
    """What the server brings along for seats that bring nothing of their own."""

    match: str
    dice: str
    secret: str

    def ready(self, row: SeatRow) -> SeatRow:
        """A seat whose entropy, or seal, is the engine's."""
        if self.dice == SEALED:
            anchor = dicing.own_anchor(self.match, self.secret, row.seat)
            return replace(row, commitment=anchor, engine=True)
        entropy = fresh_secret()
        return replace(row, commitment=commitment(entropy), entropy=entropy, engine=True)

    def committed(self, row: SeatRow, text: str | None, seal: bool) -> SeatRow:
        """A seat as whoever takes it wishes: its own seal, whose anchor is to come; its own
        entropy, committed to; or the engine's."""
        if self.dice == SEALED:
            return row if seal else self.ready(row)
        if text is None:
            return self.ready(row)
        return replace(row, commitment=dicing.a_commitment(text))


def _seat(
    made: Made, person: Person, wished: Terms, engine: Engine, seat: str, wish: Wish
) -> SeatRow:
    if wish.kind not in KINDS:
        raise malformed(f"a seat is one of {', '.join(KINDS)}, not {shown(wish.kind)}")
    name = None if wish.name is None else a_nickname(wish.name)
    row = SeatRow(made.match, seat, wish.kind, name=name)
    if wish.kind == "link":
        made.invites[seat] = made.mint.token("invite", seat)
        return replace(row, invite=tokens.hashed(made.invites[seat]))
    if wish.kind == "bot":
        level = wish.level or "random"
        check_bot(wished.game, level)
        return engine.ready(
            replace(row, level=level, name=name or calling(made.match, seat, level))
        )
    made.tokens[seat] = made.mint.token("token", seat)
    row = replace(row, token=tokens.hashed(made.tokens[seat]), who=person.who)
    if wish.kind == "me":
        row = replace(row, name=name or person.name)
        return engine.committed(row, wished.commitment, wished.seal)
    return engine.committed(row, None, wished.seal)


def check_bot(game: str, level: str) -> None:
    """Refuse a bot that is not there. It is made where it thinks: it may have to compile."""
    known = bots_for(game_by_id(game))
    if level not in known:
        raise unknown(f"there is no bot {shown(level)}; there are {', '.join(known)}")


async def join(hall: Hall, id: str, person: Person, brought: Seating) -> tuple[str, str]:
    """Take the seat an invitation is for, or in a listed match any that is free: the seat, and the
    token that speaks for it from now on. The invitation is used up, but for whoever used it."""
    live = await hall.get(id)
    again = await _joined_before(hall, live, person, brought)
    if again is not None:
        return again
    if live.row.stage != "open":
        raise over("nobody can join this match any more")
    dice = live.row.setup["dice"]
    if dice == dicing.TYPED and brought.agreed != dicing.TYPED:
        raise not_your_turn(
            "at this table people type in what their own dice show: say that you agree to it"
        )
    engine = Engine(live.row.id, dice, live.row.setup["secret"])
    invite = brought.invite
    for seat in live.seats.values():
        free = seat.kind == "link" and seat.token is None
        asked = live.row.listed if invite is None else tokens.opens(invite, seat.invite)
        if not free or not asked or brought.seat not in (None, seat.seat):
            continue
        token = _token(hall, person, seat, brought)
        after = replace(
            seat,
            token=tokens.hashed(token),
            who=person.who,
            name=a_nickname(brought.name) if brought.name else person.name,
        )
        after = engine.committed(after, brought.commitment, brought.seal)
        try:
            await _change_seat(hall, live, seat, after)
        except Conflict:
            await live.catch_up()
            again = await _joined_before(hall, live, person, brought)
            if again is not None:
                return again
            raise not_your_turn("somebody else took that seat just now") from None
        await hall.settle(live)
        live.tell_all()
        return seat.seat, token
    raise Forbidden("no free seat answers to that invitation")


def _token(hall: Hall, person: Person, seat: SeatRow, brought: Seating) -> str:
    """What will speak for a seat: the client's own, or the same for the same person with the same
    invitation. Of that only a hash is kept, so nobody else can work it out."""
    if brought.token is not None:
        return brought.token
    if brought.invite is None:
        return tokens.fresh()
    return tokens.derived(hall.key, "join", seat.match, seat.seat, brought.invite, person.who)


async def _joined_before(
    hall: Hall, live: Live, person: Person, brought: Seating
) -> tuple[str, str] | None:
    """The seat that somebody who asks again already has, with a token that works: the answer may
    have been lost, or the browser has forgotten."""
    for seat in live.seats.values():
        if seat.kind != "link" or seat.token is None:
            continue
        if brought.token is not None and tokens.opens(brought.token, seat.token):
            return seat.seat, brought.token
        if seat.who != person.who or not tokens.opens(brought.invite, seat.invite):
            continue
        token = _token(hall, person, seat, brought)
        if not tokens.opens(token, seat.token):
            after = replace(seat, token=tokens.hashed(token))
            if live.row.stage == "open" and brought.commitment is not None and not seat.engine:
                after = replace(after, commitment=dicing.a_commitment(brought.commitment))
            try:
                await _change_seat(hall, live, seat, after)
            except Conflict:
                await live.catch_up()
                raise not_your_turn("the seat was changed just now: ask again") from None
        return seat.seat, token
    return None


async def _change_seat(hall: Hall, live: Live, before: SeatRow, after: SeatRow) -> None:
    """On disk and in memory as one: whoever catches up meanwhile would bring the old seat back."""
    async with live.lock:
        await hall.storage.take_seat(before, after)
        live.seats[after.seat] = after


async def anchor(hall: Hall, live: Live, seat: str, text: str, meant: object = ...) -> None:
    """Say where a seat's chain ends, before play or anew. The same again is no harm."""
    if live.row.stage not in ("open", "revealing"):
        await sealing.anchor(live, seat, text, meant)
        return
    row = live.seats[seat]
    given = a_hash(text, "an anchor")
    if live.row.setup["dice"] != SEALED or row.engine:
        raise not_your_turn("no anchor is waited for")
    others = {each.commitment for each in live.seats.values() if each.seat != seat}
    if given in others or given == live.row.setup["anchor"]:
        raise malformed("two anchors are the same")
    if row.commitment is not None:
        if row.commitment != given:
            raise not_your_turn("the anchor has been given already")
        return
    try:
        await _change_seat(hall, live, row, replace(row, commitment=given))
    except Conflict:
        await live.catch_up()
    await _settled(hall, live)


async def _settled(hall: Hall, live: Live) -> None:
    """Go on if all is there. What the others gave may have come to another process at the same
    moment: whoever writes first and then looks sees both, at one of the two at least."""
    if not dicing.is_ready(live.row, live.seats):
        await live.catch_up()
    await hall.settle(live)
    live.tell_all()


async def reveal(hall: Hall, live: Live, seat: str, entropy: str) -> None:
    """Show the entropy a seat committed to. Showing it again is no harm."""
    row = live.seats[seat]
    if live.row.setup["dice"] == SEALED:
        raise not_your_turn("these dice are sealed: there is no entropy to reveal")
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
    await _settled(hall, live)


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
        waits = live.waited_for(match)
        last = max(live.acted.get(against, 0), live.row.touched)
        if against not in waits:
            raise not_your_turn(f"the match does not wait for {shown(against)}")
        if live.is_here(against):
            raise not_your_turn(f"{against.capitalize()} is here")
        wait = hall.settings.claim_after - (now() - last) // 1000
        if wait > 0:
            raise not_your_turn(f"a match can be claimed after a while: in {wait} s")
        return match.draft_note(seat, "claim", against=against)

    await hall.look_round()  # they may have come at another process just now
    await live.write(claimed)


def may(row: MatchRow, seats: Iterable[SeatRow], person: Person) -> str | None:
    """How somebody may be rid of a match: `delete` or `hide` it, if at all. Whoever made it deletes
    it unless others have a part in it: not while they play, and when it is over it is theirs as
    well."""
    others = any(seat.kind == "link" and seat.token is not None for seat in seats)
    if row.host == person.who and not (others and row.stage in ("running", "over")):
        return "delete"
    return "hide" if row.stage in ("over", "archived") else None


async def delete(hall: Hall, live: Live, person: Person) -> None:
    if live.row.host != person.who:
        raise Forbidden("only who made a match may delete it")
    if may(live.row, live.seats.values(), person) != "delete":
        if live.row.stage == "running":
            raise not_your_turn("others are playing this match")
        raise not_your_turn("others have played this match, too: you can hide it from your list")
    campaign = await hall.storage.campaign_of(live.row.id)
    if campaign is not None and campaign.stage != "over":
        raise not_your_turn(
            "this is a battle of a campaign that goes on: give the campaign up first"
        )
    await hall.storage.delete(live.row.id)
    hall.forget(live.row.id)


async def hide(hall: Hall, live: Live, person: Person) -> None:
    """Leave a finished match out of one's own list. Nobody else's changes."""
    if not _has_part(live, person):
        raise Forbidden("this match is not in your list")
    if live.row.stage not in ("over", "archived"):
        raise not_your_turn("a match stays in your list until it is over")
    await hall.storage.hide(live.row.id, person.who, now())


async def show(hall: Hall, live: Live, person: Person) -> None:
    """Have a match in one's own list again."""
    if not _has_part(live, person):
        raise Forbidden("this match is not in your list")
    await hall.storage.show(live.row.id, person.who)


def _has_part(live: Live, person: Person) -> bool:
    return person.who in (live.row.host, *(seat.who for seat in live.seats.values()))
