"""A question as it is typed, made a plan."""

from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from outrider.cli import variants
from outrider.cli.given import start_of
from outrider.cli.scenarios import given as scenario_given
from outrider.cli.wishes import a_bot, options_from_words, pairs
from outrider.core.game import Game
from outrider.core.refusal import malformed
from outrider.core.wire import shown
from outrider.games import game as game_by_id
from outrider.lab.plan import GROUND, Plan
from outrider.lab.toml import until_of

if TYPE_CHECKING:
    from outrider.cli.labs import Study


def plan_of(asked: "Study") -> Plan:
    """The plan of a question; refused, if it is none."""
    game = game_by_id(asked.game)
    plan = Plan(
        game.id,
        bots_from_words(asked.bots or ["soldier"]),
        options_from_words(game, asked.option or []),
        asked.seats,
        None if asked.table is None else scenario_given(asked.table),
        None if asked.scenario is None else scenario_given(asked.scenario),
        variants.given(asked.variant),
        start_of(game, asked.position),
        varied(game, asked.vary or []),
        asked.games,
        asked.seed,
        until_of(asked.until),
        asked.records,
        asked.events,
        asked.evaluate,
    )
    plan.check()
    return plan


def bots_from_words(texts: list[str]) -> tuple[str, ...]:
    """Each is one bot, or several with commas, of which a program has none."""
    found: list[str] = []
    for text in texts:
        parts = [text] if " " in text.strip() or "/" in text else text.split(",")
        found += [a_bot(part) for part in parts]
    return tuple(found)


def varied(game: Game[Any, Any], texts: list[str]) -> dict[str, tuple[Any, ...]]:
    """A grid from words."""
    found: dict[str, tuple[Any, ...]] = {}
    options = {spec.name for spec in game.options}
    for name, text in pairs(texts, "what varies", "NAME=A,B...").items():
        words = [word.strip() for word in text.split(",")]
        if not all(words):
            raise malformed(f"vary {name}: there is nothing between two commas")
        if name in options:
            found[name] = tuple(
                options_from_words(game, [f"{name}={word}"])[name] for word in words
            )
        elif name in GROUND:
            found[name] = tuple(_ground(name, word) for word in words)
        else:
            found[name] = tuple(number(name, word) for word in words)
    return found


def _ground(name: str, word: str) -> Any:
    if name == "seats":
        return int(number(name, word))
    if name == "variant":
        return variants.given(word)
    return word if name == "bots" else scenario_given(word)


def number(name: str, word: str) -> int | float:
    try:
        exact = Decimal(word)
    except InvalidOperation:
        raise malformed(f"vary {name}: {shown(word)} is no number") from None
    return int(exact) if exact == exact.to_integral_value() else float(exact)
