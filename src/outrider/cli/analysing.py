"""The command `outrider analyse`."""

from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from outrider.analysis import Analyst, Estimate, Look, Review, review
from outrider.analysis.analyst import ADVISER, checked_level
from outrider.analysis.reviewing import SECONDS as REVIEW_SECONDS
from outrider.cli.given import given
from outrider.core.game import Game
from outrider.core.pending import Over
from outrider.core.record import Record
from outrider.core.refusal import malformed
from outrider.core.wire import dumps

WIDTH = 40
LOOK_SECONDS = 10.0


def analyse(
    what: str,
    id: str | None,
    as_json: bool,
    seconds: float | None,
    level: str | None,
    seed: int,
    variant: Any = None,
) -> None:
    """A record, or a position of a game."""
    checked_level(level or ADVISER)
    game, found = given(what, id, variant)
    if isinstance(found, Record):
        if level is not None:
            raise malformed("--level is for a position; a record is looked at in one way only")
        analyse_record(game, found, as_json, seconds or REVIEW_SECONDS, seed)
    else:
        analyse_state(game, found, as_json, seconds or LOOK_SECONDS, level or ADVISER, seed)


# -- a position ------------------------------------------------------------------------------------


def analyse_state(
    game: Game[Any, Any], state: Any, as_json: bool, seconds: float, level: str, seed: int
) -> None:
    found = Analyst(game, seed).look(state, 5, level, seconds)
    if as_json:
        print(dumps(look_to_json(found)))
        return
    console = Console(highlight=False)
    console.print(game.picture(state))
    for seat, estimate in found.chances.items():
        console.print(f"[bold]{seat.capitalize()}[/] {said(estimate)}")
    pending = game.pending(state)
    if isinstance(pending, Over):
        console.print(escape(pending.outcome.sentence()))
    for seat, best in found.best.items():
        for each in best:
            mark = "*" if each.chosen else " "
            text = escape(game.write_action(each.action))
            console.print(f"{mark} {seat}: {text}  {said(each.estimate)}")
    if any(found.best.values()):
        console.print("By value; * is what would be chosen.")


def said(estimate: Estimate) -> str:
    """A chance, and how well it is known."""
    chance = f"{100 * estimate.mean:.0f}%"
    if estimate.is_proved:
        return f"{chance} (proved)"
    span = f"{100 * estimate.low:.0f} to {100 * estimate.high:.0f}%"
    how = f"played on {estimate.samples} times" if estimate.samples else "searched"
    return f"{chance} ({span}, {how})"


def look_to_json(found: Look) -> dict[str, Any]:
    best = {
        seat: [
            {
                "action": each.action.to_json(),
                "value": round(each.value, 4),
                "bounds": [round(each.estimate.low, 4), round(each.estimate.high, 4)],
                "samples": each.estimate.samples,
                "chosen": each.chosen,
            }
            for each in valued
        ]
        for seat, valued in found.best.items()
    }
    chances = {
        seat: [round(each.mean, 4), round(each.low, 4), round(each.high, 4)]
        for seat, each in found.chances.items()
    }
    samples = min(each.samples for each in found.chances.values())
    return {"chances": chances, "samples": samples, "best": best}


# -- a record --------------------------------------------------------------------------------------


def analyse_record(
    game: Game[Any, Any], record: Record, as_json: bool, seconds: float, seed: int
) -> None:
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(game.title, total=None)
        found = review(
            game, record,
            lambda done, of: progress.update(task, completed=done, total=of),
            seed, seconds,
        )  # fmt: skip
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
        chance, error = found.chances[n][seat], found.errors[n][seat]
        where = f"line {n}" if n else "beginning"
        bar = "█" * round(chance * WIDTH)
        console.print(f"{where:>9} {bar:<{WIDTH}} {100 * chance:.0f}%{within(error)}")
    console.print("[bold]What mattered most[/]")
    for swing in found.swings:
        if swing.n in found.moments:
            who = swing.clearest()
            by = f"{who.capitalize()} {points(swing.by[who])}{within(swing.error[who])}"
            what = {"dice": "the dice", "decided": f"{swing.seat or 'the clock'}'s choice"}.get(
                swing.kind, f"what {swing.seat} said"
            )
            console.print(f"{f'line {swing.n}':>9} {by} by {what}: {escape(swing.text)}")
    if not found.moments:
        console.print("No line stands out from what chance alone would show.")
    table = Table(box=None, padding=(0, 2, 0, 0))
    for title in ("seat", "by own choices", "by the dice"):
        table.add_column(title, justify="left" if title == "seat" else "right")
    for name in found.seats:
        table.add_row(
            name,
            f"{points(found.skill[name])}{within(found.skill_error[name])}",
            f"{points(found.luck[name])}{within(found.luck_error[name])}",
        )
    console.print(table)
    console.print(f"{found.how()} ± is one standard error.")


def points(share: float) -> str:
    """A change in hundredths, with a sign if there is one."""
    rounded = round(100 * share)
    return f"{rounded:+d}%" if rounded else "0%"


def within(error: float) -> str:
    rounded = round(100 * error)
    return f" ±{rounded}" if rounded else ""
