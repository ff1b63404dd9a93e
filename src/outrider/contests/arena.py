"""One game between bots, from its seed to its result."""

import random
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from outrider.bots.levels import seconds_of
from outrider.bots.protocol import Bot, BusyClock, Clock, Unhurried
from outrider.contests.programs import MEMORY
from outrider.contests.seating import Ranked, Turn, dismiss, seated, take_turn
from outrider.core.refusal import malformed
from outrider.dice import Dice, SeededDice
from outrider.games import game as game_by_id
from outrider.play.match import Match

LONGEST = 100_000
"""Lines after which a match that has not ended is given up as a draw."""
MOST_REASONS = 5
"""Reasons for replacing a bot's choices that are told apart in one game."""
OTHER_REASONS = "other reasons"


@dataclass(frozen=True, slots=True)
class Bout:
    """What is to be played: a game on its terms, the bots in the order of the seats, and the seed
    of the dice and of the bots' own chance. `pair` are bouts with the same seed, seats swapped."""

    pair: int
    game: str
    bots: tuple[str, ...]
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    scenario: Any = None
    seconds: float | None = None
    """For one choice; a bot's own time if it is None."""
    memory: int = MEMORY
    """Megabytes that a program may use."""
    bot_log: str | None = None
    """The file for what programs write to standard error."""
    variant: Any = None
    """Changed numbers, as JSON."""
    table: Any = None
    start: Any = None
    """A state to begin with, as JSON; then the terms are its own."""
    records: str | None = None
    """The folder for the records."""
    counted: bool = False
    """Whether levels think by counts alone, so that the same game comes of it on any machine."""

    def swapped(self) -> "Bout":
        """The same dice, the two bots in each other's seats. Of a bot that plays itself that would
        be the same game: then it has other dice."""
        first, second = dict.fromkeys(self.bots)
        bots = tuple(second if bot == first else first for bot in self.bots)
        seed = -1 - self.seed if plain(first) == plain(second) else self.seed
        return replace(self, bots=bots, seed=seed)

    @property
    def name(self) -> str:
        """What its record is called: the number of the pair, and who has the first seat."""
        who = re.sub(r"[^A-Za-z0-9.]+", "-", self.bots[0]).strip("-")[:40]
        return f"{self.pair:06d}-{who}.jsonl"


@dataclass(frozen=True, slots=True)
class Replaced:
    """Why choices of a bot were replaced, how often, and what its program last wrote about it."""

    reason: str
    times: int
    wrote: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """How a bout went. `winners` are seats' numbers; times are seconds by seat."""

    pair: int
    bots: tuple[str, ...]
    winners: tuple[int, ...]
    reason: str
    lines: int
    choices: tuple[int, ...]
    thought: tuple[float, ...]
    longest: tuple[float, ...]
    substitutes: tuple[int, ...]
    replaced: tuple[tuple[Replaced, ...], ...] = ()
    """The same by reason, where any were."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def score(self, seat: int) -> float:
        """1 for a win, shared if several won; of a draw everybody has the same part."""
        if not self.winners:
            return 1 / len(self.bots)
        return 1 / len(self.winners) if seat in self.winners else 0.0


def plain(name: str) -> str:
    """A bot's name without the number that tells it from itself: `soldier #2` is a soldier."""
    return re.sub(r" #[0-9]+$", "", name)


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """The same names, numbered where one is there again."""
    found: list[str] = []
    for name in names:
        number = names[: len(found)].count(name)
        found.append(f"{name} #{number + 1}" if number else name)
    return tuple(found)


NUMBERS = {"winners": int, "choices": int, "thought": float, "longest": float, "substitutes": int}


def played_from_json(data: object) -> Played:
    """A result that was written down; whatever is none is refused."""
    names = [spec.name for spec in fields(Played)]
    if not isinstance(data, dict) or not set(names[:-1]) <= set(data) <= set(names):
        raise malformed("it has not the fields of a result")
    made: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
    }
    try:
        made["replaced"] = tuple(
            tuple(Replaced(str(e["reason"]), int(e["times"]), str(e["wrote"])) for e in seat)
            for seat in made.get("replaced", ())
        )
        for name, kind in NUMBERS.items():
            made[name] = tuple(map(kind, made[name]))
        made["pair"] = int(made["pair"])
        made["bots"] = tuple(map(str, made["bots"]))
    except (KeyError, TypeError, ValueError):
        raise malformed("its fields are not those of a result") from None
    played = Played(**made)
    seats = len(played.bots)
    by_seat = (played.choices, played.thought, played.longest, played.substitutes)
    if (
        any(len(each) != seats for each in by_seat)
        or len(played.replaced) not in (0, seats)
        or not set(played.winners) <= set(range(seats))
    ):
        raise malformed("its seats do not agree")
    return played


@dataclass(slots=True)
class _Tally:
    """What a seat's bot did."""

    choices: int = 0
    thought: float = 0.0
    longest: float = 0.0
    substitutes: int = 0
    reasons: dict[str, Replaced] = field(default_factory=dict)

    def add(self, turn: Turn) -> None:
        self.choices += 1
        self.thought += turn.seconds
        self.longest = max(self.longest, turn.seconds)
        if turn.reason is None:
            return
        self.substitutes += 1
        known = turn.reason in self.reasons or len(self.reasons) < MOST_REASONS
        reason = turn.reason if known else OTHER_REASONS
        before = self.reasons.get(reason)
        times = before.times if before else 0
        self.reasons[reason] = Replaced(reason, times + 1, turn.wrote)


def play(bout: Bout) -> Played:
    """Play a bout to its end."""
    return played_out(bout)[0]


def begun(bout: Bout, dice: Dice | None = None) -> Match:
    """The match of a bout, before anybody has chosen; with the dice of its seed, or others."""
    game = game_by_id(bout.game)
    game.warm()
    if bout.start is not None:
        terms = game.terms_of(game.load(bout.start))
    else:
        terms = game.terms(bout.options, len(bout.bots), bout.table, bout.scenario, bout.variant)
    return Match(game, terms, dice or SeededDice(bout.seed), start=bout.start)


def played_out(bout: Bout) -> tuple[Played, Match]:
    """Play a bout to its end: how it went, and the match with all its moments."""
    match = begun(bout)
    game, terms = match.game, match.terms
    log = None if bout.bot_log is None else Path(bout.bot_log)
    tallies = [_Tally() for _ in bout.bots]
    bots: list[Bot] = []
    try:
        for seat, name in zip(terms.seats, bout.bots, strict=True):
            bots.append(seated(game, seat, plain(name), bout.memory, log))
        _play_on(match, bout, bots, tallies)
    finally:
        for bot in bots:
            dismiss(bot)
    result = match.result
    winners = () if result is None else result.winners
    played = Played(
        bout.pair,
        bout.bots,
        tuple(terms.seats.index(seat) for seat in winners),
        "given up as too long" if result is None else result.reason,
        match.version,
        tuple(tally.choices for tally in tallies),
        tuple(tally.thought for tally in tallies),
        tuple(tally.longest for tally in tallies),
        tuple(tally.substitutes for tally in tallies),
        tuple(tuple(tally.reasons.values()) for tally in tallies),
    )
    return played, match


def _play_on(match: Match, bout: Bout, bots: Sequence[Bot], tallies: Sequence[_Tally]) -> None:
    order = random.Random(f"{bout.seed}|order")
    by: type[Clock] = Unhurried if bout.counted else BusyClock
    while match.result is None and match.version < LONGEST:
        # Where several may act at once, each of them is as likely to be the next.
        deciders = match.deciders()
        seat = deciders[int(order.random() * len(deciders))]
        number = match.terms.seats.index(seat)
        name = plain(bout.bots[number])
        seconds = seconds_of(name, 1.0) if bout.seconds is None else bout.seconds
        source = random.Random(f"{bout.seed}|{match.version}|{seat}")
        if bout.counted and isinstance(bots[number], Ranked):
            seconds = Unhurried().seconds
        turn = take_turn(match, seat, bots[number], seconds, source, by)
        tallies[number].add(turn)
