"""The roll for the initiative (SKN-S2). What follows it is the kernel's."""

from dataclasses import replace

from outrider.core.events import Rolled
from outrider.core.game import Step
from outrider.core.initiative import PURPOSE, leaders
from outrider.core.options import Options
from outrider.games.skirminion.kernel.layout import DECLARING
from outrider.games.skirminion.state import SEATS, State, other, setup_words

NO_FORTS = dict.fromkeys(SEATS, 0)


def before_the_roll(options: Options) -> State:
    """Units on their first rows (SKN-S1), and the dice to fall."""
    return State(options, setup_words("red", DECLARING, "red", NO_FORTS))


def roller(state: State) -> str:
    """Who rolls next: Red, then Blue."""
    return SEATS[len(state.rolled)]


def roll_initiative(state: State, face: int) -> Step[State]:
    """SKN-S2: the higher has it; tied, both roll again. SKN-S3: the other then declares."""
    rolled = (*state.rolled, face)
    event = Rolled(PURPOSE, roller(state), (face,))
    if len(rolled) < len(SEATS):
        return Step(replace(state, rolled=rolled), (event,))
    initiative, *tied = leaders(SEATS, rolled)
    if tied:
        return Step(replace(state, rolled=()), (event,))
    words = setup_words(other(initiative), DECLARING, initiative, NO_FORTS)
    return Step(replace(state, rolled=(), initiative=initiative, words=words), (event,))
