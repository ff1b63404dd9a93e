"""Bots at a match in this process: who they are, by name, and letting them choose.

A bot is named by its level (`captain`), or by a command in quotes that runs a program of its own
(`"python mybot.py"`). One that fails is replaced by a random choice for that move, and the record
says so.
"""

import random
from typing import Any

from outrider.bots.external import ExternalBot
from outrider.bots.levels import LEVELS, RANDOM, bot_of
from outrider.bots.protocol import Bot, BotFailed, Clock
from outrider.core.game import Game
from outrider.core.refusal import Refusal
from outrider.core.wire import Event
from outrider.play.match import Match


def seated(game: Game[Any, Any], seat: str, name: str) -> Bot:
    """The bot that goes by a name, for one seat."""
    if " " in name or "/" in name:
        return ExternalBot(game, seat, name)
    return bot_of(game, name)


def seconds_of(name: str, otherwise: float) -> float:
    """How long a bot may take for a choice: its level's time, unless somebody says otherwise."""
    return LEVELS[name].seconds if name in LEVELS else otherwise


def is_level(name: str) -> bool:
    return name == RANDOM or name in LEVELS


def let_choose(
    match: Match, seat: str, bot: Bot, clock: Clock, source: random.Random
) -> tuple[tuple[Event, ...], str | None]:
    """Let a bot make one choice; the events of it, and why it was replaced if it was."""
    view = match.game.view(match.state, seat)
    try:
        action = bot.choose(view, match.choices(seat), clock, source)
        return match.play(seat, action), None
    except BotFailed as failed:
        reason = str(failed)
    except Refusal as refusal:
        reason = f"the bot wanted what is not allowed: {refusal.message}"
    noted = match.note(seat, "substitute", reason=reason[:200])
    action = match.choices(seat).sample(source)
    return (*noted, *match.play(seat, action)), reason
