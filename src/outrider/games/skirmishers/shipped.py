"""The scenarios that come with the game, and the one door through which any scenario enters."""

from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from outrider.core.refusal import malformed, unknown
from outrider.core.wire import dumps, parse, shown
from outrider.games.skirmishers.reading import read_scenario
from outrider.games.skirmishers.scenario import Scenario

DEFAULT = "duel"
KEPT = 64


@cache
def names() -> tuple[str, ...]:
    """Their names in order, the default first."""
    folder = files(__package__) / "scenarios"
    found = sorted(
        entry.name.removesuffix(".json")
        for entry in folder.iterdir()
        if entry.name.endswith(".json")
    )
    return (DEFAULT, *(name for name in found if name != DEFAULT))


@cache
def value_of(name: str) -> Any:
    """A shipped scenario as JSON."""
    text = (files(__package__) / "scenarios" / f"{name}.json").read_text("utf-8")
    return parse(text)


def raw(given: object) -> Any:
    """A scenario's JSON, from its name or as it is; nothing is the default."""
    if given is None:
        given = DEFAULT
    if not isinstance(given, str):
        return given
    if given not in names():
        raise unknown(f"no scenario is called {shown(given)}; there are {', '.join(names())}")
    return value_of(given)


def scenario_of(given: object) -> Scenario:
    """A checked scenario. The same JSON gives the same object, so that what is worked out about its
    table is worked out once."""
    value = raw(given)
    try:
        text = dumps(value)
    except (TypeError, ValueError, RecursionError):
        raise malformed("a scenario is JSON", "SKR-S5") from None
    return _read(text)


@lru_cache(KEPT)
def _read(text: str) -> Scenario:
    return read_scenario(parse(text))
