"""Links of sealed dice: gathered from those who hold them, and opened when all are there.

What a seat has offered lies in its row until the line with all of it is written, so that two
processes, or one that was killed, know of it. Nobody is shown a link before that.
"""

import json
from dataclasses import replace
from typing import Any

from outrider.core.chain import HOST, SEALED, a_hash
from outrider.core.record import Anchored, Chose, Opened
from outrider.core.refusal import Refusal, malformed, not_your_turn
from outrider.core.seals import check_link
from outrider.core.wire import dumps
from outrider.dice import SealedDice
from outrider.play.match import Draft, Match
from outrider.play.waiting import PATIENCE, used
from outrider.server import dicing
from outrider.server.live import Live
from outrider.server.storage.base import Conflict, SeatRow
from outrider.server.times import now

TRIES = 8
LONGEST_SEED = 128


def offered(seat: SeatRow, kind: str, place: int) -> dict[str, Any] | None:
    """What a seat has offered for some dice, if it is for these."""
    kept = None if seat.seal is None else json.loads(seat.seal).get(kind)
    return kept if kept and kept["place"] == place else None


def links_for(live: Live, n: int) -> dict[str, dict[str, Any]]:
    """The links that are there for the dice that line `n` led to."""
    found = {name: offered(seat, "link", n) for name, seat in live.seats.items()}
    return {name: each for name, each in found.items() if each}


def missing(live: Live, match: Match) -> tuple[str, ...]:
    """The seats whose links are waited for."""
    n = match.awaited()
    if n is None:
        return ()
    there = {*links_for(live, n), *match.own_links()}
    return tuple(holder for holder in match.seal_holders() if holder not in there)


def told(live: Live) -> dict[str, Any] | None:
    """What everybody may know of links that are waited for."""
    match = live.match
    n = None if match is None else match.awaited()
    if match is None or n is None:
        return None
    epoch = match.epoch()
    anew = [name for name, seat in live.seats.items() if offered(seat, "anchor", epoch)]
    began = match.began_waiting() or 0
    return {
        "for": match.moments[n].hash,
        "n": n,
        "missing": list(missing(live, match)),
        "anew": anew,
        "late": max(0, began + PATIENCE - now()),
    }


async def _offer(live: Live, seat: str, kind: str, offer: dict[str, Any]) -> None:
    """Keep what a seat offers; another process may change the seat at the same time."""
    for _ in range(TRIES):
        before = live.seats[seat]
        kept = {} if before.seal is None else json.loads(before.seal)
        after = replace(before, seal=dumps({**kept, kind: offer}))
        try:
            async with live.lock:
                await live.storage.take_seat(before, after)
                live.seats[seat] = after
            return
        except Conflict:
            await live.catch_up()
    raise Refusal("not-your-turn", "the seat is being changed; try again")


# -- opening ---------------------------------------------------------------------------------------


async def open_links(live: Live, links: dict[str, str], wanted: str) -> None:
    """Links for the dice that the line of that hash led to. Offered again they are no harm."""
    match = live.playing()
    n = match.awaited()
    if n is None or match.moments[n].hash != wanted:
        if any(isinstance(m.line, Opened) and m.line.hash == wanted for m in match.moments):
            return
        raise not_your_turn("no dice wait for links of that line")
    seals = match.moments[-1].seals
    assert seals is not None
    for seat, link in links.items():
        check_link(seals, seat, a_hash(link, "a link"))
    if set(links) >= set(missing(live, match)):
        # The last to come: nothing has to be kept until others do.
        at = {seat: now() for seat in links}
        await live.write(lambda match: _opened(live, match, n, links, at))
        return
    for seat, link in links.items():
        await _offer(live, seat, "link", {"place": n, "link": link, "at": now()})
    live.send(dumps({"type": "seals", "seals": told(live)}))
    await live.catch_up()  # the others' links may have come to another process
    await settle(live)


async def settle(live: Live) -> None:
    """Open what is there, if all is."""
    match = live.match
    n = None if match is None else match.awaited()
    if match is None or n is None or missing(live, match):
        return
    await live.write(lambda match: _opened(live, match, n, {}, {}))


def _opened(
    live: Live, match: Match, n: int, links: dict[str, str], at: dict[str, int]
) -> Draft | None:
    """The opening with all links there are, unless somebody else has been first."""
    if match.awaited() != n:
        return None
    kept = {name: each for name, each in links_for(live, n).items() if name in match.seal_holders()}
    came = {name: each["at"] for name, each in kept.items()} | at
    began = match.began_waiting() or 0
    match.arrived[n] = {
        name: when for name, when in came.items() if used(when, began, match.pauses)
    }
    return match.draft_open({name: each["link"] for name, each in kept.items()} | links)


# -- committing anew -------------------------------------------------------------------------------


async def anchor(live: Live, seat: str, text: str) -> None:
    """A seat commits anew: alone where no dice wait, with everybody else where they do."""
    match = live.playing()
    given = a_hash(text, "an anchor")
    if not isinstance(match.dice, SealedDice):
        raise not_your_turn("these dice have no seals")
    if match.awaited() is None:
        _refuse_renewals(match, seat)
        await live.write(lambda match: match.draft_anchors({seat: given}))
        return
    await _offer(live, seat, "anchor", {"place": match.epoch(), "anchor": given})
    live.send(dumps({"type": "seals", "seals": told(live)}))
    await live.catch_up()
    if _all_anew(live, match):
        await live.write(lambda match: _anew(live, match))


def _refuse_renewals(match: Match, seat: str) -> None:
    for moment in reversed(match.moments):
        if isinstance(moment.line, Chose):
            return
        if isinstance(moment.line, Anchored) and seat in moment.line.anchors:
            raise not_your_turn("that seal has been renewed already")


def _persons(live: Live, match: Match) -> list[str]:
    """Those whose word is needed; the server agrees for itself and for bots."""
    return [seat for seat in match.seal_holders() if seat != HOST and not live.is_bot(seat)]


def _all_anew(live: Live, match: Match) -> bool:
    epoch = match.epoch()
    return all(offered(live.seats[seat], "anchor", epoch) for seat in _persons(live, match))


def _anew(live: Live, match: Match) -> Draft | None:
    if match.awaited() is None or not _all_anew(live, match):
        return None
    assert isinstance(match.dice, SealedDice)
    epoch = match.epoch()
    anchors = {}
    for holder in match.seal_holders():
        offer = offered(live.seats[holder], "anchor", epoch) if holder != HOST else None
        anchors[holder] = offer["anchor"] if offer else match.dice.seal(holder, epoch + 1).anchor
    return match.draft_anchors(anchors)


# -- leaving it with the server --------------------------------------------------------------------


async def entrust(live: Live, seat: str, seed: str) -> None:
    """A player leaves a seed with the server, which opens the links from now on. That is noted."""
    match = live.playing()
    seals = match.moments[-1].seals
    if not isinstance(match.dice, SealedDice) or seals is None:
        raise not_your_turn("these dice have no seals")
    if len(seed) > LONGEST_SEED or not dicing.is_of(live.row.id, seat, seed, seals[seat]):
        raise malformed("this is not the seed of the seal that holds now")
    before = live.seats[seat]
    if before.entropy != seed:
        async with live.lock:
            await live.storage.take_seat(before, replace(before, entropy=seed))
            live.seats[seat] = replace(before, entropy=seed)
        match.dice.entrusted[seat] = seed
        await live.write(lambda match: match.draft_note(seat, "entrust"))
    await settle(live)


def is_sealed(live: Live) -> bool:
    return bool(live.row.setup["dice"] == SEALED)
