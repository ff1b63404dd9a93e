"""The command `outrider analyse`."""

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from outrider.bots.analysis import Analyst, Review, review
from outrider.cli.files import game_of, read_record
from outrider.core.game import Game
from outrider.core.pending import Decide, Over
from outrider.core.refusal import malformed
from outrider.core.wire import dumps
from outrider.games import game as game_by_id

WIDTH = 40


def analyse(what: str, id: str | None, as_json: bool, seconds: float, level: str) -> None:
    """A record's file, or a position of a game."""
    if Path(what).is_file():
        analyse_record(Path(what), as_json)
        return
    if id is None:
        raise malformed(f"{what} is no file; for a position say --game, too")
    game = game_by_id(id)
    analyse_state(game, game.read(what), as_json, seconds, level)


def analyse_state(
    game: Game[Any, Any], state: Any, as_json: bool, seconds: float, level: str
) -> None:
    analyst = Analyst(game)
    estimates = analyst.estimates(state, seconds=seconds)
    pending = game.pending(state)
    seats = pending.seats if isinstance(pending, Decide) else ()
    best = {seat: analyst.best(state, seat, 5, level, seconds) for seat in seats}
    if as_json:
        chances = {s: [round(e.mean, 4), round(e.low, 4), round(e.high, 4)]
                   for s, e in estimates.items()}  # fmt: skip
        ranked = {
            seat: [{"action": a.to_json(), "value": round(v, 4)} for a, v in found]
            for seat, found in best.items()
        }
        print(dumps({"chances": chances, "best": ranked}))
        return
    console = Console(highlight=False)
    console.print(game.picture(state))
    for seat, estimate in estimates.items():
        span = f"{100 * estimate.low:.0f} to {100 * estimate.high:.0f}%"
        console.print(f"[bold]{seat.capitalize()}[/] {100 * estimate.mean:.0f}% ({span})")
    if isinstance(pending, Over):
        console.print(escape(pending.outcome.sentence()))
    for seat, found in best.items():
        for action, value in found:
            console.print(f"  {seat}: {escape(game.write_action(action))}  {100 * value:.0f}%")


def analyse_record(file: Path, as_json: bool) -> None:
    record = read_record(file)
    game = game_of(record)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(game.title, total=len(record.lines) + 1)
        found = review(game, record, lambda done, of: progress.update(task, completed=done))
    if as_json:
        print(dumps(found.to_json()))
        return
    show_review(found)


def show_review(found: Review) -> None:
    """The graph of the first seat's chance, the moments that mattered, luck and skill."""
    console = Console(highlight=False)
    seat = found.seats[0]
    step = max(1, len(found.chances) // 30)
    console.print(f"[bold]{seat.capitalize()}'s winning chance[/]")
    for n in range(0, len(found.chances), step):
        chance = found.chances[n][seat]
        bar = "█" * round(chance * WIDTH)
        console.print(f"{n:>5} {bar:<{WIDTH}} {100 * chance:.0f}%")
    console.print("[bold]What mattered most[/]")
    for swing in found.swings:
        if swing.n in found.moments:
            by = swing.by[seat]
            what = "the dice" if swing.kind == "dice" else f"{swing.seat}'s choice"
            console.print(f"{swing.n:>5} {100 * by:+.0f}% by {what}: {escape(swing.text)}")
    table = Table(box=None, padding=(0, 2, 0, 0))
    for title in ("seat", "by own choices", "by the dice"):
        table.add_column(title, justify="left" if title == "seat" else "right")
    for name in found.seats:
        table.add_row(name, f"{100 * found.skill[name]:+.0f}%", f"{100 * found.luck[name]:+.0f}%")
    console.print(table)
