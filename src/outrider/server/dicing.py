"""A match's dice on the server: fair ones with their ceremony, or people's own, typed in."""

from collections.abc import Mapping
from typing import Any

from outrider.core.refusal import malformed
from outrider.core.wire import shown
from outrider.dice import AskedDice, Ceremony, Dice, FairDice, commitment
from outrider.dice.fair import LONGEST_ENTROPY
from outrider.server.storage.base import MatchRow, SeatRow

KINDS = ("fair", "typed")


def a_kind(value: object) -> str:
    if value not in KINDS:
        raise malformed(f"the dice are fair or typed, not {shown(value)}")
    return str(value)


def dice_of(row: MatchRow, seats: Mapping[str, SeatRow]) -> Dice:
    """What falls in a match whose seats have all revealed their entropy."""
    if row.setup["dice"] != "fair":
        return AskedDice()
    entropies = tuple(seat.entropy or "" for seat in seats.values())
    return FairDice(row.setup["secret"], row.id, entropies)


def told(row: MatchRow, seats: Mapping[str, SeatRow], over: bool) -> dict[str, Any] | None:
    """What everybody may know of the dice, and what stands in the record's header. Entropy is shown
    once all have committed to theirs; the secret when the match is over."""
    if row.setup["dice"] == "typed":
        return {"kind": "typed"}
    if row.setup["dice"] == "brought":
        brought: dict[str, Any] | None = row.setup["header"].get("dice")
        return brought
    begun = row.stage not in ("open", "revealing")
    return Ceremony(
        row.id,
        commitment(row.setup["secret"]),
        {seat: each.commitment or "" for seat, each in seats.items()},
        {seat: each.entropy or "" for seat, each in seats.items()} if begun else {},
        tuple(seat for seat, each in seats.items() if each.engine),
        row.setup["secret"] if over else None,
    ).to_json()


def a_commitment(text: str) -> str:
    """SHA-256 in hexadecimal."""
    if len(text) != 64 or not set(text) <= set("0123456789abcdef"):
        raise malformed("a commitment is a SHA-256 in lower-case hexadecimal")
    return text


def checked_entropy(entropy: str, seat: SeatRow) -> str:
    """Entropy that is what its seat committed to."""
    plain = entropy.isascii() and entropy.isalnum()
    if not plain or not 16 <= len(entropy) <= LONGEST_ENTROPY:
        raise malformed(f"entropy is 16 to {LONGEST_ENTROPY} letters and digits")
    if seat.commitment != commitment(entropy):
        raise malformed("this is not the entropy that was committed to")
    return entropy
