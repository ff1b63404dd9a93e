"""The war as it is told before it begins: story, aims, forces."""

from outrider.core.setting import Aims, Force, Setting
from outrider.games.skirminion.numbers import FIGURES
from outrider.games.skirminion.state import SEATS

STORY = (
    "A war of attrition on a chess board. Units are dice: they strike together, are struck back, "
    "and hold out in forts that somebody has to take from them. Only who begins is left to chance."
)
BOOK = {figure.name: figure.shown(figure.default) for figure in FIGURES}


def settings(quiet: int) -> tuple[Setting, ...]:
    """SKN-S1 to SKN-S5, SKN-V5."""
    facts = (
        f"Before the first move the forts are declared, {BOOK['forts.least']} to "
        f"{BOOK['forts.most']} a side, and placed on one's own half.",
        f"It is a draw after {quiet} activations without an attack.",
    )
    force = Force(int(BOOK["units"]), f"units of health {BOOK['health']}, shown by a die")
    sides = tuple(Aims(seat, ("Destroy all of the enemy's units.",), (force,)) for seat in SEATS)
    return (Setting("board", "A war of dice", STORY, sides, facts),)
