"""Actions that were made in Python and not read, with what no JSON would bring: refused in
words."""

from collections.abc import Callable
from typing import Any

import pytest

import outrider
from outrider import Refusal, Roll
from outrider.games.basic import actions as basic
from outrider.games.skirmish import actions as skirmish
from outrider.games.skirmishers import actions as skirmishers

MADE: dict[str, Callable[[Any], Any]] = {
    "basic": lambda at: basic.Deploy("R1", at),
    "skirmish": lambda at: skirmish.Deploy("R1", at),
    "skirmish-2012": lambda at: skirmish.Move("R1", at),
    "skirmishers": lambda at: skirmishers.Move("R1", ((5000, 5000), at)),
}
STRANGE: tuple[Any, ...] = ((10**30, 0), (0, -(10**30)), (2**63, 0), (1.5, 2), None, (1,))


@pytest.mark.parametrize("id", MADE)
@pytest.mark.parametrize("at", STRANGE, ids=repr)
def test_a_point_far_off_or_none_at_all(id: str, at: Any) -> None:
    """BSK-S5, SKM-S2, SKR-M2: nothing overflows, and nothing changes."""
    game = outrider.game(id)
    state = game.opening_position()
    for face in (6, 1):
        if isinstance(game.pending(state), Roll):
            state = game.roll(state, [face]).state
    pending, before = game.pending(state), game.dump(state)
    assert isinstance(pending, outrider.Decide)
    (seat,) = pending.seats
    action = MADE[id](at)
    refused = game.choices(state, seat).why_not(action)
    assert refused is not None and refused.kind == "malformed"
    assert refused.message.startswith("a point ")
    assert action not in game.choices(state, seat)
    with pytest.raises(Refusal):
        game.apply(state, seat, action)
    assert game.dump(state) == before


@pytest.mark.parametrize("id", MADE)
@pytest.mark.parametrize("action", ["end", None, 7, object()])
def test_what_is_no_action(id: str, action: Any) -> None:
    game = outrider.game(id)
    state = game.opening_position()
    for face in (6, 1):
        if isinstance(game.pending(state), Roll):
            state = game.roll(state, [face]).state
    pending = game.pending(state)
    assert isinstance(pending, outrider.Decide)
    refused = game.choices(state, pending.seats[0]).why_not(action)
    assert refused is not None and refused.kind == "malformed"
