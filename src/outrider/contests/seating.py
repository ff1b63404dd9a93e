"""Bots at a match in this process: who they are, by name, and letting them choose.

A bot is named by its level (`captain`), by the name or the place of one that somebody else brings
(`tortoise`, `my_module:Tortoise`), or by a command in quotes that runs a program of its own
(`"python mybot.py"`). If a level fails, one below it chooses; another's bot or program that fails
is replaced by a random choice for that move. The record says so.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outrider.bots.guests import factory_of, guest_of, is_guest, is_path
from outrider.bots.levels import LEVELS, below, bot_of, names
from outrider.bots.protocol import Asked, Bot, BotFailed, Clock
from outrider.contests.external import ExternalBot, ProgramFailed
from outrider.contests.programs import MEMORY, command_of
from outrider.core.game import Game
from outrider.core.refusal import Refusal, unknown
from outrider.core.wire import Action, Event, shown
from outrider.play.match import Match

MOST_SAID = 200
"""Characters of a reason that go into the record."""

AT_RANDOM = "; a random move is played"


def is_level(name: str) -> bool:
    return name in names()


def called(name: str) -> str:
    """What others are told that a bot is called: of a program its file, and no more."""
    if is_program(name):
        return " ".join(Path(word).name for word in command_of(name)[:2])
    return name.rpartition(":")[2] if is_path(name) else name


def is_program(name: str) -> bool:
    return " " in name or "/" in name


def check_name(name: str) -> None:
    """Refuse a bot that is not there."""
    if is_program(name):
        command_of(name)
    elif is_guest(name):
        factory_of(name)
    elif not is_level(name):
        raise unknown(f"there is no bot {shown(name)}; there are {', '.join(names())}")


def seated(
    game: Game[Any, Any], seat: str, name: str, memory: int = MEMORY, log: Path | None = None
) -> Bot:
    """The bot that goes by a name, for one seat. A program may use so many megabytes; what it
    writes to standard error goes to the log."""
    if is_program(name):
        return ExternalBot(game, seat, name, memory, log)
    return Guest(game, name) if is_guest(name) else Ranked(game, name)


class Ranked:
    """A bot of ours, at its level."""

    def __init__(self, game: Game[Any, Any], level: str) -> None:
        self._game = game
        self.level = level
        self._bot = bot_of(game, level)

    def choose(self, asked: Asked, clock: Clock, source: random.Random) -> Action:
        return self._bot.choose(asked, clock, source)

    def below(self) -> Iterator["Ranked"]:
        """Those who choose if it fails."""
        for level in below(self.level):
            yield Ranked(self._game, level)


class Guest:
    """Somebody else's bot in this process."""

    def __init__(self, game: Game[Any, Any], name: str) -> None:
        self._bot = guest_of(game, name)

    def choose(self, asked: Asked, clock: Clock, source: random.Random) -> Action:
        return self._bot.choose(asked, clock, source)

    def close(self) -> None:
        """Tell it that it is done, if it wants to know. It may be asked again."""
        close = getattr(self._bot, "close", None)
        if callable(close):
            close()


def dismiss(bot: Bot) -> None:
    """End what a bot has running, if it has."""
    close = getattr(bot, "close", None)
    if close is not None:
        with suppress(OSError):
            close()


def one_line(text: str) -> str:
    """What somebody else's program says, fit for a record."""
    return " ".join(text.encode("utf-8", "replace").decode().split())


@dataclass(frozen=True, slots=True)
class Turn:
    """One choice of a bot: what came of it, how long the bot took, and why it was replaced if it
    was, with what its program last wrote to standard error."""

    events: tuple[Event, ...]
    seconds: float
    reason: str | None = None
    wrote: str = ""


def take_turn(
    match: Match,
    seat: str,
    bot: Bot,
    seconds: float,
    source: random.Random,
    by: type[Clock] = Clock,
) -> Turn:
    """Let a bot make one choice in so many seconds; ours go by the clock that is asked for."""
    asked = Asked.of(match.game, match.state, seat)
    _ = asked.choices  # rules may have to be compiled for that, which is nobody's thinking
    clock = by(seconds) if isinstance(bot, Ranked | Guest) else Clock(seconds)
    begun = clock.left()
    answer = answer_of(bot, asked, clock, source)
    # While a program is being started it does not think.
    took = begun - clock.left() - getattr(bot, "waited", 0.0)
    if answer.action is not None:
        try:
            return Turn(match.play(seat, answer.action), took)
        except Refusal as refusal:
            answer = Answer(None, _not_allowed(refusal))
            dismiss(bot)  # it has lost track; started anew it knows only what it is told
    if isinstance(bot, Ranked):
        events = _by_another(match, seat, bot, answer.reason, source)
        return Turn(events, took, answer.reason)
    reason, wrote = answer.reason, answer.wrote
    said = f"{reason}; it wrote: {wrote}" if wrote else reason
    note = f"{said[: MOST_SAID - len(AT_RANDOM)]}{AT_RANDOM}"
    noted = match.note(seat, "substitute", reason=note)
    played = match.play(seat, match.choices(seat).sample(source))
    return Turn((*noted, *played), took, reason, wrote)


@dataclass(frozen=True, slots=True)
class Answer:
    """An action, or why there is none, with what a program last wrote to standard error."""

    action: Action | None
    reason: str = ""
    wrote: str = ""


def answer_of(bot: Bot, asked: Asked, clock: Clock, source: random.Random) -> Answer:
    try:
        action: object = bot.choose(asked, clock, source)
    except BotFailed as failed:
        return Answer(None, str(failed), failed.wrote if isinstance(failed, ProgramFailed) else "")
    except Refusal as refusal:
        return Answer(None, f"the bot failed: {refusal.message}")
    except Exception as error:
        # Anybody's Python may be behind a bot; what goes wrong in it is its own loss.
        return Answer(None, one_line(f"the bot failed: {type(error).__name__}: {error}"))
    return Answer(action) if isinstance(action, Action) else Answer(None, "the bot gave no action")


def _not_allowed(refusal: Refusal) -> str:
    return f"the bot wanted what is not allowed: {refusal.message}"


def _by_another(
    match: Match, seat: str, failed: Ranked, reason: str, source: random.Random
) -> tuple[Event, ...]:
    """The choice of a lower level, after a line that says so. Refuses if there is none: no level's
    move is left to chance."""
    asked = Asked.of(match.game, match.state, seat)
    for bot in failed.below():
        clock = Clock(LEVELS[bot.level].seconds)
        action = answer_of(bot, asked, clock, source).action
        if action is None or not _is_allowed(match, seat, action):
            continue
        note = f"a {bot.level} chooses in place of the {failed.level}: {reason}"[:MOST_SAID]
        noted = match.note(seat, "substitute", reason=note)
        return (*noted, *match.play(seat, action))
    raise unknown(f"no bot answers for {seat}: {reason}")


def _is_allowed(match: Match, seat: str, action: Action) -> bool:
    try:
        match.draft_play(seat, action)
    except Refusal:
        return False
    return True
