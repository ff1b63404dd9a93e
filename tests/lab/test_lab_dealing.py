"""Fair fights are kept by what the lab measures: the same by any number of workers, whole or in
slices, and fair again by other dice."""

import json
from typing import Any

import pytest

from outrider.core.refusal import Refusal
from outrider.games import game as game_by_id
from outrider.lab import cells_of
from outrider.lab.dealing import (
    DROPPED,
    KEPT,
    OPEN,
    Dealing,
    Trial,
    Wish,
    deal,
    judge,
)
from outrider.lab.playing import Block, play_block
from outrider.lab.tally import Tally
from outrider.server.dealing import Deal, dealt_on

WISH = Wish("skirmishers", 1, 2)
AGAIN, WIDER = 600, 0.08
"""Games by other dice, and how far from even they may then score."""


@pytest.fixture(scope="module")
def looks() -> list[Dealing]:
    return list(deal(WISH, 1))


def test_what_is_kept_is_fair_by_its_interval(looks: list[Dealing]) -> None:
    last = looks[-1]
    assert [each.tried for each in looks] == [*range(1, len(looks) + 1)]
    assert all(each.kept is None for each in looks[:-1])
    assert last.kept is not None and last.tried > 1, "the first is not kept just so"
    assert last.kept.number == last.tried - 1
    assert last.kept.value == game_by_id(WISH.game).deal(WISH.seed, last.kept.number, WISH.pieces)
    told = last.kept.measured
    assert told.games == last.kept.games < last.games
    red, blue, drawn = told.won["red"], told.won["blue"], told.drawn
    assert red.mean + blue.mean + drawn.mean == pytest.approx(1, abs=0.001)
    assert abs(red.mean - blue.mean) / 2 <= 0.05 and drawn.high < 1 / 3


def test_it_is_fair_by_other_dice_too(looks: list[Dealing]) -> None:
    kept = looks[-1].kept
    assert kept is not None
    plan = WISH.plan(kept.value, seed=77)
    (cell,) = cells_of(plan)
    tally = Tally(cell, AGAIN)
    tally.add(play_block(plan, Block(0, 0, AGAIN)).games)
    assert abs(tally.interval.mean - 0.5) < WIDER
    assert tally.draw_rate.mean < 1 / 3


def test_more_workers_deal_the_same(looks: list[Dealing]) -> None:
    assert list(deal(WISH, 2)) == looks


def test_slices_deal_the_same(looks: list[Dealing]) -> None:
    """As a server does it: a look at a time, and what is kept in between goes through a pipe."""
    parts: list[Any] = []
    asked = Deal(WISH.game, WISH.seed, WISH.pieces, None, 0.0)
    while True:
        answer = dealt_on(asked, WISH, lambda kind, said: parts.append(said))
        if answer["over"]:
            break
        asked = Deal(WISH.game, WISH.seed, WISH.pieces, answer["kept"], 0.0)
    found, kept = answer["found"], looks[-1].kept
    assert kept is not None
    assert (found["tried"], found["games"]) == (looks[-1].tried, looks[-1].games)
    assert found["kind"] == "scenario" and found["value"] == kept.value
    assert found["setting"]["measured"] == json.loads(json.dumps(kept.measured.to_json()))
    assert found["setting"]["state"]["turn"] == 1
    assert len(parts) > len(looks) and all("value" not in part for part in parts)


def test_a_fight_far_from_fair_is_given_up_early(looks: list[Dealing]) -> None:
    dropped = judge(WISH, 0)
    assert dropped.value is None and dropped.games < 600
    trial = Trial(WISH, 0)
    verdicts = [trial.look()]
    while trial.verdict == OPEN:
        verdicts.append(trial.look())
    assert verdicts[-1] == DROPPED and KEPT not in verdicts
    assert trial.tally.games == dropped.games


def test_what_cannot_be_dealt_is_refused_before_anybody_plays() -> None:
    for wish, reason in (
        (Wish("skirminion", 1, 4), "no fights are dealt for skirminion"),
        (Wish("skirmishers", -1, 4), "the seed"),
        (Wish("skirmishers", 1, 400), "the pieces of a side"),
        (Wish("nothing", 1, 4), "nothing"),
    ):
        with pytest.raises(Refusal, match=reason):
            next(deal(wish, 1))
