"""A table in characters: an inch is two wide and one high, with coordinates along the edges."""

from collections.abc import Iterable

from outrider.table.lengths import INCH
from outrider.table.points import Point
from outrider.table.shapes import holds
from outrider.table.terrain import IMPASSABLE, Piece, Table, on_table

GROUND = "on #FBF8F1"
TERRAIN = "#5B6270 on #E4DAC6"
EVERY = 6
"""A stronger mark each so many inches."""


def drawn(table: Table, tokens: Iterable[tuple[str, Point, str]]) -> str:
    """The table with tokens (text, where, style); the first token in a cell is the one shown."""
    width, height = (-(-side // INCH) for side in table.size)
    cells: dict[tuple[int, int], tuple[str, str]] = {}
    for text, (x, y), style in tokens:
        cell = min(x // INCH, width - 1), min(y // INCH, height - 1)
        cells.setdefault(cell, (text[:2].ljust(2), style))
    rows = []
    for row in range(height - 1, -1, -1):
        line = "".join(_cell(table, cells, column, row) for column in range(width))
        label = f"{row:>3} " if row % EVERY == 0 else "    "
        rows.append(f"{label}│{line}│")
    ruler = "".join(f"{column:<2}" if column % EVERY == 0 else "  " for column in range(width))
    edge = "──" * width
    return "\n".join([f"    ┌{edge}┐", *rows, f"    └{edge}┘", f"     {ruler}"])


def _cell(
    table: Table, cells: dict[tuple[int, int], tuple[str, str]], column: int, row: int
) -> str:
    if (column, row) in cells:
        text, style = cells[column, row]
        return f"[{style}]{text}[/]"
    centre = (column * INCH + INCH // 2, row * INCH + INCH // 2)
    if not on_table(table, centre):
        return "  "
    pieces = [piece for piece in table.terrain if holds(piece.shape, centre)]
    if pieces:
        piece = max(pieces, key=lambda piece: piece.height)
        return f"[{TERRAIN}]{sign(piece)}[/]"
    dot = "· " if column % EVERY == 0 and row % EVERY == 0 else "  "
    return f"[#D9D0BF {GROUND}]{dot}[/]"


def sign(piece: Piece) -> str:
    """How high it is, in whole inches, or what it does."""
    if piece.height:
        return f"^{min(9, -(-piece.height // INCH))}"
    if piece.cost == IMPASSABLE:
        return "##" if piece.blocks_sight else "=="
    if piece.blocks_sight:
        return "%%"
    return "~~"
