"""The options of the larger commands: each command's are a dataclass, whose fields typer is told as
if they were the command's own."""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from outrider.cli import variants

T = TypeVar("T")

KeptFor = Annotated[
    list[str] | None,
    typer.Option(
        help="Days for which matches are kept that nobody touches, 0 for ever:"
        " open=7, running=90, over=730, archived=90, hidden=7.",
        metavar="STAGE=DAYS",
    ),
]
GameId = Annotated[str, typer.Argument(help="A game's id, such as skirminion.", metavar="GAME")]
Most = Annotated[
    list[str] | None,
    typer.Option(
        help="How much is kept: kept-per-address and kept-in-all are matches,"
        " uploaded-per-address and uploaded-in-all bytes of records, held-each and held-in-all"
        " bytes of requests on their way in.",
        metavar="WHAT=NUMBER",
    ),
]
StudySeconds = Annotated[
    int | None, typer.Option(min=1, help="Seconds of reviews and hints for one address.")
]
OptionPairs = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="A rule option, as name=value.")
]
Names = Annotated[
    list[str] | None,
    typer.Option("--name", help="What it is called, as play.example.org.", metavar="NAME"),
]
Public = Annotated[bool, typer.Option("--public", help="Strangers come: less for each address.")]
Each = Annotated[int | None, typer.Option(min=1, help="How many one address may hold.")]


def offered(of: type[T]) -> Callable[[Callable[[T], None]], Callable[..., None]]:
    """A command that takes its options as one object of that kind."""
    hints = get_type_hints(of, include_extras=True)
    told = [
        Parameter(
            each.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if each.default is MISSING else each.default,
            annotation=hints[each.name],
        )
        for each in fields(of)  # type: ignore[arg-type]
    ]

    def made(command: Callable[[T], None]) -> Callable[..., None]:
        def run(**given: Any) -> None:
            command(of(**given))

        run.__name__, run.__doc__ = command.__name__, command.__doc__
        run.__annotations__ = hints
        run.__signature__ = Signature(told)  # type: ignore[attr-defined]
        return run

    return made


@dataclass(frozen=True, slots=True)
class Play:
    """How somebody plays at the terminal."""

    game: GameId
    resume: Annotated[
        Path | None, typer.Option(help="Go on with a saved game.", metavar="FILE")
    ] = None
    last: Annotated[bool, typer.Option("--last", help="Go on with your last game.")] = False
    position: Annotated[str | None, typer.Option(help="Begin with this position.")] = None
    seed: Annotated[int | None, typer.Option(help="Dice from a seed, the same every time.")] = None
    typed: Annotated[bool, typer.Option("--typed", help="Type in what real dice show.")] = False
    save: Annotated[
        Path | None, typer.Option(help="Keep the game in this file.", metavar="FILE")
    ] = None
    name: Annotated[
        list[str] | None, typer.Option(help="A player's name, as seat=name.", metavar="SEAT=NAME")
    ] = None
    seats: Annotated[int | None, typer.Option(help="How many play.")] = None
    option: OptionPairs = None
    scenario: Annotated[
        str | None, typer.Option(help="A scenario's name or its JSON file.", metavar="NAME|FILE")
    ] = None
    variant: variants.Variant = None
    bot: Annotated[
        list[str] | None,
        typer.Option(
            help='A level, a program in quotes, or a class: blue=captain, "python mybot.py",'
            " my_bot:Tortoise.",
            metavar="[SEAT=]BOT",
        ),
    ] = None
    pace: Annotated[
        float | None,
        typer.Option(min=0, max=10, help="Seconds a bot's choice takes at least; 0.4 by default."),
    ] = None
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0.001, max=600, help="For a bot's choice; its level's by default, a program's 5."
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Serve:
    """How a server runs."""

    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 for others on your network.")
    ] = "127.0.0.1"
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free one.")] = 8000
    database: Annotated[
        str | None,
        typer.Option(help="sqlite:///FILE or postgresql://...; by default a file of yours."),
    ] = None
    origin: Annotated[
        list[str] | None, typer.Option(help="A page from elsewhere that may talk to this server.")
    ] = None
    secure: Annotated[bool, typer.Option("--secure", help="Cookies over https only.")] = False
    proxied: Annotated[
        bool, typer.Option("--proxied", help="Believe what a proxy on this machine says.")
    ] = False
    workers: Annotated[int | None, typer.Option(min=1, max=64, help="Processes for bots.")] = None
    made_per_minute: Annotated[
        int | None, typer.Option(min=1, help="Matches one address may make in a minute.")
    ] = None
    asked_per_second: Annotated[
        int | None, typer.Option(min=1, help="Requests of one socket, or one address, in a second.")
    ] = None
    keep: KeptFor = None
    most: Most = None
    warm: Annotated[
        bool, typer.Option("--warm", help="Compile the bots meanwhile, for the first to be quick.")
    ] = False
    open_page: Annotated[bool, typer.Option("--open", help="Show it in the browser.")] = False
    name: Names = None
    public: Public = False
    connections_each: Each = None
    sockets_each: Each = None
    study_seconds: StudySeconds = None
    measure: Annotated[
        bool | None,
        typer.Option(
            "--measure/--no-measure",
            help="Let bots measure what people make; by default on this machine alone.",
            show_default=False,
        ),
    ] = None
    lab: Annotated[
        bool, typer.Option("--lab", help="Open the lab to whoever sits at this machine.")
    ] = False


@dataclass(frozen=True, slots=True)
class Tournament:
    """Who plays whom, and how often."""

    game: GameId
    bots: Annotated[
        list[str],
        typer.Argument(
            help='Levels, programs in quotes, "python mybot.py", or classes, my_bot:Tortoise.',
            metavar="BOT...",
        ),
    ]
    games: Annotated[
        int, typer.Option(min=2, help="For each two bots, in pairs with seats swapped.")
    ] = 20
    option: OptionPairs = None
    scenario: Annotated[
        str | None, typer.Option(help="A scenario's name or its JSON file.", metavar="NAME|FILE")
    ] = None
    table: Annotated[str | None, typer.Option(help="A table's JSON file.", metavar="FILE")] = None
    position: Annotated[
        str | None, typer.Option(help="Begin with this position: its text, or a file.")
    ] = None
    seats: Annotated[
        int | None, typer.Option(min=2, help="How many sit there; each bot has every other seat.")
    ] = None
    variant: variants.Variant = None
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="For a choice; a bot's own time by default.")
    ] = None
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1
    sprt: Annotated[
        bool, typer.Option("--sprt", help="Stop as soon as two bots are told apart.")
    ] = False
    cores: Annotated[int | None, typer.Option(min=1, help="All there are by default.")] = None
    log: Annotated[
        Path | None, typer.Option(help="Keep results there, and go on from them.", metavar="FILE")
    ] = None
    records: Annotated[
        Path | None, typer.Option(help="Keep every game's record in this folder.", metavar="DIR")
    ] = None
    memory: Annotated[
        int, typer.Option(min=64, max=1024 * 1024, help="Megabytes a program may use.")
    ] = 1024
    bot_log: Annotated[
        Path | None,
        typer.Option(help="Keep what programs write to standard error.", metavar="FILE"),
    ] = None


@dataclass(frozen=True, slots=True)
class Visit:
    """Who plays at which table."""

    url: Annotated[
        str,
        typer.Argument(help="The link to a seat or a table, as a page shows it.", metavar="URL"),
    ]
    bot: Annotated[
        str,
        typer.Argument(
            help='A level, a class, my_bot:Tortoise, or a program in quotes, "python mybot.py".',
            metavar="[BOT]",
        ),
    ] = ""
    program: Annotated[str, typer.Option(help="The same, as an option.", metavar="BOT")] = ""
    seat: Annotated[str | None, typer.Option(help="Which seat, where several are free.")] = None
    name: Annotated[str | None, typer.Option(help="What the others see it is called.")] = None
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0.001, max=600, help="For a choice; its level's by default, a program's 5."
        ),
    ] = None
    patience: Annotated[
        float, typer.Option(min=0, max=86400, help="Seconds for which the server may be gone.")
    ] = 300.0
    at_a_loss: Annotated[
        str, typer.Option(help="If the bot gives no action: stop, resign or random.")
    ] = "stop"
    keep: Annotated[
        Path | None,
        typer.Option(help="The file with the seat's token and seals.", metavar="FILE"),
    ] = None
    memory: Annotated[
        int, typer.Option(min=64, max=1024 * 1024, help="Megabytes a program may use.")
    ] = 1024
    quiet: Annotated[bool, typer.Option("--quiet", help="Say only how it ended.")] = False


@dataclass(frozen=True, slots=True)
class Selfplay:
    """Which games become data."""

    game: GameId
    bots: Annotated[
        list[str],
        typer.Option(help="Who plays, in the order of the seats; again for each.", metavar="BOT"),
    ]
    out: Annotated[Path, typer.Option(help="The file to make.", metavar="FILE.parquet")]
    games: Annotated[int, typer.Option(min=1, help="How many.")] = 1000
    seed: Annotated[int, typer.Option(help="The same seed makes the same file.")] = 1
    seats: Annotated[int | None, typer.Option(help="How many play.")] = None
    option: OptionPairs = None
    scenario: Annotated[
        str | None, typer.Option(help="A scenario's name or its JSON file.", metavar="NAME|FILE")
    ] = None
    variant: variants.Variant = None
    state: Annotated[
        bool, typer.Option("--state", help="The whole state, too, not only what is seen.")
    ] = False
    cores: Annotated[int | None, typer.Option(min=1, help="All there are by default.")] = None
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False
