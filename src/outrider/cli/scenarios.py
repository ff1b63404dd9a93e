"""Scenarios on the command line: which there are, what they look like, what is wrong with one."""

import sys
from pathlib import Path
from stat import S_ISREG
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from outrider.core.refusal import Refusal, malformed, unknown
from outrider.core.wire import parse, shown
from outrider.games import game as game_by_id
from outrider.games import games
from outrider.showing.drawing import drawn
from outrider.showing.sheets import ZONE, PlaysScenarios, Sheet, open_squares
from outrider.showing.svg import SEATS, drawn_svg

LARGEST = 4 * 1024 * 1024
FAULTY = 2
"""The exit status where a scenario has faults."""


def staged() -> list[PlaysScenarios]:
    """The games that are played from scenarios."""
    return [game for game in games() if isinstance(game, PlaysScenarios)]


def given(text: str) -> Any:
    """A scenario as a command takes it: the JSON in a file, or else a name."""
    file = Path(text)
    return read(file) if file.suffix == ".json" or len(file.parts) > 1 else text


def read(file: Path, what: str = "a scenario") -> Any:
    """The JSON in a file."""
    named = str(file) if str(file).isprintable() else ascii(str(file))
    try:
        about = file.stat()
        if not S_ISREG(about.st_mode):
            raise malformed(f"{named} is not a file")
        if about.st_size > LARGEST:
            raise malformed(f"{named} is too large to be {what}")
        return parse(file.read_bytes())
    except OSError as error:
        raise malformed(f"{named}: {error.strerror}") from None
    except ValueError as error:
        raise malformed(f"{named}: {error}") from None
    except Refusal as refusal:
        place = "" if refusal.message.startswith(named) else f"{named}: "
        raise malformed(f"{place}{refusal.message}") from None


def game_for(value: Any, id: str | None) -> PlaysScenarios:
    """The game that is asked for, or that has a scenario of that name, or the only one there is."""
    if id is not None:
        game = game_by_id(id)
        if not isinstance(game, PlaysScenarios):
            raise malformed(f"{id} has no scenarios")
        return game
    every = staged()
    if isinstance(value, str):
        every = [game for game in every if value in game.scenario_names()]
    if not every:
        raise unknown(f"no scenario is called {shown(value)}; `outrider scenario list` has them")
    return every[0]


def list_scenarios(id: str | None) -> None:
    """Every scenario with its title and the first line of its story."""
    console = Console(highlight=False)
    for game in staged():
        if id is not None and game.id != id:
            continue
        console.print(f"[bold]{escape(game.id)}[/]")
        for name in game.scenario_names():
            sheet = game.scenario_sheet(name)
            counts = [sum(token.seat == seat for token in sheet.tokens) for seat in SEATS]
            sides = " v ".join(str(count) for count in counts if count)
            title = f"[bold]{escape(name):<12}[/]{escape(sheet.name)} ({sides})"
            console.print(f"  {title}", soft_wrap=True)
            story = f"[dim]{escape(' '.join(sheet.story.split()))}[/]"
            console.print(Padding(story, (0, 0, 0, 4)))


def show_scenario(wanted: str, id: str | None, svg: str | None) -> None:
    """A scenario in characters, or as SVG in a file or, for -, on standard output."""
    value = given(wanted)
    sheet = game_for(value, id).scenario_sheet(value)
    if svg is None:
        Console(highlight=False).print(in_characters(sheet), soft_wrap=True)
        return
    text = drawn_svg(sheet.table, sheet.tokens, sheet.zones, sheet.name)
    if svg == "-":
        sys.stdout.write(text)
        return
    try:
        Path(svg).write_text(text, "utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise malformed(f"{ascii(svg)[1:-1]}: {reason}") from None


def in_characters(sheet: Sheet) -> str:
    tokens = [
        (token.text, token.at, f"bold #ffffff on {SEATS[token.seat]}") for token in sheet.tokens
    ]
    for zone in sheet.zones:
        squares = open_squares(sheet.table, zone.shape)
        tokens += [(ZONE, square, SEATS[zone.seat]) for square in squares]
    parts = [f"[bold]{escape(sheet.name)}[/]", escape(sheet.story), drawn(sheet.table, tokens)]
    return "\n".join([part for part in parts if part] + [escape(line) for line in sheet.lines])


def check_scenario(file: Path, id: str | None) -> int:
    """Say ok, or every fault with its place and reason. The exit status is 0 or 2."""
    value = read(file)
    faults = game_for(None, id).scenario_faults(value)
    for fault in faults:
        print(fault if fault.isprintable() else ascii(fault))
    if faults:
        return FAULTY
    print("ok")
    return 0
