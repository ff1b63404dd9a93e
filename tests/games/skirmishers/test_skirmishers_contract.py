"""Every shipped scenario keeps the contract that all games keep."""

from collections.abc import Iterator
from typing import Any

import pytest

from forms import looking_at
from outrider.core.game import Terms
from outrider.games.skirmishers.game import Skirmishers
from outrider.testing import CONTRACT, LOOKED_AT, Check

NAMES = Skirmishers().scenario_names()


class Staged(Skirmishers):
    """The game with another scenario where none is asked for."""

    def __init__(self, name: str) -> None:
        self.name = name

    def terms(
        self,
        options: object = None,
        seats: object = None,
        table: Any = None,
        scenario: Any = None,
        variant: object = None,
    ) -> Terms:
        chosen = self.name if scenario is None else scenario
        return super().terms(options, seats, table, chosen, variant)


SLOW = ("junk_is_refused", "states_say_what_they_are")
"""Checks whose time grows with the table: the default scenario goes through them with the other
games, these scenarios in the long run."""
QUICK = [check for check in CONTRACT if check.__name__ not in SLOW]


GAMES = {name: Staged(name) for name in NAMES}
FEW = 40
"""Positions that each check looks at; `make slow` has all of them."""


def named(check: Check) -> str:
    return check.__name__


@pytest.fixture(autouse=True, scope="module")
def few() -> Iterator[None]:
    with looking_at(FEW):
        yield


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("check", QUICK, ids=named)
def test_contract(check: Check, name: str) -> None:
    """SKR-S5: what holds for a game holds for each of its scenarios."""
    check(GAMES[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("check", CONTRACT, ids=named)
def test_contract_at_length(check: Check, name: str) -> None:
    with looking_at(LOOKED_AT):
        check(GAMES[name])
