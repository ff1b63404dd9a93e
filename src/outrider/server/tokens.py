"""Unguessable names: a seat, an invitation and a place to watch from are each a token.

Only the SHA-256 of a token is kept. It has 192 random bits, so it needs no salt and no slow hash.
"""

import hashlib
import hmac
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


def match_name() -> str:
    """A name for a match: 60 random bits that people can read out."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))
