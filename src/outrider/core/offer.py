"""An action as it is offered: in words, and with where on the table it belongs.

So a page needs to know no game's actions: it shows labels, and marks the places it is told.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

Place: TypeAlias = str | list[float] | None
"""The name of a unit or of a square, or a point in inches as it stands in JSON."""


@dataclass(frozen=True, slots=True)
class Offer:
    """How an action is offered."""

    label: str
    """What a button says."""
    owner: str | None = None
    """The unit it belongs to; none for what is done without one."""
    place: Place = None
    """Where on the table it is chosen; none where it is not, or anywhere in reach."""
    brief: str | None = None
    """The same in fewer words, where it stands among others."""
    whom: str | None = None
    """Whom or what it is done to. Offers that differ in nothing else stand on one line: `brief`
    then leaves it out."""
    at_once: bool = True
    """Choosing it plays it: nothing need be shown before."""
    goes: bool = False
    """It puts its unit somewhere, so that the table itself is what offers it."""
    ends: bool = False
    """With it somebody is done."""
    does: str | None = None
    """What it does, in a sentence, where its name does not say it."""
    note: str | None = None
    """A few words more under its name: what it would come to."""
    key: str | None = None
    """The letter that chooses it, where it answers a question."""

    def to_json(self) -> dict[str, Any]:
        """What is as it mostly is, is left out."""
        said: dict[str, Any] = {"label": self.label}
        for name in ("owner", "place", "brief", "whom", "does", "note", "key"):
            value = getattr(self, name)
            if value is not None:
                said[name] = value
        flags = {"at_once": self.at_once, "goes": self.goes, "ends": self.ends}
        return {**said, **{name: True for name, value in flags.items() if value}}
