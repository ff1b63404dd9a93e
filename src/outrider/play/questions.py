"""What can be asked about a game, each question as data.

`question` reads one from a request as it stands on any wire: an object with `do`, `seat`, and
`action` or `unit`. What is wrong with it is refused in the same order for everybody: first what is
asked about, then who asks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from outrider.core.game import Game, checked_seat
from outrider.core.refusal import malformed
from outrider.core.wire import Action, a_string


@dataclass(frozen=True, slots=True)
class Legal:
    """What may a seat do?"""

    seat: str | None


@dataclass(frozen=True, slots=True)
class Check:
    """May a seat do this? If not, why not, and what would be close to it?"""

    seat: str | None
    action: Action


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely is everything it may lead to?"""

    seat: str | None
    action: Action


@dataclass(frozen=True, slots=True)
class Preview:
    """What would it do at once?"""

    seat: str | None
    action: Action


@dataclass(frozen=True, slots=True)
class Suggest:
    """If it is against a rule, what is close to it and is not?"""

    seat: str | None
    action: Action


@dataclass(frozen=True, slots=True)
class Play:
    """No question: it is to be done."""

    seat: str | None
    action: Action


@dataclass(frozen=True, slots=True)
class Reach:
    """Where may a unit end its move, and where would it be fired at on its way?"""

    seat: str | None
    unit: str


@dataclass(frozen=True, slots=True)
class Threats:
    """Where would it be fired at?"""

    seat: str | None
    unit: str


Question: TypeAlias = Legal | Check | Odds | Preview | Suggest | Play | Reach | Threats

OF_ACTIONS: dict[str, type[Check | Odds | Preview | Suggest | Play]] = {
    "check": Check,
    "odds": Odds,
    "preview": Preview,
    "suggest": Suggest,
    "play": Play,
}
OF_UNITS: dict[str, type[Reach | Threats]] = {"reach": Reach, "threats": Threats}
ASKED = ("legal", "check", "odds", "preview", "suggest", "reach", "threats")
"""All that changes nothing, by the name it has in a request."""


def question(game: Game[Any, Any], seats: Sequence[str], request: Mapping[str, Any]) -> Question:
    """The question in a request whose `do` is the name of one."""
    do = request["do"]
    if do in OF_ACTIONS:
        action = action_in(game, request)
        return OF_ACTIONS[do](_seat(request, seats), action)
    if do in OF_UNITS:
        unit = a_string(_given(request, "unit"), "the unit")
        return OF_UNITS[do](_seat(request, seats), unit)
    return Legal(_seat(request, seats))


def action_in(game: Game[Any, Any], request: Mapping[str, Any]) -> Action:
    """The action that a request is about."""
    action: Action = game.action(_given(request, "action"))
    return action


def _given(request: Mapping[str, Any], name: str) -> Any:
    if name not in request:
        raise malformed(f"the field `{name}` is missing")
    return request[name]


def _seat(request: Mapping[str, Any], seats: Sequence[str]) -> str | None:
    """Who asks: a seat at this table, or nobody, who speaks for the clock."""
    seat = _given(request, "seat")
    return None if seat is None else checked_seat(seat, seats)
