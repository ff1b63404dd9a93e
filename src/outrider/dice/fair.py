"""Dice nobody at the table can foresee or bend, and everybody can check afterwards.

Before play the host commits to a secret by its SHA-256, and every seat to some entropy of its own.
When all have sat down the entropies are revealed; when the match is over the secret is. The die `k`
of roll `r` is found thus, both counted from 0, rolls over all that were ever on record, with
`t` = 0 at first:

    text   = "match|entropy of the first seat|...|entropy of the last seat|r|k|t" in UTF-8
    byte   = the first byte of HMAC-SHA-256 of the text, keyed by the secret
    if byte < 252: the face is byte % 6 + 1, otherwise try again with t + 1

The host knows the secret, so it can foresee the dice; it cannot change them. That is `fair-2`. In
records of the older kind `fair` the number of the line stood in place of the roll's; whoever knew
the secret could put lines before a roll until they liked it, so no new match has it.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from outrider.core.game import FACES
from outrider.core.pending import Roll
from outrider.core.refusal import malformed
from outrider.core.wire import a_string, an_object, known_fields, shown
from outrider.dice.seeded import FAIR

BYTES = 32
KIND = "fair-2"
BY_LINE = "fair"
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
    roll and on nothing else, so there is nothing to wind back: a roll that is taken back keeps its
    number, and those after it have others. `by_line` are the older dice."""

    secret: str
    match: str
    entropies: tuple[str, ...]
    by_line: bool = False

    def faces_of(self, roll: Roll, number: int) -> tuple[int, ...]:
        """The faces of a roll of that number."""
        said = "|".join((self.match, *self.entropies))
        return tuple(face(self.secret, said, number, k) for k in range(roll.dice))

    def faces(self, roll: Roll) -> tuple[int, ...] | None:
        raise TypeError("fair dice need the number of the roll they are for")

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
    """In the header of older records only; it now stands in the last line."""
    kind: str = KIND

    def to_json(self) -> dict[str, Any]:
        made: dict[str, Any] = {
            "kind": self.kind,
            "match": self.match,
            "commitment": self.commitment,
            "commitments": dict(self.commitments),
            "entropies": dict(self.entropies),
            "engine": list(self.engine),
        }
        return {**made, "secret": self.secret} if self.kind == BY_LINE else made


FIELDS = ("kind", "match", "commitment", "commitments", "entropies", "engine", "secret")


def a_ceremony(value: object, seats: Sequence[str]) -> Ceremony:
    """A ceremony from a record's header."""
    data = an_object(value, "the dice")
    kind = data.get("kind")
    if kind not in (KIND, BY_LINE):
        raise malformed(f"fair dice are {KIND} or {BY_LINE}, not {shown(kind)}")
    known_fields(data, FIELDS if kind == BY_LINE else FIELDS[:-1], "fair dice")
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
        str(kind),
    )
