"""The laid tables, and the empty one, as people choose them."""

from outrider.core.setting import Aims, Force, Setting
from outrider.games.skirmish.numbers import FIGURES
from outrider.games.skirmish.tables import SHIPPED

STORIES = {
    "breakfast": "Somebody has left the breakfast things. A loaf on its board hides one army from "
    "the other, and whoever climbs the board is seen by everybody.",
    "tins": "Old tins on a workbench, low and long. There is cover everywhere and hardly any of it "
    "is high: keep moving from one to the next.",
    "game-night": "The others have gone to bed and left their boxes. Two large ones make streets; "
    "the dice tower is the only high place.",
    "banquet": "A cake on a stand in the middle, plates and goblets around it. Between "
    "them the ground is open: who crosses it wants somebody to keep the others' heads down.",
}
EMPTY = "empty"
BARE = "Nothing on the table at all. Nobody can hide, and every shot has a line."


def settings(limit: int) -> tuple[Setting, ...]:
    """Those that are laid come first: on an empty table there is nothing to hide behind."""
    facts = (*FACTS, f"{limit} rounds. When they are over, it is a draw.")
    laid = (
        Setting(name, table.name, STORIES[name], SIDES, facts, {"options": {"table": name}})
        for name, table in SHIPPED.items()
    )
    return *laid, Setting(EMPTY, "An empty table", BARE, SIDES, facts)


def number(name: str) -> str:
    """One of the book's numbers, as it is written."""
    figure = next(each for each in FIGURES if each.name == name)
    return figure.shown(figure.default)


SIDES = (
    Aims(
        None,
        (
            f"Get a figure within {number('edge')} inches of an opponent's edge, where it sees "
            "their army, and the news back to your own edge.",
            "Be the only one with figures left.",
        ),
        (Force(int(number("figures")), f"figures of health {number('health')}, with "
               f"{number('grenades')} grenades and {number('actions')} actions each"),),
    ),
)  # fmt: skip
"""SKM-O1 to SKM-O6, SKM-S1: all armies are after the same, with the same."""
FACTS = (
    "Everybody moves in the same minute; then one attack each, in turn.",
    "Two play at a table of 36 inches, more sit around a larger one with the same things on it.",
)
