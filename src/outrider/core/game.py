"""The one interface. A game is rules without memory: state in, state out."""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from outrider.core.account import Account
from outrider.core.asked import Asked
from outrider.core.campaigning import Campaigning
from outrider.core.choices import Choices, Nothing
from outrider.core.dealing import Deals
from outrider.core.events import InitiativeWon
from outrider.core.figures import Figure
from outrider.core.frozen import frozen
from outrider.core.initiative import PURPOSE
from outrider.core.making import Examined
from outrider.core.measuring import Measured, Range
from outrider.core.mustering import Mustered
from outrider.core.odds import Odds, Sense
from outrider.core.offer import Offer
from outrider.core.options import Option, Options, schema_of
from outrider.core.pending import Decide, Over, Pending, Roll
from outrider.core.refusal import Refusal, malformed, not_your_turn, over, unknown
from outrider.core.rulebook import Rulebook
from outrider.core.seats import SEATS
from outrider.core.setting import Setting
from outrider.core.standing import Standing
from outrider.core.variant import Variant, examined, together, variant_schema
from outrider.core.wire import (
    Action,
    Event,
    a_list,
    a_string,
    a_whole_number,
    an_object,
    known_fields,
    shown,
)

S = TypeVar("S")
A = TypeVar("A", bound=Action)

FACES = 6


@dataclass(frozen=True, slots=True)
class Terms:
    """What a game is set up with."""

    options: Options
    seats: tuple[str, ...]
    table: Any = None
    scenario: Any = None
    variant: Variant | None = None


@frozen
class Step(Generic[S]):
    """A new state and what happened on the way to it."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Limit(Generic[A]):
    """Everybody together has so many seconds, then this action comes from no seat. `of` names what
    the time is for, so that it is given once: it runs on while the same thing is pending."""

    of: str
    seconds: int
    action: A


class Game(ABC, Generic[S, A]):
    """The rules of one game.

    States are frozen data and every method is pure. Subclasses supply the abstract methods; the
    checks that are the same in every game (is it over, are dice to fall, whose turn is it) are made
    here, once.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[str]
    """Changes whenever a record could be judged differently."""
    older_rules: ClassVar[tuple[str, ...]] = ()
    """The versions before it whose records are still read, as far as today's rules agree."""
    seat_counts: ClassVar[tuple[int, ...]] = (2,)
    options: ClassVar[tuple[Option, ...]] = ()
    figures: ClassVar[tuple[Figure, ...]] = ()
    """The numbers of the rulebook that a variant may change; none, and there are no variants."""
    makes: ClassVar[tuple[str, ...]] = ()
    """What people can make for it, by its name in the terms: a `table`, a `scenario`."""
    musters: ClassVar[bool] = False
    """Whether its pieces have points, and people keep rosters of them."""
    deals: ClassVar[Deals | None] = None
    """What fights it deals by lot, if any."""
    secret: ClassVar[bool] = False
    """Whether seats see different things: then `view` and `heard` are asked for each of them, and
    the record is for nobody to read before the game is over."""

    # -- setting up ------------------------------------------------------------------------------

    def terms(
        self,
        options: object = None,
        seats: object = None,
        table: Any = None,
        scenario: Any = None,
        variant: object = None,
    ) -> Terms:
        """Checked terms for a new game, from JSON values."""
        low, high = min(self.seat_counts), max(self.seat_counts)
        count = a_whole_number(low if seats is None else seats, "seats", low, high)
        if count not in self.seat_counts:
            raise malformed(f"{self.id} is not played by {count}")
        self.check_ground(table, scenario)
        chosen = Options(self.options, options)
        return Terms(chosen, SEATS[:count], table, scenario, self.variant(variant))

    def check_ground(self, table: Any, scenario: Any) -> None:
        """Refuse a table or a scenario; games that are played on one say otherwise."""
        if table is not None:
            raise malformed(f"{self.id} is not played on a table of its own")
        if scenario is not None:
            raise malformed(f"{self.id} has no scenarios")

    def variant(self, value: object) -> Variant | None:
        """Changed numbers from JSON; None if nothing is changed. Refused whole, with every place,
        if anything is wrong with it."""
        if value is None:
            return None
        made, faults = examined(self.id, self.figures, self.fit, value)
        if faults:
            raise together(faults)
        return made

    def fit(self, numbers: Mapping[str, int]) -> None:
        """Refuse numbers that do not fit together. There are all of them, by name, in the units of
        the kernel; the message begins with the place, such as `set.shoot.near: ...`."""
        return

    def variant_schema(self) -> dict[str, Any]:
        """A JSON Schema for variants of this game."""
        return variant_schema(self.id, self.title, self.figures)

    def older_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """What the options of a record of older rules are called today. An option that there was
        not then has the value that plays as it was."""
        return options

    def options_schema(self) -> dict[str, Any]:
        """A JSON Schema for this game's options."""
        return schema_of(self.options, f"Options of {self.title}")

    def further(self) -> dict[str, Any]:
        """What else a program has to know to set this game up, such as tables that come with it."""
        return {}

    def settings(self) -> tuple[Setting, ...]:
        """The tables or scenarios that people choose from, the one they are offered first; none
        where there is only the one way to begin."""
        return ()

    def examine(self, kind: str, value: object) -> Examined:
        """Everything that is wrong with a table or a scenario that somebody makes, and what it is
        to play on it if nothing is."""
        raise unknown(f"nobody makes {shown(kind)} for {self.id}")

    def campaigning(self) -> Campaigning | None:
        """What it does for linked battles in which pieces live on; None where it has none."""
        return None

    def muster(self, value: object) -> Mustered:
        """What is wrong with a roster, and what its pieces cost."""
        raise unknown(f"nobody musters a force for {self.id}")

    def deal(self, seed: int, number: int, pieces: int) -> Any:
        """A table or a scenario by lot, as JSON: the one of that number of all that come of a
        seed. The same is dealt whoever asks; whether it is fair nobody has said yet."""
        raise unknown(f"no fights are dealt for {self.id}")

    @abstractmethod
    def new(self, terms: Terms) -> Step[S]:
        """The first state of a game."""

    def terms_of(self, state: S) -> Terms:
        """The terms a game that is under way was set up with."""
        data = self.dump(state)
        seats = len(self.seats_of(state))
        return self.terms(data["options"], seats, variant=data.get("variant"))

    @abstractmethod
    def seats_of(self, state: S) -> tuple[str, ...]:
        """The seats of a game that is under way, also of players who are out."""

    def playing(self, state: S) -> tuple[str, ...]:
        """The seats whose players are not out."""
        return self.seats_of(state)

    # -- playing ---------------------------------------------------------------------------------

    @abstractmethod
    def pending(self, state: S) -> Pending:
        """What the state waits for."""

    @abstractmethod
    def legal(self, state: S, seat: str | None) -> Choices[A]:
        """The choices of a seat that is asked to decide."""

    @abstractmethod
    def advance(self, state: S, seat: str | None, action: A) -> Step[S]:
        """The step a legal action makes."""

    @abstractmethod
    def fall(self, state: S, faces: tuple[int, ...]) -> Step[S]:
        """The step that the right number of faces makes."""

    def choices(self, state: S, seat: str | None) -> Choices[A]:
        """What a seat may do now; nothing, with the reason, if it is not asked."""
        pending = self.pending(state)
        if isinstance(pending, Decide):
            if self.is_asked(pending, seat):
                return self.legal(state, seat)
            return Nothing(self.not_asked(state, pending, seat))
        if isinstance(pending, Over):
            return Nothing(over(f"the game is over: {pending.outcome.reason}"))
        return Nothing(not_your_turn(f"the dice have to fall first ({pending.purpose})"))

    def not_asked(self, state: S, pending: Decide, seat: str | None) -> Refusal:
        """Why a seat may not act on a decision that others are asked for."""
        asked = " and ".join(name.capitalize() for name in pending.seats)
        whom = seat.capitalize() if seat is not None and seat in SEATS else shown(seat)
        return not_your_turn(f"it is for {asked} to decide, not for {whom}")

    def is_asked(self, pending: Decide, seat: str | None) -> bool:
        """May this seat act on this decision?"""
        return seat in pending.seats

    def apply(self, state: S, seat: str | None, action: A) -> Step[S]:
        """Play an action; raises the Refusal that says why not."""
        refusal = self.choices(state, seat).why_not(action)
        if refusal is not None:
            raise refusal
        return self.advance(state, seat, action)

    def roll(self, state: S, faces: Sequence[int]) -> Step[S]:
        """Let the dice the state waits for fall on these faces."""
        pending = self.pending(state)
        if not isinstance(pending, Roll):
            raise no_dice()
        step = self.fall(state, checked_faces(faces, pending.dice))
        return self._begun(step) if pending.purpose == PURPOSE else step

    def _begun(self, step: Step[S]) -> Step[S]:
        """After a die for the initiative: with who has won it, right after the roll, if that is
        known."""
        pending = self.pending(step.state)
        if isinstance(pending, Roll) and pending.purpose == PURPOSE:
            return step
        winner = self.dump(step.state).get("initiative")
        if winner is None:
            return step
        first, rest = step.events[:1], step.events[1:]
        return Step(step.state, (*first, InitiativeWon(winner), *rest))

    def withdraw(self, state: S, seat: str) -> Step[S] | None:
        """The game without a player who has left it; None if it cannot go on without."""
        return None

    def limit(self, state: S) -> Limit[A] | None:
        """A time that the rules themselves give for what is pending, in a match with clocks."""
        return None

    # -- looking ---------------------------------------------------------------------------------

    def odds(self, state: S, seat: str | None, action: A) -> Odds:
        """The exact chances of everything a legal action may lead to."""
        refusal = self.choices(state, seat).why_not(action)
        if refusal is not None:
            raise refusal
        return self.chances(state, seat, action)

    def chances(self, state: S, seat: str | None, action: A) -> Odds:
        """The odds of a legal action; none where a game has nothing to say."""
        return Odds({})

    def sense(self, state: S, seat: str | None, name: str) -> Sense:
        """How one of the names in the odds is to be taken by the seat that asks."""
        return Sense()

    def account(self, state: S, seat: str | None, action: A) -> Account:
        """What the odds of a legal action rest on, and all that may come of it, in words; nothing
        where the names in the odds say enough."""
        return Account()

    def asked(self, state: S) -> Asked | None:
        """What is asked of one piece about another, where that is what the state waits for."""
        return None

    def offer(self, state: S, action: A) -> Offer:
        """How an action is offered, also one that is refused. A game that says nothing of it has
        its text on a button."""
        return Offer(self.write_action(action))

    def preview(self, state: S, seat: str | None, action: A) -> tuple[Event, ...]:
        """What a legal action does at once, before any die or other seat answers it."""
        return self.apply(state, seat, action).events

    def threats(self, state: S, seat: str | None, unit: str) -> tuple[Any, ...]:
        """Ground on which a unit that moves would be fired at, as shapes with the `unit` that
        fires; nothing in games without such fire."""
        return ()

    def suggest(self, state: S, seat: str | None, action: A) -> A | None:
        """A legal action close to one that is refused, where a game can tell."""
        return None

    def reach(self, state: S, seat: str | None, unit: str) -> tuple[Any, ...]:
        """The areas in which that unit may end its move now, as docs/protocol.md has them; none if
        it may not move."""
        return ()

    def ranges(self, state: S, unit: str) -> tuple[Range, ...]:
        """What is in the power of a piece from where it stands, whosever turn it is."""
        return ()

    def measured(self, state: S, start: object, end: object) -> Measured | None:
        """Between two points in JSON; nothing in games that are not played with a tape."""
        return None

    def heard(self, event: Event, seat: str | None) -> Event | None:
        """What a seat (or a spectator) hears of something that happened; nothing where it may not.
        Asked only where a game has secrets."""
        return event

    def known(self, state: S, seat: str) -> S:
        """The state as a seat knows it, for a bot to think about; in a game with secrets one in
        which there are no more than its own."""
        return state

    def view(self, state: S, seat: str | None) -> dict[str, Any]:
        """What a seat (or a spectator, None) may see. Nothing is hidden unless a game says so."""
        return self.dump(state)

    def standing(self, state: S, seat: str | None) -> Standing | None:
        """Whose goal is what and how near it is, as far as a seat (or a spectator, None) may know;
        None where a game has nothing to say."""
        return None

    @abstractmethod
    def question(self, state: S) -> str:
        """What is asked now, and of whom, in one plain sentence."""

    @abstractmethod
    def picture(self, state: S) -> str:
        """The table in characters, with Rich's console markup."""

    def web(self) -> Path | None:
        """The folder of this game's own pages (docs/adding-a-game.md): the one called `web` beside
        the module its class stands in, if there is one. Games may share a folder."""
        package = type(self).__module__.rpartition(".")[0]
        folder = Path(str(files(package))) / "web" if package else None
        return folder if folder is not None and folder.is_dir() else None

    @abstractmethod
    def rulebook(self) -> Rulebook:
        """The rules in our own words."""

    # -- writing and reading ---------------------------------------------------------------------

    def opened(
        self, value: object, required: Sequence[str], further: Sequence[str] = ()
    ) -> tuple[dict[str, Any], Options]:
        """What `load` begins with in every game: the fields are known, none is missing, the state
        is of this game, and its options are legal."""
        always = ("game", "options", "phase", "pending", "result")
        data = an_object(value, "a state")
        known_fields(data, [*always, *required, *further, "variant"], f"a state of {self.id}")
        for name in (*always, *required):
            if name not in data:
                raise malformed(f"a state needs the field `{name}`")
        if data["game"] != self.id:
            raise malformed(f"this is a state of {shown(data['game'])}, not of {self.id}")
        a_string(data["phase"], "the phase")
        an_object(data["pending"], "pending")
        an_object(data["options"], "options")
        self.variant(data.get("variant"))
        return data, self.chosen(data["options"])

    def chosen(self, options: object) -> Options:
        """The options of a state that is loaded."""
        return Options(self.options, options)

    @abstractmethod
    def dump(self, state: S) -> dict[str, Any]:
        """The state as the contract's JSON. Complete: `load` gives the same state back."""

    @abstractmethod
    def load(self, data: object) -> S:
        """A state from JSON, also one edited by hand; refused if it is impossible."""

    @abstractmethod
    def write(self, state: S) -> str:
        """The position as one line of text."""

    @abstractmethod
    def read(self, text: str, options: object = None, variant: object = None) -> S:
        """A position from its text. What the text says itself, the others may only repeat."""

    @abstractmethod
    def action_from_json(self, data: object) -> A:
        """An action from the contract's JSON. Well-formed is all it needs to be."""

    @abstractmethod
    def write_action(self, action: A) -> str:
        """An action as text, as short as people write it."""

    @abstractmethod
    def read_action(self, text: str) -> A:
        """An action from its text."""

    def action(self, given: object) -> A:
        """An action from JSON or from text, whichever it is."""
        return self.read_action(given) if isinstance(given, str) else self.action_from_json(given)

    def batch(self, terms: Terms, games: int, seed: int = 0, device: object = "cpu") -> Any:
        """So many games at once, in compiled code (`outrider.batch`)."""
        raise unknown(f"{self.title} is not played in batches")

    def card_kernels(self) -> Any:
        """What a GPU runs of this game (`outrider ptx`), or None."""
        return None

    def get_ready(self) -> None:
        """Compile, or load, what playing this game needs, so that nobody waits for it later."""
        return

    def warm(self) -> None:
        """Compile whatever this game compiles, many games at once included."""
        self.get_ready()

    # -- counting --------------------------------------------------------------------------------

    def opening_position(self, options: object = None, variant: object = None) -> S:
        """The position that counting begins with where none is given."""
        return self.new(self.terms(options, variant=variant)).state

    def perft(self, state: S, depth: int) -> int:
        """How many sequences of `depth` steps there are; dice that fall are a step, too."""
        pending = self.pending(state)
        if depth == 0:
            return 1
        if isinstance(pending, Over):
            return 0
        if isinstance(pending, Roll):
            every = itertools.product(range(1, FACES + 1), repeat=pending.dice)
            return sum(self.perft(self.roll(state, faces).state, depth - 1) for faces in every)
        total = 0
        for seat in pending.seats:
            choices = self.choices(state, seat)
            if not choices.complete:
                raise unknown(f"{self.id} cannot be counted: its choices are a continuum")
            for action in choices:
                total += self.perft(self.advance(state, seat, action).state, depth - 1)
        return total


def checked_faces(faces: object, dice: int) -> tuple[int, ...]:
    """The faces as a tuple, if they are as many as asked for and all on a die."""
    given = a_list(list(faces) if isinstance(faces, tuple) else faces, "faces")
    if len(given) != dice:
        count = "1 die has" if dice == 1 else f"{dice} dice have"
        raise malformed(f"{count} to fall, but {len(given)} faces were given")
    return tuple(a_whole_number(face, "a face", 1, FACES) for face in given)


def no_dice() -> Refusal:
    """Why faces are refused where none are waited for."""
    return not_your_turn("no dice have to fall now")


def checked_seat(seat: object, seats: Sequence[str]) -> str:
    """A seat at this table."""
    name = a_string(seat, "a seat")
    if name not in seats:
        raise unknown(f"nobody sits at {shown(name)}; the seats are {', '.join(seats)}")
    return name
