"""Variants on the command line: which numbers a game has, and what is wrong with a file of them."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(no_args_is_help=True, help="Variants: the numbers that may change; check a file.")

Variant = Annotated[
    str | None,
    typer.Option("--variant", help="Play with the changed numbers in this file.", metavar="FILE"),
]
FAULTY = 2
"""The exit status where a variant has faults."""


def given(file: str | None) -> Any:
    """A variant as a command takes it: the JSON in a file."""
    from outrider.cli.scenarios import read

    if file is None:
        return None
    value = read(Path(file), "a variant")
    if value is None:
        # In JSON that would mean that nothing is changed; a file that says so is a mistake.
        from outrider.core.refusal import malformed

        raise malformed(f"{file}: a variant must be an object, not null")
    return value


@app.command("show")
def show(
    game: Annotated[str, typer.Argument(help="A game's id, such as basic.", metavar="GAME")],
    as_json: Annotated[
        bool, typer.Option("--json", help="As JSON, with a JSON Schema of the game's variants.")
    ] = False,
) -> None:
    """List the numbers of a game that may change: names, defaults, bounds, sentences."""
    from outrider.games import game as game_by_id

    chosen = game_by_id(game)
    if as_json:
        figures = [figure.to_json() for figure in chosen.figures]
        said = {"game": chosen.id, "figures": figures, "schema": chosen.variant_schema()}
        print(json.dumps(said, indent=2))
        return
    _print(chosen)


def _print(game: Any) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console(highlight=False)
    if not game.figures:
        console.print(f"{escape(game.id)} is not played with changed numbers.")
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    for title in ("number", "default", "from", "to", "rule", ""):
        table.add_column(title, justify="right" if title in ("default", "from", "to") else "left")
    for figure in game.figures:
        numbers = map(figure.shown, (figure.default, figure.low, figure.high))
        table.add_row(figure.name, *numbers, figure.rule, escape(figure.sentence))
    console.print(table)
    example = {
        "outrider_variant": 1,
        "game": game.id,
        "name": "my own",
        "set": {game.figures[0].name: game.figures[0].number(game.figures[0].high)},
    }
    console.print(f"\nA file such as {escape(json.dumps(example))}", soft_wrap=True)
    console.print("goes with `--variant FILE`; `--json` has a JSON Schema of it.")


@app.command("check")
def check(
    file: Annotated[Path, typer.Argument(help="A variant's JSON file.", metavar="FILE")],
) -> None:
    """Say what a variant changes, or what is wrong with it and where; then the exit status is 2."""
    from outrider.core.variant import examined
    from outrider.core.wire import shown
    from outrider.games import game as game_by_id

    value = given(str(file))
    if not isinstance(value, dict):
        print(f"must be an object, not {shown(value)}")
        raise typer.Exit(FAULTY)
    if not isinstance(value.get("game"), str):
        print("game: missing" if "game" not in value else "game: must be a game's id")
        raise typer.Exit(FAULTY)
    game = game_by_id(value["game"])
    variant, faults = examined(game.id, game.figures, game.fit, value)
    for fault in faults:
        text = str(fault)
        print(text if text.isprintable() else ascii(text))
    if faults:
        raise typer.Exit(FAULTY)
    print("ok" if variant is not None else "ok: nothing is changed")
    for change in variant.changes if variant is not None else ():
        print(f"  {change}")
