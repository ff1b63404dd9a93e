"""What a player may choose from: attacks and commands by the list, places by the thousandth."""

import random
from collections.abc import Iterator

from outrider.core.choices import Choices
from outrider.core.refusal import Refusal, illegal, malformed
from outrider.core.wire import shown
from outrider.games.basic.actions import Action, Attack, Command
from outrider.games.basic.codes import action_of, code_of
from outrider.games.basic.engine import engine
from outrider.games.basic.kernel import layout
from outrider.games.basic.reasons import refusal
from outrider.games.basic.state import State


class Offered(Choices[Action]):
    """What the kernel takes for legal, with the reason for all else."""

    def __init__(self, state: State) -> None:
        self._state = state

    @property
    def complete(self) -> bool:  # type: ignore[override]
        """False as long as somebody has a point to choose."""
        if self._state.deploying:
            return False
        return engine().survey(self._state, layout.MOVERS)[0] == 0

    def why_not(self, action: object) -> Refusal | None:
        if not isinstance(action, Action):
            return malformed(f"{shown(action)} is no action of this game")
        try:
            code = code_of(action)
        except Refusal as strange:
            return strange
        answer = engine().check(self._state, code)
        if answer[0] == layout.FINE:
            return None
        return refusal(self._state.header[layout.SEAT], code, answer)

    def __iter__(self) -> Iterator[Action]:
        return (action_of(*code) for code in engine().candidates(self._state))

    def sample(self, source: random.Random) -> Action:
        """A unit's move, an attack, a command or the end, each of them as likely as another; of a
        unit's points each as likely, too."""
        made, state = engine(), self._state
        record, (table, numbers) = made.array(state), state.setting.arrays
        kind, unit, third = made.choose(record, numbers, source.random())
        if kind not in (layout.MOVE, layout.DEPLOY):
            return action_of(kind, unit, third, 0)
        for _ in range(layout.TRIES):
            across, up = source.random(), source.random()
            x, y, reason = made.attempt(record, table, numbers, kind, unit, across, up)
            if reason == layout.FINE:
                return action_of(kind, unit, x, y)
        if kind == layout.MOVE:
            x, y, *_ = state.row(unit)
            return action_of(kind, unit, x, y)
        for code in made.candidates(state):
            return action_of(*code)
        raise illegal("BSK-S5", "there is no room for another unit in the zone")


class Deploying(Offered):
    """One's own units, each anywhere in one's own zone."""


class Fighting(Offered):
    """A turn: any unit that may still do something, a command, or the end."""

    def attacks(self) -> Iterator[Attack]:
        return (action for action in self if isinstance(action, Attack))

    def commands(self) -> Iterator[Command]:
        return (action for action in self if isinstance(action, Command))
