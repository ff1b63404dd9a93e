"""Games looked at again: swings that add up, in the time there is, and no noise told as news."""

import json
import math
import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import forms
import outrider
from outrider.analysis import Analyst, Review, Swing, Tally, review
from outrider.analysis.reviewing import CERTAIN, LEAST, added, mattered
from outrider.bots import Asked, Clock, bot_of
from outrider.core.record import Record
from outrider.dice import SeededDice
from outrider.games import built_in
from outrider.play.match import Match

RECORDS = Path(__file__).resolve().parents[1] / "playthroughs"
LONG = 3600.0


def record_of(name: str, lines: int | None = None) -> Record:
    """A game that was played, or its first lines."""
    whole = outrider.record_from_text((RECORDS / f"{name}.jsonl").read_text("utf-8"))
    return whole if lines is None else replace(whole, lines=whole.lines[:lines], result=None)


def adds_up(found: Review, record: Record) -> None:
    assert len(found.chances) == len(found.errors) == len(record.lines) + 1
    for seat in found.seats:
        total = sum(swing.by[seat] for swing in found.swings)
        assert found.chances[0][seat] + total == pytest.approx(found.chances[-1][seat])


@pytest.mark.parametrize("name", ["basic", "skirmishers", "skirminion"])
def test_the_swings_of_a_game_add_up(name: str) -> None:
    record = record_of(name)
    found = review(outrider.game(name), record, seconds=5)
    adds_up(found, record)
    assert len(found.moments) <= 3
    for swing in found.swings:
        if swing.n in found.moments:
            seat = swing.clearest()
            assert abs(swing.by[seat]) > max(LEAST, CERTAIN * swing.error[seat])
    said = json.loads(json.dumps(found.to_json()))
    for sums in ("luck", "skill", "luck_error", "skill_error"):
        assert said[sums].keys() == set(found.seats)
    assert said["how"] == found.how()


@pytest.mark.parametrize("seats", [2, 4])
def test_a_review_ends_in_time_and_says_how_closely_it_looked(seats: int) -> None:
    """Left alone, either of these takes minutes."""
    game: Any = outrider.game("skirmish")
    record = record_of("skirmish") if seats == 2 else four(game)
    Analyst(game)
    began = time.process_time()
    found = review(game, record, seconds=2)
    assert time.process_time() - began < 8
    adds_up(found, record)
    least, most = found.samples
    assert 0 < least <= most
    assert str(least) in found.how() and str(most) in found.how()


def four(game: Any) -> Record:
    """A game of four that has just been deployed."""

    match = Match(game, game.terms(seats=4), SeededDice(3))
    bot, source = bot_of(game, "recruit"), random.Random(1)
    while match.version < 60:
        seat = match.deciders()[0]
        asked = Asked.of(game, match.state, seat)
        match.play(seat, bot.choose(asked, Clock(LONG), source))
    return match.record()


def test_lines_that_there_was_no_time_for_are_said_to_be_unseen() -> None:
    record = record_of("basic")
    found = review(outrider.game("basic"), record, seconds=1e-6)
    adds_up(found, record)
    unseen = [swing for swing in found.swings if swing.kind == "unseen"]
    assert found.unseen == len(unseen) > len(record.lines) / 2
    assert all(by == 0 for swing in unseen for by in swing.by.values())
    assert f"no time for {found.unseen} lines" in found.how()
    # What the lines did that nobody looked at is neither skill nor luck, and no moment.
    assert found.swings[-1].kind == "several" and not found.moments
    assert not any(found.luck.values()) and not any(found.skill.values())


def test_the_seed_decides_the_samples() -> None:
    game, record = outrider.game("skirmishers"), record_of("skirmishers", 6 if forms.LONG else 3)
    first = review(game, record, seed=1, seconds=LONG)
    assert review(game, record, seed=1, seconds=LONG) == first
    other = review(game, record, seed=2, seconds=LONG)
    assert other.chances != first.chances
    for one, two, error in zip(first.chances, other.chances, first.errors, strict=True):
        assert abs(one["red"] - two["red"]) < 6 * error["red"] + 1e-9


@pytest.mark.parametrize("game", built_in(), ids=lambda game: game.id)
def test_every_swing_has_a_text(game: Any) -> None:
    found = review(game, record_of(game.id), seconds=1e-6)
    assert all(swing.text.strip() for swing in found.swings)


def swing(n: int, by: float, error: float, kind: str = "dice") -> Swing:
    return Swing(n, "red", kind, {"red": by, "blue": -by}, {"red": error, "blue": error}, "A roll.")


def test_noise_is_no_moment() -> None:
    swings = [swing(1, 0.3, 0.02), swing(2, 0.1, 0.06), swing(3, 0.0, 0.0), swing(4, 0.01, 0.001)]
    assert mattered(swings) == (1,)
    assert mattered([swing(1, 0.3, 0.02, "several")]) == ()
    # Of so many, some are three errors off by chance alone.
    dull = [swing(n, 0.001, 0.03) for n in range(2, 500)]
    assert mattered([swing(1, 0.09, 0.03), *dull]) == ()
    assert mattered([swing(1, 0.18, 0.03), *dull]) == (1,)


def test_errors_of_positions_between_two_swings_drop_out() -> None:
    """Two of Red's choices in a row: what the position between them is worth does not matter."""
    tallies = [Tally({"red": mean, "blue": 1 - mean}, 64) for mean in (0.5, 0.9, 0.6)]
    swings = [swing(1, 0.4, 0.1, "decided"), swing(2, -0.3, 0.1, "decided")]
    sums, errors = added(swings, tallies, [0, 1, 2], ("red", "blue"), "decided")
    assert sums == {"red": pytest.approx(0.1), "blue": 0}
    assert errors["red"] == pytest.approx(
        math.hypot(tallies[0].error("red"), tallies[2].error("red"))
    )
    assert errors["blue"] == 0
