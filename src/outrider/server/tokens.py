"""Unguessable names: a seat, an invitation and a place to watch from are each a token.

Only the SHA-256 of a token is kept. It has 192 random bits, so it needs no salt and no slow hash.
"""

import base64
import hashlib
import hmac
import json
import secrets

BYTES = 24
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""What cannot be mistaken for something else when read aloud."""
LONGEST = 64


def fresh() -> str:
    return secrets.token_urlsafe(BYTES)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def opens(token: str | None, kept: str | None) -> bool:
    """Whether a token is the one whose hash is kept; takes as long either way."""
    if token is None or kept is None or len(token) > LONGEST:
        return False
    return hmac.compare_digest(hashed(token), kept)


def derived(key: str, *parts: str) -> str:
    """The same token for the same parts. Whoever lacks one of them, or the key, cannot tell it."""
    said = json.dumps(parts).encode()
    digest = hmac.new(key.encode(), said, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:BYTES]).decode()


def match_name() -> str:
    """A name for a match: 60 random bits that people can read out."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))


class Mint:
    """The tokens of one new match. From a secret that its maker brought the same come again: who
    lost the answer asks again, and nothing of it has to be kept."""

    def __init__(self, key: str, secret: str | None) -> None:
        self._key, self._secret = key, secret

    def token(self, *what: str) -> str:
        return fresh() if self._secret is None else derived(self._key, *what, self._secret)

    def match_name(self) -> str:
        if self._secret is None:
            return match_name()
        number = int.from_bytes(derived(self._key, "match", self._secret).encode(), "big")
        return "".join(LETTERS[(number >> 13 * k) % len(LETTERS)] for k in range(12))
