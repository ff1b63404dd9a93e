"""Before anything is chosen: units on their first rows, and the roll for the initiative."""

from outrider.core.events import Rolled
from outrider.core.game import Step
from outrider.core.initiative import PURPOSE
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel.layout import DECLARING
from outrider.games.skirminion.rows import row_of, state_of
from outrider.games.skirminion.state import SEATS, Setting, State, setup_words

NO_FORTS = dict.fromkeys(SEATS, 0)


def before_the_roll(setting: Setting) -> State:
    """Units on their first rows (SKN-S1), and the dice to fall."""
    return State(setting, setup_words("red", DECLARING, "red", NO_FORTS, setting.numbers))


def roller(state: State) -> str:
    """Who rolls next: Red, then Blue."""
    return SEATS[len(state.rolled)]


def roll_initiative(state: State, face: int) -> Step[State]:
    """SKN-S2: who rolls, and what the kernel makes of it."""
    event = Rolled(PURPOSE, roller(state), (face,))
    row = engine().fall(row_of(state), face)
    return Step(state_of(state.setting, row), (event,))
