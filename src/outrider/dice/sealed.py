"""Dice that nobody can foresee, the host included, and nobody can choose.

The server and every seat hold a chain of hashes and show its end, the anchor, before play. When a
choice that is on record leads to dice, each holder opens its next link, which is known to be right
since it hashes to the one before. The faces are made of all opened links together: as long as one
holder keeps its own to itself until the choice is on record, nobody knows them.

    link 0   = SHA-256 of "outrider|match|seat|seed", seat `server` for the host's own
    link i+1 = SHA-256 of link i; link 1024 is the anchor; 1023 is opened first, then 1022
    key      = SHA-256 of all opened links joined with "|", the server's first, then in seat order
    byte     = the first byte of HMAC-SHA-256 of "match|r|k|t", keyed by the key
    if byte < 252: the face is byte % 6 + 1, otherwise try again with t + 1

for die `k` of roll `r`, both from 0; rolls are counted over all that were ever on record. Hashes
are texts in lower-case hexadecimal, also where they are hashed again or are a key.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from outrider.core.chain import HOST, SEALED, sha256
from outrider.core.pending import Roll
from outrider.core.seats import SEATS
from outrider.dice.fair import face

LINKS = 1024
"""How many links a chain has below its anchor."""
STRIDE = 32
"""Of a chain every so many links are remembered: a whole one would be 64 KB."""
LAST = 8
"""With so few links left a holder names its next chain."""


class Seal:
    """A chain, from its seed."""

    def __init__(self, match: str, holder: str, seed: str) -> None:
        link = sha256(f"outrider|{match}|{holder}|{seed}")
        self._kept = [link]
        for index in range(1, LINKS + 1):
            link = sha256(link)
            if index % STRIDE == 0:
                self._kept.append(link)
        self.anchor = link
        self._at = LINKS, link
        """The link that was last looked for, and where it is."""

    def link(self, index: int) -> str:
        link = self._kept[index // STRIDE]
        for _ in range(index % STRIDE):
            link = sha256(link)
        return link

    def place(self, link: str) -> int | None:
        """Where in the chain a link is, if it is one of it."""
        if self._at[1] == link:
            return self._at[0]
        if sha256(link) == self._at[1]:
            self._at = self._at[0] - 1, link
            return self._at[0]
        each = self._kept[0]
        for index in range(LINKS + 1):
            if each == link:
                self._at = index, link
                return index
            each = sha256(each)
        return None

    def below(self, link: str) -> str | None:
        """The link to be opened after this one; None if it is not of this chain, or the last."""
        index = self.place(link)
        return self.link(index - 1) if index else None


class SealedDice:
    """Faces from opened links. `secret` is what the server's own seeds are made of, `entrusted` are
    seeds that players have left with it."""

    def __init__(self, match: str, secret: str, entrusted: Mapping[str, str]) -> None:
        self.match = match
        self._secret = secret
        self.entrusted = dict(entrusted)
        self._seals: dict[tuple[str, str], Seal] = {}

    def seal(self, holder: str, epoch: int) -> Seal:
        """A chain of the server's: its own, or one it keeps for a bot. The epoch is the number of
        the line among those that named chains, 0 for the header."""
        return self._seal(holder, sha256(f"{self._secret}|seal|{holder}|{epoch}"))

    def _seal(self, holder: str, seed: str) -> Seal:
        found = self._seals.get((holder, seed))
        if found is None:
            found = self._seals[holder, seed] = Seal(self.match, holder, seed)
        return found

    def chain(self, holder: str, anchor: str, epoch: int, left: bool = False) -> Seal | None:
        """The chain that ends there, if the server holds it: its own of that epoch, or one that is
        on record as `left` with it."""
        known = self.entrusted.get(holder) if left else None
        held = [] if known is None else [self._seal(holder, known)]
        return next((c for c in (*held, self.seal(holder, epoch)) if c.anchor == anchor), None)

    def faces(self, roll: Roll) -> tuple[int, ...] | None:
        return None  # not before the links are opened

    def mark(self) -> int:
        return 0

    def rewind(self, mark: int) -> None:
        return

    def passed(self) -> None:
        return


def key_of(links: Mapping[str, str]) -> str:
    """What the opened links make together."""
    return sha256("|".join(links[holder] for holder in (HOST, *SEATS) if holder in links))


def faces_of(match: str, links: Mapping[str, str], roll: Roll, r: int) -> tuple[int, ...]:
    """The faces of roll `r` by these links."""
    key = key_of(links)
    return tuple(face(key, match, r, k) for k in range(roll.dice))


def told(match: str, anchors: Mapping[str, str], engine: Sequence[str]) -> dict[str, Any]:
    """What a record's header says of sealed dice. `engine` are seats whose seal the server has
    kept from the beginning: bots', and of players who left it to it."""
    return {"kind": SEALED, "match": match, "anchors": dict(anchors), "engine": list(engine)}
