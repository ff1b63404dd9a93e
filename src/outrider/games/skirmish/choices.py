"""What a player may choose from: figures by the list, places by the thousandth."""

import random
from collections.abc import Iterator

from outrider.core.choices import Choices
from outrider.core.refusal import Refusal, illegal, malformed
from outrider.core.wire import shown
from outrider.games.skirmish.actions import Action
from outrider.games.skirmish.codes import READY, TIME, action_of, code_of
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.reasons import refusal
from outrider.games.skirmish.squad import bits_of
from outrider.games.skirmish.state import State


class Offered(Choices[Action]):
    """What the kernel takes for legal, with the reason for all else. `seat` is the number of the
    one that chooses."""

    complete = False

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self.seat = seat

    def why_not(self, action: object) -> Refusal | None:
        if not isinstance(action, Action):
            return malformed(f"{shown(action)} is no action of this game")
        try:
            code = code_of(action, self.seat)
        except Refusal as strange:
            return strange
        answer = engine().check(self._state, self.seat, code)
        if answer[0] == layout.FINE:
            return None
        return refusal(self._state, code, answer)

    def __iter__(self) -> Iterator[Action]:
        return (action_of(*code) for code in engine().candidates(self._state, self.seat))

    def _able(self) -> list[int]:
        """The figures that may do something."""
        return bits_of(int(engine().survey(self._state, layout.ABLE, 0, self.seat)[0]))

    def _pointed(self, kind: int, unit: int, source: random.Random) -> Action | None:
        """A random legal point for it, if there is one among so many tries."""
        attempt, record = engine().attempt, engine().array(self._state)
        table, numbers = self._state.setting.arrays
        for _ in range(layout.TRIES):
            across = source.random()
            up = 0.0 if kind == layout.LAND else source.random()
            x, y, reason = attempt(record, table, numbers, unit, across, up)
            if reason == layout.FINE:
                return action_of(kind, unit, x, y)
        return None


class Deploying(Offered):
    """One's own figures, each anywhere in one's own strip."""

    def sample(self, source: random.Random) -> Action:
        figures = self._able()
        unit = figures[int(source.random() * len(figures))]
        found = self._pointed(layout.DEPLOY, unit, source)
        if found is not None:
            return found
        x, y, reason = engine().survey(self._state, layout.FREE, unit)
        if reason == layout.FINE:
            return action_of(layout.DEPLOY, unit, x, y)
        raise illegal("SKM-S3", "there is no room for another figure at the edge")


class Minute(Offered):
    """Moving one's own figures, and being ready."""

    @property
    def complete(self) -> bool:  # type: ignore[override]
        return not self._able()

    def sample(self, source: random.Random) -> Action:
        """Some figure's move, or to be ready, each of them as likely as another."""
        movers = self._able()
        chosen = int(source.random() * (len(movers) + 1))
        if chosen == len(movers):
            return READY
        unit = movers[chosen]
        found = self._pointed(layout.MOVE_TO, unit, source)
        if found is not None:
            return found
        x, y, *_ = self._state.row(unit)
        return action_of(layout.MOVE_TO, unit, x, y)


class Clock(Offered):
    """The clock, which sits at no seat: in the minute it can say that the time is up."""

    complete = True

    def __init__(self, state: State) -> None:
        super().__init__(state, layout.CLOCK)

    def __iter__(self) -> Iterator[Action]:
        if self.why_not(TIME) is None:
            yield TIME

    def sample(self, source: random.Random) -> Action:
        refused = self.why_not(TIME)
        if refused is not None:
            raise refused
        return TIME


class Attacking(Offered):
    """One action of one figure."""

    @property
    def complete(self) -> bool:  # type: ignore[override]
        """False as long as somebody has a grenade to throw."""
        rows = (self._state.row(unit) for unit in self._able())
        return not any(row[layout.GRENADES] for row in rows)

    def sample(self, source: random.Random) -> Action:
        """Some figure, some kind of attack, some target of it; a kind without one is drawn anew."""
        figures = self._able()
        unit = figures[int(source.random() * len(figures))]
        kinds = list(range(layout.SHOOT, layout.SHOOT + layout.ATTACKS))
        while kinds:
            kind = kinds.pop(int(source.random() * len(kinds)))
            word, *_ = engine().survey(self._state, layout.TARGETS, unit, kind)
            if word:
                found = bits_of(int(word))
                other = found[int(source.random() * len(found))]
                if kind != layout.LOB:
                    return action_of(kind, unit, other, 0)
                x, y, *_ = self._state.row(other)
                return action_of(kind, unit, x, y)
        return action_of(layout.SKIP, unit, 0, 0)


class Landing(Offered):
    """Where along its line the grenade lands."""

    def sample(self, source: random.Random) -> Action:
        return self._pointed(layout.LAND, 0, source) or next(iter(self))
