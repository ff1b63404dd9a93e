"""One game between bots, from its seed to its result."""

import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from outrider.bots.protocol import Bot, Clock
from outrider.bots.seating import let_choose, seated, seconds_of
from outrider.dice import SeededDice
from outrider.games import game as game_by_id
from outrider.play.match import Match

LONGEST = 100_000
"""Lines after which a match that has not ended is given up as a draw."""


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

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def score(self, seat: int) -> float:
        """1 for a win, shared if several won; of a draw everybody has the same part."""
        if not self.winners:
            return 1 / len(self.bots)
        return 1 / len(self.winners) if seat in self.winners else 0.0


def played_from_json(data: dict[str, Any]) -> Played:
    made: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
    }
    return Played(**made)


@dataclass(slots=True)
class _Tally:
    choices: list[int]
    thought: list[float]
    longest: list[float]
    substitutes: list[int]


def play(bout: Bout) -> Played:
    """Play a bout to its end."""
    game = game_by_id(bout.game)
    terms = game.terms(bout.options, len(bout.bots), None, bout.scenario)
    match = Match(game, terms, SeededDice(bout.seed))
    count = len(bout.bots)
    tally = _Tally([0] * count, [0.0] * count, [0.0] * count, [0] * count)
    bots = [seated(game, seat, name) for seat, name in zip(terms.seats, bout.bots, strict=True)]
    try:
        _play_on(match, bout, bots, tally)
    finally:
        for bot in bots:
            close = getattr(bot, "close", None)
            if close is not None:
                with suppress(OSError):
                    close()
    result = match.result
    winners = () if result is None else result.winners
    return Played(
        bout.pair,
        bout.bots,
        tuple(terms.seats.index(seat) for seat in winners),
        "given up as too long" if result is None else result.reason,
        match.version,
        tuple(tally.choices),
        tuple(tally.thought),
        tuple(tally.longest),
        tuple(tally.substitutes),
    )


def _play_on(match: Match, bout: Bout, bots: Sequence[Bot], tally: _Tally) -> None:
    order = random.Random(f"{bout.seed}|order")
    while match.result is None and match.version < LONGEST:
        # Where several may act at once, each of them is as likely to be the next.
        deciders = match.deciders()
        seat = deciders[int(order.random() * len(deciders))]
        number = match.terms.seats.index(seat)
        name = bout.bots[number]
        seconds = seconds_of(name, 1.0) if bout.seconds is None else bout.seconds
        source = random.Random(f"{bout.seed}|{match.version}|{seat}")
        begun = time.perf_counter()
        _, failed = let_choose(match, seat, bots[number], Clock(seconds), source)
        took = time.perf_counter() - begun
        tally.choices[number] += 1
        tally.thought[number] += took
        tally.longest[number] = max(tally.longest[number], took)
        tally.substitutes[number] += failed is not None


def pairing(
    first: str,
    second: str,
    pair: int,
    game: str,
    options: dict[str, Any],
    scenario: Any,
    seconds: float | None,
    seed: int,
) -> tuple[Bout, Bout]:
    """The same dice twice, with seats swapped."""
    bout = Bout(pair, game, (first, second), seed, options, scenario, seconds)
    return bout, Bout(pair, game, (second, first), seed, options, scenario, seconds)
