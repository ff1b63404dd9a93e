"""Matches with sealed dice, without a server: every holder's chain is here."""

import random
from collections.abc import Mapping
from typing import Any

from outrider.core.chain import HOST, plain
from outrider.core.game import Game
from outrider.core.record import Chain, Record
from outrider.core.seats import SEATS
from outrider.dice import Seal, SealedDice
from outrider.dice.sealed import told
from outrider.games import game as game_by_id
from outrider.play.clock import Control
from outrider.play.match import Match
from outrider.play.signing import Signer

NAME = "abcdefghijkm"
SECRET = "what the host knows"
HOSTS = Signer("11" * 32)


def seal(holder: str, name: str = NAME, seed: str | None = None) -> Seal:
    """A chain whose seed only its holder knows."""
    return Seal(name, holder, f"seed of {holder}" if seed is None else seed)


def sealed_match(
    game: Game[Any, Any],
    own: tuple[str, ...] = (),
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
    control: Control | None = None,
) -> Match:
    """A match in which these seats hold their own chains, and the server all others."""
    terms = game.terms(dict(options or {}), seats)
    dice = SealedDice(NAME, SECRET, {})
    anchors = {HOST: dice.seal(HOST, 0).anchor}
    for seat in SEATS[:seats]:
        anchors[seat] = seal(seat).anchor if seat in own else dice.seal(seat, 0).anchor
    match = Match(game, terms, None, control=control)
    engine = [seat for seat in terms.seats if seat not in own]
    header = plain({**match.header.to_json(), "dice": told(NAME, anchors, engine)})
    match.dice = dice
    match.chain(header)
    match.accept(match.draft_rolls())
    return match


def opened(match: Match, own: tuple[str, ...], now: int = 0) -> None:
    """Everybody opens the next link."""
    seals = match.moments[-1].seals
    assert seals is not None
    links = {seat: seal(seat).below(seals[seat]) or "" for seat in own}
    match.accept(match.draft_open(links), now)


def played_out(match: Match, own: tuple[str, ...], seed: int, most: int = 200) -> Match:
    source = random.Random(seed)
    while match.result is None and match.version < most:
        if match.awaited() is not None:
            opened(match, own)
            continue
        seat = source.choice(match.deciders())
        match.play(seat, match.choices(seat).sample(source))
    return match


def signed(match: Match, signer: Signer = HOSTS, secret: str | None = None) -> Record:
    """The record as a server gives it out."""
    record = match.record()
    head = match.moments[0].hash
    assert head is not None
    hashes = tuple(moment.hash or "" for moment in match.entries)
    result = None if record.result is None else record.result.to_json()
    closing = signer.closing((head, *hashes)[-1], result, secret)
    chain = Chain(match.header.to_json(), head, hashes, closing)
    return Record(match.header, record.lines, record.result, chain)


def sealed_record(game: str = "basic", seed: int = 1, most: int = 60) -> Record:
    """Some turns of a fight, and then Blue resigns."""
    own = ("red", "blue")
    match = played_out(sealed_match(game_by_id(game), own), own, seed, most)
    if match.awaited() is not None:
        opened(match, own)
    if match.result is None:
        match.resign("blue")
    return signed(match)
