"""Options, names and bots as they are typed on a command line."""

import re
import shlex
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from outrider.bots import names as levels
from outrider.core.game import Game, checked_seat
from outrider.core.options import Flag, Number
from outrider.core.refusal import malformed
from outrider.core.wire import shown
from outrider.table.options import Length

WHOLE = re.compile("-?[0-9]{1,18}")
DECIMAL = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?")
PERSON = "person"
"""Instead of a bot: the seat is somebody's who sits here."""
WORDS = {"yes": True, "true": True, "no": False, "false": False}


def pairs(texts: list[str], what: str, form: str = "name=value") -> dict[str, str]:
    """name=value, each name once."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or name in found:
            raise malformed(f"{what} is written {form}, each once, not {shown(text)}")
        found[name] = value
    return found


def names_from_words(texts: list[str]) -> dict[str, str]:
    """Players' names by their seats, which may be written in capitals."""
    parts = [text.partition("=") for text in texts]
    lowered = [f"{seat.lower()}{equals}{name}" for seat, equals, name in parts]
    return pairs(lowered, "a name", "SEAT=NAME")


def bots_from_words(texts: list[str], seats: Sequence[str]) -> dict[str, str]:
    """Bots by their seats. One without a seat takes the last seat that no other is given."""
    found: dict[str, str] = {}
    seatless = []
    for text in texts:
        name, equals, bot = text.partition("=")
        seat = name.strip().lower()
        if not equals or (seat not in seats and re.search(r"[\s/]", name.strip())):
            seatless.append(a_bot(text))  # a program, and the sign is one of its arguments
        elif not seat or seat in found:
            raise malformed(f"a bot is written SEAT=BOT, each seat once, not {shown(text)}")
        else:
            found[checked_seat(seat, seats)] = a_bot(bot)
    for bot in seatless:
        free = [seat for seat in seats if seat not in found]
        if not free:
            raise malformed(f"no seat is left for the bot {shown(bot)}")
        found[free[-1]] = bot
    return found


def a_bot(text: str) -> str:
    """A level, in any case, or the command of a program."""
    text = text.strip()
    if text.lower() in (*levels(), PERSON):
        return text.lower()
    try:
        words = shlex.split(text)
    except ValueError as error:  # quotes that are not closed
        reason = str(error).lower()
        raise malformed(f"the command {shown(text)} cannot be read: {reason}") from None
    if not words:
        raise malformed("a bot is a level, or the command of a program in quotes")
    return text


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
