"""Dice nobody at the table can foresee or bend, and everybody can check afterwards.

Before play the host commits to a secret by its SHA-256, and every seat to some entropy of its own.
When all have sat down the entropies are revealed; when the match is over the secret is. The die `k`
of the record's line `n` is found thus, both counted as the record counts lines and from 0, with
`t` = 0 at first:

    text   = "match|entropy of the first seat|...|entropy of the last seat|n|k|t" in UTF-8
    byte   = the first byte of HMAC-SHA-256 of the text, keyed by the secret
    if byte < 252: the face is byte % 6 + 1, otherwise try again with t + 1

The host knows the secret, so it can foresee the dice; it cannot change them.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from outrider.core.game import FACES
from outrider.core.pending import Roll
from outrider.core.record import Fell, Record
from outrider.core.refusal import malformed
from outrider.core.wire import a_string, an_object, known_fields, shown
from outrider.dice.seeded import FAIR

BYTES = 32
KIND = "fair"
LONGEST_ENTROPY = 128


def fresh() -> str:
    """A secret, or somebody's entropy: 32 random bytes in hexadecimal."""
    return secrets.token_hex(BYTES)


def commitment(text: str) -> str:
    """What binds somebody to a text without showing it: the SHA-256 of its UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def face(secret: str, said: str, n: int, k: int) -> int:
    """One die. `said` is the text up to the entropies."""
    attempt = 0
    while True:
        text = f"{said}|{n}|{k}|{attempt}"
        byte = hmac.digest(secret.encode(), text.encode(), "sha256")[0]
        if byte < FAIR:
            return byte % FACES + 1
        attempt += 1


@dataclass(frozen=True, slots=True)
class FairDice:
    """Faces from the secret, the match and everybody's entropy. A face depends on the number of its
    line and on nothing else, so there is nothing to wind back: a line that is taken back keeps its
    number, and what comes after it has others."""

    secret: str
    match: str
    entropies: tuple[str, ...]

    def faces_of(self, roll: Roll, n: int) -> tuple[int, ...]:
        """The faces of a roll that will be line `n` of the record."""
        said = "|".join((self.match, *self.entropies))
        return tuple(face(self.secret, said, n, k) for k in range(roll.dice))

    def faces(self, roll: Roll) -> tuple[int, ...] | None:
        raise TypeError("fair dice need the number of the line they are for")

    def mark(self) -> int:
        return 0

    def rewind(self, mark: int) -> None:
        return

    def passed(self) -> None:
        return


@dataclass(frozen=True, slots=True)
class Ceremony:
    """What a record says of its fair dice: who committed to what, and what was revealed. `engine`
    are the seats whose entropy is the engine's: a bot's, or of people at the same screen."""

    match: str
    commitment: str
    commitments: Mapping[str, str]
    entropies: Mapping[str, str]
    engine: tuple[str, ...] = ()
    secret: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": KIND,
            "match": self.match,
            "commitment": self.commitment,
            "commitments": dict(self.commitments),
            "entropies": dict(self.entropies),
            "engine": list(self.engine),
            "secret": self.secret,
        }


FIELDS = ("kind", "match", "commitment", "commitments", "entropies", "engine", "secret")


def a_ceremony(value: object, seats: Sequence[str]) -> Ceremony:
    """A ceremony from a record's header."""
    data = an_object(value, "the dice")
    known_fields(data, FIELDS, "fair dice")
    texts = {}
    for name in ("commitments", "entropies"):
        texts[name] = an_object(data.get(name), f"the {name}")
        if list(texts[name]) != list(seats):
            raise malformed(f"the {name} are not those of {', '.join(seats)} in this order")
        for text in texts[name].values():
            a_string(text, f"one of the {name}")
    engine = data.get("engine", [])
    if not isinstance(engine, list) or not set(map(str, engine)) <= set(seats):
        raise malformed(f"the seats with the engine's entropy are not {shown(engine)}")
    secret = data.get("secret")
    return Ceremony(
        a_string(data.get("match"), "the match's name"),
        a_string(data.get("commitment"), "the commitment"),
        texts["commitments"],
        texts["entropies"],
        tuple(engine),
        None if secret is None else a_string(secret, "the secret"),
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking a record's dice. `wrong` says what is, of the first thing that is."""

    checked: int = 0
    rolls: int = 0
    wrong: str | None = None


def verified(record: Record) -> Verdict:
    """Compute every die of a record again. Raises a Refusal where there is nothing to compute."""
    dice = record.header.dice
    kind = None if dice is None else dice.get("kind")
    if kind == "typed":
        raise malformed("the dice of this record were typed in by people, which proves nothing")
    if kind != KIND:
        raise malformed("this record does not say where its dice came from")
    ceremony = a_ceremony(dice, record.header.seats)
    if ceremony.secret is None:
        raise malformed("the secret is not revealed yet: that happens when the match is over")
    if commitment(ceremony.secret) != ceremony.commitment:
        return Verdict(wrong="the secret is not the one that was committed to")
    for seat, entropy in ceremony.entropies.items():
        if commitment(entropy) != ceremony.commitments[seat]:
            return Verdict(wrong=f"{seat}'s entropy is not the one that was committed to")
    fair = FairDice(ceremony.secret, ceremony.match, tuple(ceremony.entropies.values()))
    return _rolled_again(record, fair)


def _rolled_again(record: Record, fair: FairDice) -> Verdict:
    dice = rolls = 0
    for line in record.lines:
        if isinstance(line, Fell):
            expected = fair.faces_of(Roll(line.purpose, line.seat, len(line.faces)), line.n)
            for k, (real, said) in enumerate(zip(expected, line.faces, strict=True)):
                if real != said:
                    where = f"line n={line.n}, die {k + 1} of {len(expected)} for {line.purpose}"
                    return Verdict(dice, rolls, f"{where}: it says {said}, but {real} fell")
                dice += 1
            rolls += 1
    return Verdict(dice, rolls)
