"""Going on with a game that was left."""

import re
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from outrider.cli.files import data_folder
from outrider.core.game import Game
from outrider.core.refusal import unknown


def latest(game: Game[Any, Any]) -> Path:
    """The file of the game that was played last."""
    dated = re.compile(re.escape(game.id) + r"-\d{8}-\d{6}-\d+\.jsonl")
    kept = [file for file in data_folder().glob("*.jsonl") if dated.fullmatch(file.name)]
    files = sorted(kept, key=lambda file: file.stat().st_mtime)
    if not files:
        raise unknown(f"no game of {game.id} is kept in {data_folder()}")
    return files[-1]


def command() -> str:
    """How this program is called here: by its name, or by its path if that is not enough."""
    called = Path(sys.argv[0])
    if called.name != "outrider" or shutil.which("outrider") is not None:
        return "outrider"
    here = Path.cwd()
    return str(called.relative_to(here) if called.is_relative_to(here) else called)


def go_on(game: Game[Any, Any], file: Path, further: Sequence[str] = ()) -> str:
    """The command that goes on with a game, as a shell reads it."""
    return f"{command()} " + shlex.join(["play", game.id, "--resume", str(file), *further])


def further(bots: Mapping[str, str], given: Mapping[str, object]) -> list[str]:
    """What a record does not say: who the bots are, and options that were given."""
    words = []
    for seat, bot in bots.items():
        words += ["--bot", f"{seat}={bot}"]
    for option, value in given.items():
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            words += [option, str(value)]
    return words
