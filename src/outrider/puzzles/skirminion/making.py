"""What is asked in positions of Skirminion, and how hard it is."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from outrider.games.skirminion.actions import Attack, Siege
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.state import State, other
from outrider.puzzles.making import Met
from outrider.puzzles.puzzle import HOLD, WIN, Aim
from outrider.puzzles.solving import Answer, Unsolved

if TYPE_CHECKING:
    from outrider.puzzles.skirminion.solving import Forced

ODD, EVEN = (1, 3, 5, 7), (2, 4)
"""Activations of both sides: one's own is the last of a win, and the other's that of a loss."""
MOST_UNITS = 7
COUNTS = layout.MOST_COUNTED << layout.QUIET_AT | layout.MOST_COUNTED << layout.PLAYED_AT


@dataclass
class Battles:
    """Forced wins with one first choice, and positions with one choice that does not lose."""

    forced: "Forced"
    level: str = "recruit"
    share: float = 0.25
    alike: int = 1_000
    """No two positions are alike here."""

    def solver(self) -> "Forced":
        return self.forced

    def tidied(self, met: Met) -> Met:
        """Nobody asks how long it has been quiet (SKN-V5)."""
        state: State = met.state
        words = (*state.words[:7], state.words[7] & ~COUNTS)
        return Met(replace(state, words=words), met.seat)

    def aims(self, met: Met) -> Iterator[Aim]:
        """The shortest win there is; or, if the other side threatens one, to hold."""
        state: State = met.state
        units = (state.words[0] | state.words[1]).bit_count()
        if state.stage or state.control & layout.ACTIVATION or units > MOST_UNITS:
            return
        try:
            within = next((n for n in ODD if self.forced.hunts(state, met.seat, n)), None)
            if within is not None:
                yield Aim(WIN, within)
            elif not self.forced.hunts(state, other(met.seat), EVEN[0]):
                yield from (Aim(HOLD, left) for left in EVEN[1:])
        except Unsolved:
            return

    def is_clear(self, answers: list[Answer]) -> bool:
        return answers[0].chance == 1 and answers[1].chance == 0 and len(answers) > 4

    def hardness(self, met: Met, aim: Aim, answers: list[Answer]) -> int:
        quiet = not isinstance(answers[0].action, Attack | Siege)
        if aim.kind == WIN:
            return (aim.activations + 1) // 2 + (quiet and aim.activations > 1)
        return aim.activations // 2 + quiet
