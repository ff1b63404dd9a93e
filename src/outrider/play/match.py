"""A match: one game from its first state on, with its dice and its record.

Every change is worked out first and then takes place at once, so a refusal leaves all as it was.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from outrider.core.choices import Choices, Nothing
from outrider.core.game import Game, Terms, checked_seat
from outrider.core.odds import Odds
from outrider.core.pending import Decide, Outcome, Over, Pending, Roll
from outrider.core.record import (
    Chose,
    Fell,
    Header,
    Line,
    Noted,
    Record,
    checked_names,
    match_ending,
    opening,
    replay,
)
from outrider.core.refusal import over, unknown
from outrider.core.wire import Action, Event
from outrider.dice import AskedDice, Dice


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the record, the state after it, and how far the dice had been used before it."""

    line: Line
    state: Any
    events: tuple[Event, ...]
    mark: int


class Match:
    """One game in progress."""

    def __init__(
        self,
        game: Game[Any, Any],
        terms: Terms,
        dice: Dice | None = None,
        *,
        names: object = None,
        date: str | None = None,
        start: dict[str, Any] | None = None,
    ) -> None:
        checked = checked_names({} if names is None else names, terms.seats)
        self.game = game
        self.terms = terms
        self.dice: Dice = AskedDice() if dice is None else dice
        self.header = Header(
            game.id,
            game.rules_version,
            terms.options.to_json(),
            terms.seats,
            checked,
            terms.table,
            terms.scenario,
            date,
            start,
        )
        first, _ = opening(game, self.header)
        self._first = first.state
        if start is not None:
            self.header = replace(self.header, start=game.dump(first.state))
        self.entries: list[Entry] = []
        self.opening_events = (*first.events, *self._commit(self._rolls(first.state)))

    @classmethod
    def from_state(
        cls, game: Game[Any, Any], state: Any, dice: Dice | None = None, names: object = None
    ) -> "Match":
        """A match that begins in the middle of a game."""
        return cls(game, game.terms_of(state), dice, names=names, start=game.dump(state))

    @classmethod
    def from_record(cls, game: Game[Any, Any], record: Record, dice: Dice | None = None) -> "Match":
        """A match as a record left it, to look at or to go on with. All of it is checked."""
        header = record.header
        moments = list(replay(game, record))
        _, terms = opening(game, header)
        match = cls(
            game, terms, AskedDice(), names=header.names, date=header.date, start=header.start
        )
        match.dice = AskedDice() if dice is None else dice
        for moment in moments[1:]:
            assert moment.line is not None
            mark = match.dice.mark()
            if isinstance(moment.line, Fell):
                match.dice.passed()
            match.entries.append(Entry(moment.line, moment.state, moment.events, mark))
        match.opening_events = ()
        if match.result is None:
            match.opening_events = match._commit(match._rolls(match.state))
        return match

    # -- looking ---------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        return self.entries[-1].state if self.entries else self._first

    @property
    def version(self) -> int:
        """How many lines the record has: it grows with everything that happens."""
        return len(self.entries)

    @property
    def pending(self) -> Pending:
        """What the match waits for: what the game does, unless somebody resigned."""
        line = self.entries[-1].line if self.entries else None
        if isinstance(line, Noted):
            return Over(match_ending(line, self.terms))
        return self.game.pending(self.state)

    @property
    def result(self) -> Outcome | None:
        pending = self.pending
        return pending.outcome if isinstance(pending, Over) else None

    def choices(self, seat: str | None) -> Choices[Any]:
        """What a seat may do now; nothing in a match that somebody resigned."""
        if self._resigned:
            return Nothing(over(f"the game is over: {self.result.reason if self.result else ''}"))
        return self.game.choices(self.state, seat)

    def odds(self, seat: str | None, action: Action) -> Odds:
        """The exact chances of an action that may be played now."""
        refusal = self.choices(seat).why_not(action)
        if refusal is not None:
            raise refusal
        return self.game.odds(self.state, seat, action)

    def name(self, seat: str) -> str:
        """What to call a seat's player."""
        return self.header.names.get(seat, seat.capitalize())

    def record(self) -> Record:
        return Record(self.header, tuple(entry.line for entry in self.entries), self.result)

    # -- playing ---------------------------------------------------------------------------------

    def play(self, seat: str | None, action: Action) -> tuple[Event, ...]:
        """Play an action, and let the dice it asks for fall."""
        self._refuse_if_resigned()
        step = self.game.apply(self.state, seat, action)
        line = Chose(self.version + 1, seat, action.to_json())
        entry = Entry(line, step.state, step.events, self.dice.mark())
        return self._commit(chain([entry], self._rolls(step.state, self.version + 1)))

    def roll(self, faces: Any) -> tuple[Event, ...]:
        """Let the dice the match waits for fall on these faces."""
        self._refuse_if_resigned()
        pending = self.game.pending(self.state)
        step = self.game.roll(self.state, faces)
        assert isinstance(pending, Roll)
        line = Fell(self.version + 1, pending.purpose, pending.seat, tuple(faces))
        entry = Entry(line, step.state, step.events, self.dice.mark())
        return self._commit(chain([entry], self._rolls(step.state, self.version + 1)))

    def resign(self, seat: object) -> Outcome:
        """Give the game up."""
        self._refuse_if_resigned()
        if self.result is not None:
            raise over("the game is over already")
        line = Noted(self.version + 1, checked_seat(seat, self.terms.seats), "resign")
        outcome = match_ending(line, self.terms)
        self._commit([Entry(line, self.state, (), self.dice.mark())])
        return outcome

    def undo(self) -> None:
        """Back to before the last choice, the dice that fell after it included."""
        last = next(
            (
                index
                for index in range(len(self.entries) - 1, -1, -1)
                if not isinstance(self.entries[index].line, Fell)
            ),
            None,
        )
        if last is None:
            raise unknown("there is no choice to take back")
        self.back_to(last)

    def back_to(self, version: int) -> None:
        """As it was when the record had so many lines; the dice, too."""
        if version < self.version:
            self.dice.rewind(self.entries[version].mark)
            del self.entries[version:]

    def deciders(self) -> tuple[str, ...]:
        """The seats that may act now."""
        pending = self.pending
        return pending.seats if isinstance(pending, Decide) else ()

    @property
    def _resigned(self) -> bool:
        return bool(self.entries) and isinstance(self.entries[-1].line, Noted)

    def _refuse_if_resigned(self) -> None:
        if self._resigned:
            raise over(f"the game is over: {self.result.reason if self.result else ''}")

    def _rolls(self, state: Any, version: int | None = None) -> Iterator[Entry]:
        """Rolls that the dice make by themselves, until somebody has to be asked."""
        n = self.version if version is None else version
        pending = self.game.pending(state)
        while isinstance(pending, Roll):
            mark = self.dice.mark()
            faces = self.dice.faces(pending)
            if faces is None:
                return
            step = self.game.roll(state, faces)
            n += 1
            state = step.state
            yield Entry(Fell(n, pending.purpose, pending.seat, faces), state, step.events, mark)
            pending = self.game.pending(state)

    def _commit(self, entries: Iterable[Entry]) -> tuple[Event, ...]:
        """Let it all happen, or nothing of it if the dice fail on the way."""
        mark = self.dice.mark()
        try:
            made = list(entries)
        except BaseException:
            self.dice.rewind(mark)
            raise
        self.entries.extend(made)
        return tuple(event for entry in made for event in entry.events)
