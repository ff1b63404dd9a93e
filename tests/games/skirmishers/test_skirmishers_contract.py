"""Every shipped scenario keeps the contract that all games keep."""

from typing import Any

import pytest

from outrider.core.game import Terms
from outrider.games.skirmishers.game import Skirmishers
from outrider.testing import CONTRACT, Check

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
LONG = [check for check in CONTRACT if check.__name__ in SLOW]


def named(check: Check) -> str:
    return check.__name__


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("check", QUICK, ids=named)
def test_contract(check: Check, name: str) -> None:
    """SKR-S5: what holds for a game holds for each of its scenarios."""
    check(Staged(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("check", LONG, ids=named)
def test_contract_at_length(check: Check, name: str) -> None:
    check(Staged(name))
