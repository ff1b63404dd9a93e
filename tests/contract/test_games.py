"""Every installed game, and the example of a game from outside, keeps the contract."""

from collections.abc import Iterator
from typing import Any

import pytest

from forms import looking_at
from outrider.core.game import Game
from outrider.games import games
from outrider.testing import CONTRACT, LOOKED_AT, Check
from outrider_pebbles.game import Pebbles

GAMES = (*games(), Pebbles())
FEW = 40
"""Positions that each check looks at; `make slow` has all of them."""
FEWER = 12
"""Those in which every field is replaced by junk of every sort."""
LONG = ("junk_is_refused", "legal_actions_are_legal", "states_say_what_they_are")


@pytest.fixture(autouse=True, scope="module")
def few() -> Iterator[None]:
    with looking_at(FEW):
        yield


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("check", CONTRACT, ids=lambda check: check.__name__)
def test_contract(check: Check, game: Game[Any, Any]) -> None:
    if check.__name__ == "junk_is_refused":
        with looking_at(FEWER):
            check(game)
    else:
        check(game)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("name", LONG)
def test_contract_at_length(name: str, game: Game[Any, Any]) -> None:
    with looking_at(LOOKED_AT):
        next(check for check in CONTRACT if check.__name__ == name)(game)
