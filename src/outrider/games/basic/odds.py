"""Exact chances of attacks and commands."""

from fractions import Fraction

from outrider.core.odds import Odds
from outrider.games.basic.actions import Action, Attack, Command
from outrider.games.basic.battalion import ABILITIES
from outrider.games.basic.engine import engine
from outrider.games.basic.kernel import layout
from outrider.games.basic.state import INDEX_OF, State

THROWS = 36
NAMES = {
    "hit": layout.HITS,
    "saved": layout.SAVED,
    "wound": layout.WOUNDS,
    "kill": layout.KILLS,
    "win": layout.WINS,
}


def chances(state: State, action: Action) -> Odds:
    """An attack: to hit, to be saved, to wound, to kill, and the health expected to be lost. A
    command: how many units it reaches."""
    if isinstance(action, Command):
        ability = ABILITIES.index(action.ability)
        count = engine().survey(state, layout.HEARD, 0, ability)[0]
        return Odds({}, {"units": Fraction(int(count))})
    if not isinstance(action, Attack):
        return Odds({})
    counts = engine().chances(state, INDEX_OF[action.unit], INDEX_OF[action.target])
    exact = {name: Fraction(counts[place], THROWS) for name, place in NAMES.items()}
    return Odds(exact, {"damage": Fraction(counts[layout.LOSS], THROWS)})
