"""Solved endings on the command line: build a file of them, check it, say what it holds."""

import os
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(no_args_is_help=True, help="Solved endings: build, check or show a file of them.")

GameId = Annotated[str, typer.Argument(help="A game's id, such as skirminion.", metavar="GAME")]
File = Annotated[
    Path | None, typer.Argument(help="The one that bots know, by default.", metavar="FILE")
]
Cores = Annotated[int | None, typer.Option(min=1, help="All there are by default.")]
FAULTY = 2
"""The exit status where a file has faults."""


def of(game: str) -> Any:
    """What there is for a game: `build`, `check`, `read`, `summary` and where their own file is."""
    from outrider.core.refusal import unknown
    from outrider.games import game as game_by_id
    from outrider.games.rooms import brought

    chosen = game_by_id(game)
    found = brought(chosen, "outrider.endings", "files")
    if found is None:
        raise unknown(f"{chosen.title} has no solved endings")
    return found


@app.command("build")
def build(
    game: GameId,
    out: Annotated[Path, typer.Argument(help="Where to write them.", metavar="FILE")],
    units: Annotated[
        int, typer.Option(min=1, max=2, help="Of the weaker side, at most: 2 takes hours.")
    ] = 1,
    cores: Cores = None,
    device: Annotated[
        str | None, typer.Option(help="cuda: on a GPU, which needs outrider[gpu].")
    ] = None,
) -> None:
    """Solve all endings from nothing, and write them."""
    from outrider.core.refusal import unknown

    if device not in (None, "cpu", "cuda"):
        raise unknown(f'there is no device {device!r}; there are "cpu" and "cuda"')
    endings = of(game)
    card = device if device == "cuda" else None

    def tell(level: int, settled: int) -> None:
        print(f"{level} activations: {settled:,} settled", flush=True)

    values = endings.build(out, units, cores or os.cpu_count() or 1, card, tell)
    tabulate(endings.summary(values))
    print(f"{out}: {out.stat().st_size:,} bytes")


@app.command("check")
def check(
    game: GameId,
    file: File = None,
    step: Annotated[int, typer.Option(min=1, help="Look at every so manieth only.")] = 1,
    cores: Cores = None,
) -> None:
    """Look whether every value follows, by the rules, from those that it leads to."""
    endings = of(game)
    looked, wrong = endings.check(file or endings.SHIPPED, step, cores or os.cpu_count() or 1)
    print(f"{looked:,} looked at, {wrong:,} wrong")
    if wrong:
        raise typer.Exit(FAULTY)


@app.command("show")
def show(game: GameId, file: File = None) -> None:
    """Say how many endings are won, lost and open, and how long the longest win is."""
    endings = of(game)
    tabulate(endings.summary(endings.read(file or endings.SHIPPED)))


def tabulate(rows: Any) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    for at, row in enumerate(rows):
        if not at:
            for name in row:
                table.add_column(name, justify="left" if name == "ending" else "right")
        table.add_row(*(each if isinstance(each, str) else f"{each:,}" for each in row.values()))
    Console(highlight=False).print(table)
