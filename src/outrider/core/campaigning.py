"""What a game has to say about campaigns: who may follow one, what they may learn, how a battle is
set out with those who are left, and who of them has lived through it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from outrider.core.codec import Form
from outrider.core.faults import Faults

Fate: TypeAlias = Literal["stands", "left", "fallen"]
"""Alive at the end of a battle; alive, and gone from the table; dead."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Something that can be learnt, as the rules bound it: `form` reads a value of it."""

    name: str
    label: str
    form: Form[int]

    def said(self, value: int) -> str:
        told = value if self.form.write is None else self.form.write(value)
        return f"{told:g}"


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody on a side's roster. `ratings` are those that this one could learn more of; `plain`
    is whatever the game itself has read."""

    id: str
    seat: str
    name: str
    ratings: Mapping[str, int]
    plain: Any = None

    def trained(self, more: Mapping[str, int]) -> "Member":
        """The same, with higher ratings."""
        ratings = {name: value + more.get(name, 0) for name, value in self.ratings.items()}
        return replace(self, ratings=ratings)


Forces = Mapping[str, Sequence[Member]]
"""Who comes to a battle, by seat: the first of them has the first post."""


class Campaigning(ABC):
    """What a game does for campaigns. Nothing of it remembers anything."""

    ratings: tuple[Rating, ...] = ()

    @abstractmethod
    def member(self, faults: Faults, place: str, seat: str, value: object) -> Member | None:
        """Somebody on a roster, from JSON; nothing, and faults, if it cannot be read."""

    @abstractmethod
    def posts(self, ground: Any, seat: str) -> int:
        """How many of a side's roster a battle has room for. `ground` may be any JSON."""

    @abstractmethod
    def examine(self, faults: Faults, place: str, ground: object, forces: Forces) -> None:
        """Everything that is wrong with a battle's ground, of which whole rosters come."""

    @abstractmethod
    def set_out(self, name: str, story: str, ground: Any, forces: Forces) -> dict[str, Any]:
        """The scenario of a battle with those who come to it. The ground has been examined; of
        every side that has posts there is somebody."""

    @abstractmethod
    def fates(self, state: Any) -> Mapping[str, Fate]:
        """What has become of everybody in a state."""

    @abstractmethod
    def told(self, member: Member) -> str:
        """Somebody's ratings in a few words, what was learnt included."""

    @abstractmethod
    def member_schema(self) -> dict[str, Any]:
        """The JSON Schema of somebody on a roster,"""

    @abstractmethod
    def ground_schema(self) -> dict[str, Any]:
        """and of a battle's ground."""

    def definitions(self) -> dict[str, Any]:
        """What both of these refer to."""
        return {}
