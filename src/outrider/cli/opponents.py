"""Bots at the terminal's table."""

import random
import secrets
import shlex
import time
from collections.abc import Container, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from outrider.bots import names as levels
from outrider.bots.levels import seconds_of
from outrider.bots.protocol import Bot
from outrider.cli.wishes import PERSON
from outrider.contests.seating import AT_RANDOM, is_level, seated, take_turn
from outrider.core.game import Game
from outrider.core.record import LONGEST_NAME, Chose, Noted
from outrider.core.wire import Event
from outrider.play.match import Match

PROGRAM = 5.0
"""Seconds a program may take for a choice, unless somebody says otherwise."""
MARK = " (bot)"
"""How the name of a bot ends in a record."""


class Opponents:
    """The seats that programs play. `pace` is the least time in seconds that a choice takes, so
    that people can follow; `seconds` is the most. With a seed they choose the same every time."""

    def __init__(
        self,
        match: Match,
        named: Mapping[str, str],
        pace: float = 0.0,
        seconds: float | None = None,
        seed: int | None = None,
    ) -> None:
        self._match = match
        self._pace = pace
        self._seconds = seconds
        self._seed = secrets.token_hex(8) if seed is None else str(seed)
        self.names = dict(named)
        self._bots: dict[str, Bot] = {
            seat: seated(match.game, seat, name) for seat, name in named.items()
        }

    def __contains__(self, seat: str | None) -> bool:
        return seat in self._bots

    def act(self, seat: str) -> tuple[Event, ...]:
        """One choice of a bot."""
        begun = time.monotonic()
        seconds = self._seconds or seconds_of(self.names[seat], PROGRAM)
        # By the line it will be, so that a choice taken back is made the same way again.
        source = random.Random(f"{self._seed}|{self._match.version}|{seat}")
        turn = take_turn(self._match, seat, self._bots[seat], seconds, source)
        time.sleep(max(0.0, self._pace - (time.monotonic() - begun)))
        return turn.events

    def close(self) -> None:
        for bot in self._bots.values():
            close = getattr(bot, "close", None)
            if close is not None:
                close()


def said(game: Game[Any, Any], line: Chose) -> str:
    """A choice as somebody would have typed it."""
    return game.write_action(game.action_from_json(line.action))


def is_random(note: Noted) -> bool:
    """Whether chance has chosen in a program's place. For our own bots another of them does."""
    return str(note.details.get("reason")).endswith(AT_RANDOM)


# -- the record ------------------------------------------------------------------------------------


def title(bot: str) -> str:
    """What a record calls a bot. Of a program it is the first two words, without folders: what
    else a command says is nobody's business."""
    words = [bot] if is_level(bot) else [Path(word).name for word in shlex.split(bot)[:2]]
    name = "".join(letter if letter.isprintable() else "?" for letter in " ".join(words))
    return name[: LONGEST_NAME - len(MARK)] + MARK


def sit_down(match: Match, asked: Mapping[str, str], resumed: bool) -> dict[str, str]:
    """The bots that play from now on, by seat, and their names in the record. A game that is gone
    on with has its own unless others are asked for; but only levels: no program is run because a
    file says so."""
    names = match.header.names
    before = {s: name for s, name in names.items() if resumed and name.endswith(MARK)}
    kept = {seat: name.removesuffix(MARK) for seat, name in before.items()}
    bots = {**{seat: bot for seat, bot in kept.items() if bot in levels()}, **asked}
    bots = {seat: bot for seat, bot in bots.items() if bot != PERSON}
    stay = {seat: name for seat, name in names.items() if seat not in before or seat not in asked}
    called = {**{seat: title(bot) for seat, bot in bots.items()}, **stay}
    ordered = {seat: called[seat] for seat in match.terms.seats if seat in called}
    match.header = replace(match.header, names=ordered)
    return bots


def missing(match: Match, bots: Container[str]) -> list[str]:
    """What to say of a bot that has played until now and is not here."""
    return [
        f"{seat.capitalize()} was {name}. To let it go on: --bot {seat}=..."
        for seat, name in match.header.names.items()
        if name.endswith(MARK) and seat not in bots
    ]
