"""Links of sealed dice: gathered from those who hold them, and opened when all are there.

What a seat has offered lies in its row until the line with all of it is written, so that two
processes, or one that was killed, know of it. Nobody is shown a link before that.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from outrider.core.chain import HOST, a_hash
from outrider.core.record import Anchored, Chose, Opened
from outrider.core.refusal import Refusal, malformed, not_your_turn
from outrider.core.seals import check_link
from outrider.core.wire import dumps
from outrider.dice import SealedDice
from outrider.play.match import Draft, Match
from outrider.play.waiting import PATIENCE, used
from outrider.server import dicing
from outrider.server.live import Live
from outrider.server.saying import said
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


def lacking(live: Live, match: Match) -> tuple[str, ...]:
    """The seats whose links are not there for the dice that wait."""
    n = match.awaited()
    if n is None:
        return ()
    there = {*links_for(live, n), *match.own_links()}
    return tuple(holder for holder in match.seal_holders() if holder not in there)


def gone(live: Live, match: Match) -> tuple[str, ...]:
    """Those of them who have left: what was opened for these dice is void, and all others commit
    anew. A link that was there before its holder left stays."""
    left = match.moments[-1].conduct.left
    return tuple(holder for holder in lacking(live, match) if holder in left)


def missing(live: Live, match: Match) -> tuple[str, ...]:
    """The seats without which the dice that wait do not fall: of whom a link is waited for, or
    where those are void, a new chain."""
    n = match.awaited()
    if n is None or not gone(live, match):
        return lacking(live, match)
    kept = match.own_links()
    return tuple(
        holder
        for holder in match.staying()
        if holder not in kept and not offered(live.seats[holder], "anchor", n)
    )


def told(live: Live) -> dict[str, Any] | None:
    """What everybody may know of links that are waited for."""
    match = live.match
    n = None if match is None else match.awaited()
    if match is None or n is None:
        return None
    anew = [name for name, seat in live.seats.items() if offered(seat, "anchor", n)]
    began = match.began_waiting() or 0
    return {
        "for": match.moments[n].hash,
        "n": n,
        "missing": list(missing(live, match)),
        "anew": anew,
        "void": list(gone(live, match)),
        "late": max(0, began + PATIENCE - now()),
    }


async def _offer(live: Live, seat: str, kind: str, offer: dict[str, Any]) -> None:
    """Keep what a seat offers."""

    def offered(before: SeatRow) -> SeatRow:
        kept = {} if before.seal is None else json.loads(before.seal)
        return replace(before, seal=dumps({**kept, kind: offer}))

    await _changed(live, seat, offered)


async def _changed(live: Live, seat: str, change: Callable[[SeatRow], SeatRow]) -> None:
    """Change a seat's row, which another process may do at the same time."""
    for _ in range(TRIES):
        try:
            async with live.lock:
                before = live.seats[seat]
                after = change(before)
                if after != before:
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
    if set(links) >= set(lacking(live, match)):
        # The last to come: nothing has to be kept until others do.
        at = {seat: now() for seat in links}
        await live.write(lambda match: _opened(live, match, n, links, at))
        return
    for seat, link in links.items():
        await _offer(live, seat, "link", {"place": n, "link": link, "at": now()})
    live.send(said({"type": "seals", "seals": told(live)}))
    await live.catch_up()  # the others' links may have come to another process
    await settle(live)


async def settle(live: Live) -> None:
    """Open what is there, if all is; or go on with new chains, if all are."""
    match = live.match
    n = None if match is None else match.awaited()
    if match is None or n is None:
        return
    if not lacking(live, match):
        await live.write(lambda match: _opened(live, match, n, {}, {}))
    elif _all_anew(live, match):
        await live.write(lambda match: _anew(live, match))


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


async def anchor(live: Live, seat: str, text: str, meant: object = ...) -> None:
    """A seat commits anew: alone where no dice wait, with everybody else where they do. `meant` is
    the hash of the line whose dice wait, or None where none do, as whoever asks has seen it: a new
    chain for a worn one is not one's word to have dice fall otherwise."""
    match = live.playing()
    given = a_hash(text, "an anchor")
    if not isinstance(match.dice, SealedDice):
        raise not_your_turn("these dice have no seals")
    if seat not in match.staying():
        raise not_your_turn(f"{seat} opens no links any more")
    n = match.awaited()
    if meant is not ... and meant != (None if n is None else match.moments[n].hash):
        raise not_your_turn("the dice are no longer as they were when this was asked")
    if n is None:
        _refuse_renewals(match, seat)
        await live.write(lambda match: _alone(match, seat, given))
        return
    await _offer(live, seat, "anchor", {"place": n, "anchor": given})
    live.send(said({"type": "seals", "seals": told(live)}))
    await live.catch_up()
    await settle(live)


def _alone(match: Match, seat: str, given: str) -> Draft:
    if match.awaited() is not None:
        raise not_your_turn("dice wait for links just now")
    return match.draft_anchors({seat: given})


def _refuse_renewals(match: Match, seat: str) -> None:
    for moment in reversed(match.moments):
        if isinstance(moment.line, Chose):
            return
        if isinstance(moment.line, Anchored) and seat in moment.line.anchors:
            raise not_your_turn("that seal has been renewed already")


def _all_anew(live: Live, match: Match) -> bool:
    """Whether everybody whose word is needed has given it. The server agrees for itself and for
    bots; where what was opened is void, also for those whose chain it keeps."""
    n = match.awaited()
    if n is None:
        return False
    if gone(live, match):
        return not missing(live, match)
    asked = [seat for seat in match.staying() if seat != HOST and not live.is_bot(seat)]
    return all(offered(live.seats[seat], "anchor", n) for seat in asked)


def _anew(live: Live, match: Match) -> Draft | None:
    n = match.awaited()
    if n is None or not _all_anew(live, match):
        return None
    found = {
        seat: offered(live.seats[seat], "anchor", n) for seat in match.staying() if seat != HOST
    }
    return match.draft_anew({seat: offer["anchor"] for seat, offer in found.items() if offer})


# -- leaving it with the server --------------------------------------------------------------------


async def entrust(live: Live, seat: str, seed: str) -> None:
    """A player leaves a seed with the server, which opens the links from now on. That is noted
    first: a seed that no line tells of opens nothing, and asking again brings it."""
    match = live.playing()
    seals = match.moments[-1].seals
    if not isinstance(match.dice, SealedDice) or seals is None:
        raise not_your_turn("these dice have no seals")
    if len(seed) > LONGEST_SEED or not dicing.is_of(live.row.id, seat, seed, seals[seat]):
        raise malformed("this is not the seed of the seal that holds now")
    match.dice.entrusted[seat] = seed  # in memory: of no use before the line is written
    await live.write(
        lambda match: None if match.is_left(seat) else match.draft_note(seat, "entrust")
    )
    await _changed(live, seat, lambda before: replace(before, entropy=seed))
    match.dice.entrusted[seat] = seed
    await settle(live)
