"""A match's dice on the server: sealed ones, fair ones with their ceremony, or people's own."""

from collections.abc import Mapping, Sequence
from typing import Any

from outrider.core.chain import HOST, SEALED, a_hash, plain
from outrider.core.refusal import malformed
from outrider.core.wire import shown
from outrider.dice import AskedDice, Ceremony, Dice, FairDice, Seal, SealedDice, commitment
from outrider.dice.fair import BY_LINE, KIND, LONGEST_ENTROPY
from outrider.dice.sealed import told as told_sealed
from outrider.play.clock import Control
from outrider.server.storage.base import MatchRow, SeatRow

TYPED = "typed"
BROUGHT = "brought"
KINDS = (SEALED, KIND, TYPED)
SLOW_MOVE, SLOW_GAME = 3600, 6 * 3600
"""Seconds from which on people are not expected to sit at the table all the time."""


def a_kind(value: object, control: Control, kinds: Sequence[str]) -> str:
    """The dice somebody wishes for. Where nothing is said they are sealed if everybody who has to
    open a link is there to do so: with a clock of minutes, or all at one screen."""
    if value is None:
        here = all(kind in ("me", "here") for kind in kinds)
        return SEALED if here or _is_quick(control) else KIND
    if value == BY_LINE:  # what such dice were called before
        return KIND
    if value not in KINDS:
        raise malformed(f"the dice are {', '.join(KINDS)}, not {shown(value)}")
    return str(value)


def _is_quick(control: Control) -> bool:
    if control.kind == "none":
        return False
    return control.seconds < (SLOW_MOVE if control.kind == "move" else SLOW_GAME)


def dice_of(row: MatchRow, seats: Mapping[str, SeatRow]) -> Dice:
    """What falls in a match whose seats are all ready."""
    kind = row.setup["dice"]
    if kind == SEALED:
        return SealedDice(row.id, row.setup["secret"], entrusted(seats))
    if kind not in (KIND, BY_LINE):
        return AskedDice()
    entropies = tuple(seat.entropy or "" for seat in seats.values())
    return FairDice(row.setup["secret"], row.id, entropies, kind == BY_LINE)


def entrusted(seats: Mapping[str, SeatRow]) -> dict[str, str]:
    """Seeds that players have left with the server."""
    return {name: seat.entropy for name, seat in seats.items() if seat.entropy}


def own_anchor(match: str, secret: str, holder: str) -> str:
    """Where the server's first chain for a holder ends."""
    return SealedDice(match, secret, {}).seal(holder, 0).anchor


def is_of(match: str, seat: str, seed: str, standing: str) -> bool:
    """Whether a seed is the one of the chain that a link stands in."""
    return Seal(match, seat, seed).place(standing) is not None


def is_ready(row: MatchRow, seats: Mapping[str, SeatRow]) -> bool:
    """Whether all that dice need before play is there."""
    if row.setup["dice"] == SEALED:
        return all(seat.commitment for seat in seats.values())
    return all(seat.entropy for seat in seats.values())


def told(row: MatchRow, seats: Mapping[str, SeatRow], over: bool) -> dict[str, Any] | None:
    """What everybody may know of the dice. Entropy is shown once all have committed to theirs; the
    secret when the match is over."""
    kind = row.setup["dice"]
    if kind == TYPED:
        return {"kind": TYPED}
    if kind == BROUGHT:
        brought: dict[str, Any] | None = row.setup["header"].get("dice")
        return brought
    begun = row.stage not in ("open", "revealing")
    if kind == SEALED:
        known: dict[str, Any] | None = row.header.get("dice")
        return known if begun and known else _seals(row, seats)
    made = _ceremony(row, seats, begun).to_json()
    return {**made, "secret": row.setup["secret"] if over else None}


def _seals(row: MatchRow, seats: Mapping[str, SeatRow]) -> dict[str, Any]:
    anchors = {HOST: row.setup["anchor"]}
    anchors |= {name: seat.commitment for name, seat in seats.items() if seat.commitment}
    return told_sealed(row.id, anchors, [name for name, seat in seats.items() if seat.engine])


def _ceremony(row: MatchRow, seats: Mapping[str, SeatRow], begun: bool) -> Ceremony:
    return Ceremony(
        row.id,
        commitment(row.setup["secret"]),
        {seat: each.commitment or "" for seat, each in seats.items()},
        {seat: each.entropy or "" for seat, each in seats.items()} if begun else {},
        tuple(seat for seat, each in seats.items() if each.engine),
        kind=row.setup["dice"],
    )


def header_of(row: MatchRow, seats: Mapping[str, SeatRow]) -> dict[str, Any]:
    """The header that a match's record begins with when all have sat down. It never changes: the
    chain hangs on it."""
    kind = row.setup["dice"]
    dice: dict[str, Any] = {"kind": TYPED}
    if kind == SEALED:
        dice = _seals(row, seats)
    elif kind != TYPED:
        dice = _ceremony(row, seats, begun=True).to_json()
    names = {seat.seat: seat.name for seat in seats.values() if seat.name}
    made: dict[str, Any] = plain({**row.header, "names": names, "dice": dice})
    return made


def secret_of(row: MatchRow) -> str | None:
    """The secret that the last line of a finished match reveals, if its dice have one."""
    over = row.stage == "over"
    secret: str = row.setup["secret"]
    return secret if over and row.setup["dice"] == KIND else None


def a_commitment(text: str) -> str:
    """SHA-256 in hexadecimal."""
    return a_hash(text, "a commitment")


def checked_entropy(entropy: str, seat: SeatRow) -> str:
    """Entropy that is what its seat committed to."""
    plain_text = entropy.isascii() and entropy.isalnum()
    if not plain_text or not 16 <= len(entropy) <= LONGEST_ENTROPY:
        raise malformed(f"entropy is 16 to {LONGEST_ENTROPY} letters and digits")
    if seat.commitment != commitment(entropy):
        raise malformed("this is not the entropy that was committed to")
    return entropy
