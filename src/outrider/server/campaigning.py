"""Campaigns that people play here: begun, joined, and led on from battle to battle.

A battle is a match like any other, with its own record; its seats are opened by the campaign's own
tokens. What came of it is worked out of the match by whoever looks first, and written over the
version that was seen: whoever comes second finds it done.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from outrider.campaigns import Campaign, Course, Learnt, course_from_json
from outrider.campaigns.campaign import SEATS
from outrider.campaigns.shelf import campaign_from_text, campaign_of
from outrider.core.pending import Outcome
from outrider.core.refusal import Refusal, malformed, not_your_turn, over, unknown
from outrider.core.wire import dumps, shown
from outrider.play.clock import a_control
from outrider.server import lobby, tokens
from outrider.server.bounds import bounded, weighed
from outrider.server.callings import calling
from outrider.server.errors import Forbidden, Full
from outrider.server.examining import QUICK_CORNERS, QUICK_PIECES, QUICK_UNITS, is_quick
from outrider.server.hall import Hall
from outrider.server.identity import Person, a_nickname
from outrider.server.live import Live
from outrider.server.storage.base import Conflict, Missing
from outrider.server.storage.campaigns import CampaignRow, SeatKept
from outrider.server.times import now
from outrider.server.tokens import Mint

TRIES = 8
"""How often it is looked again after another came first."""


@dataclass(frozen=True, slots=True)
class Begin:
    """A campaign somebody wants to play, and against whom."""

    value: dict[str, Any]
    seats: Sequence[lobby.Wish]
    clock: Any = None
    pace: int = 0
    client: str | None = None
    """Sent again with the same, it is begun once."""

    def hashed(self) -> str:
        return tokens.hashed(
            dumps({**asdict(self), "seats": [asdict(seat) for seat in self.seats]})
        )


@dataclass(frozen=True, slots=True)
class Begun:
    """A new campaign, with the tokens that only whoever began it is told."""

    row: CampaignRow
    tokens: Mapping[str, str]
    invites: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Kept:
    """A campaign with what its row comes to."""

    row: CampaignRow
    course: Course

    @property
    def campaign(self) -> Campaign:
        return self.course.campaign

    @property
    def match(self) -> str | None:
        """The match in which the battle is being fought, once it is begun."""
        found: str | None = self.row.course.get("match")
        return found

    def after(self, course: Course, match: str | None = None, tries: int = 0) -> "Kept":
        """The next version of it."""
        stage = self.row.stage
        if course.end is not None:
            stage = "over"
        written = {**course.to_json(), "match": match, "tries": tries}
        row = replace(
            self.row, version=self.row.version + 1, touched=now(), stage=stage, course=written
        )
        return Kept(row, course)


def kept_of(row: CampaignRow) -> Kept:
    known = {name: row.course.get(name) for name in ("fought", "given_up")}
    return Kept(row, course_from_json(campaign_from_text(row.body), known))


# -- beginning and joining -------------------------------------------------------------------------


def check_size(value: object) -> None:
    """Refuse a campaign that could not be read in a moment, before anybody reads it."""
    bounded(weighed(value))
    battles = value.get("battles") if isinstance(value, dict) else None
    for id, battle in battles.items() if isinstance(battles, dict) else ():
        if not is_quick(weighed(battle)):
            raise malformed(
                f"battles.{shown(id)}: a battle may have at most {QUICK_CORNERS} corners,"
                f" {QUICK_PIECES} pieces of terrain and {QUICK_UNITS} pieces of its own here"
            )


async def begin(hall: Hall, person: Person, wish: Begin) -> Begun:
    """A campaign, open until everybody has sat down."""
    check_size(wish.value)
    campaign = await asyncio.to_thread(campaign_of, wish.value)
    clock = a_control(wish.clock).to_json()
    if len(wish.seats) != len(SEATS):
        raise malformed(f"a campaign has {len(SEATS)} seats, not {len(wish.seats)}")
    mint = Mint(hall.key, wish.client)
    id = mint.match_name()
    told: dict[str, dict[str, str]] = {"tokens": {}, "invites": {}}
    seats = tuple(
        _seat(id, mint, person, campaign, seat, each, told)
        for seat, each in zip(SEATS, wish.seats, strict=True)
    )
    body, at = dumps(wish.value), now()
    row = CampaignRow(
        id,
        campaign.game.id,
        campaign.name,
        person.who,
        person.origin or "",
        len(body.encode()),
        "running" if all(seat.taken for seat in seats) else "open",
        1,
        at,
        at,
        body,
        {"clock": clock, "pace": wish.pace, "wish": wish.hashed()},
        seats,
        {**Course(campaign).to_json(), "match": None, "tries": 0},
    )
    before = await _before(hall, row)
    if before is None:
        await _check_room(hall, row)
        try:
            await hall.storage.put_campaign(row)
        except Conflict:
            before = await _before(hall, row)
            if before is None:
                raise
    return Begun(before or row, told["tokens"], told["invites"])


def _seat(
    id: str,
    mint: Mint,
    person: Person,
    campaign: Campaign,
    seat: str,
    wish: lobby.Wish,
    told: dict[str, dict[str, str]],
) -> SeatKept:
    name = None if wish.name is None else a_nickname(wish.name)
    if wish.kind == "bot":
        level = wish.level or "soldier"
        lobby.check_bot(campaign.game.id, level)
        return SeatKept(seat, "bot", level, name or calling(id, seat, level))
    if wish.kind == "link":
        told["invites"][seat] = mint.token("invite", seat)
        return SeatKept(seat, "link", name=name, invite=tokens.hashed(told["invites"][seat]))
    token = told["tokens"][seat] = mint.token("token", seat)
    own = name or (person.name if wish.kind == "me" else None)
    return SeatKept(seat, wish.kind, None, own, person.who, tokens.hashed(token))


async def _before(hall: Hall, row: CampaignRow) -> CampaignRow | None:
    """The same, if it was begun already: the answer may have been lost."""
    try:
        there = await hall.storage.campaign(row.id)
    except Missing:
        return None
    if there.setup.get("wish") != row.setup["wish"]:
        raise malformed("another campaign was begun with this `client`")
    return there


async def _check_room(hall: Hall, row: CampaignRow) -> None:
    bounds = hall.settings
    for origin, most, where in (
        (None, bounds.campaigns_in_all, "this server keeps"),
        (row.origin, bounds.campaigns_per_address, "of one address are kept"),
    ):
        count, _ = await hall.storage.campaigns_kept(origin)
        if count >= most:
            raise Full(f"{where} {most:,} campaigns, and no more: delete some", most)


async def join(hall: Hall, id: str, person: Person, brought: lobby.Seating) -> tuple[str, str]:
    """Take the seat an invitation is for: the seat, and the token that speaks for it in every
    battle. Whoever has used the invitation is given it again: a browser may have forgotten."""
    for _ in range(TRIES):
        row = await row_of(hall, id)
        seat = next((each for each in row.seats if tokens.opens(brought.invite, each.invite)), None)
        if seat is None or brought.invite is None:
            raise Forbidden("no seat answers to that invitation")
        token = brought.token or tokens.derived(
            hall.key, "join", id, seat.seat, brought.invite, person.who
        )
        if tokens.opens(token, seat.token):
            return seat.seat, token
        if seat.token is not None and seat.who != person.who:
            raise Forbidden("somebody else has that seat")
        name = a_nickname(brought.name) if brought.name else seat.name or person.name
        taken = replace(seat, token=tokens.hashed(token), who=person.who, name=name)
        seats = tuple(taken if each.seat == seat.seat else each for each in row.seats)
        after = replace(
            row,
            seats=seats,
            version=row.version + 1,
            touched=now(),
            stage="running" if row.stage == "open" and all(s.taken for s in seats) else row.stage,
        )
        try:
            await hall.storage.change_campaign(after)
        except Conflict:
            continue
        return seat.seat, token
    raise not_your_turn("the campaign was changed just now: ask again")


# -- finding it ------------------------------------------------------------------------------------


async def row_of(hall: Hall, id: str) -> CampaignRow:
    try:
        return await hall.storage.campaign(id)
    except Missing:
        raise unknown(
            "there is no campaign of that name: look whether all of it is there"
        ) from None


def seat_of(row: CampaignRow, token: str | None) -> str | None:
    """The seat a token speaks for."""
    return next((seat.seat for seat in row.seats if tokens.opens(token, seat.token)), None)


def own_seat(row: CampaignRow, token: str | None) -> str:
    seat = seat_of(row, token)
    if seat is None:
        raise Forbidden("that token opens no seat in this campaign")
    return seat


async def changed(hall: Hall, id: str, change: Callable[[Kept], Kept | None]) -> Kept:
    """Bring it up to date, change it and write it; nothing is written where there is nothing to
    change. Whoever was first to write is looked at first."""
    for _ in range(TRIES):
        kept = await asyncio.to_thread(kept_of, await row_of(hall, id))
        fresh = await _caught_up(hall, kept)
        after = change(fresh)
        made = fresh if after is None else after
        if made is kept:
            return kept
        # However much has come together, it is one change.
        made = Kept(replace(made.row, version=kept.row.version + 1), made.course)
        try:
            await hall.storage.change_campaign(made.row)
        except Conflict:
            continue
        return made
    raise not_your_turn("the campaign was changed just now: ask again")


async def current(hall: Hall, id: str) -> Kept:
    """As it stands, with all that has come of its battles."""
    return await changed(hall, id, lambda kept: None)


async def _caught_up(hall: Hall, kept: Kept) -> Kept:
    """After the battle that is over, what bots choose, and past battles nobody can come to."""
    if kept.row.stage != "running":
        return kept
    made = kept
    if made.match is not None:
        found = await _ended(hall, made.match)
        if found is None:
            # The host's own tools can take a match away: it is fought again.
            made = made.after(made.course, None, made.row.course.get("tries", 0) + 1)
        elif found.outcome is not None:
            made = made.after(made.course.ended(found.outcome, found.state, made.match or ""))
    learner = made.course.learner
    if learner is not None and _kind(made.row, learner) == "bot":
        made = made.after(made.course.learn(learner, made.course.plain_picks()))
    passed = made.course.passed()
    return made if passed is made.course else made.after(passed)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a match has ended, if it has, and the state it was in then."""

    outcome: Outcome | None = None
    state: Any = None


async def _ended(hall: Hall, match: str) -> Ended | None:
    """None if there is no such match."""
    try:
        row = await hall.storage.match(match)
    except Missing:
        return None
    if row.stage != "over":
        return Ended()
    live = await hall.get(match)
    played = live.playing()
    if played.result is None:
        await live.catch_up()
    return Ended(played.result, played.state)


def _kind(row: CampaignRow, seat: str) -> str:
    return next(each.kind for each in row.seats if each.seat == seat)


# -- leading on ------------------------------------------------------------------------------------


async def enter(
    hall: Hall, id: str, person: Person, token: str, brought: lobby.Seating
) -> tuple[Kept, str]:
    """Sit down to the battle that is next; the first who comes begins it. Asked for again, it is
    the same battle and the same seat."""
    seat = own_seat(await row_of(hall, id), token)
    kept = await changed(hall, id, lambda kept: _late(hall, kept))
    if kept.row.stage == "open":
        raise not_your_turn("the campaign begins when everybody has sat down")
    if kept.course.end is not None:
        raise over("the campaign is over")
    if kept.course.learner is not None:
        name = kept.course.learner.capitalize()
        raise not_your_turn(f"{name} has to choose first what the winners have learnt")
    made = await _match_of(hall, person, kept)
    kept = await changed(hall, id, lambda now: _with_match(now, kept, made.match))
    if kept.match != made.match:
        raise not_your_turn("the campaign has gone on just now: look again")
    given = replace(brought, invite=made.invites[seat], token=token)
    await lobby.join(hall, made.match, person, replace(given, name=_name(kept.row, seat)))
    return kept, made.match


def _with_match(kept: Kept, before: Kept, match: str) -> Kept | None:
    """The match that the battle is fought in, if it still is the battle."""
    same = (len(kept.course.fought), kept.row.course.get("tries")) == (
        len(before.course.fought),
        before.row.course.get("tries"),
    )
    if kept.match is not None or not same or kept.course.battle is None:
        return None
    return kept.after(kept.course, match, kept.row.course.get("tries", 0))


async def _match_of(hall: Hall, person: Person, kept: Kept) -> lobby.Made:
    """The match of the battle, made by whoever comes first. What it is made from names campaign and
    battle, so that it is made once, at however many processes it is asked for."""
    row = kept.row
    seats = [
        lobby.Wish("bot", seat.level, seat.name) if seat.kind == "bot" else lobby.Wish("link")
        for seat in row.seats
    ]
    number, tries = len(kept.course.fought), kept.row.course.get("tries", 0)
    secret = tokens.derived(hall.key, "battle", row.id, str(number), str(tries))
    scenario = await asyncio.to_thread(kept.course.scenario)
    terms = lobby.Terms(
        row.game,
        {},
        seats,
        scenario=scenario,
        clock=row.setup.get("clock"),
        pace=row.setup.get("pace", 0),
        client=secret,
        campaign=row.id,
    )
    return await lobby.make(hall, person, terms)


def _name(row: CampaignRow, seat: str) -> str | None:
    return next(each.name for each in row.seats if each.seat == seat)


def wait_for(hall: Hall, row: CampaignRow) -> int:
    """Milliseconds for which a winner may still choose before the other side may go on."""
    return max(0, hall.settings.claim_after * 1000 - (now() - row.touched))


def _late(hall: Hall, kept: Kept) -> Kept | None:
    """Whoever does not choose for as long as a match can be claimed after has had enough time: then
    it is chosen for them as for a bot."""
    learner = kept.course.learner
    if learner is None or wait_for(hall, kept.row):
        return None
    return kept.after(kept.course.learn(learner, kept.course.plain_picks()).passed())


async def learn(hall: Hall, id: str, token: str, picks: Sequence[Learnt], fought: int) -> Kept:
    """The winner of a battle says who learns what. Said again, it is no harm."""
    seat = own_seat(await row_of(hall, id), token)

    def chosen(kept: Kept) -> Kept | None:
        rows = kept.course.fought
        if 0 < fought <= len(rows) and rows[fought - 1].learnt == tuple(picks):
            return None
        if fought != len(rows):
            raise not_your_turn("the campaign has gone on: look again")
        return kept.after(kept.course.learn(seat, picks).passed())

    return await changed(hall, id, chosen)


async def give_up(hall: Hall, id: str, token: str) -> Kept:
    """Lose the whole of it. A battle under way is resigned, too."""
    seat = own_seat(await row_of(hall, id), token)
    kept = await current(hall, id)
    if kept.course.end is not None and kept.course.given_up != seat:
        raise over("the campaign is over")
    if kept.match is not None:
        live = await hall.get(kept.match)
        await _resigned(live, seat)
    return await changed(hall, id, lambda kept: _given_up(kept, seat))


def _given_up(kept: Kept, seat: str) -> Kept | None:
    if kept.course.end is not None:
        return None  # that battle was the last, or it was said twice
    return kept.after(kept.course.give_up(seat))


async def _resigned(live: Live, seat: str) -> None:
    """Nobody is left sitting at a table of a campaign that is over."""
    if live.match is None or live.match.result is not None:
        return
    try:
        await live.write(lambda match: match.draft_note(seat, "resign"))
    except Refusal:
        if live.match.result is None:
            raise


async def drop(hall: Hall, id: str, person: Person) -> None:
    """Delete one's own campaign, unless others are playing it."""
    row = await row_of(hall, id)
    if row.host != person.who:
        raise Forbidden("only who began a campaign may delete it")
    others = any(seat.kind == "link" and seat.token is not None for seat in row.seats)
    if others and row.stage == "running":
        raise not_your_turn("others are playing this campaign: give it up instead")
    await hall.storage.drop_campaign(id)
