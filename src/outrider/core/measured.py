"""Odds that were measured by games between bots, as they lie beside a game's rules: `measured.json`
in its folder, by the id of the game and of the setting. `scripts/studies.py` writes it."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from outrider.core.setting import Measured, Setting, Share

FILE = "measured.json"


@cache
def kept(package: str) -> Mapping[str, Any]:
    """All that was measured of the games of a package."""
    found: dict[str, Any] = json.loads(resources.files(package).joinpath(FILE).read_bytes())
    return found


def with_odds(
    settings: Iterable[Setting], package: str, game: str, rules: str
) -> tuple[Setting, ...]:
    """Settings with what was measured on them. What was measured by other rules is left out."""
    told = kept(package).get(game, {})
    known = told.get("settings", {}) if told.get("rules") == rules else {}
    return tuple(
        replace(each, measured=measured_from(known[each.id])) if each.id in known else each
        for each in settings
    )


def measured_from(told: Mapping[str, Any]) -> Measured:
    won = {seat: Share(**share) for seat, share in told["won"].items()}
    return Measured(told["bots"], told["games"], won, Share(**told["drawn"]))
