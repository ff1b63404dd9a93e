"""A whole game looked at again: the chances after every line, and what each swing was due to."""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from outrider.analysis.analyst import Analyst
from outrider.analysis.bettering import Better, betters
from outrider.analysis.tallies import Tally, shares
from outrider.bots.measured.search import halved
from outrider.bots.protocol import BusyClock, Clock
from outrider.core.conduct import Moment
from outrider.core.course import replay
from outrider.core.game import Game
from outrider.core.pending import Over
from outrider.core.record import Chose, Fell, Line, Noted, Record

SECONDS = 60.0
"""How long a review takes at most, if nobody says otherwise: on the processor, so that as much is
found beside others that want it, too."""
ROUNDS = (4, 8, 16, 32, 64, 128)
"""How often every position has been played on, a round after the other, while there is time;"""
CLOSER = (64, 128, 256, 512)
"""and those about the largest swings, which are the largest in part by chance."""
CLOSELY = 8
"""How many swings that are,"""
FIRST_LOOK = 0.6
"""and which share of the time is over before they get the rest."""
AT_ONCE = 16
"""Samples between two looks at the clock."""
MOMENTS = 3
CERTAIN = 2.0
"""Errors that a swing has to be above to be told from chance, at least; the largest of many has to
be above what the largest of so many would be by chance alone."""
LEAST = 0.02
"""How much a swing has to be to matter."""
LONGEST = 300
SHOWN = 1.5
"""Seconds after which, and after every round, it is told what is known so far."""
LOOKING = 9, 10
"""The share of the whole that is done when every position has been looked at: what would have been
better comes after that."""

DICE, DECIDED, MATCH, SEVERAL, UNSEEN = "dice", "decided", "match", "several", "unseen"


@dataclass(frozen=True, slots=True)
class Swing:
    """How a line of a record changed the chances: by what was `decided`, by the `dice`, or by what
    was said in the `match`; `error` is the standard error of each. Where there was no time for a
    line it is `unseen`, and the next one stands for `several`."""

    n: int
    seat: str | None
    kind: str
    by: Mapping[str, float]
    error: Mapping[str, float]
    text: str

    def to_json(self) -> dict[str, Any]:
        return {
            "n": self.n,
            "seat": self.seat,
            "kind": self.kind,
            "by": _rounded(self.by),
            "error": _rounded(self.error),
            "text": self.text,
        }

    def clearest(self) -> str:
        """The seat that it changed most for; the first, where it is the same for both."""
        return max(self.by, key=lambda seat: round(abs(self.by[seat]), 9))

    def is_above(self, errors: float) -> bool:
        """Whether it is a swing at all and not the chance of a sample."""
        seat = self.clearest()
        size = abs(self.by[seat])
        return size >= LEAST and size > errors * self.error[seat]


@dataclass(frozen=True, slots=True)
class Review:
    """A game line by line. `chances` are after each line, the beginning first, with their standard
    `errors`; `moments` are the lines that mattered most; `luck` and `skill` add up what dice and
    decisions gave each seat. `samples` says how often the positions were played on, the least and
    the most often of them: 0 where they were searched instead."""

    seats: tuple[str, ...]
    chances: tuple[Mapping[str, float], ...]
    errors: tuple[Mapping[str, float], ...]
    swings: tuple[Swing, ...]
    moments: tuple[int, ...]
    samples: tuple[int, int] = (0, 0)
    unseen: int = 0
    luck: Mapping[str, float] = field(default_factory=dict)
    skill: Mapping[str, float] = field(default_factory=dict)
    luck_error: Mapping[str, float] = field(default_factory=dict)
    skill_error: Mapping[str, float] = field(default_factory=dict)
    better: tuple[Better, ...] = ()
    """Instead of which choices there was something clearly better."""

    def to_json(self) -> dict[str, Any]:
        return {
            "seats": list(self.seats),
            "chances": [_rounded(each) for each in self.chances],
            "errors": [_rounded(each) for each in self.errors],
            "swings": [swing.to_json() for swing in self.swings],
            "moments": list(self.moments),
            "samples": list(self.samples),
            "unseen": self.unseen,
            "how": self.how(),
            "luck": _rounded(self.luck),
            "skill": _rounded(self.skill),
            "luck_error": _rounded(self.luck_error),
            "skill_error": _rounded(self.skill_error),
            "better": [each.to_json() for each in self.better],
        }

    def how(self) -> str:
        """How the chances were found, in one sentence."""
        least, most = self.samples
        if not most:
            return "Every position was searched."
        times = f"{least} times" if least == most else f"{least} to {most} times"
        told = f"Every position was played on {times}"
        if self.unseen:
            lines = "line" if self.unseen == 1 else "lines"
            return f"{told}, but there was no time for {self.unseen} {lines}."
        return f"{told}."


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    return {seat: round(value, 4) for seat, value in values.items()}


def review(
    game: Game[Any, Any],
    record: Record,
    told: Callable[[int, int], None] = lambda done, of: None,
    seed: int = 1,
    seconds: float = SECONDS,
    known: Callable[[Review], None] = lambda so_far: None,
) -> Review:
    """Every swing of a game, split into what was decided and what the dice did, in no more than so
    many seconds on the processor; compiling comes before they begin. What is `known` so far is told
    on the way.

    The chances before a roll are those over all it may show; so what the roll changes is luck, and
    what a choice changed before it was skill, or the want of it.
    """
    analyst = Analyst(game, seed)
    clock = BusyClock(seconds)
    seats = record.header.seats
    moments = list(replay(game, record))
    part, of = LOOKING

    def looked(done: int, most: int) -> None:
        told(part * done, of * most)

    def judged(at: int, most: int) -> None:
        told(part * most + (of - part) * at, of * most)

    study = Study(analyst, moments, [_known(game, each, seats) for each in moments], clock, looked)
    study.run(lambda: known(_reviewed(game, seats, moments, study)))
    found = _reviewed(game, seats, moments, study)
    known(found)
    states = [each.state for each in moments]
    late = clock.is_over
    return replace(
        found, better=betters(game, analyst, states, _doubtful(found, moments), late, judged)
    )


def _doubtful(found: Review, moments: Sequence[Moment[Any]]) -> list[Chose]:
    """Choices that may have been mistakes: those that mattered first, then what cost most."""
    cost = {
        swing.n: swing.by[swing.seat]
        for swing in found.swings
        if swing.kind == DECIDED and swing.seat is not None and swing.by[swing.seat] < 0
    }
    order = sorted(cost, key=lambda n: (n not in found.moments, cost[n]))
    lines = [moments[n].line for n in order]
    return [line for line in lines if isinstance(line, Chose)]


def _known(game: Game[Any, Any], moment: Moment[Any], seats: Sequence[str]) -> Tally | None:
    """The result where there is one."""
    if moment.conduct.outcome is not None:
        return Tally(shares(moment.conduct.outcome, seats))
    pending = game.pending(moment.state)
    return Tally(shares(pending.outcome, seats)) if isinstance(pending, Over) else None


class Study:
    """The positions of a game, and what is known of each so far."""

    def __init__(
        self,
        analyst: Analyst,
        moments: Sequence[Moment[Any]],
        known: Sequence[Tally | None],
        clock: Clock,
        told: Callable[[int, int], None],
    ) -> None:
        self._analyst = analyst
        self._states = [moment.state for moment in moments]
        self._clock = self._whole = clock
        self._told = told
        self._taken = 0
        self._shown: Callable[[], None] = lambda: None
        self._told_at = time.monotonic()
        self._found: list[Tally | None] = list(known)
        self.home = [0] * len(moments)
        """Where a line leaves the position as it was, it is looked at once."""
        for at in range(1, len(moments)):
            same = known[at] is known[at - 1] is None and self._states[at] == self._states[at - 1]
            self.home[at] = self.home[at - 1] if same else at
        self._most = ROUNDS[-1] * len(set(self.home))

    def tally(self, at: int) -> Tally | None:
        return self._found[self.home[at]]

    def run(self, shown: Callable[[], None] = lambda: None) -> None:
        """Look at everything; it is `shown` what is known after every round, and in long ones."""
        self._shown = shown
        homes = sorted(set(self.home), key=halved)  # a cut leaves gaps everywhere, not the end
        self._clock = self._whole.part(FIRST_LOOK)
        self._look_at(homes, ROUNDS)
        self._clock = self._whole
        for upto in CLOSER:
            self._look_at(self._close(), (upto,))
        self._look_at(homes, ROUNDS)

    def _look_at(self, homes: Sequence[int], rounds: Sequence[int]) -> None:
        for upto in rounds:
            before = self._taken
            for at in homes:
                self._take(at, upto)
                if time.monotonic() > self._told_at + SHOWN:
                    self._show()
            if self._taken > before:
                self._show()

    def _show(self) -> None:
        if self._found[0] is not None:
            self._shown()
            self._told_at = time.monotonic()

    def _close(self) -> list[int]:
        """The positions on either side of the largest swings."""
        sizes: dict[int, float] = {}
        for at in range(1, len(self.home)):
            one, other = self.tally(at - 1), self.tally(at)
            if one is not None and other is not None:
                sizes[at] = max(abs(one.means[seat] - other.means[seat]) for seat in one.means)
        largest = sorted(sizes, key=lambda at: -sizes[at])[:CLOSELY]
        return sorted({self.home[each] for at in largest for each in (at - 1, at)})

    def _take(self, at: int, upto: int) -> None:
        """So many samples in all, unless the time is over or more would show nothing new. The first
        position is looked at in any case: all the others are measured by it."""
        while True:
            found = self._found[at]
            if found is not None and (not found.samples or found.samples >= upto):
                return
            if self._clock.is_over() and (at or found is not None):
                return
            first = 0 if found is None else found.samples
            more = self._analyst.tally(self._states[at], first, min(upto - first, AT_ONCE), at)
            self._found[at] = more if found is None else found.plus(more)
            self._tell(max(1, more.samples))

    def _tell(self, taken: int) -> None:
        """How much is done: by the samples, or by the clock if that is further."""
        self._taken += taken
        timed = round(self._most * (1 - self._whole.left() / self._whole.seconds))
        self._told(min(self._most, max(self._taken, timed)), self._most)


def _reviewed(
    game: Game[Any, Any], seats: tuple[str, ...], moments: Sequence[Moment[Any]], study: Study
) -> Review:
    last = study.tally(0)
    assert last is not None
    tallies, homes, kinds = [last], [study.home[0]], [""]
    for at in range(1, len(moments)):
        line, found = moments[at].line, study.tally(at)
        assert line is not None
        kind = UNSEEN if found is None else SEVERAL if kinds[-1] == UNSEEN else _kind(line)
        tallies.append(found or tallies[-1])
        homes.append(study.home[at] if found is not None else homes[-1])
        kinds.append(kind)
    swings = []
    for at in range(1, len(moments)):
        line = moments[at].line
        assert line is not None
        by, error = _swing(tallies[at - 1], tallies[at], homes[at - 1] == homes[at], seats)
        text = _text(game, moments[at], line)
        swings.append(Swing(line.n, line.seat, kinds[at], by, error, text))
    counts = [each.samples for each in tallies if each.samples]
    sums = {kind: added(swings, tallies, homes, seats, kind) for kind in (DICE, DECIDED)}
    return Review(
        seats,
        tuple(dict(each.means) for each in tallies),
        tuple({seat: each.error(seat) for seat in seats} for each in tallies),
        tuple(swings),
        mattered(swings),
        (min(counts), max(counts)) if counts else (0, 0),
        kinds.count(UNSEEN),
        sums[DICE][0],
        sums[DECIDED][0],
        sums[DICE][1],
        sums[DECIDED][1],
    )


def _kind(line: Line) -> str:
    return DICE if isinstance(line, Fell) else DECIDED if isinstance(line, Chose) else MATCH


def _swing(
    before: Tally, after: Tally, same: bool, seats: Sequence[str]
) -> tuple[dict[str, float], dict[str, float]]:
    by = {seat: after.means[seat] - before.means[seat] for seat in seats}
    if same:
        return by, dict.fromkeys(seats, 0.0)
    return by, {seat: math.hypot(before.error(seat), after.error(seat)) for seat in seats}


def mattered(swings: Sequence[Swing]) -> tuple[int, ...]:
    """The lines with the largest swings of those that are told from chance. What was said in the
    match is none of them: whoever gives up has lost before."""
    errors = max(CERTAIN, math.sqrt(2 * math.log(max(1, len(swings)))))
    certain = [each for each in swings if each.is_above(errors) and each.kind in (DICE, DECIDED)]
    certain.sort(key=lambda each: -abs(each.by[each.clearest()]))
    return tuple(sorted(each.n for each in certain[:MOMENTS]))


def added(
    swings: Sequence[Swing],
    tallies: Sequence[Tally],
    homes: Sequence[int],
    seats: Sequence[str],
    kind: str,
) -> tuple[dict[str, float], dict[str, float]]:
    """What all swings of a kind gave each seat, of decisions only its own; and the standard errors.
    A position between two of them is in both sums with opposite signs, so its error drops out."""
    sums, errors = {}, {}
    for seat in seats:
        weights: dict[int, int] = {}
        total = 0.0
        for at, swing in enumerate(swings, 1):
            if swing.kind == kind and (kind == DICE or swing.seat == seat):
                total += swing.by[seat]
                weights[homes[at]] = weights.get(homes[at], 0) + 1
                weights[homes[at - 1]] = weights.get(homes[at - 1], 0) - 1
        sums[seat] = total
        errors[seat] = math.sqrt(
            sum((weight * tallies[at].error(seat)) ** 2 for at, weight in weights.items())
        )
    return sums, errors


def _text(game: Game[Any, Any], moment: Moment[Any], line: Line) -> str:
    """What happened; where nothing came of a line, what it was."""
    told = " ".join(str(event) for event in moment.events if event.event != "rolled")
    if told:
        return told[:LONGEST]
    who = (line.seat or "the clock").capitalize()
    if isinstance(line, Fell):
        return f"{who} rolls {' '.join(map(str, line.faces))} for {line.purpose}."
    if isinstance(line, Chose):
        return f"{who}: {game.write_action(game.action_from_json(line.action))}"[:LONGEST]
    return f"{who}: {line.match}." if isinstance(line, Noted) else "The dice are opened."
