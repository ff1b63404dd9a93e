"""A campaign as its file has it: two rosters, battles that lead to others, ends, and what winners
may learn."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from outrider.core.campaigning import Campaigning, Member, Rating
from outrider.core.codec import Form, number
from outrider.core.game import Game
from outrider.core.refusal import malformed
from outrider.core.seats import SEATS as ALL
from outrider.core.values import a_string
from outrider.core.wire import wire

VERSION = 1
SEATS = ALL[:2]
DRAW = "draw"
RESULTS = (*SEATS, DRAW)
MOST_BYTES = 256 * 1024
MOST_MEMBERS = 40
MOST_BATTLES = 20
MOST_ENDS = 20
MOST_LESSONS = 12
LONGEST_NAME = 60
LONGEST_STORY = 2000
LONGEST_ID = 30


def _a_name(value: object, what: str) -> str:
    name = a_string(value, what)
    if not 0 < len(name.strip()) <= LONGEST_NAME or not name.isprintable():
        raise malformed(f"{what} has 1 to {LONGEST_NAME} printable characters")
    return name


def _a_story(value: object, what: str) -> str:
    story = a_string(value, what)
    if len(story) > LONGEST_STORY or not all(line.isprintable() for line in story.split("\n")):
        raise malformed(f"{what} has at most {LONGEST_STORY} printable characters")
    return story


def _a_winner(value: object, what: str) -> str:
    if value is not None and value not in SEATS:
        raise malformed(f"{what} is {', '.join(SEATS)} or null")
    return str(value or "")


NAME: Form[str] = Form(
    _a_name, schema={"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
)
STORY: Form[str] = Form(_a_story, schema={"type": "string", "maxLength": LONGEST_STORY})
WINNER: Form[str] = Form(_a_winner, lambda seat: seat or None, schema={"enum": [*SEATS, None]})


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a whole campaign, and everybody who begins it there."""

    name: str
    roster: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A winner's piece has so much more of a rating, up to a bound. Both are in the game's own
    whole numbers."""

    rating: Rating
    by: int
    most: int


@dataclass(frozen=True, slots=True)
class Battle:
    """`ground` is the game's: a scenario with posts. The first of those who are called and live
    take them; where fewer than the least are left, the other side has won without a fight."""

    id: str
    name: str
    story: str
    muster: Mapping[str, tuple[str, ...]]
    least: Mapping[str, int]
    ground: Any
    next: Mapping[str, str]
    """Where each result leads: to a battle or to an end."""


@dataclass(frozen=True, slots=True)
class End:
    """How a campaign may end, and who has won it then."""

    name: str = wire(read=NAME, called="its name")
    story: str = wire(read=STORY, called="its story", default="", sparse=True)
    winner: str = wire(read=WINNER, called="its winner", default="")


@dataclass(frozen=True, slots=True)
class Learning:
    """So many lessons for the winner of a battle, each for another of those who fought; so many for
    anybody in all."""

    a_battle: int = wire(read=number(0, MOST_MEMBERS), called="it")
    each: int = wire(read=number(0, MOST_LESSONS * MOST_BATTLES), called="it")
    lessons: tuple[Lesson, ...] = ()


@dataclass(frozen=True, eq=False)
class Campaign:
    """All of a file, checked. `value` is the JSON it was read from."""

    game: Game[Any, Any]
    campaigning: Campaigning
    name: str
    author: str
    story: str
    sides: Mapping[str, Side]
    learning: Learning
    battles: Mapping[str, Battle]
    ends: Mapping[str, End]
    first: str
    value: Mapping[str, Any]

    @cached_property
    def members(self) -> dict[str, Member]:
        """Everybody, by id."""
        return {each.id: each for side in self.sides.values() for each in side.roster}

    @cached_property
    def longest(self) -> int:
        """Battles on the longest way through it."""
        return self._longest(self.first)

    def _longest(self, id: str) -> int:
        battle = self.battles.get(id)
        return 0 if battle is None else 1 + max(self._longest(to) for to in battle.next.values())

    @cached_property
    def depths(self) -> dict[str, int]:
        """How many battles come before each, at most: where it stands on a map of them."""
        found = {self.first: 0}
        for _ in range(len(self.battles)):
            for id, depth in tuple(found.items()):
                battle = self.battles.get(id)
                for to in battle.next.values() if battle else ():
                    found[to] = max(found.get(to, 0), depth + 1)
        return found
