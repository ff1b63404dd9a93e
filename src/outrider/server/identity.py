"""Who somebody is: a signed cookie with a name they chose. There are no passwords.

The cookie only lists one's own matches and shows one's name; it opens no seat. That takes a token.
"""

import secrets
from dataclasses import dataclass
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer

from outrider.core.record import LONGEST_NAME
from outrider.core.refusal import malformed
from outrider.server.tokens import hashed

COOKIE = "outrider"
FOREVER = 400 * 24 * 3600
"""Browsers keep no cookie longer."""


@dataclass(frozen=True, slots=True)
class Person:
    """`origin` is where they ask from, as a keyed hash of the address."""

    who: str
    name: str | None = None
    origin: str | None = None


class Identities:
    """Writes and reads the cookie."""

    def __init__(self, key: str) -> None:
        self._signer = URLSafeSerializer(key, salt="outrider identity")

    def read(self, cookie: str | None) -> Person | None:
        """Whom a cookie says; nobody if it was not written here."""
        if not cookie or len(cookie) > 1000:
            return None
        try:
            data: Any = self._signer.loads(cookie)
        except BadSignature:
            return None
        if not isinstance(data, dict) or not isinstance(data.get("who"), str):
            return None
        name = data.get("name")
        return Person(data["who"], name if isinstance(name, str) else None)

    def write(self, person: Person) -> str:
        text: str | bytes = self._signer.dumps({"who": person.who, "name": person.name})
        return text if isinstance(text, str) else text.decode()


def stranger(secret: str | None = None) -> Person:
    """Somebody new; who brings the same secret again is the same."""
    return Person(secrets.token_hex(12) if secret is None else hashed(f"who|{secret}")[:24])


def a_nickname(name: str) -> str:
    """A name as others will see it."""
    trimmed = " ".join(name.split())
    if not 0 < len(trimmed) <= LONGEST_NAME or not trimmed.isprintable():
        raise malformed(f"a name has 1 to {LONGEST_NAME} printable characters")
    return trimmed
