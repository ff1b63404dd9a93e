"""A match: one game from its first state on, with its seats, dice, clocks and record.

Every change is drafted first and then takes place at once, so a refusal leaves all as it was. Who
keeps matches elsewhere (a server) writes a draft down before it is accepted.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypedDict, Unpack

from outrider.core.chain import anchors_of, head_of
from outrider.core.choices import Choices, Nothing
from outrider.core.conduct import (
    Moment,
    Written,
    back_for,
    is_done_takeback,
    refuse_leavers,
    refused_if_over,
)
from outrider.core.course import next_moment, opening, outcome_of, replay
from outrider.core.frozen import frozen
from outrider.core.game import Game, Terms, checked_faces, checked_seat, no_dice
from outrider.core.pending import Decide, Outcome, Over, Pending, Roll
from outrider.core.record import (
    Anchored,
    Chose,
    Fell,
    Header,
    Line,
    Noted,
    Opened,
    Record,
    checked_names,
    header_from_json,
)
from outrider.core.refusal import not_your_turn, unknown
from outrider.core.seals import awaited, holders, openers
from outrider.core.wire import Action, Event
from outrider.dice import AskedDice, Dice, FairDice, SealedDice
from outrider.dice.sealed import faces_of
from outrider.play import chains, waiting
from outrider.play.ahead import Ahead
from outrider.play.clock import Clock, Control, Pauses, new_clock
from outrider.play.offers import refuse_pestering


@dataclass(frozen=True, slots=True)
class Holder:
    """Who plays a seat: somebody `here`, somebody by a `link`, or a `bot` of some level."""

    kind: str = "here"
    level: str | None = None


@frozen
class Draft:
    """What would happen: moments after the line `base`, each with where the dice stood before."""

    base: int
    moments: tuple[Moment[Any], ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(moment.line for moment in self.moments if moment.line is not None)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for moment in self.moments for event in moment.events)


def fallen(dice: Dice, roll: Roll, n: int, last: Moment[Any]) -> tuple[int, ...] | None:
    """The faces of a roll that will be line `n`, if these dice fall by themselves."""
    if isinstance(dice, SealedDice):
        return None if last.opened is None else faces_of(dice.match, last.opened, roll, last.rolls)
    if isinstance(dice, FairDice):
        return dice.faces_of(roll, n if dice.by_line else last.rolls)
    return dice.faces(roll)


class Further(TypedDict, total=False):
    """What a match may be told besides: what its players are called, when it is, with which state
    it begins, who holds the seats, by which clock, and what time it is there."""

    names: object
    date: str | None
    start: dict[str, Any] | None
    holders: Mapping[str, Holder] | None
    control: Control | None
    now: int


class Match:
    """One game in progress."""

    def __init__(
        self,
        game: Game[Any, Any],
        terms: Terms,
        dice: Dice | None = None,
        **more: Unpack[Further],
    ) -> None:
        names, start, now = more.get("names"), more.get("start"), more.get("now", 0)
        checked = checked_names({} if names is None else names, terms.seats)
        self.game = game
        self.terms = terms
        self.dice: Dice = AskedDice() if dice is None else dice
        holders = more.get("holders") or {}
        self.holders = {seat: holders.get(seat, Holder()) for seat in terms.seats}
        self.header = Header(
            game.id,
            game.rules_version,
            terms.options.to_json(),
            terms.seats,
            checked,
            terms.table,
            terms.scenario,
            more.get("date"),
            start,
            variant=None if terms.variant is None else terms.variant.to_json(),
        )
        first, _ = opening(game, self.header)
        if start is not None:
            self.header = replace(self.header, start=game.dump(first.state))
        # Nobody's clock runs before the first line is written.
        clock = new_clock(more.get("control") or Control(), terms.seats, now)
        self.moments: list[Moment[Any]] = [
            replace(first, mark=self.dice.mark(), clock=clock, at=now)
        ]
        self.pauses: Pauses = ()
        self.written: Written = {}
        self.arrived: dict[int, dict[str, int]] = {}
        """When links came for the dice that a line led to, of those before the last."""
        self.opening_events = (*first.events, *self.accept(self.draft_rolls(), now))

    def chain(self, header: dict[str, Any]) -> None:
        """Bind the record to its header, before anything has happened: every line from now on has a
        hash, and dice fall by the seals of the header if it has some."""
        assert self.version == 0
        self.header = header_from_json(header)
        seals = anchors_of(self.header.dice, self.terms.seats)
        self.moments[0] = replace(self.moments[0], hash=head_of(header), seals=seals)

    @classmethod
    def from_state(
        cls, game: Game[Any, Any], state: Any, dice: Dice | None = None, names: object = None
    ) -> "Match":
        """A match that begins in the middle of a game."""
        return cls(game, game.terms_of(state), dice, names=names, start=game.dump(state))

    @classmethod
    def from_record(cls, game: Game[Any, Any], record: Record, dice: Dice | None = None) -> "Match":
        """A match as a record left it, to look at or to go on with. All of it is checked."""
        moments = list(replay(game, record))
        _, terms = opening(game, record.header)
        header = record.header
        match = cls(
            game, terms, AskedDice(), names=header.names, date=header.date, start=header.start
        )
        before = header.before_variants
        match.header = replace(match.header, dice=header.dice, before_variants=before)
        match.dice = AskedDice() if dice is None else dice
        clock = match.clock
        match.moments = []
        for moment in moments:
            match.moments.append(replace(moment, mark=match.dice.mark(), clock=clock))
            if isinstance(moment.line, Fell):
                match.dice.passed()
        match.opening_events = ()
        if match.result is None:
            match.opening_events = match.accept(match.draft_rolls())
        return match

    # -- looking ---------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        return self.moments[-1].state

    @property
    def clock(self) -> Clock:
        """The clock as it was when the last line was written."""
        clock: Clock = self.moments[-1].clock
        return clock

    @property
    def entries(self) -> list[Moment[Any]]:
        """Everything that happened, the opening left out."""
        return self.moments[1:]

    @property
    def version(self) -> int:
        """How many lines the record has: it grows with everything that happens."""
        return len(self.moments) - 1

    @property
    def pending(self) -> Pending:
        """What the match waits for: what the game does, unless people have ended it."""
        last = self.moments[-1]
        if last.conduct.outcome is not None:
            return Over(last.conduct.outcome)
        assert last.pending is not None
        return last.pending

    @property
    def result(self) -> Outcome | None:
        return outcome_of(self.moments[-1])

    def choices(self, seat: str | None) -> Choices[Any]:
        """What a seat may do now; nothing in a match that people have ended."""
        refusal = refused_if_over(self.moments[-1].conduct)
        return self.game.choices(self.state, seat) if refusal is None else Nothing(refusal)

    def deciders(self) -> tuple[str, ...]:
        """The seats that may act now."""
        pending = self.pending
        return pending.seats if isinstance(pending, Decide) else ()

    def name(self, seat: str) -> str:
        """What to call a seat's player."""
        return self.header.names.get(seat, seat.capitalize())

    def record(self) -> Record:
        lines = tuple(moment.line for moment in self.moments if moment.line is not None)
        return Record(self.header, lines, self.result)

    # -- playing ---------------------------------------------------------------------------------

    def play(self, seat: str | None, action: Action, now: int = 0) -> tuple[Event, ...]:
        """Play an action, and let the dice it asks for fall."""
        return self.accept(self.draft_play(seat, action), now)

    def roll(self, faces: Any, now: int = 0) -> tuple[Event, ...]:
        """Let the dice the match waits for fall on these faces."""
        return self.accept(self.draft_roll(faces), now)

    def note(self, seat: object, kind: str, now: int = 0, **details: Any) -> tuple[Event, ...]:
        """Something of the match itself: resign, draw, takeback and their like."""
        return self.accept(self.draft_note(seat, kind, **details), now)

    def resign(self, seat: object) -> Outcome | None:
        """Give the game up. With more than two players the others may go on."""
        self.note(seat, "resign")
        return self.result

    def draft_play(self, seat: str | None, action: Action) -> Draft:
        line = Chose(self.version + 1, seat, action.to_json())
        draft = self._drafted(line, action=action)
        if seat is not None and not self.game.secret:
            self.written[seat] = line, self.game.write_action(action)
        return draft

    def draft_roll(self, faces: Any) -> Draft:
        refusal = refused_if_over(self.moments[-1].conduct)
        if refusal is not None:
            raise refusal
        pending = self.pending
        if not isinstance(pending, Roll):
            raise no_dice()
        # Before a line is made of them: faces may be anything here.
        fell = checked_faces(faces, pending.dice)
        return self._drafted(Fell(self.version + 1, pending.purpose, pending.seat, fell))

    def draft_note(self, seat: object, kind: str, **details: Any) -> Draft:
        name = checked_seat(seat, self.terms.seats)
        conduct = self.moments[-1].conduct
        refusal = refused_if_over(conduct)
        if refusal is not None:
            raise refusal
        refuse_leavers(conduct, name)
        refuse_pestering(self.moments, name, kind)
        if kind == "takeback" and "to" not in details:
            waiting = conduct.back is not None and name not in conduct.asked
            details["to"] = conduct.back if waiting else back_for(self.moments, name)[0]
        return self._drafted(Noted(self.version + 1, name, kind, details))

    # -- seals -----------------------------------------------------------------------------------

    def awaited(self) -> int | None:
        """The line for which links have to be opened before dice can fall."""
        return awaited(self.moments)

    def seal_holders(self) -> tuple[str, ...]:
        """Who has to open a link for the dice that wait."""
        return openers(self.game, self.moments)

    def staying(self) -> tuple[str, ...]:
        """Who commits anew if the dice that wait cannot be opened."""
        return holders(self.game, self.moments[-1])

    def is_left(self, seat: str) -> bool:
        """Whether it is on record that a seat's seal is left with the server."""
        return seat in chains.named(self.moments).left

    def own_links(self) -> dict[str, str]:
        """The next links of all whose chains are kept here."""
        return chains.own_links(self.game, self.dice, self.moments)

    def draft_open(self, links: Mapping[str, str]) -> Draft:
        """Open the links of others together with those kept here, and let the dice fall."""
        n = self.awaited()
        if n is None:
            raise not_your_turn("no dice wait for links")
        opened = {**self.own_links(), **links}
        return self._drafted(Opened(self.version + 1, opened, self.moments[n].hash or ""))

    def draft_anchors(self, anchors: Mapping[str, str]) -> Draft:
        """Commit anew."""
        return self._drafted(Anchored(self.version + 1, dict(anchors)))

    def draft_anew(self, anchors: Mapping[str, str]) -> Draft:
        """All commit anew: those with these anchors, and the server for everybody else."""
        return self._drafted(*chains.anew(self.game, self.dice, self.moments, anchors))

    def began_waiting(self) -> int | None:
        """When the dice that wait for links were asked for, or somebody left who had to open."""
        n = self.awaited()
        if not n:
            return None  # nobody is late before the first line
        last = self.version
        while last > n and self.moments[last].conduct.left == self.moments[last - 1].conduct.left:
            last -= 1
        return self.moments[last].at

    def late_for_links(self, missing: tuple[str, ...]) -> int | None:
        """When the next of these runs out of time by not opening a link, if somebody does."""
        began = self.began_waiting()
        if began is None:
            return None
        return waiting.due(self.clock, missing, began, self.pauses)

    # -- time ------------------------------------------------------------------------------------

    @property
    def is_timeless(self) -> bool:
        """Whether nobody's time runs now: no clock, none of the rules' own, and no links."""
        last = self.moments[-1]
        clock: Clock = last.clock
        return clock.limit is None and not clock.running and last.seals is None

    def draft_due(self, now: int, missing: tuple[str, ...] = ()) -> Draft | None:
        """What a clock that has run out does, if one has: the rules' own time is up, or somebody
        has lost on time, also by not opening a link that is `missing`."""
        left = self.clock.limit_remaining(now, self.pauses)
        is_up = left is not None and left <= 0
        late = self.clock.flagged(now, self.pauses)
        began = self.began_waiting() if missing else None
        if late is None and began is not None:
            late = waiting.flagged(self.clock, missing, began, now, self.pauses)
        # Every action is preceded by this question, so the game is asked only where time is up.
        if not (is_up or late is not None) or self.result is not None:
            return None
        limit = self.game.limit(self.state) if is_up else None
        if limit is not None:
            return self.draft_play(None, limit.action)
        return None if late is None else self.draft_note(late, "flag")

    def accept(self, draft: Draft, now: int = 0, clock: Clock | None = None) -> tuple[Event, ...]:
        """Let a draft happen. It has to have been made for the match as it stands. The `clock` is
        the one after it, where that was asked for already."""
        if draft.base != self.version:
            raise ValueError(f"a draft for version {draft.base}, but this is {self.version}")
        after = clock or self.clock_after(draft, now)
        self.moments += [each.stood(after, now) for each in draft.moments]
        return draft.events

    def clock_after(self, draft: Draft, now: int) -> Clock:
        """The clock once a draft has happened: those that ran stop, those that run now start."""
        if not draft.moments:
            return self.clock
        line, last = draft.moments[0].line, draft.moments[-1]
        if is_done_takeback(draft.moments[0]):
            back = draft.moments[0].conduct.at
            chosen = self.moments[min(back + 1, self.version)].at
            return self.clock.gone_back(self.moments[back].clock, chosen, now, self.pauses)
        acted = line.seat if isinstance(line, Chose) else None
        if self.result_after(draft) is not None:
            return self.clock.moved_on(now, self.pauses, acted, (), None)
        pending = last.pending
        asked = pending.seats if isinstance(pending, Decide) else ()
        if isinstance(pending, Roll) and last.seals is None:
            asked = (pending.seat,)
        limit = self.game.limit(last.state)
        given = None if limit is None else (limit.of, limit.seconds)
        clock = self._charged(now) if isinstance(line, Opened) else self.clock
        return clock.moved_on(now, self.pauses, acted, asked, given)

    def _charged(self, now: int) -> Clock:
        """The clock less what those have used whose links came late."""
        n, began = self.awaited(), self.began_waiting()
        if not n or began is None:
            return self.clock
        came = {seat: self.arrived.get(n, {}).get(seat, now) for seat in self.terms.seats}
        return waiting.charged(self.clock, came, began, self.pauses)

    def result_after(self, draft: Draft) -> Outcome | None:
        """How the match will have ended when a draft has happened."""
        last = draft.moments[-1] if draft.moments else self.moments[-1]
        return outcome_of(last)

    def follow(self, line: Line, now: int = 0) -> tuple[Event, ...]:
        """Let a line happen that was written down before, dice included."""
        moment = next_moment(self.game, self.terms, self.moments, line)
        marked = replace(moment, mark=self.dice.mark())
        return self.accept(Draft(self.version, (marked,)), now)

    # -- going back ------------------------------------------------------------------------------

    def undo(self) -> None:
        """As if the last choice had never been made, the dice that fell after it included. For
        people at one table; where a log is kept, `takeback` is a line of it."""
        by_itself = (Fell, Opened)
        last = next(
            (
                n
                for n in range(self.version, 0, -1)
                if not isinstance(self.moments[n].line, by_itself)
            ),
            None,
        )
        if last is None:
            raise unknown("there is no choice to take back")
        self.back_to(last - 1)

    def back_to(self, version: int) -> None:
        """As it was when the record had so many lines; the dice, too."""
        if version < self.version:
            self.dice.rewind(self.moments[version + 1].mark)
            del self.moments[version + 1 :]

    # -- drafting --------------------------------------------------------------------------------

    def _drafted(self, *lines: Line, action: Action | None = None) -> Draft:
        """Lines, and the rolls that follow them by themselves. If there is one line it may be the
        choice of an `action`, which need not be read again."""
        ahead = Ahead(self.moments)
        for line in lines:
            ahead.drafted.append(self._marked(ahead, line, self.dice.mark(), action))
        return self.draft_rolls(ahead)

    def draft_rolls(self, ahead: Ahead | None = None) -> Draft:
        """Rolls that the dice make by themselves, until somebody has to be asked. If the dice fail
        on the way, nothing has happened. `ahead` are the moments so far, some drafted ones among
        them."""
        moments = Ahead(self.moments) if ahead is None else ahead
        mark = self.dice.mark()
        try:
            self._let_fall(moments)
        except BaseException:
            self.dice.rewind(mark)
            raise
        return Draft(self.version, tuple(moments.drafted))

    def _marked(
        self, moments: Ahead, line: Line, mark: int, action: Action | None = None
    ) -> Moment[Any]:
        made = next_moment(self.game, self.terms, moments, line, action)
        return replace(made, mark=mark) if mark else made

    def _let_fall(self, moments: Ahead) -> None:
        while moments[-1].conduct.outcome is None:
            pending = moments[-1].pending
            n, mark = len(moments), self.dice.mark()
            lines: tuple[Line, ...] = ()
            if not isinstance(pending, Roll):
                lines = chains.renewed(self.game, self.dice, moments)
            elif (faces := fallen(self.dice, pending, n, moments[-1])) is not None:
                lines = (Fell(n, pending.purpose, pending.seat, faces),)
            else:
                lines = chains.opened(self.game, self.dice, moments)
            if not lines:
                return
            for line in lines:
                moments.drafted.append(self._marked(moments, line, mark))
