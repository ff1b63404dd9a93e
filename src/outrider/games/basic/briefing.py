"""The battle as it is told before it begins: story, aims, forces."""

from outrider.core.setting import Aims, Force, Setting
from outrider.games.basic.battalion import KINDS
from outrider.games.basic.numbers import FIGURES, NAMES
from outrider.games.basic.numbers import KINDS as NAMED
from outrider.games.basic.state import SEATS

STORY = (
    "Two battalions meet on open ground, a commander in each. He fights better than any of them "
    "and makes those near him faster or harder to beat: keep him close, and alive."
)
BOOK = {figure.name: figure.shown(figure.default) for figure in FIGURES}


def settings(limit: int) -> tuple[Setting, ...]:
    facts = (
        "Both place their units in their own zone, and a die decides who begins.",
        f"{limit} turns, both sides counted. When they are over, it is a draw.",
    )
    sides = tuple(Aims(seat, ("Destroy all of the enemy's units.",), forces()) for seat in SEATS)
    return (Setting("field", "The open field", STORY, sides, facts),)


def forces() -> tuple[Force, ...]:
    """BSK-U1, BSK-S1: with the numbers of the book."""
    found = []
    for kind in NAMED:
        count = KINDS.count(kind)
        name = NAMES[kind].removeprefix("The ").removeprefix("A ")
        said = f"{name}{'' if count == 1 else 's'}: health {BOOK[f'{kind}.health']}, "
        said += f'moves {BOOK[f"{kind}.movement"]}", range {BOOK[f"{kind}.range"]}", '
        found.append(Force(count, f"{said}damage {BOOK[f'{kind}.damage']}"))
    return tuple(found)
