"""The command `outrider selfplay`."""

import shlex
import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from outrider.bots import names
from outrider.cli import variants
from outrider.cli.offered import Selfplay
from outrider.cli.scenarios import given
from outrider.cli.tournaments import INTERRUPTED, ended_politely
from outrider.cli.wishes import options_from_words
from outrider.core.refusal import malformed
from outrider.games import game as game_by_id
from outrider.selfplay.plan import Plan
from outrider.selfplay.running import Stopped, selfplay


def play_for_data(asked: Selfplay) -> int:
    """Play, write, and say where it is."""
    plan, out = plan_of(asked), asked.out
    if out.suffix != ".parquet":
        raise malformed(f"{out} is not called .parquet")
    if out.exists() and not asked.force:
        raise malformed(f"{out} is there already; --force replaces it")
    try:
        with ended_politely():
            counts = run_with_bar(plan, asked)
    except KeyboardInterrupt:
        print("outrider: stopped; nothing was written", file=sys.stderr)
        return INTERRUPTED
    except Stopped as stopped:
        print(f"outrider: {stopped}; nothing was written", file=sys.stderr)
        return 1
    share = 100 * counts["exact"] / counts["positions"]
    print(
        f"{counts['positions']:,} positions of {counts['games']:,} games in {out} "
        f"({out.stat().st_size / 1e6:.1f} MB), {counts['draws']:,} games drawn; "
        f"{share:.1f}% of the choices are the environment's actions"
    )
    print(f"What stands in it: {out.with_suffix('.card.md')}")
    return 0


def plan_of(asked: Selfplay) -> Plan:
    game = game_by_id(asked.game)
    bots: list[str] = []
    for text in asked.bots:
        parts = [part.strip() for part in text.split(",")]
        bots += parts if all(part in names() for part in parts) else [text.strip()]
    scenario = None if asked.scenario is None else given(asked.scenario)
    return Plan(
        game.id,
        tuple(bots),
        asked.games,
        asked.seed,
        options_from_words(game, asked.option or []),
        asked.seats,
        None,
        scenario,
        variants.given(asked.variant),
        asked.state,
    )


def run_with_bar(plan: Plan, asked: Selfplay) -> dict[str, int]:
    columns = (
        TextColumn(game_by_id(plan.game).title), BarColumn(), MofNCompleteColumn(),
        TextColumn("{task.description}"), TimeRemainingColumn(),
    )  # fmt: skip
    console = Console(stderr=True)
    hidden = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        task = progress.add_task("", total=plan.games)

        def told(games: int, positions: int) -> None:
            progress.update(task, completed=games, description=f"{positions:,} positions")

        command = shlex.join(["outrider", *sys.argv[1:]])
        return selfplay(plan, asked.out, told, asked.cores, command)
