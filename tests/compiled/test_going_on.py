"""Batches that are played on and on."""

import numpy as np
import pytest

import outrider
from outrider import Refusal

TINY = {"skirminion": {"quiet_limit": 30, "length_limit": 60}, "basic": {"turn_limit": 12}}
MANY = 700


@pytest.mark.kernel
@pytest.mark.parametrize("game", TINY)
def test_it_is_playing_to_the_end_again_and_again(game: str) -> None:
    """SKN-V5, BSK-V2"""
    batch = outrider.batch(game, 3, options=TINY[game], seed=8)
    other = batch.copy()
    found = batch.keep_playing(MANY, threads=2)
    counted = np.zeros_like(found)
    for i in range(3):
        left = MANY
        while left:
            only = np.arange(3) == i
            kept = other._rows.copy(), other._randoms.copy()
            left -= int(other.playout(left)[i])
            for each in np.flatnonzero(~only):
                other._rows[each], other._randoms[each] = kept[0][each], kept[1][each]
            if left:
                counted[i, other.endings()[i]] += 1
                other.reset(only)
    assert (found == counted).all() and found.sum() > 5 and (found[:, 0] == 0).all()
    assert batch.states() == other.states()
    assert (batch._randoms == other._randoms).all()
    # One that was over at the end of it is counted when it goes on.
    more = batch.keep_playing(0)
    assert (more == 0).all()


def test_games_begin_with_what_is_said() -> None:
    game = outrider.game("skirminion")
    batch = outrider.batch("skirminion", 2)
    opening = game.read("ffffffff/8/8/8/8/8/8/FFFFFFFF r - -")
    batch.begin_with(opening)
    assert batch.state(0) != opening
    batch.reset([0])
    assert batch.state(0) == opening and batch.state(1) != opening
    with pytest.raises(Refusal, match="state 0 is none of Skirminion"):
        batch.begin_with(outrider.batch("basic", 1).state(0))


def test_some_games_are_not_played_on_and_on() -> None:
    with pytest.raises(Refusal, match="Skirmish is not played on and on"):
        outrider.batch("skirmish", 1).keep_playing(5)
    with pytest.raises(Refusal, match="the number of actions"):
        outrider.batch("basic", 1).keep_playing(-1)
