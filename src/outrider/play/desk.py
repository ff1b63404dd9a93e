"""The desk: every question about a game, answered once.

Whoever is asked from outside, on whatever wire, asks here: the referee, the sockets, the practice
page, the terminal. They carry questions and answers, and have no rule, no wording and no order of
their own. A `Desk` knows a state; a `MatchDesk` knows a match, whose people may have ended it or
left it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from outrider.core import sentence
from outrider.core.account import Account
from outrider.core.asked import Asked
from outrider.core.choices import Choices, Nothing
from outrider.core.conduct import refused_if_left, refused_if_over
from outrider.core.game import Game, Step
from outrider.core.measuring import Measured, Range
from outrider.core.odds import Odds, Sense
from outrider.core.offer import Offer
from outrider.core.pending import Roll, addressed
from outrider.core.refusal import Refusal, unknown
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
class Offered:
    """An action with how it is offered."""

    action: Action
    text: str
    offer: Offer

    def to_json(self) -> dict[str, Any]:
        return {"action": self.action.to_json(), "text": self.text, **self.offer.to_json()}


@dataclass(frozen=True, slots=True)
class Offers:
    """What a seat may do, as it is offered on a page, and what is asked of one piece, if anything
    is."""

    offers: tuple[Offered, ...]
    complete: bool
    asked: Asked | None = None

    def to_json(self) -> dict[str, Any]:
        said = {"offers": [each.to_json() for each in self.offers], "complete": self.complete}
        return said if self.asked is None else {**said, "asked": self.asked.to_json()}


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
class Tried:
    """A verdict on an action, with how it and what is close to it would be offered."""

    verdict: Verdict
    offer: Offered
    instead: Offered | None

    def to_json(self) -> dict[str, Any]:
        said = {**self.verdict.to_json(), "offer": self.offer.to_json()}
        return said if self.instead is None else {**said, "nearest": self.instead.to_json()}


@dataclass(frozen=True, slots=True)
class Weighed:
    """Odds, how each of their names is to be taken, and an account of them."""

    odds: Odds
    senses: Mapping[str, Sense]
    account: Account = Account()  # noqa: RUF009 - it is frozen

    def to_json(self) -> dict[str, Any]:
        return {
            **self.odds.to_json(),
            "senses": {name: sense.to_json() for name, sense in self.senses.items()},
            **self.account.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What an action would do at once."""

    events: tuple[Event, ...]

    def to_json(self) -> dict[str, Any]:
        return {"events": told(self.events)}


@dataclass(frozen=True, slots=True)
class Considered:
    """All there is to say of an action; what may come of it only if it is allowed."""

    tried: Tried
    weighed: Weighed | None
    foreseen: Foreseen | None

    def to_json(self) -> dict[str, Any]:
        said = self.tried.to_json()
        for part in (self.weighed, self.foreseen):
            said.update({} if part is None else part.to_json())
        return said


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
class Ranged:
    """What is in the power of a piece."""

    ranges: tuple[Range, ...]

    def to_json(self) -> dict[str, Any]:
        return {"ranges": [each.to_json() for each in self.ranges]}


@dataclass(frozen=True, slots=True)
class Looked:
    """What a seat may do, where each of its units may end, and what is lost at once, by seat, with
    each of the offers, where something is."""

    offers: Offers
    ground: Mapping[str, Reached]
    losses: tuple[Mapping[str, int], ...]

    def to_json(self) -> dict[str, Any]:
        said = self.offers.to_json()
        for offer, lost in zip(said["offers"], self.losses, strict=True):
            offer.update({"loses": dict(lost)} if lost else {})
        return {**said, "ground": {unit: found.to_json() for unit, found in self.ground.items()}}


@dataclass(frozen=True, slots=True)
class Position:
    """How a game stands, and what has led to it."""

    game: Game[Any, Any]
    state: Any
    events: tuple[Event, ...] = ()

    def to_json(self) -> dict[str, Any]:
        pending, question = self.game.pending(self.state), self.game.question(self.state)
        return {
            "state": self.game.dump(self.state),
            "pending": pending.to_json(),
            "question": question,
            "asks": addressed(question, pending),
            "events": told(self.events),
        }


Answer: TypeAlias = (
    Listing
    | Offers
    | Verdict
    | Tried
    | Considered
    | Looked
    | Odds
    | Weighed
    | Foreseen
    | Suggestion
    | Reached
    | Threatened
    | Ranged
    | Measured
    | Position
)


def told(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Events with the sentences that a log shows, whole and in parts, and with what a table draws
    of them."""
    found = []
    for event in events:
        said = event.to_json()
        drawn = {} if event.scene is None else {"scene": event.scene.of(said)}
        part = {"part": event.part} if event.part else {}
        named = sentence.parts(event, said)
        words = {"said": named} if named else {}
        found.append({**said, "text": str(event), **words, **part, **drawn})
    return found


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
            case questions.Offers(seat):
                return self.offers(seat)
            case questions.Look(seat):
                return self.look(seat)
            case questions.Consider(seat, action):
                return self.considered(seat, action)
            case questions.Check(seat, action):
                return self.check(seat, action)
            case questions.Try(seat, action):
                return self.tried(seat, action)
            case questions.Odds(seat, action):
                return self.odds(seat, action)
            case questions.Weigh(seat, action):
                return self.weighed(seat, action)
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
            case questions.Ranges(_, unit):
                return Ranged(self.game.ranges(self.state, unit))
            case questions.Measure(_, start, end):
                return self.measured(start, end)

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

    def offered(self, action: Action) -> Offered:
        return Offered(action, self.game.write_action(action), self.game.offer(self.state, action))

    def offers(self, seat: str | None) -> Offers:
        found = self.legal(seat)
        asked = self.game.asked(self.state) if found.actions else None
        return Offers(tuple(map(self.offered, found.actions)), found.complete, asked)

    def tried(self, seat: str | None, action: Action) -> Tried:
        verdict = self.check(seat, action)
        near = None if verdict.instead is None else self.offered(verdict.instead)
        return Tried(verdict, self.offered(action), near)

    def considered(self, seat: str | None, action: Action) -> Considered:
        tried = self.tried(seat, action)
        if tried.verdict.refusal is not None:
            return Considered(tried, None, None)
        return Considered(tried, self.weighed(seat, action), self.preview(seat, action))

    def look(self, seat: str | None) -> Looked:
        offers = self.offers(seat)
        owners = dict.fromkeys(each.offer.owner for each in offers.offers)
        reached = {unit: self._ground(seat, unit) for unit in owners if unit is not None}
        ground = {unit: found for unit, found in reached.items() if found.reach}
        return Looked(offers, ground, tuple(self._losses(seat, each) for each in offers.offers))

    def _ground(self, seat: str | None, unit: str) -> Reached:
        """What owns an action need not be a unit that goes anywhere."""
        try:
            return self.reach(seat, unit)
        except Refusal:
            return Reached((), ())

    def _losses(self, seat: str | None, offered: Offered) -> Mapping[str, int]:
        """Who loses how much with what is done at once, somewhere on the table."""
        lost: dict[str, int] = {}
        if offered.offer.at_once and offered.offer.place is not None:
            for event in self.game.preview(self.state, seat, offered.action):
                said = event.to_json()
                if said["event"] == "hurt" and "loss" in said:
                    lost[said["seat"]] = lost.get(said["seat"], 0) + said["loss"]
        return lost

    def weighed(self, seat: str | None, action: Action) -> Weighed:
        odds = self.odds(seat, action)
        names = dict.fromkeys((*odds.chances, *odds.expected))
        senses = {name: self.game.sense(self.state, seat, name) for name in names}
        return Weighed(odds, senses, self.game.account(self.state, seat, action))

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

    def measured(self, start: object, end: object) -> Measured:
        found = self.game.measured(self.state, start, end)
        if found is None:
            raise unknown(f"{self.game.title} is not played with a tape")
        return found

    def play(self, seat: str | None, action: Action) -> Position:
        return self._fallen(self.game.apply(self.state, seat, action))

    def rolled(self) -> Position:
        """The dice fall that have to, as far as there are any."""
        return self._fallen(Step(self.state, ()))

    def _fallen(self, step: Step[Any]) -> Position:
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
