"""Who sits where (SKM-S4): a rectangle for few, a polygon for more, and how far apart."""

from outrider.core.options import Options
from outrider.core.refusal import malformed
from outrider.games.skirmish.places import mean
from outrider.games.skirmish.tables import SHIPPED, put_on
from outrider.table.lengths import INCH, said
from outrider.table.options import size_of
from outrider.table.points import Point
from outrider.table.seating import AT_A_RECTANGLE, FEWEST, polygon_table, spaced_table
from outrider.table.terrain import FEWEST_CORNERS, Table

SPACED, CORNERS = "spaced", "corners"
LEAST_APART = 18 * INCH
"""Nearer to each other, a scout could be there and back in a minute."""
SMALLEST_FOR_MANY = 9 * INCH
"""With less, four figures could leave no room for the fifth between two corners."""


def bare_polygon(seating: str, seats: int) -> Table | None:
    """The polygon that so many sit round, None where they sit at a rectangle."""
    if seats == FEWEST or (seating == CORNERS and seats < FEWEST_CORNERS):
        return None
    return spaced_table(seats) if seating == SPACED else polygon_table(seats)


def named_table(options: Options, seats: int) -> Table:
    """The table that the options name. A polygon's size is fixed; things that stand on a shipped
    table stand in its middle."""
    chosen, seating = options.named("table"), options.named("seating")
    shipped, bare = SHIPPED.get(chosen), bare_polygon(seating, seats)
    if bare is None:
        return shipped or Table(size_of(chosen))
    return put_on(shipped, bare, middle_of(bare)) if shipped else bare


def middle_of(table: Table) -> Point:
    """The middle of a polygon as things are put there. Where neighbours touch it is that of the
    box, as it was before anybody sat spaced: where a table's things lie is part of its records."""
    if len(table.edges) == len(table.outline):
        return table.size[0] // 2, table.size[1] // 2
    return mean(table.outline)


def check_seats(table: Table, options: Options, seats: int) -> None:
    """SKM-S4: the table is one for so many who sit like this, with everybody far enough apart, and
    room for five in everybody's own strip, away from the corners."""
    bare = bare_polygon(options.named("seating"), seats)
    if bare is not None:
        if table.outline != bare.outline:
            how = f"round their own polygon, not at {_kind(table)}"
            raise malformed(f"{seats} who sit {options.named('seating')} sit {how}", "SKM-S4")
        return
    if table.outline:
        raise malformed(f"{seats} sit at a rectangle here, not at a polygon", "SKM-S4")
    width, depth = table.size
    apart = min(width, depth) if seats == AT_A_RECTANGLE else depth
    if apart < LEAST_APART:
        least = said(LEAST_APART)
        raise malformed(f"players sit {least} apart at least, not {said(apart)}", "SKM-S4")
    if seats > FEWEST and min(table.size) < SMALLEST_FOR_MANY:
        least = said(SMALLEST_FOR_MANY)
        raise malformed(f"for three or four a table measures {least} at least each way", "SKM-S4")


def _kind(table: Table) -> str:
    return "another" if table.outline else "a rectangle"
