"""Options and names as they are typed on a command line."""

import re
from decimal import Decimal
from typing import Any

from outrider.core.game import Game
from outrider.core.options import Flag, Number
from outrider.core.refusal import malformed
from outrider.core.wire import shown
from outrider.table.options import Length

WHOLE = re.compile("-?[0-9]{1,18}")
DECIMAL = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?")
WORDS = {"yes": True, "true": True, "no": False, "false": False}


def pairs(texts: list[str], what: str) -> dict[str, str]:
    """name=value, each name once."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or name in found:
            raise malformed(f"{what} is written name=value, each once, not {shown(text)}")
        found[name] = value
    return found


def options_from_words(game: Game[Any, Any], texts: list[str]) -> dict[str, Any]:
    """Options as JSON values; what cannot be one is left for the game to refuse."""
    specs = {spec.name: spec for spec in game.options}
    found: dict[str, Any] = {}
    for name, value in pairs(texts, "an option").items():
        spec = specs.get(name)
        found[name] = value
        if isinstance(spec, Number) and WHOLE.fullmatch(value):
            found[name] = int(value)
        elif isinstance(spec, Flag) and value in WORDS:
            found[name] = WORDS[value]
        elif isinstance(spec, Length) and DECIMAL.fullmatch(value):
            found[name] = Decimal(value)
    return found
