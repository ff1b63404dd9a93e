"""What a player may choose from: strikes and shots by the list, paths by the thousandth."""

import random
from collections.abc import Iterator

from outrider.core.choices import Choices, word_from
from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import shown
from outrider.games.skirmishers.actions import Action, Strike
from outrider.games.skirmishers.codes import action_of
from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.moving import checked, may_set_out
from outrider.games.skirmishers.reasons import refusal
from outrider.games.skirmishers.scenario import other
from outrider.games.skirmishers.state import State, Unit


class Offered(Choices[Action]):
    """What the kernel takes for legal, with the reason for all else."""

    complete = True

    def __init__(self, state: State) -> None:
        self._state = state

    def why_not(self, action: object) -> Refusal | None:
        if not isinstance(action, Action):
            return malformed(f"{shown(action)} is no action of this game")
        try:
            answer = checked(self._state, action)
        except Refusal as strange:
            return strange
        if answer[0] == layout.FINE:
            return None
        return refusal(self._state, action, answer)

    def __iter__(self) -> Iterator[Action]:
        setting = self._state.setting
        return (action_of(setting, code) for code in engine().candidates(self._state))

    def sample(self, source: random.Random) -> Action:
        """A strike, a piece that fires, a piece that moves or the end, each as likely as another;
        a piece without a target or without room is passed over. Of answers each as likely."""
        return action_of(self._state.setting, engine().choose(self._state, word_from(source)))


class Turn(Offered):
    """A turn: any piece that may still do something, or the end (SKR-T1)."""

    @property
    def complete(self) -> bool:  # type: ignore[override]
        """Paths are a continuum, and of several strikers each order is an action of its own."""
        state = self._state
        if any(may_set_out(state, unit.id) for unit in state.present(state.active)):
            return False
        return all(len(units) == 1 for units, _ in self.clashes())

    def clashes(self) -> list[tuple[list[Unit], Unit]]:
        """Every enemy that can be struck, and by whom."""
        state = self._state
        own = state.present(state.active)
        found = []
        for foe in state.present(other(state.active)):
            units = [unit for unit in own if self._may(Strike((unit.id,), foe.id))]
            if units:
                found.append((units, foe))
        return found

    def _may(self, action: Action) -> bool:
        return checked(self._state, action)[0] == layout.FINE


def choices_of(state: State) -> Choices[Action]:
    return Turn(state) if state.header[layout.STAGE] == layout.FIGHTING else Offered(state)
