"""The command `perft`."""

import time

from rich.console import Console
from rich.table import Table

from outrider.cli.wishes import options_from_words
from outrider.core.pending import Decide
from outrider.core.refusal import malformed
from outrider.games import game as game_by_id


def count(id: str, depth: int, position: str | None, divide: bool, options: list[str]) -> None:
    """Print the counts for every depth up to the one asked for."""
    game = game_by_id(id)
    chosen = options_from_words(game, options)
    state = game.opening_position(chosen) if position is None else game.read(position, chosen)
    table = Table(title=f"{game.title}: {game.write(state)}", title_justify="left")
    if divide:
        if depth < 1:
            raise malformed("there is nothing to divide at depth 0")
        table.add_column("action")
        table.add_column("sequences", justify="right")
        pending = game.pending(state)
        total = 0
        for seat in pending.seats if isinstance(pending, Decide) else ():
            for action in game.choices(state, seat):
                nodes = game.perft(game.apply(state, seat, action).state, depth - 1)
                table.add_row(game.write_action(action), str(nodes))
                total += nodes
        table.add_row("all", str(total))
    else:
        for title in ("depth", "sequences", "seconds", "millions a second"):
            table.add_column(title, justify="right")
        game.perft(state, 0)
        for level in range(1, depth + 1):
            start = time.perf_counter()
            nodes = game.perft(state, level)
            took = time.perf_counter() - start
            table.add_row(str(level), str(nodes), f"{took:.3f}", f"{nodes / took / 1e6:.1f}")
    Console(highlight=False).print(table)
