"""Tables that come with a game: their names, and what they look like."""

from typing import Any

from rich.console import Console
from rich.markup import escape

from outrider.core.refusal import unknown
from outrider.core.wire import shown
from outrider.games import game as game_by_id
from outrider.games import games
from outrider.showing.drawing import drawn, sign
from outrider.table.game import TableGame
from outrider.table.lengths import INCH, said
from outrider.table.points import point_text
from outrider.table.terrain import IMPASSABLE, Piece, Table


def show_tables(id: str | None, name: str | None) -> None:
    """The names of all tables, of one game's, or one of them drawn."""
    console = Console(highlight=False)
    chosen = games() if id is None else (game_by_id(id),)
    for game in chosen:
        shipped = tables_of(game)
        if name is not None:
            if name not in shipped:
                known = ", ".join(shipped) or "none at all"
                raise unknown(f"{game.id} has no table {shown(name)}; it has {known}")
            show_table(console, shipped[name])
        elif shipped or id is not None:
            console.print(f"[bold]{game.id}[/] {', '.join(shipped) or 'no tables of its own'}")


def tables_of(game: Any) -> dict[str, Table]:
    return game.shipped if isinstance(game, TableGame) else {}


def show_table(console: Console, table: Table) -> None:
    """The table, then a line for everything on it."""
    console.print(f"[bold]{escape(table.name)}[/] {point_text(table.size).replace(',', ' x ')}")
    console.print(drawn(table, ()))
    for piece in dict.fromkeys(map(described, table.terrain)):
        console.print(f"  {escape(piece)}")


def described(piece: Piece) -> str:
    """The sign it is drawn with, its name, and what it does."""
    notes = []
    if piece.height:
        notes.append(f"{said(piece.height)} high")
    if piece.cost == IMPASSABLE:
        notes.append("impassable")
    elif piece.cost != INCH:
        notes.append(f"each inch costs {said(piece.cost)}")
    if piece.cover:
        notes.append(f"cover +{piece.cover}")
    if piece.blocks_sight:
        notes.append("blocks sight")
    return f"{sign(piece)} {piece.name or 'terrain'}: {', '.join(notes) or 'open ground'}"
