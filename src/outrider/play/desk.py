"""The desk: every question about a game, answered once.

Whoever is asked from outside, on whatever wire, asks here: the referee, the sockets, the practice
page, the terminal. They carry questions and answers, and have no rule, no wording and no order of
their own. A `Desk` knows a state; a `MatchDesk` knows a match, whose people may have ended it or
left it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from outrider.core.choices import Choices, Nothing
from outrider.core.conduct import refused_if_left, refused_if_over
from outrider.core.game import Game
from outrider.core.odds import Odds
from outrider.core.pending import Roll
from outrider.core.refusal import Refusal
from outrider.core.wire import Action, Event
from outrider.dice import AskedDice, Dice
from outrider.play import questions
from outrider.play.match import Match
from outrider.play.questions import Question

# -- answers ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Listing:
    """What a seat may do; not `complete` where that is a continuum and these are samples."""

    actions: tuple[Action, ...]
    complete: bool

    def to_json(self) -> dict[str, Any]:
        return {"actions": [each.to_json() for each in self.actions], "complete": self.complete}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why an action is refused, if it is, and what would be close to it, if something is."""

    refusal: Refusal | None
    instead: Action | None = None

    def to_json(self) -> dict[str, Any]:
        if self.refusal is None:
            return {"legal": True}
        said = {"legal": False, "refusal": self.refusal.to_json()}
        return said if self.instead is None else {**said, "instead": self.instead.to_json()}


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What an action would do at once."""

    events: tuple[Event, ...]

    def to_json(self) -> dict[str, Any]:
        return {"events": told(self.events)}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The action that is close to one that is against a rule, if there is one."""

    instead: Action | None

    def to_json(self) -> dict[str, Any]:
        return {"instead": None if self.instead is None else self.instead.to_json()}


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a unit may end its move, and where it would be fired at, as the game draws it."""

    reach: tuple[Any, ...]
    threats: tuple[Any, ...]

    def to_json(self) -> dict[str, Any]:
        return {"reach": list(self.reach), "threats": list(self.threats)}


@dataclass(frozen=True, slots=True)
class Threatened:
    """Where a unit that moves would be fired at."""

    threats: tuple[Any, ...]

    def to_json(self) -> dict[str, Any]:
        return {"threats": list(self.threats)}


@dataclass(frozen=True, slots=True)
class Position:
    """How a game stands, and what has led to it."""

    game: Game[Any, Any]
    state: Any
    events: tuple[Event, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "state": self.game.dump(self.state),
            "pending": self.game.pending(self.state).to_json(),
            "question": self.game.question(self.state),
            "events": told(self.events),
        }


Answer: TypeAlias = (
    Listing | Verdict | Odds | Foreseen | Suggestion | Reached | Threatened | Position
)


def told(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Events with the sentences that a log shows."""
    return [{**event.to_json(), "text": str(event)} for event in events]


# -- the desk --------------------------------------------------------------------------------------


class Desk:
    """Answers for a game in some state, which stays as it is. If something is played, `dice` fall
    on the way, for as long as they fall by themselves."""

    def __init__(self, game: Game[Any, Any], state: Any, dice: Dice | None = None) -> None:
        self.game = game
        self.state = state
        self._dice: Dice = AskedDice() if dice is None else dice

    def seats(self) -> tuple[str, ...]:
        return self.game.seats_of(self.state)

    def question(self, request: Mapping[str, Any]) -> Question:
        """What a request asks."""
        return questions.question(self.game, self.seats(), request)

    def answer(self, asked: Question) -> Answer:
        """What there is to say; raises the Refusal where that is all."""
        match asked:
            case questions.Legal(seat):
                return self.legal(seat)
            case questions.Check(seat, action):
                return self.check(seat, action)
            case questions.Odds(seat, action):
                return self.odds(seat, action)
            case questions.Preview(seat, action):
                return self.preview(seat, action)
            case questions.Suggest(seat, action):
                return Suggestion(self.check(seat, action).instead)
            case questions.Play(seat, action):
                return self.play(seat, action)
            case questions.Reach(seat, unit):
                return self.reach(seat, unit)
            case questions.Threats(seat, unit):
                return Threatened(self.reach(seat, unit).threats)

    def choices(self, seat: str | None) -> Choices[Any]:
        """What a seat may do now; nothing, with the reason, if it is not asked."""
        return self.game.choices(self.state, seat)

    def is_idle(self, seat: str | None) -> bool:
        """Whether a seat has nothing to choose, so that whatever it asks is answered at once."""
        return isinstance(self.choices(seat), Nothing)

    def why_not(self, seat: str | None, action: Action) -> Refusal | None:
        """Why an action is refused; None if it is not."""
        return self.choices(seat).why_not(action)

    def legal(self, seat: str | None) -> Listing:
        choices = self.choices(seat)
        return Listing(tuple(choices), choices.complete)

    def check(self, seat: str | None, action: Action) -> Verdict:
        """Something is close to an action only if the rules forbid it. Whoever has to wait would
        wait with any other, too."""
        refusal = self.why_not(seat, action)
        if refusal is None or refusal.kind != "illegal":
            return Verdict(refusal)
        return Verdict(refusal, self.game.suggest(self.state, seat, action))

    def odds(self, seat: str | None, action: Action) -> Odds:
        self._refuse(seat, action)
        return self.game.chances(self.state, seat, action)

    def preview(self, seat: str | None, action: Action) -> Foreseen:
        self._refuse(seat, action)
        return Foreseen(self.game.preview(self.state, seat, action))

    def reach(self, seat: str | None, unit: str) -> Reached:
        """Nothing for a seat that is not asked, as in `legal`. A unit that there cannot be is
        refused all the same."""
        reach = self.game.reach(self.state, seat, unit)
        if not reach or self.is_idle(seat):
            return Reached((), ())
        return Reached(reach, self.game.threats(self.state, seat, unit))

    def play(self, seat: str | None, action: Action) -> Position:
        step = self.game.apply(self.state, seat, action)
        events = step.events
        while isinstance(pending := self.game.pending(step.state), Roll):
            faces = self._dice.faces(pending)
            if faces is None:
                break
            step = self.game.roll(step.state, faces)
            events += step.events
        return Position(self.game, step.state, events)

    def _refuse(self, seat: str | None, action: Action) -> None:
        refusal = self.why_not(seat, action)
        if refusal is not None:
            raise refusal


class MatchDesk(Desk):
    """Answers for a match as it stands. What is played is played in it."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.game, match.state)
        self._match = match

    def seats(self) -> tuple[str, ...]:
        return self._match.terms.seats

    def choices(self, seat: str | None) -> Choices[Any]:
        """As the match plays it: whoever has left it hears that, and not whose turn it is."""
        conduct = self._match.moments[-1].conduct
        refusal = refused_if_over(conduct) or refused_if_left(conduct, seat)
        return self._match.choices(seat) if refusal is None else Nothing(refusal)

    def play(self, seat: str | None, action: Action) -> Position:
        events = self._match.play(seat, action)
        return Position(self.game, self._match.state, events)
