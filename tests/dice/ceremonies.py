"""Records with fair dice of the older kind, by line and unchained, for the tests of those dice and
of the command that checks them."""

import random
from dataclasses import replace
from typing import Any

from games.skirmish.patrol import REVISED, scattered
from outrider.core.record import Fell, Record
from outrider.core.seats import SEATS
from outrider.dice import Ceremony, FairDice, commitment
from outrider.dice.fair import BY_LINE
from outrider.play.match import Match
from outrider_pebbles.game import Pebbles

PEBBLES = Pebbles()
SECRET = "what the host knows"
NAME = "table-7"


def ceremony(seats: int = 2, secret: str = SECRET, match: str = NAME) -> Ceremony:
    """Everybody has committed to something and shown it; the host has, too."""
    entropies = {seat: f"a word of {seat}'s" for seat in SEATS[:seats]}
    commitments = {seat: commitment(entropy) for seat, entropy in entropies.items()}
    return Ceremony(match, commitment(secret), commitments, entropies, ("red",), secret, BY_LINE)


def dice_of(held: Ceremony) -> FairDice:
    assert held.secret is not None
    return FairDice(held.secret, held.match, tuple(held.entropies.values()), by_line=True)


def declared(record: Record, held: Ceremony) -> Record:
    """The record with what it says of its dice."""
    return replace(record, header=replace(record.header, dice=held.to_json()))


def played_out(match: Match, seed: int, most: int = 1000) -> Match:
    """Choices at random until it is over, or until there are so many lines."""
    source = random.Random(seed)
    while match.deciders() and match.version < most:
        seat = source.choice(match.deciders())
        match.play(seat, match.choices(seat).sample(source))
    return match


def pebbles_record(seats: int = 3, seed: int = 1) -> Record:
    """A whole game of one die a roll."""
    held = ceremony(seats)
    match = Match(PEBBLES, PEBBLES.terms({"heap": 40}, seats), dice_of(held))
    return declared(played_out(match, seed).record(), held)


def skirmish_record(seed: int = 1, most: int = 60) -> Record:
    """Some turns of a fight, with rolls of one to four dice, and then Blue resigns."""
    held = ceremony()
    state = scattered(REVISED, 3, 2, 4, 14)
    match = played_out(Match.from_state(REVISED, state, dice_of(held)), seed, most)
    match.resign("blue")
    return declared(match.record(), held)


def rolls_of(record: Record) -> list[Fell]:
    return [line for line in record.lines if isinstance(line, Fell)]


def rows_of(record: Record) -> list[dict[str, Any]]:
    """The record's lines as JSON that may be spoilt."""
    return [dict(row) for row in record.to_json()]


def renumbered(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows with their numbers put right again."""
    middle = [{**row, "n": n} for n, row in enumerate(rows[1:-1], 1)]
    return [rows[0], *middle, rows[-1]]
