"""What a player may choose from: figures by the list, places by the thousandth."""

import random
from collections.abc import Iterator

from outrider.core.choices import Choices, word_from
from outrider.core.refusal import Refusal, illegal, malformed
from outrider.core.wire import shown
from outrider.games.skirmish.actions import Action
from outrider.games.skirmish.codes import TIME, action_of, code_of
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

    def after(self, action: object) -> State:
        """The state after an action; raises the Refusal that says why not. One call of the kernel
        checks and plays."""
        if not isinstance(action, Action):
            raise malformed(f"{shown(action)} is no action of this game")
        code = code_of(action, self.seat)
        after, answer = engine().play(self._state, self.seat, code)
        if after is None:
            raise refusal(self._state, code, answer)
        return after

    def __iter__(self) -> Iterator[Action]:
        return (action_of(*code) for code in engine().candidates(self._state, self.seat))

    def _able(self) -> list[int]:
        """The figures that may do something."""
        return bits_of(int(engine().survey(self._state, layout.ABLE, 0, self.seat)[0]))

    def sample(self, source: random.Random) -> Action:
        """Some figure that may do something, as likely as another, then what it does and to whom,
        or where; in the minute being ready is as likely as each figure's move."""
        code = engine().choose(self._state, self.seat, word_from(source))
        if code[0] == layout.NONE:
            raise illegal("SKM-S3", "there is no room for another figure at the edge")
        return action_of(*code)


class Deploying(Offered):
    """One's own figures, each anywhere in one's own strip."""


class Landing(Offered):
    """Where along its line the grenade lands."""


class Minute(Offered):
    """Moving one's own figures, and being ready."""

    @property
    def complete(self) -> bool:  # type: ignore[override]
        return not self._able()


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
