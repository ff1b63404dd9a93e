"""A match of older rules: seen as far as today's agree, it stands still. Its people may leave it or
agree to a draw, and keep its record."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from outrider.core.choices import Choices, Nothing
from outrider.core.conduct import refuse_leavers, refused_if_over
from outrider.core.course import next_moment, outcome_of
from outrider.core.game import Game, checked_seat
from outrider.core.older import Older, Parting
from outrider.core.pending import Decide, Outcome, Over, Pending
from outrider.core.record import Header, Line, Noted
from outrider.core.refusal import Refusal, not_your_turn
from outrider.core.wire import Action, Event
from outrider.play.clock import Clock
from outrider.play.match import Draft, Holder, Match

SAID = ("resign", "abandon", "claim", "draw", "no-draw")
"""What can still be said in such a match."""


class OlderMatch(Match):
    """`recorded` is how it ended by its own rules, if it has; nobody's clock runs in it."""

    def __init__(
        self,
        game: Game[Any, Any],
        header: Header,
        recorded: Outcome | None = None,
        holders: Mapping[str, Holder] | None = None,
    ) -> None:
        self.course = Older.begun(game, header)
        self.recorded = recorded
        # Where today's rules do not begin such a game, any other for as many stands in for it: of
        # that only the seats are looked at.
        terms = self.course.terms or game.terms(None, len(header.seats))
        super().__init__(game, terms, names=header.names, holders=holders)
        self.header = header
        # Nobody's clock ever runs in it; all its moments have the one it began with.
        self.course.moments[0] = replace(self.course.moments[0], clock=self.clock)
        self.moments = self.course.moments
        self.opening_events = ()

    # -- looking ---------------------------------------------------------------------------------

    @property
    def parting(self) -> Parting | None:
        """Where it parts from today's rules, if it does: the lines, or at last the result."""
        if self.recorded is not None:
            self.course.end(self.recorded)
        return self.course.parting

    def why(self) -> str:
        """Why it does not go on."""
        rules, today = self.header.rules, self.game.rules_version
        said = f"this match was begun by version {rules} of the rules, and here is {today}"
        return f"{said}: it is not played on, but can be left, drawn by agreement and downloaded"

    @property
    def pending(self) -> Pending:
        return Decide(()) if self.result is None else Over(self.result)

    @property
    def result(self) -> Outcome | None:
        return self.recorded or self.course.outcome()

    def choices(self, seat: str | None) -> Choices[Any]:
        return Nothing(self._refusal())

    def _refusal(self) -> Refusal:
        return refused_if_over(self.moments[-1].conduct) or not_your_turn(self.why())

    # -- what still happens ----------------------------------------------------------------------

    def draft_play(self, seat: str | None, action: Action) -> Draft:
        raise self._refusal()

    def draft_roll(self, faces: Any) -> Draft:
        raise self._refusal()

    def draft_rolls(self, ahead: Any = None) -> Draft:
        return Draft(self.version, ())

    def draft_due(self, now: int, missing: tuple[str, ...] = ()) -> Draft | None:
        return None

    def awaited(self) -> int | None:
        return None  # no dice fall any more, whoever would have to open a link

    def draft_note(self, seat: object, kind: str, **details: Any) -> Draft:
        name = checked_seat(seat, self.terms.seats)
        conduct = self.moments[-1].conduct
        refusal = refused_if_over(conduct)
        if refusal is not None:
            raise refusal
        refuse_leavers(conduct, name)
        if kind not in SAID:
            raise self._refusal()
        line = Noted(self.version + 1, name, kind, details)
        if self.course.parting is None:
            moment = next_moment(self.game, self.terms, self.moments, line)
        else:
            self.course.said(line)
            moment = self.course.listed(line)
        return Draft(self.version, (moment,))

    def follow(self, line: Line, now: int = 0) -> tuple[Event, ...]:
        moment = self.course.next(line)
        return self.accept(Draft(self.version, (moment,)), now)

    def clock_after(self, draft: Draft, now: int) -> Clock:
        return self.clock

    def result_after(self, draft: Draft) -> Outcome | None:
        last = draft.moments[-1] if draft.moments else self.moments[-1]
        if self.recorded is not None or self.course.parting is not None:
            return self.recorded or last.conduct.outcome
        return outcome_of(last)
