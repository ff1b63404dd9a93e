"""The command `perft`."""

import itertools
import time
from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.table import Table

from outrider.cli.wishes import options_from_words
from outrider.core.game import FACES, Game
from outrider.core.pending import Decide, Roll
from outrider.core.refusal import malformed
from outrider.games import game as game_by_id

AT_ONCE = 5
"""The depth that is counted in one go."""


def count(
    id: str,
    depth: int,
    position: str | None,
    divide: bool,
    options: list[str],
    variant: Any = None,
) -> None:
    """Print the counts for every depth up to the one asked for."""
    game = game_by_id(id)
    chosen = options_from_words(game, options)
    if position is None:
        state = game.opening_position(chosen, variant)
    else:
        state = game.read(position, chosen, variant)
    table = Table(title=f"{game.title}: {game.write(state)}", title_justify="left")
    if divide:
        _divide(game, state, depth, table)
    else:
        _deepen(game, state, depth, table)
    Console(highlight=False).print(table)


def _deepen(game: Game[Any, Any], state: Any, depth: int, table: Table) -> None:
    """A row for every depth."""
    for title in ("depth", "sequences", "seconds", "millions a second"):
        table.add_column(title, justify="right")
    game.perft(state, 0)
    for level in range(1, depth + 1):
        start = time.perf_counter()
        nodes = _count(game, state, level)
        took = time.perf_counter() - start
        table.add_row(str(level), str(nodes), f"{took:.3f}", f"{nodes / took / 1e6:.1f}")


def _divide(game: Game[Any, Any], state: Any, depth: int, table: Table) -> None:
    """A row for every first step, and their sum."""
    if depth < 1:
        raise malformed("there is nothing to divide at depth 0")
    table.add_column("step")
    table.add_column("sequences", justify="right")
    total = 0
    for text, after in _steps(game, state):
        nodes = _count(game, after, depth - 1)
        table.add_row(text, str(nodes))
        total += nodes
    table.add_row("all", str(total))


def _count(game: Game[Any, Any], state: Any, depth: int) -> int:
    """Deep counts go step by step, so that an interrupt is heard between two of them."""
    if depth <= AT_ONCE:
        return game.perft(state, depth)
    return sum(_count(game, after, depth - 1) for _, after in _steps(game, state))


def _steps(game: Game[Any, Any], state: Any) -> Iterator[tuple[str, Any]]:
    """Every action, or every way the dice may fall, with the state after it."""
    pending = game.pending(state)
    if isinstance(pending, Roll):
        for faces in itertools.product(range(1, FACES + 1), repeat=pending.dice):
            yield " ".join(map(str, faces)), game.roll(state, faces).state
    for seat in pending.seats if isinstance(pending, Decide) else ():
        for action in game.choices(state, seat):
            yield game.write_action(action), game.apply(state, seat, action).state
