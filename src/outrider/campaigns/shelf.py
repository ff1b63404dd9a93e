"""The campaigns that come with a game: JSON in the folder `campaigns` beside it."""

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from outrider.campaigns.campaign import Campaign
from outrider.campaigns.reading import read_campaign
from outrider.core.game import Game
from outrider.core.refusal import unknown
from outrider.core.values import dumps, parse, shown
from outrider.games import games

KEPT = 64


def games_with_campaigns() -> tuple[Game[Any, Any], ...]:
    return tuple(game for game in games() if game.campaigning() is not None)


def _folder(game: Game[Any, Any]) -> Path:
    package = type(game).__module__.rpartition(".")[0]
    return Path(str(files(package))) / "campaigns"


def names(game: Game[Any, Any]) -> tuple[str, ...]:
    """Their names, in order."""
    return tuple(sorted(file.stem for file in _folder(game).glob("*.json")))


def value_of(game: Game[Any, Any], name: str) -> Any:
    """One of them as JSON."""
    if name not in names(game):
        there = ", ".join(names(game)) or "none"
        raise unknown(f"no campaign of {game.title} is called {shown(name)}; there are {there}")
    return parse((_folder(game) / f"{name}.json").read_bytes())


def shipped(game: Game[Any, Any], name: str) -> Campaign:
    return campaign_of(value_of(game, name))


def campaign_of(value: object) -> Campaign:
    """A checked campaign; of the same JSON the same one, so that it is read once."""
    return campaign_from_text(dumps(value))


@lru_cache(KEPT)
def campaign_from_text(text: str) -> Campaign:
    """The same of JSON as it is written."""
    return read_campaign(parse(text))
