"""Before the game (SKM-S1), and a place near the one wished for. Who places what where is the
kernel's."""

from functools import lru_cache
from itertools import chain

from outrider.core.events import PhaseBegan
from outrider.core.game import Step
from outrider.core.options import Options
from outrider.core.variant import Variant, numbers_in
from outrider.games.skirmish.actions import Deploy
from outrider.games.skirmish.draft import Draft
from outrider.games.skirmish.edition import Edition
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.numbers import numbers_of
from outrider.games.skirmish.places import all_along, foot_on
from outrider.games.skirmish.squad import EVERY, INDEX_OF, NAME_OF
from outrider.games.skirmish.state import Figure, Setting, State
from outrider.table.points import distance, squared
from outrider.table.seating import edge_of
from outrider.table.snapping import close_by
from outrider.table.terrain import Table

KEPT = 64


@lru_cache(KEPT)
def setting_of(
    edition: Edition,
    options: Options,
    table: Table,
    names: tuple[str, ...],
    variant: Variant | None,
) -> Setting:
    """What a game is played with, the numbers ready for the kernel; the same for the same."""
    numbers = numbers_of(edition, options, numbers_in(variant))
    return Setting(edition, options, table, names, numbers, variant)


def names_for(seats: tuple[str, ...]) -> tuple[str, ...]:
    """What figures are called unless somebody says otherwise."""
    return tuple(NAME_OF[id] for id in EVERY[: layout.SIDE * len(seats)])


def fresh(setting: Setting, unit: int) -> Figure:
    """SKM-S1: a figure beside the table, if the game has so many."""
    numbers = setting.numbers
    if unit % layout.SIDE >= numbers[layout.EACH]:
        return Figure(EVERY[unit], setting.names[unit], None, 0)
    return Figure(
        EVERY[unit],
        setting.names[unit],
        None,
        numbers[layout.MOST_HEALTH],
        numbers[layout.MOST_GRENADES],
        numbers[layout.MOST_ACTIONS],
    )


def before_the_game(setting: Setting) -> Step[State]:
    """SKM-S1: all figures beside the table."""
    figures = tuple(fresh(setting, unit) for unit in range(len(setting.names)))
    return Step(Draft(setting, figures).state(), (PhaseBegan("deploy"),))


def nearest_place(state: State, action: Deploy) -> Deploy | None:
    """A legal place close to the wish, for a figure that still has none."""
    figure = state.figure(action.unit)
    if figure.seat != state.turn or figure.at is not None:
        return None
    edge, deep = edge_of(state.table, figure.seat), state.setting.numbers[layout.NEAR_EDGE]
    foot = foot_on(*edge, action.at)
    length = distance(foot, action.at)
    inside = action.at
    if length > deep:
        dx, dy = action.at[0] - foot[0], action.at[1] - foot[1]
        inside = foot[0] + dx * deep // length, foot[1] + dy * deep // length
    along = sorted(all_along(*edge, deep), key=lambda at: squared(at, action.at))
    unit = INDEX_OF[figure.id]
    for at in chain(close_by(inside), along):
        if engine().survey(state, layout.HERE, unit, *at)[0] == layout.FINE:
            return Deploy(figure.id, at)
    return None
