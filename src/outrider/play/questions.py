"""What can be asked about a game, each question as data.

`question` reads one from a request as it stands on any wire: an object with `do`, `seat`, and
`action` or `unit`, or the points `from` and `to`. What is wrong with it is refused in the same
order for everybody: first what is asked about, then who asks.
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
class Offers:
    """What may a seat do, in words, and where on the table?"""

    seat: str | None


@dataclass(frozen=True, slots=True)
class Try:
    """As `Check`, and how is it offered, and what is close to it?"""

    seat: str | None
    action: Action


@dataclass(frozen=True, slots=True)
class Look:
    """As `Offers`, and where may each unit end, where would it be fired at, and who would be hurt
    by what is done at once? All that a page shows before anything is wished for."""

    seat: str | None


@dataclass(frozen=True, slots=True)
class Consider:
    """As `Try`, and if it is allowed, as `Weigh` and `Preview`: all that a page shows of a wish."""

    seat: str | None
    action: Action


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
class Weigh:
    """As `Odds`, and how is each of their names to be taken?"""

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


@dataclass(frozen=True, slots=True)
class Ranges:
    """What is in the power of any piece, whosever turn it is?"""

    seat: str | None
    unit: str


@dataclass(frozen=True, slots=True)
class Measure:
    """How far is it between two points, and is the sight clear?"""

    seat: str | None
    start: object
    end: object


OfAction: TypeAlias = Check | Try | Consider | Odds | Weigh | Preview | Suggest | Play
OfSeat: TypeAlias = Legal | Offers | Look
OfUnit: TypeAlias = Reach | Threats | Ranges
Question: TypeAlias = OfSeat | OfAction | OfUnit | Measure

OF_ACTIONS: dict[str, type[OfAction]] = {
    "check": Check,
    "try": Try,
    "consider": Consider,
    "odds": Odds,
    "weigh": Weigh,
    "preview": Preview,
    "suggest": Suggest,
    "play": Play,
}
OF_UNITS: dict[str, type[OfUnit]] = {"reach": Reach, "threats": Threats, "ranges": Ranges}
OF_SEATS: dict[str, type[OfSeat]] = {"legal": Legal, "offers": Offers, "look": Look}
ASKED = (*OF_SEATS, *(do for do in OF_ACTIONS if do != "play"), *OF_UNITS, "measure")
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
    if do == "measure":
        start, end = _given(request, "from"), _given(request, "to")
        return Measure(_seat(request, seats), start, end)
    return OF_SEATS[do](_seat(request, seats))


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
