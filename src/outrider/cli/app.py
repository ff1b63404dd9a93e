"""The command `outrider`. Every command imports what it needs when it runs, so help is instant."""

import io
import sys
from pathlib import Path
from typing import Annotated

import typer

from outrider._version import __version__
from outrider.cli import campaigns, endings, labs, variants
from outrider.cli.offered import (
    GameId,
    KeptFor,
    OptionPairs,
    Play,
    Selfplay,
    Serve,
    Tournament,
    Visit,
    offered,
)
from outrider.core.refusal import Refusal

app = typer.Typer(
    name="outrider",
    help="Five tabletop skirmish games, refereed.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

database_app = typer.Typer(no_args_is_help=True, help="Look after what a server has kept.")
app.add_typer(database_app, name="database")

Database = Annotated[
    str | None, typer.Option("--database", help="As for serve; by default your own file.")
]
RecordFile = Annotated[Path, typer.Argument(help="A record file (JSON Lines).", metavar="FILE")]
OneGame = Annotated[str | None, typer.Option("--game", help="Of this game only.", metavar="GAME")]

scenario_app = typer.Typer(no_args_is_help=True, help="Scenarios: list, show, check or deal them.")
app.add_typer(scenario_app, name="scenario")
app.add_typer(variants.app, name="variant")
app.add_typer(endings.app, name="endings")
app.add_typer(labs.app, name="lab")
app.add_typer(campaigns.app, name="campaign")
app.command()(labs.study)
scenario_app.command("deal")(labs.deal)


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
@offered(Play)
def play(asked: Play) -> None:
    """Play at this terminal, everybody in turn."""
    from outrider.cli.terminal import Wishes, play_at_terminal

    wishes = Wishes(
        asked.game,
        asked.resume,
        asked.last,
        asked.position,
        asked.seed,
        asked.typed,
        asked.save,
        asked.name or [],
        asked.option or [],
        asked.seats,
        asked.scenario,
        asked.bot or [],
        asked.pace,
        asked.seconds,
        asked.variant,
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
def tables(
    game: Annotated[str | None, typer.Argument(help="Of one game.", metavar="GAME")] = None,
    name: Annotated[str | None, typer.Argument(help="Draw this one.", metavar="NAME")] = None,
) -> None:
    """List the tables that come with the games, or draw one."""
    from outrider.cli.tables import show_tables

    show_tables(game, name)


@app.command()
def rules(
    game: GameId,
    rule: Annotated[str | None, typer.Argument(help="One rule only, by its id.")] = None,
    variant: variants.Variant = None,
) -> None:
    """Print a game's rules, in our own words."""
    from outrider.cli.show import show_rules

    show_rules(game, rule, variants.given(variant))


@app.command()
@offered(Serve)
def serve(asked: Serve) -> None:
    """Run the server: matches over HTTP and web sockets."""
    from outrider.cli.serving import Serving
    from outrider.cli.serving import serve as run

    run(
        Serving(
            asked.host,
            asked.port,
            asked.database,
            tuple(asked.origin or ()),
            asked.secure,
            asked.proxied,
            asked.workers,
            asked.made_per_minute,
            asked.asked_per_second,
            asked.warm,
            asked.open_page,
            tuple(asked.name or ()),
            asked.public,
            asked.connections_each,
            asked.sockets_each,
            tuple(asked.keep or ()),
            tuple(asked.most or ()),
            asked.study_seconds,
            asked.measure,
            asked.lab,
        )
    )


@app.command()
@offered(Tournament)
def tournament(asked: Tournament) -> None:
    """Let bots play each other, and print how strong they are."""
    from outrider.cli.tournaments import Contest
    from outrider.cli.tournaments import tournament as run

    run(
        Contest(
            asked.game,
            tuple(asked.bots),
            asked.games,
            asked.option or [],
            asked.scenario,
            asked.seconds,
            asked.seed,
            asked.sprt,
            asked.cores,
            asked.log,
            asked.memory,
            asked.bot_log,
            variants.given(asked.variant),
            asked.table,
            asked.position,
            asked.seats,
            asked.records,
        )
    )


@app.command()
@offered(Selfplay)
def selfplay(asked: Selfplay) -> None:
    """Let bots play, and write every position with its choice and result as Parquet."""
    from outrider.cli.selfplaying import play_for_data

    raise typer.Exit(play_for_data(asked))


@app.command()
@offered(Visit)
def bot(asked: Visit) -> None:
    """Let a bot play at a server's table, by its link, to the end of the match."""
    from outrider.cli.visiting import play_there

    raise typer.Exit(play_there(asked))


@app.command()
def analyse(
    what: Annotated[
        str,
        typer.Argument(
            help="A record's or a state's file, a position itself, or - for standard input.",
            metavar="WHAT",
        ),
    ],
    game: Annotated[str | None, typer.Option(help="The game a position is of.")] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.1, help="How long to look: 10 at a position, 60 at a record."),
    ] = None,
    level: Annotated[
        str | None, typer.Option(help="Who suggests a position's best actions (captain).")
    ] = None,
    seed: Annotated[int, typer.Option(help="For the dice of playing on.")] = 1,
    variant: variants.Variant = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Say who will win and what is best; of a game, what decided it."""
    from outrider.cli.analysing import analyse as look

    look(what, game, json, seconds, level, seed, variants.given(variant))


@app.command()
def verify(
    file: RecordFile,
    seen: Annotated[
        Path | None,
        typer.Option(help="What a page kept of the match while it was played.", metavar="KEPT"),
    ] = None,
    key: Annotated[str | None, typer.Option(help="The host's key, in hexadecimal.")] = None,
) -> None:
    """Check a record: its chain and signature, the rules, and every die, computed again."""
    from outrider.cli.verifying import verify_record

    raise typer.Exit(verify_record(file, seen, key))


@database_app.command("move")
def database_move(
    source: Annotated[str, typer.Argument(help="sqlite:///FILE or postgresql://...")],
    target: Annotated[str, typer.Argument(help="An empty one, of either kind.")],
) -> None:
    """Copy everything from one database to another. Stop the servers first."""
    from outrider.cli.database_move import move

    move(source, target)


@database_app.command("copy")
def database_copy(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to make.")],
    database: Database = None,
) -> None:
    """Copy an SQLite database into one file, as it is now. The server may run."""
    from outrider.cli.database_copy import copy

    copy(database, file)


@database_app.command("list")
def database_list(database: Database = None) -> None:
    """Say how many matches there are in each stage."""
    from outrider.cli.database import list_matches

    list_matches(database)


@database_app.command("prune")
def database_prune(
    days: Annotated[
        int | None,
        typer.Option(min=1, help="All finished and never begun ones untouched for so many days."),
    ] = None,
    keep: KeptFor = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say how many it would be, and delete none.")
    ] = False,
    database: Database = None,
) -> None:
    """Delete matches that are older than they are kept for."""
    from outrider.cli.database import prune

    prune(database, days, keep or (), dry_run)


@database_app.command("delete")
def database_delete(
    match: Annotated[str, typer.Argument(metavar="MATCH", help="A match's name.")],
    database: Database = None,
) -> None:
    """Delete one match."""
    from outrider.cli.database import delete

    delete(database, match)


shared_app = typer.Typer(
    no_args_is_help=True, help="Look after the tables and scenarios that people have shared."
)
database_app.add_typer(shared_app, name="shared")
SharedId = Annotated[str, typer.Argument(metavar="ID", help="The end of its link.")]


@shared_app.command("list")
def shared_list(database: Database = None) -> None:
    """Say what is shared, and by whom."""
    from outrider.cli.database_shared import list_shared

    list_shared(database)


@shared_app.command("hide")
def shared_hide(id: SharedId, database: Database = None) -> None:
    """Take one off the shelf, for all but whoever shared it."""
    from outrider.cli.database_shared import hide

    hide(database, id, True)


@shared_app.command("show")
def shared_show(id: SharedId, database: Database = None) -> None:
    """Put one that was hidden back."""
    from outrider.cli.database_shared import hide

    hide(database, id, False)


@shared_app.command("delete")
def shared_delete(id: SharedId, database: Database = None) -> None:
    """Delete one. Its link says so from now on."""
    from outrider.cli.database_shared import delete

    delete(database, id)


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
    variant: variants.Variant = None,
) -> None:
    """Count the sequences of actions of a length, as a check of the rules."""
    from outrider.cli.counting import count

    count(game, depth, position, divide, option or [], variants.given(variant))


@scenario_app.command("list")
def scenario_list(game: OneGame = None) -> None:
    """List the scenarios that come with the games."""
    from outrider.cli.scenarios import list_scenarios

    list_scenarios(game)


@scenario_app.command("show")
def scenario_show(
    scenario: Annotated[
        str, typer.Argument(help="A scenario's name or its JSON file.", metavar="NAME|FILE")
    ],
    svg: Annotated[
        str | None, typer.Option(help="Draw it as SVG into this file; - is here.", metavar="FILE")
    ] = None,
    game: OneGame = None,
) -> None:
    """Show a scenario: its story, its table, its pieces."""
    from outrider.cli.scenarios import show_scenario

    show_scenario(scenario, game, svg)


@scenario_app.command("check")
def scenario_check(
    file: Annotated[Path, typer.Argument(help="A scenario's JSON file.", metavar="FILE")],
    game: OneGame = None,
) -> None:
    """Say what is wrong with a scenario, and where; exit status 2 if anything is."""
    from outrider.cli.scenarios import check_scenario

    raise typer.Exit(check_scenario(file, game))


@app.command()
def puzzle(
    game: Annotated[str | None, typer.Argument(help="Of this game.", metavar="GAME")] = None,
    name: Annotated[str | None, typer.Option("--id", help="This one.", metavar="ID")] = None,
    level: Annotated[int | None, typer.Option(min=1, max=5, help="So hard, 1 to 5.")] = None,
    listing: Annotated[bool, typer.Option("--list", help="Only say which there are.")] = False,
    make: Annotated[
        Path | None, typer.Option(help="Make new ones into this file.", metavar="FILE")
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="How many to make.")] = 60,
    games: Annotated[int, typer.Option(min=1, help="Games to make them from, at most.")] = 1_000,
) -> None:
    """Solve puzzles, dealt by how hard they are; or make new ones from games between bots."""
    from outrider.cli import puzzling

    if make is None:
        puzzling.solve(game, name, level, listing)
    elif game is None:
        raise typer.BadParameter("of which game?")
    else:
        puzzling.make(game, make, count, games)


@app.command(hidden=True)
def warm(
    bots: Annotated[bool, typer.Option("--bots", help="The bots' thinking too.")] = False,
    gently: Annotated[bool, typer.Option("--gently", help="Let everything else go first.")] = False,
    only: Annotated[
        str | None, typer.Option(help="This game, and what playing it needs.", metavar="GAME")
    ] = None,
    environments: Annotated[
        bool, typer.Option("--environments", help="What environments for learning call, too.")
    ] = False,
) -> None:
    """Compile what is compiled, so that nobody waits for it later."""
    from outrider.cli.warming import warm as run

    run(bots, gently, only, environments=environments)


@app.command()
def ptx(
    folder: Annotated[Path, typer.Argument(help="Where to; made if need be.", metavar="FOLDER")],
) -> None:
    """Compile what GPUs run, for a machine without a compiler: set OUTRIDER_PTX to FOLDER there."""
    from outrider.cli.warming import make_ptx

    make_ptx(folder)


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
