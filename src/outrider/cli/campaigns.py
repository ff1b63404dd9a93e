"""Campaigns on the command line: which there are, what is wrong with one, and playing one here.

A campaign that is played here is a folder: the campaign, how far it has gone, and the record of
every battle. The same command goes on where it was.
"""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(no_args_is_help=True, help="Campaigns: list, show, check or play them.")

FAULTY = 2
"""The exit status where a campaign has faults."""
Which = Annotated[
    str, typer.Argument(help="A campaign's name or its JSON file.", metavar="NAME|FILE")
]


@app.command("list")
def listed() -> None:
    """List the campaigns that come with the games."""
    from rich.console import Console
    from rich.markup import escape

    from outrider.campaigns import games_with_campaigns, names, shipped

    console = Console(highlight=False)
    for game in games_with_campaigns():
        console.print(f"[bold]{escape(game.id)}[/]")
        for name in names(game):
            campaign = shipped(game, name)
            count = f"{len(campaign.battles)} battles"
            console.print(f"  {escape(name):<16} {escape(campaign.name)}, {count}")


@app.command("show")
def show(campaign: Which) -> None:
    """Show a campaign: its story, its battles and where they lead, its rosters."""
    from outrider.cli.marching import shown

    shown(value(campaign))


@app.command("check")
def check(
    file: Annotated[Path, typer.Argument(help="A campaign's JSON file.", metavar="FILE")],
) -> None:
    """Say what is wrong with a campaign, and where; exit status 2 if anything is."""
    from outrider.campaigns import examined
    from outrider.cli.scenarios import read

    _, faults = examined(read(file, "a campaign"))
    for fault in faults:
        said = str(fault)
        print(said if said.isprintable() else ascii(said))
    if faults:
        raise typer.Exit(FAULTY)
    print("ok")


@app.command("schema")
def schema(
    game: Annotated[str, typer.Argument(help="A game's id.", metavar="GAME")],
) -> None:
    """Print the JSON Schema of a game's campaigns."""
    from outrider.campaigns import schema_of
    from outrider.games import game as game_by_id

    print(json.dumps(schema_of(game_by_id(game)), indent=2))


@app.command("play")
def play(
    folder: Annotated[Path, typer.Argument(help="Where it is kept.", metavar="FOLDER")],
    campaign: Annotated[
        str | None,
        typer.Option("--campaign", help="Which one to begin.", metavar="NAME|FILE"),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", help="A bot for a seat, such as blue=soldier.", metavar="SEAT=LEVEL"),
    ] = None,
) -> None:
    """Begin a campaign at this terminal, or go on with one."""
    from outrider.cli.marching import march

    march(folder, None if campaign is None else value(campaign), bot or [])


def value(text: str) -> Any:
    """A campaign as a command takes it: the JSON in a file, or else a name."""
    from outrider.campaigns import games_with_campaigns, names, value_of
    from outrider.cli.scenarios import read
    from outrider.core.refusal import unknown
    from outrider.core.wire import shown as quoted

    file = Path(text)
    if file.suffix == ".json" or len(file.parts) > 1:
        return read(file, "a campaign")
    for game in games_with_campaigns():
        if text in names(game):
            return value_of(game, text)
    raise unknown(f"no campaign is called {quoted(text)}; `outrider campaign list` has them")
