"""The commands of the lab: a question in one line, and experiments that last."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from outrider.cli import variants
from outrider.cli.offered import GameId, OptionPairs, offered

app = typer.Typer(no_args_is_help=True, help="The lab: run experiments, look at what came of them.")

Folder = Annotated[Path, typer.Argument(help="An experiment's folder.", metavar="DIR")]
Workers = Annotated[
    int | None, typer.Option(min=1, max=1024, help="Processes that play; all cores by default.")
]
On = Annotated[
    str | None,
    typer.Option("--on", help="Play on a cluster.", metavar="ray|ray://HOST:PORT"),
]


@dataclass(frozen=True, slots=True)
class Study:
    """A question, as it is typed."""

    game: GameId
    bots: Annotated[
        list[str] | None,
        typer.Option(
            help='One for all seats, or one for each: levels, module:Class, "python mybot.py".',
            metavar="BOT",
        ),
    ] = None
    vary: Annotated[
        list[str] | None,
        typer.Option(
            help="Values to compare: an option or a number of the rules, or bots, seats, scenario,"
            " table, variant.",
            metavar="NAME=A,B...",
        ),
    ] = None
    games: Annotated[int, typer.Option(min=1, help="For each setting, at most.")] = 2000
    until: Annotated[
        str | None,
        typer.Option(
            help="Stop when the interval is as narrow as this, or when it is decided.",
            metavar="2%|decided",
        ),
    ] = None
    option: OptionPairs = None
    seats: Annotated[int | None, typer.Option(help="How many play.")] = None
    scenario: Annotated[
        str | None, typer.Option(help="A scenario's name or its JSON file.", metavar="NAME|FILE")
    ] = None
    table: Annotated[str | None, typer.Option(help="A table's JSON file.", metavar="FILE")] = None
    variant: variants.Variant = None
    position: Annotated[
        str | None, typer.Option(help="Begin with this position: its text, or a file.")
    ] = None
    seed: Annotated[int, typer.Option(min=0, help="The same seed plays the same games.")] = 1
    keep: Annotated[
        Path | None,
        typer.Option(help="Keep everything in this folder, and go on from it.", metavar="DIR"),
    ] = None
    records: Annotated[
        str, typer.Option(help="How records are kept.", metavar="moves|text|none")
    ] = "moves"
    events: Annotated[bool, typer.Option("--events", help="Keep one row of every event.")] = False
    evaluate: Annotated[
        int, typer.Option(min=0, help="Judge every turn by so many games played on.")
    ] = 0
    workers: Workers = None
    on: On = None


@offered(Study)
def study(asked: Study) -> None:
    """Ask a question about a game: bots play until the answer is known."""
    from outrider.cli.asking import plan_of
    from outrider.cli.experiments import run_and_tell

    run_and_tell(plan_of(asked), asked.keep, asked.workers, asked.on)


@app.command("run")
def run(
    file: Annotated[Path, typer.Argument(help="The experiment (TOML).", metavar="FILE")],
    keep: Annotated[
        Path | None,
        typer.Option("--keep", help="The folder; by default the file's name.", metavar="DIR"),
    ] = None,
    workers: Workers = None,
    on: On = None,
) -> None:
    """Run an experiment, or go on with it, and keep everything in a folder."""
    from outrider.cli.experiments import plan_in, run_and_tell

    run_and_tell(plan_in(file), keep or file.with_suffix(""), workers, on)


@app.command("show")
def show(folder: Folder) -> None:
    """Say again what an experiment has found."""
    from outrider.cli.experiments import tell
    from outrider.lab import open as opened

    experiment: Any = opened(folder)
    tell(experiment.plan, experiment.tallies())


@app.command("record")
def record(
    folder: Folder,
    game: Annotated[int, typer.Argument(min=0, help="The game's number.", metavar="GAME")],
    cell: Annotated[int, typer.Option(min=0, help="Of this cell of the grid.")] = 0,
) -> None:
    """Write one game's record to standard output, as `outrider replay` reads it."""
    from outrider.lab import open as opened

    print(opened(folder).record(game, cell).to_text(), end="")


@app.command("verify")
def verify(folder: Folder) -> None:
    """Replay every record through the rules, and compare it with what was kept of its game."""
    from outrider.cli.experiments import verified

    verified(folder)


@app.command("report")
def report(
    folder: Folder,
    out: Annotated[
        Path | None,
        typer.Option(help="The page; by default report.html in the folder.", metavar="FILE.html"),
    ] = None,
    luck: Annotated[
        int,
        typer.Option(min=0, max=1000, help="Games in which the dice's share is judged; 0: none."),
    ] = 60,
) -> None:
    """Make a page of what an experiment has found, with its plots and tables."""
    from outrider.cli.experiments import reported

    reported(folder, out, luck)


def deal(
    seed: Annotated[
        int | None, typer.Option(help="The same seed deals the same fight.", metavar="NUMBER")
    ] = None,
    pieces: Annotated[
        int | None, typer.Option(help="About so many pieces a side.", metavar="NUMBER")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write it into this new file.", metavar="FILE")
    ] = None,
    game: Annotated[str | None, typer.Option(help="Of this game.", metavar="GAME")] = None,
    workers: Workers = None,
) -> None:
    """Deal a fight by lot: the first that bots find fair."""
    from outrider.cli.dealing import deal_fight

    deal_fight(seed, pieces, game, out, workers)
