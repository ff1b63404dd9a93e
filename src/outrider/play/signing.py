"""The host's signature under a record: Ed25519, keys and signatures in hexadecimal."""

from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from outrider.core.chain import hash_after
from outrider.core.record import Closing


class Signer:
    """A host's key pair, from the 32 bytes that are kept of it."""

    def __init__(self, kept: str) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(kept))
        self.key = self._key.public_key().public_bytes_raw().hex()

    def sign(self, text: str) -> str:
        return self._key.sign(text.encode()).hex()

    def closing(self, before: str, result: dict[str, Any] | None, secret: str | None) -> Closing:
        """How a record closes whose last hash is that before."""
        last = {"result": result, "secret": secret, "key": self.key}
        own = hash_after(before, last)
        return Closing(own, self.key, self.sign(own), secret)


def is_signed(closing: Closing) -> bool:
    """Whether the signature is that of the key beside it."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(closing.key))
        key.verify(bytes.fromhex(closing.signature), closing.hash.encode())
    except (ValueError, InvalidSignature):
        return False
    return True
