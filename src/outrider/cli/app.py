"""The command `outrider`. Every command imports what it needs when it runs, so help is instant."""

import io
import sys
from pathlib import Path
from typing import Annotated

import typer

from outrider._version import __version__
from outrider.core.refusal import Refusal

app = typer.Typer(
    name="outrider",
    help="Five tabletop skirmish games, refereed.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

GameId = Annotated[str, typer.Argument(help="A game's id, such as skirminion.", metavar="GAME")]
RecordFile = Annotated[Path, typer.Argument(help="A record file (JSON Lines).", metavar="FILE")]
OptionPairs = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="A rule option, as name=value.")
]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"outrider {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Five tabletop skirmish games, refereed."""


@app.command()
def play(
    game: GameId,
    resume: Annotated[
        Path | None, typer.Option(help="Go on with a saved game.", metavar="FILE")
    ] = None,
    last: Annotated[bool, typer.Option("--last", help="Go on with your last game.")] = False,
    position: Annotated[str | None, typer.Option(help="Begin with this position.")] = None,
    seed: Annotated[int | None, typer.Option(help="Dice from a seed, the same every time.")] = None,
    typed: Annotated[bool, typer.Option("--typed", help="Type in what real dice show.")] = False,
    save: Annotated[
        Path | None, typer.Option(help="Keep the game in this file.", metavar="FILE")
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option(help="A player's name, as seat=name.", metavar="SEAT=NAME")
    ] = None,
    seats: Annotated[int | None, typer.Option(help="How many play.")] = None,
    option: OptionPairs = None,
) -> None:
    """Play at this terminal, everybody in turn."""
    from outrider.cli.terminal import Wishes, play_at_terminal

    wishes = Wishes(
        game, resume, last, position, seed, typed, save, name or [], option or [], seats
    )
    raise typer.Exit(play_at_terminal(wishes))


@app.command()
def replay(
    file: RecordFile,
    board: Annotated[bool, typer.Option(help="Draw the table after every move.")] = True,
) -> None:
    """Show a recorded game move by move."""
    from outrider.cli.show import show_record

    show_record(file, board)


@app.command()
def games(
    json: Annotated[
        bool, typer.Option("--json", help="As JSON, with schemas of options and tables.")
    ] = False,
) -> None:
    """List the games that are installed."""
    from outrider.cli.show import show_games

    show_games(json)


@app.command()
def rules(
    game: GameId,
    rule: Annotated[str | None, typer.Argument(help="One rule only, by its id.")] = None,
) -> None:
    """Print a game's rules, in our own words."""
    from outrider.cli.show import show_rules

    show_rules(game, rule)


@app.command()
def referee() -> None:
    """Referee a game over standard input and output (JSON Lines)."""
    from outrider.cli.referee import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)


@app.command()
def perft(
    game: GameId,
    depth: Annotated[int, typer.Argument(min=0, max=12, help="How many actions deep.")],
    position: Annotated[str | None, typer.Option(help="From this position.")] = None,
    divide: Annotated[bool, typer.Option(help="Count below each first action.")] = False,
    option: OptionPairs = None,
) -> None:
    """Count the sequences of actions of a length, as a check of the rules."""
    from outrider.cli.counting import count

    count(game, depth, position, divide, option or [])


@app.command(hidden=True)
def warm() -> None:
    """Compile what is compiled, so that nobody waits for it later."""
    from outrider.games import games as installed

    for game in installed():
        game.warm()


def main() -> None:
    """Run a command; whatever is refused is said in one line, with exit status 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal without the sign for a fort shows a question mark instead of a traceback.
            stream.reconfigure(errors="replace")
    try:
        app()
    except Refusal as refusal:
        print(f"outrider: {refusal}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        # Whoever read our output has had enough. Nothing more may be written, not even at exit.
        sys.stdout = None
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)
