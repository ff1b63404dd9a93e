"""Kernels leave the arrays that they are given as they were: nobody holds on to them."""

import random
import sys
from typing import Any

import numpy as np
import pytest

from outrider.core.pending import Over, Roll
from outrider.games import game as game_by_id
from outrider.games import games


def arrays_in(value: Any) -> list[Any]:
    """All arrays in tuples of tuples."""
    if isinstance(value, tuple):
        return [array for each in value for array in arrays_in(each)]
    return [value] if isinstance(value, np.ndarray) else []


@pytest.mark.parametrize("game", [game.id for game in games() if game.id != "skirminion"])
def test_a_game_holds_on_to_no_array(game: str) -> None:
    rules, source = game_by_id(game), random.Random(1)
    state = rules.new(rules.terms()).state
    arrays = arrays_in(state.setting.arrays)
    assert arrays
    before = [sys.getrefcount(array) for array in arrays]
    for at in range(200):
        pending = rules.pending(state)
        if isinstance(pending, Over):
            break
        if isinstance(pending, Roll):
            faces = [source.randint(1, 6) for _ in range(pending.dice)]
            state = rules.roll(state, faces).state
            continue
        choices = rules.choices(state, pending.seats[0])
        if at % 20 == 0:
            list(choices)
        state = rules.apply(state, pending.seats[0], choices.sample(source)).state
    assert at > 50
    assert [sys.getrefcount(array) for array in arrays] == before
