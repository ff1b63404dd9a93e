"""Whole games and single choices, for the tests of bots of the table games."""

import random
from typing import Any

from outrider.analysis import Analyst
from outrider.bots import Asked, Clock, bot_of
from outrider.core.game import Game
from outrider.core.pending import Decide, Over, Roll
from outrider.whole.lane import Lane, whole_of

LONG = 3600.0
SAMPLES = 64


def chosen(
    game: Game[Any, Any], level: str, state: Any, seat: str, seed: int = 1, seconds: float = LONG
) -> str:
    """What a level does in a position, as text; it has to be legal."""
    asked = Asked.of(game, state, seat)
    action = bot_of(game, level).choose(asked, Clock(seconds), random.Random(seed))
    assert action in asked.choices
    return game.write_action(action)


def evaluate(game: Game[Any, Any], state: Any, seat: str) -> float:
    """The chance of a seat to win, a draw counted as half."""
    return Analyst(game).tally(state, 0, SAMPLES).means[seat]


def played(
    game: Game[Any, Any], levels: dict[str, str], seed: int, terms: dict[str, Any] | None = None
) -> tuple[str, ...]:
    """The winners of a whole game, in which every action is checked."""
    source = random.Random(seed)
    bots = {seat: bot_of(game, level) for seat, level in levels.items()}
    state = game.new(game.terms(**{"seats": len(levels), **(terms or {})})).state
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Roll):
            state = game.roll(state, [source.randint(1, 6) for _ in range(pending.dice)]).state
            continue
        assert isinstance(pending, Decide)
        seat = source.choice(pending.seats)
        action = bots[seat].choose(Asked.of(game, state, seat), Clock(LONG), source)
        state = game.apply(state, seat, action).state
    return pending.outcome.winners


def won(
    game: Game[Any, Any],
    level: str,
    other: str,
    seeds: range,
    terms: dict[str, Any] | None = None,
) -> int:
    """How many games a level wins, in turn at either seat."""
    count = 0
    for seed in seeds:
        mine, yours = ("red", "blue") if seed % 2 else ("blue", "red")
        count += played(game, {mine: level, yours: other}, seed, terms) == (mine,)
    return count


def drawn(game: Game[Any, Any], terms: dict[str, Any], count: int) -> int:
    """How many games two soldiers draw, of so many that are played in compiled code."""
    whole = whole_of(game)
    assert whole is not None
    lane = Lane(game, game.terms(**{"seats": 2, **terms}), whole)
    games = lane.play(("soldier", "soldier"), range(count))
    ends = [game.pending(lane.state(told)) for told in games]
    return sum(isinstance(end, Over) and not end.outcome.winners for end in ends)
