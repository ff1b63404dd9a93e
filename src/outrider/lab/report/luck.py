"""How much of the result the dice explain.

The chance of the first seat is judged before and after every time dice fall, by playing on. What it
changes by is luck; all of it in a game, added up, goes up and down with the result, and how much of
the result's variance goes with it is the dice's share: their covariance over the variance. An
estimate of a chance from a few games played on is rough, but not one-sided, and has nothing to do
with how the game went on: so the share comes out right on average however few they are, and only
the number of games says how sharp it is.
"""

import json
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from outrider.analysis.analyst import Analyst
from outrider.core.course import replay
from outrider.core.record import Fell, Record
from outrider.games import game as game_by_id
from outrider.lab.opened import Experiment
from outrider.lab.store import frames

GAMES, PLAYED_ON = 60, 4
"""Games that are looked at, and how often each position is played on."""
LEAST = 12
TOLD = 0.2
"""A share that is known less sharply than that, by its standard error, is no share."""
FILE = "luck.json"


@dataclass(frozen=True, slots=True)
class Luck:
    """The dice's share of the result, and one standard error; of so many games."""

    share: float
    error: float
    games: int
    biggest: float
    """The most that one fall of dice changed a chance by, on average over games."""


def luck_of(
    experiment: Experiment,
    games: int = GAMES,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> Luck | None:
    """The dice's share in the first cell; nothing where no records are kept, or too few."""
    records = _some(experiment, games)
    if len(records) < LEAST:
        return None
    analyst = Analyst(game_by_id(experiment.plan.game))
    seat = experiment.cells[0].seats[0]
    pairs, biggest = [], []
    for at, record in enumerate(records):
        swings, score = _swings(analyst, record, seat)
        pairs.append((sum(swings), score))
        biggest.append(max(map(abs, swings), default=0.0))
        told(at + 1, len(records))
    share, error = explained(pairs)
    return Luck(share, error, len(records), sum(biggest) / len(biggest))


def _some(experiment: Experiment, games: int) -> list[Record]:
    """Records of the first cell, picked by a seed of their own."""
    if experiment.plan.records == "none":
        return []
    of = frames()
    found = experiment.lazy("games").filter(of.col("cell") == 0).select("game").collect()
    numbers = sorted(found["game"].to_list())
    picked = sorted(random.Random("luck").sample(numbers, min(games, len(numbers))))
    return [experiment.record(number) for number in picked]


def _swings(analyst: Analyst, record: Record, seat: str) -> tuple[list[float], float]:
    """What every fall of dice changed, and the score."""
    game = game_by_id(record.header.game)
    moments = list(replay(game, record))
    swings = []
    at = 0
    while at < len(moments):
        if not isinstance(moments[at].line, Fell):
            at += 1
            continue
        end = at
        while end + 1 < len(moments) and isinstance(moments[end + 1].line, Fell):
            end += 1
        before, after = moments[at - 1].state, moments[end].state
        swings.append(_chance(analyst, after, seat) - _chance(analyst, before, seat))
        at = end + 1
    result = record.result
    winners = () if result is None else result.winners
    seats = record.header.seats
    score = 1 / len(winners) if seat in winners else 0.0 if winners else 1 / len(seats)
    return swings, score


def _chance(analyst: Analyst, state: Any, seat: str) -> float:
    return analyst.estimates(state, PLAYED_ON, None)[seat].mean


def explained(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The share of the second's variance that goes with the first, and its standard error, found by
    leaving out one game after the other."""
    whole = _share(pairs)
    without = [_share([*pairs[:at], *pairs[at + 1 :]]) for at in range(len(pairs))]
    mean = sum(without) / len(without)
    spread = sum((each - mean) ** 2 for each in without)
    return whole, math.sqrt(spread * (len(pairs) - 1) / len(pairs))


def _share(pairs: Sequence[tuple[float, float]]) -> float:
    count = len(pairs)
    luck, score = (sum(each[at] for each in pairs) / count for at in (0, 1))
    variance = sum((each[1] - score) ** 2 for each in pairs)
    if variance == 0:
        return 0.0
    return sum((each[0] - luck) * (each[1] - score) for each in pairs) / variance


def kept_luck(folder: Path, games: int, played: int) -> Luck | None:
    """What was found before, if as many games were there."""
    try:
        kept = json.loads((folder / FILE).read_text("utf-8"))
        return Luck(**kept["luck"]) if kept["of"] == [games, played] else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep_luck(folder: Path, luck: Luck, games: int, played: int) -> None:
    (folder / FILE).write_text(json.dumps({"of": [games, played], "luck": asdict(luck)}), "utf-8")
