"""Before the battle (BSK-S1, BSK-S3), and a place near the one wished for. Who places what where is
the kernel's."""

from functools import lru_cache

from outrider.core.options import Options
from outrider.core.refusal import malformed
from outrider.core.variant import Variant, numbers_in
from outrider.games.basic.actions import Deploy
from outrider.games.basic.codes import code_of
from outrider.games.basic.engine import engine
from outrider.games.basic.kernel import layout
from outrider.games.basic.numbers import numbers_of
from outrider.games.basic.state import IDS, INDEX_OF, Setting, State, Unit, recorded
from outrider.table.lengths import a_length
from outrider.table.snapping import close_by
from outrider.table.terrain import Table

KEPT = 64


@lru_cache(KEPT)
def setting_of(options: Options, table: Table, variant: Variant | None) -> Setting:
    """What a game is played with, the numbers ready for the kernel; the same for the same."""
    return Setting(options, table, numbers_of(options, numbers_in(variant)), variant)


def before_the_roll(setting: Setting) -> State:
    """BSK-S1: two battalions beside the table, and the dice to fall."""
    units = [Unit(id, None, setting.health_of(id)) for id in IDS]
    return State(setting, recorded(units, layout.ROLLING))


def check_zones(options: Options, table: Table) -> None:
    """BSK-S3: the zones may meet, but not overlap."""
    if 2 * a_length(options["zone"], "zone") > table.size[1]:
        raise malformed("the zones would overlap on a table that small", "BSK-S3")


def nearest_place(state: State, action: Deploy) -> Deploy | None:
    """A legal place close to the wish, for a unit that still has none."""
    if engine().check(state, code_of(action))[0] in (layout.NOT_OWN, layout.HAS_PLACE):
        return None
    unit = INDEX_OF[action.unit]
    low, high, _ = engine().survey(state, layout.ZONE_OF, unit)
    x, y = action.at
    inside = min(max(x, 0), state.table.size[0]), min(max(y, low), high)
    for at in close_by(inside):
        if engine().survey(state, layout.HERE, unit, *at)[0] == layout.FINE:
            return Deploy(action.unit, at)
    return None
