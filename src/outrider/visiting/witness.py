"""What a visitor has seen of a match, and its own seals: what a page does in `witness.js`.

Every line is held against the hash it has to continue. A link is opened once, for one line, and
only if that line continues what was seen; whatever the host makes up about this seat's seals ends
the visit.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from outrider.core.chain import SEALED, hash_after, sha256
from outrider.dice import Seal
from outrider.dice.sealed import LAST, LINKS
from outrider.visiting.memory import Keeper, Memory

Json = dict[str, Any]


class Forged(Exception):
    """The host shows what cannot be. The message says which line."""


class Witness:
    """One seat of one match, as it was told so far."""

    def __init__(self, match: str, memory: Memory, keeper: Keeper, secret: bool = False) -> None:
        self._match = match
        self._memory = memory
        self._keeper = keeper
        self._secret = secret
        """Whether the game has secrets: then others' choices are told by their hashes alone."""
        self.hashes: list[str] = []
        self.standing: dict[str, str] = {}
        """What each holder's next link has to hash to."""
        self._seals: dict[str, Seal] = {}
        self._sent: set[str] = set()

    @property
    def seat(self) -> str:
        assert self._memory.seat is not None
        return self._memory.seat

    @property
    def version(self) -> int:
        return max(0, len(self.hashes) - 1)

    def anew(self) -> None:
        """A new connection: what was sent on the last may not have come through."""
        self._sent.clear()

    # -- what is told ------------------------------------------------------------------------------

    def begin(self, table: Mapping[str, Any]) -> None:
        """The table as the first message shows it."""
        head, dice = table.get("head"), table.get("dice") or {}
        if not head:
            return
        if self._memory.heads.get("0", head) != head:
            raise Forged("the server shows another beginning of this match than was seen before")
        if not self.hashes:
            self.hashes = [head]
            self._memory.note(0, head)
        if dice.get("kind") == SEALED and not self.standing and dice.get("anchors"):
            self._began_with(dice)
            self.standing = dict(dice["anchors"])

    def _began_with(self, dice: Mapping[str, Any]) -> None:
        given = dice["anchors"].get(self.seat)
        if self._memory.first is None or self._memory.moved:
            return
        if self.seat in dice.get("engine", ()) or given != self._memory.first:
            raise Forged(f"the match begins with a seal for {self.seat} that was not made here")

    def follow(self, lines: Sequence[Json]) -> None:
        """Lines in their order; those that were seen before are passed over."""
        if not self.hashes:
            return
        for line in lines:
            if line["n"] == len(self.hashes):
                self._take(line)
        self._keeper.write(self._memory)

    def _take(self, line: Json) -> None:
        n, told = line["n"], line.get("hash")
        hidden = self._secret and not set(line) - {"n", "seat", "hash"}
        real = str(told) if hidden else hash_after(self.hashes[-1], line)
        if real != told or self._memory.heads.get(str(n), real) != real:
            raise Forged(f"line {n} does not continue what was seen of the match")
        for holder, link in line.get("open", {}).items():
            if sha256(link) != self.standing.get(holder):
                raise Forged(f"line {n} opens a link of {holder}'s that is not the next one")
        self._check_own(line)
        self.standing |= line.get("open", {}) | line.get("anchors", {})
        self.hashes.append(real)
        if self.seat in line.get("anchors", {}):
            self._memory.own.append(n)
        self._memory.note(n, real)

    def _check_own(self, line: Json) -> None:
        """What a line says of this seat's seal has to be what was done here."""
        n, seat, mine = line["n"], self.seat, self._memory
        seen_before = str(n) in mine.heads
        if not mine.seeds or mine.moved or seen_before:
            return
        link = line.get("open", {}).get(seat)
        if link is not None and mine.given != {"link": link, "for": line.get("for")}:
            raise Forged(f"line {n} opens a seal of {seat} that was not opened here for it")
        anchor = line.get("anchors", {}).get(seat)
        if anchor is not None and all(self._seal(seed).anchor != anchor for seed in mine.seeds):
            raise Forged(f"line {n} has a new seal for {seat} that was not made here")
        if line.get("match") == "entrust" and line.get("seat") == seat:
            raise Forged(f"line {n} says that {seat} left its seal with the server; it did not")

    # -- seals -------------------------------------------------------------------------------------

    def _seal(self, seed: str) -> Seal:
        if seed not in self._seals:
            self._seals[seed] = Seal(self._match, self.seat, seed)
        return self._seals[seed]

    def _place(self) -> tuple[Seal, int] | None:
        """The chain of ours that stands, and where in it."""
        for seed in self._memory.seeds:
            at = self._seal(seed).place(self.standing.get(self.seat, ""))
            if at is not None:
                return self._seal(seed), at
        return None

    def _fresh(self) -> str:
        """A new chain: its seed is kept before anybody hears of it."""
        seed = secrets.token_hex(32)
        self._memory.seeds.insert(0, seed)
        self._keeper.write(self._memory)
        return self._seal(seed).anchor

    def to_say(self, table: Mapping[str, Any]) -> list[Json]:
        """What has to be said now about dice: an anchor, entropy, links."""
        stage, dice = table.get("stage"), table.get("dice") or {}
        sealed = dice.get("kind") == SEALED
        if stage in ("open", "revealing"):
            return self._before(stage, dice, sealed)
        if stage != "running" or not sealed or table.get("result") or not self.hashes:
            return []
        wanted = table.get("seals")
        rolling = bool((table.get("pending") or {}).get("roll"))
        if wanted and rolling:
            return self._opened(wanted)
        return [] if rolling else self._renewed()

    def _before(self, stage: str, dice: Mapping[str, Any], sealed: bool) -> list[Json]:
        if not sealed:
            mine = self._memory.entropy
            return self._once("reveal", {"do": "reveal", "entropy": mine}, stage == "revealing")
        if self.seat in dice.get("engine", ()) or (dice.get("anchors") or {}).get(self.seat):
            return []
        anchor = self._seal(self._memory.seeds[-1]).anchor if self._memory.seeds else self._fresh()
        self._memory.first = anchor
        self._keeper.write(self._memory)
        return self._once("anchor", {"do": "anchor", "anchor": anchor})

    def _opened(self, wanted: Mapping[str, Any]) -> list[Json]:
        """The next link, for the dice that wait; or a new chain, where what is opened is void."""
        n, line = wanted["n"], wanted["for"]
        if self.seat not in wanted["missing"] or len(self.hashes) <= n:
            return []
        if self.hashes[n] != line:
            raise Forged("the server asks for a seal for a line that was not seen")
        place = self._place()
        link = None if place is None or place[1] == 0 else place[0].link(place[1] - 1)
        spent = self._memory.given.get("link") == link and self._memory.given.get("for") != line
        if wanted.get("void") or link is None or spent:
            # Somebody left, the seed is lost, or the link was given for dice that were taken back.
            return self._anchored(line)
        self._memory.given = {"link": link, "for": line}
        self._keeper.write(self._memory)
        return self._once(f"open {line}", {"do": "open", "links": {self.seat: link}, "for": line})

    def _renewed(self) -> list[Json]:
        """While no dice wait: a new chain where this is at its end, or a link of it went astray."""
        place = self._place()
        if place is None:
            return []
        seal, at = place
        astray = 0 < at < LINKS + 1 and self._memory.given.get("link") == seal.link(at - 1)
        return self._anchored(None) if at <= LAST or astray else []

    def _anchored(self, line: str | None) -> list[Json]:
        key = f"anew {line} {self.standing.get(self.seat)}"
        if key in self._sent:
            return []
        return self._once(key, {"do": "anchor", "anchor": self._fresh(), "for": line})

    def _once(self, key: str, said: Json, now: bool = True) -> list[Json]:
        if not now or key in self._sent:
            return []
        self._sent.add(key)
        return [{**said, "seat": self.seat}]
