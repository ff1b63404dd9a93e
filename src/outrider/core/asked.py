"""A question about one piece, as it is put at that piece on the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from outrider.core.account import Account


@dataclass(frozen=True, slots=True)
class Way:
    """A part of the way somebody is on: points as they stand in JSON, and whether the piece that is
    asked could still act on it there."""

    points: Sequence[Any]
    open: bool

    def to_json(self) -> dict[str, Any]:
        return {"points": list(self.points), "open": self.open}


@dataclass(frozen=True, slots=True)
class Asked:
    """`unit` is asked, and what it is asked is `about` another; `ways` are where that one goes on,
    `fields` the ground on which the asked one could act."""

    title: str
    unit: str
    about: str | None = None
    note: str = ""
    account: Account = Account()  # noqa: RUF009 - it is frozen
    ways: tuple[Way, ...] = ()
    fields: tuple[dict[str, Any], ...] = ()

    def to_json(self) -> dict[str, Any]:
        told = {
            "about": self.about,
            "note": self.note,
            "ways": [way.to_json() for way in self.ways],
            "fields": list(self.fields),
        }
        given = {name: value for name, value in told.items() if value}
        return {"title": self.title, "unit": self.unit, **given, **self.account.to_json()}
