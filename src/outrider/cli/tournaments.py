"""The command `outrider tournament`."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from outrider.bots.arena import Played
from outrider.bots.ratings import Sprt, elo, intervals, score_of
from outrider.bots.tournament import Log, Plan, decided, run
from outrider.cli.wishes import options_from_words
from outrider.games import game as game_by_id


@dataclass(frozen=True, slots=True)
class Contest:
    """The command's options, as they were typed."""

    game: str
    bots: tuple[str, ...]
    games: int
    options: list[str]
    scenario: str | None
    seconds: float | None
    seed: int
    sprt: bool
    cores: int | None
    log: Path | None


def tournament(asked: Contest) -> None:
    """Play, and print who is how strong."""
    game = game_by_id(asked.game)
    plan = Plan(
        game.id,
        asked.bots,
        asked.games,
        options_from_words(game, asked.options),
        asked.scenario,
        asked.seconds,
        asked.seed,
        Sprt() if asked.sprt else None,
    )
    plan.check()
    console = Console(highlight=False)
    columns = (TextColumn(game.title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)
        played = run(
            plan,
            Log(asked.log, plan),
            lambda done, of: progress.update(task, completed=done, total=of),
            asked.cores,
        )
    console.print(standings(played, asked.bots))
    if len(asked.bots) == 2:
        console.print(summary(plan, played))


def standings(games: Sequence[Played], names: Sequence[str]) -> Table:
    """One row a bot: rating and interval, results by seat, time."""
    ratings, spans = elo(games, names), intervals(games, names)
    table = Table(box=None, padding=(0, 2, 0, 0))
    for title in ("bot", "Elo", "95%", "games", "won", "drawn", "lost", "first seat", "second seat",
                  "ms a choice", "longest ms", "replaced"):  # fmt: skip
        table.add_column(title, justify="left" if title == "bot" else "right")
    for name in sorted(names, key=lambda each: -ratings[each]):
        mine = [game for game in games if name in game.bots]
        won = sum(score_of(game, name) == 1 for game in mine)
        drawn = sum(not game.winners for game in mine)
        low, high = spans[name]
        table.add_row(
            name,
            f"{ratings[name]:+.0f}",
            f"{low:+.0f} to {high:+.0f}",
            str(len(mine)),
            str(won),
            str(drawn),
            str(len(mine) - won - drawn),
            *(by_seat(mine, name, seat) for seat in (0, 1)),
            *times(mine, name),
        )
    return table


def by_seat(games: Sequence[Played], name: str, seat: int) -> str:
    """The share of points a bot made in one seat."""
    mine = [game.score(seat) for game in games if game.bots[seat] == name]
    return f"{100 * sum(mine) / len(mine):.0f}%" if mine else "-"


def times(games: Sequence[Played], name: str) -> tuple[str, str, str]:
    choices = thought = longest = replaced = 0.0
    for game in games:
        for seat, bot in enumerate(game.bots):
            if bot == name:
                choices += game.choices[seat]
                thought += game.thought[seat]
                longest = max(longest, game.longest[seat])
                replaced += game.substitutes[seat]
    mean = 1000 * thought / choices if choices else 0.0
    return f"{mean:.1f}", f"{1000 * longest:.0f}", f"{replaced:.0f}"


def summary(plan: Plan, games: Sequence[Played]) -> str:
    """Two bots: who won how many of the decided games, and what the test says."""
    first, second = plan.bots
    won = sum(score_of(game, first) == 1 for game in games)
    lost = sum(score_of(game, second) == 1 for game in games)
    drawn = len(games) - won - lost
    share = 100 * won / (won + lost) if won + lost else 50.0
    text = (
        f"{first} won {won} and lost {lost} of {len(games)} games against {second}, {drawn} drawn: "
        f"{share:.1f}% of the decided ones"
    )
    if isinstance(plan.sprt, Sprt):
        said = decided(plan, games) or "undecided"
        low, high = plan.sprt.low, plan.sprt.high
        text += f"; test of Elo {low:.0f} against {high:.0f}: {said}"
    return text
