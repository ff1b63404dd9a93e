"""How people deal with each other in a match: resigning, draws, taking back. No game's rules.

A draw needs everybody who is still in; so does taking back more than one's own last word. Whoever
leaves a table of more than two is withdrawn from the game, where its rules know how, and the others
go on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from outrider.core.frozen import frozen
from outrider.core.game import Game, Terms
from outrider.core.pending import Outcome, Over, Pending, Roll
from outrider.core.record import CONDUCT, Chose, Line, Noted
from outrider.core.refusal import Refusal, malformed, not_your_turn, over, unknown
from outrider.core.wire import Event, a_string, a_whole_number, shown

S = TypeVar("S")

LEAVING = {
    "resign": "resigned",
    "abandon": "abandoned the match",
    "flag": "ran out of time",
}
SAID = {
    "resign": "{} resigns.",
    "abandon": "{} abandons the match.",
    "flag": "{} has run out of time.",
    "claim": "{} claims the game: {against} has left.",
    "draw": "{} wants a draw.",
    "no-draw": "{} does not want a draw.",
    "takeback": "{} wants to take back {undone}.",
    "no-takeback": "{} does not want anything taken back.",
    "substitute": "{} is stood in for: {reason}.",
    "entrust": "{} leaves the seal with the server, which now opens it for them.",
}


@dataclass(frozen=True, slots=True)
class Conducted(Event):
    """A line of the match. `done`: what it asks for has happened."""

    event: ClassVar[str] = "match"
    seat: str
    match: str
    details: tuple[tuple[str, Any], ...] = ()
    done: bool = False
    undone: tuple[str, ...] = ()
    """The choices that would be taken back, or were, the first of them first."""

    def to_json(self) -> dict[str, Any]:
        made = {"event": self.event, "seat": self.seat, "match": self.match}
        more = {"undone": list(self.undone)} if self.undone else {}
        return {**made, **dict(self.details), "done": self.done, **more}

    def __str__(self) -> str:
        details = {name: str(value).capitalize() for name, value in self.details}
        if self.match == "substitute":
            details["reason"] = str(dict(self.details)["reason"])
        details["undone"] = listed(self.undone)
        if self.match == "takeback" and self.done:
            return f"Taken back for {self.seat.capitalize()}: {details['undone']}."
        return SAID[self.match].format(self.seat.capitalize(), **details)


def listed(undone: Sequence[str]) -> str:
    """What is taken back, in words: the first choice, and how much came after it."""
    if not undone:
        return "the last choice"
    more = len(undone) - 1
    return undone[0] + (f" and {more} choice{'s' * (more > 1)} since" if more else "")


@frozen
class Conduct:
    """`at` is the line whose state is the present one. `draw` have asked for a draw; `back` is a
    line that `asked` want to go back to; `left` have left the match."""

    at: int = 0
    draw: tuple[str, ...] = ()
    back: int | None = None
    asked: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    outcome: Outcome | None = None


@frozen
class Moment(Generic[S]):
    """One line of a record, the state after it, and what happened. The first has no line. `prior`
    is the line before it in the game as it now stands, which is not the one written before it if
    something was taken back.

    `rolls` is how many there have been, taken back or not. `hash` is the line's in a chained
    record. With sealed dice `seals` is what each holder's next link has to hash to, and `opened`
    are the links by which dice fall until somebody decides again.

    `pending` is what the state waits for; nothing where there is no state. In a match `mark` is
    where its dice stood before, `clock` its clock afterwards, and `at` when it was."""

    line: Line | None
    state: S
    events: tuple[Event, ...]
    prior: int = 0
    conduct: Conduct = Conduct()
    rolls: int = 0
    hash: str | None = None
    seals: Mapping[str, str] | None = None
    opened: Mapping[str, str] | None = None
    pending: Pending | None = None
    mark: int = field(default=0, compare=False)
    clock: Any = field(default=None, compare=False)
    at: int = field(default=0, compare=False)

    def stood(self, clock: Any, at: int) -> "Moment[S]":
        """The same with its clock and time. Every line of every match comes by here, so the fields
        are not looked up by name."""
        return Moment(
            self.line,
            self.state,
            self.events,
            self.prior,
            self.conduct,
            self.rolls,
            self.hash,
            self.seals,
            self.opened,
            self.pending,
            self.mark,
            clock,
            at,
        )


def played(before: Conduct, line: Line) -> Conduct:
    """The conduct after a choice or a roll: whoever plays on has answered what was asked."""
    draw, back, asked = before.draw, before.back, before.asked
    if isinstance(line, Chose):
        back, asked = None, ()
        if line.seat is not None and line.seat not in draw:
            draw = ()
    return Conduct(line.n, draw, back, asked, before.left, before.outcome)


def noted(game: Game[S, Any], terms: Terms, moments: Sequence[Moment[S]], line: Noted) -> Moment[S]:
    """The moment that a line of the match makes."""
    last = moments[-1]
    check_note(line)
    refuse_outsiders(terms, last.conduct, line.seat)
    if isinstance(last.pending, Over):
        raise over("the game is over already")
    if line.match in (*LEAVING, "claim"):
        _refuse_while_falling(last)
    if line.match in LEAVING:
        return _left(game, terms, last, line, line.seat, f"{line.seat} {LEAVING[line.match]}")
    if line.match == "claim":
        absent = line.details.get("against")
        if absent not in terms.seats or absent in (line.seat, *last.conduct.left):
            raise malformed(f"{shown(absent)} is nobody to claim the game from")
        return _left(game, terms, last, line, absent, f"{absent} has left [{line.seat} claims it]")
    if line.match in ("draw", "no-draw"):
        return _drawn(game, last, line)
    if line.match in ("takeback", "no-takeback"):
        return _taken_back(game, moments, line)
    return _moment(last, line, last.conduct)


def _refuse_while_falling(last: Moment[S]) -> None:
    """Links that are opened are known: nobody has them changed by leaving."""
    if last.opened is not None and isinstance(last.pending, Roll):
        raise not_your_turn("the dice that are opened fall first")


def _moment(
    last: Moment[S],
    line: Noted,
    conduct: Conduct,
    state: S | None = None,
    done: bool = False,
    undone: tuple[str, ...] = (),
) -> Moment[S]:
    event = Conducted(line.seat, line.match, tuple(line.details.items()), done, undone)
    shown_state = last.state if state is None else state
    return Moment(line, shown_state, (event,), last.conduct.at, conduct)


def refuse_outsiders(terms: Terms, conduct: Conduct, seat: str) -> None:
    """Only who sits at the table, and has not left it, has a say."""
    if seat not in terms.seats:
        raise unknown(f"nobody sits at {shown(seat)}")
    refuse_leavers(conduct, seat)


def refuse_leavers(conduct: Conduct, seat: str | None) -> None:
    refusal = refused_if_left(conduct, seat)
    if refusal is not None:
        raise refusal


def _still_in(game: Game[S, Any], last: Moment[S]) -> list[str]:
    """Who has to agree: everybody who is still playing."""
    return [seat for seat in game.playing(last.state) if seat not in last.conduct.left]


def _left(
    game: Game[S, Any], terms: Terms, last: Moment[S], line: Noted, seat: str, reason: str
) -> Moment[S]:
    """Somebody is gone: the others go on without, or the last one wins."""
    left = (*last.conduct.left, seat)
    conduct = replace(last.conduct, left=left, draw=(), back=None, asked=())
    others = tuple(each for each in terms.seats if each not in left)
    step = game.withdraw(last.state, seat) if len(others) > 1 else None
    if step is None:
        ended = replace(conduct, outcome=Outcome(others, reason))
        return _moment(last, line, ended, done=True)
    made = _moment(last, line, replace(conduct, at=line.n), step.state, done=True)
    return replace(made, events=(*made.events, *step.events))


def _drawn(game: Game[S, Any], last: Moment[S], line: Noted) -> Moment[S]:
    if line.match == "no-draw":
        if not last.conduct.draw:
            raise malformed("nobody has asked for a draw")
        return _moment(last, line, replace(last.conduct, draw=()))
    draw = (*last.conduct.draw, line.seat)
    if line.seat in last.conduct.draw:
        raise malformed(f"{line.seat.capitalize()} has asked for a draw already")
    if set(_still_in(game, last)) <= set(draw):
        outcome = Outcome((), "agreed by all")
        return _moment(last, line, replace(last.conduct, draw=(), outcome=outcome), done=True)
    return _moment(last, line, replace(last.conduct, draw=draw))


# -- taking back -----------------------------------------------------------------------------------


def own_last_choice(moments: Sequence[Moment[Any]], seat: str) -> int | None:
    """The line of a seat's last choice in the game as it stands."""
    at = moments[-1].conduct.at
    while at:
        line = moments[at].line
        if isinstance(line, Chose) and line.seat == seat:
            return at
        at = moments[at].prior
    return None


def back_for(moments: Sequence[Moment[Any]], seat: str) -> tuple[int, bool]:
    """Where a seat's last choice would be taken back to, and whether nobody has to be asked: no
    dice have fallen and nobody else has acted since."""
    choice = own_last_choice(moments, seat)
    if choice is None:
        raise unknown("there is no choice to take back")
    return moments[choice].prior, choice == moments[-1].conduct.at


def _taken_back(game: Game[S, Any], moments: Sequence[Moment[S]], line: Noted) -> Moment[S]:
    last = moments[-1]
    conduct = last.conduct
    if line.match == "no-takeback":
        if conduct.back is None:
            raise malformed("nobody has asked to take anything back")
        return _moment(last, line, replace(conduct, back=None, asked=()))
    to = a_whole_number(line.details.get("to"), "the line to go back to", 0, len(moments) - 1)
    # Sealed dice are as good as fallen once they are asked for: somebody may know them already.
    falling = last.seals is not None and isinstance(last.pending, Roll)
    asked = _asked(moments, line.seat, to, falling)
    if moments[to].conduct.left != conduct.left:
        raise not_your_turn("somebody has left since: that cannot be taken back")
    undone = undone_by(game, moments, to)
    if asked is None or set(_still_in(game, last)) <= set(asked):
        after = replace(conduct, at=to, back=None, asked=(), draw=())
        return _moment(last, line, after, moments[to].state, done=True, undone=undone)
    return _moment(last, line, replace(conduct, back=to, asked=asked), undone=undone)


def undone_by(game: Game[Any, Any], moments: Sequence[Moment[Any]], to: int) -> tuple[str, ...]:
    """The choices of the game as it stands after a line, as they are written, with whose they
    were. Of a game with secrets nothing is said."""
    found: list[str] = []
    if game.secret:
        return ()
    at = moments[-1].conduct.at
    while at > to:
        line = moments[at].line
        if isinstance(line, Chose):
            text = game.write_action(game.action_from_json(line.action))
            found.append(f"{line.seat.capitalize()}'s {text}" if line.seat else text)
        at = moments[at].prior
    return tuple(reversed(found))


Written: TypeAlias = dict[str, tuple[Line, str]]
"""Each seat's last choice, and how it is written."""


def would_undo(
    game: Game[Any, Any], moments: Sequence[Moment[Any]], written: Written | None = None
) -> dict[str, str]:
    """What each seat would take back by its next word, in words, whoever chose last first; of a
    game with secrets nothing is said. Told with every line, so it goes back no farther than each
    seat's last choice, and writes no choice that is `written` already; what it has to write is
    added there."""
    found: dict[str, str] = {}
    written = {} if written is None else written
    last = moments[-1]
    if game.secret or last.conduct.outcome is not None:
        return found
    wanted = len(game.seats_of(last.state)) if last.state is not None else 0
    at, since = last.conduct.at, 0
    while at and len(found) < wanted:
        line = moments[at].line
        if isinstance(line, Chose):
            if line.seat and line.seat not in found:
                before, text = written.get(line.seat, (None, ""))
                if before is not line:
                    text = game.write_action(game.action_from_json(line.action))
                    written[line.seat] = line, text
                found[line.seat] = listed((text, *("" for _ in range(since))))
            since += 1
        at = moments[at].prior
    return found


def _asked(
    moments: Sequence[Moment[S]], seat: str, to: int, falling: bool
) -> tuple[str, ...] | None:
    """Who then wants to go back there; None if nobody else has to be asked."""
    conduct = moments[-1].conduct
    if conduct.back == to:
        if seat in conduct.asked:
            raise malformed(f"{seat.capitalize()} has asked for that already")
        return (*conduct.asked, seat)
    wanted, free = back_for(moments, seat)
    if to != wanted:
        raise malformed(f"{seat} takes back its own last choice: to line {wanted}")
    return None if free and not falling else (seat,)


def is_done_takeback(moment: Moment[Any]) -> bool:
    """Whether with this moment the match has gone back."""
    line = moment.line
    if not isinstance(line, Noted) or line.match != "takeback":
        return False
    return moment.conduct.at == line.details["to"] and moment.conduct.back is None


def check_note(line: Noted) -> None:
    """Refuse a line of a match that no record could have."""
    if line.match not in CONDUCT:
        raise unknown(f"no line of a match is called {shown(line.match)}")
    if set(line.details) != set(CONDUCT[line.match]):
        fields = ", ".join(CONDUCT[line.match]) or "no further fields"
        raise malformed(f"the line `{line.match}` of a match has {fields}")
    if "reason" in line.details:
        a_string(line.details["reason"], "the reason")


def refused_if_over(conduct: Conduct) -> Refusal | None:
    """Nothing is played in a match that has ended by what people said."""
    if conduct.outcome is None:
        return None
    return over(f"the game is over: {conduct.outcome.reason}")


def refused_if_left(conduct: Conduct, seat: str | None) -> Refusal | None:
    """Whoever has left a match has nothing more to say in it."""
    if seat is None or seat not in conduct.left:
        return None
    return over(f"{seat.capitalize()} has left the match")
