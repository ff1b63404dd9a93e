"""Saying no over the wire: the same refusals as everywhere, with a status."""

import math
from typing import Any

from outrider.core.refusal import Refusal

STATUS = {"malformed": 400, "unknown": 404, "not-your-turn": 409, "illegal": 409, "over": 409}
FORBIDDEN, TOO_LARGE, MISDIRECTED, TOO_MANY, BROKEN, UNAVAILABLE = 403, 413, 421, 429, 500, 503


class Forbidden(Exception):
    """Not with this token, or not without one. Says nothing about what would be right."""

    def __init__(self, message: str = "this is not yours") -> None:
        super().__init__(message)
        self.message = message


class Busy(Exception):
    """Not now: too much of it is waiting already."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Full(Exception):
    """There is no room for more. `bound` is how much there is."""

    def __init__(self, message: str, bound: int) -> None:
        super().__init__(message)
        self.message = message
        self.bound = bound


class TooMany(Exception):
    """Asked for too much. `wait` is in seconds."""

    def __init__(self, wait: float, why: str) -> None:
        self.wait = max(1, math.ceil(wait))
        self.message = f"{why}; come back in {self.wait} s"
        super().__init__(self.message)

    def to_json(self) -> dict[str, Any]:
        return {"kind": "too-many", "message": self.message, "wait": self.wait}


class Stale(Exception):
    """The match has gone on since the version the client saw."""


def refused(refusal: Refusal) -> dict[str, Any]:
    return {"error": refusal.to_json()}


def error(kind: str, message: str) -> dict[str, Any]:
    return {"error": {"kind": kind, "message": message}}
