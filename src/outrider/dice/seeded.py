"""Dice from a seed: the same for ever, on every machine."""

import hashlib

from outrider.core.game import FACES
from outrider.core.pending import Roll
from outrider.dice.source import Counted

FAIR = 252
"""The largest multiple of six in a byte: bytes from here on would favour the low faces."""


class SeededDice(Counted):
    """Fair dice that anybody can compute again from the seed.

    The rolls are counted from 0, so are the dice of a roll and the tries for a die. The die `k` of
    the roll `r` is found thus, with `t` = 0 at first:

        digest = SHA-256 of the text "seed|r|k|t" in UTF-8
        byte   = the first byte of the digest
        if byte < 252: the face is byte % 6 + 1, otherwise try again with t + 1

    Numbers stand in the text in decimal, without leading zeros. A seed enters by its text alone, so
    7 and "7" are the same seed while "07" is another. (Should a string hold half a surrogate pair,
    which JSON can spell but UTF-8 cannot, it is encoded as if UTF-8 could.)

    A face depends on nothing but the seed and the two numbers: not on the purpose of the roll, nor
    on how many dice fell before. That is why going back needs no more than the count of rolls.
    """

    def __init__(self, seed: int | str) -> None:
        super().__init__()
        self._begun = hashlib.sha256(f"{seed}|".encode("utf-8", "surrogatepass"))

    def faces(self, roll: Roll) -> tuple[int, ...]:
        fallen = tuple(self._face(self._at, die) for die in range(roll.dice))
        self._at += 1
        return fallen

    def passed(self) -> None:
        """A game that is gone on with goes on with the dice that come next."""
        self._at += 1

    def _face(self, roll: int, die: int) -> int:
        attempt = 0
        while True:
            whole = self._begun.copy()
            whole.update(b"%d|%d|%d" % (roll, die, attempt))
            byte = whole.digest()[0]
            if byte < FAIR:
                return byte % FACES + 1
            attempt += 1
