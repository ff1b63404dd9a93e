"""Every installed game, and the example of a game from outside, keeps the contract."""

from typing import Any

import pytest

from outrider.core.game import Game
from outrider.games import games
from outrider.testing import CONTRACT, Check
from outrider_pebbles.game import Pebbles

GAMES = (*games(), Pebbles())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("check", CONTRACT, ids=lambda check: check.__name__)
def test_contract(check: Check, game: Game[Any, Any]) -> None:
    check(game)
