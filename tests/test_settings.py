"""What games may be played on, as they tell it before anybody has chosen."""

from typing import Any

import pytest

from outrider.core.game import Game
from outrider.core.seats import SEATS
from outrider.games import game, games
from outrider.server.examining import begun

TOLD = [known for known in games() if known.settings()]


@pytest.mark.parametrize("known", TOLD, ids=lambda known: known.id)
def test_every_setting_can_be_played_and_is_told_whole(known: Game[Any, Any]) -> None:
    settings = known.settings()
    assert len({each.id for each in settings}) == len(settings)
    for each in settings:
        seats = known.seats_of(known.new(known.terms(**each.terms)).state)
        assert each.title and each.story and each.facts
        told = [side.seat for side in each.sides]
        assert told in ([None], list(seats)) and set(seats) <= set(SEATS)
        assert all(side.aims and side.forces for side in each.sides)
        shown = begun(known, each.terms)
        assert shown["state"]
        assert {goal["seat"] for goal in shown["standing"]["goals"]} == set(seats)


def test_every_game_of_the_house_is_told_before_it_begins() -> None:
    assert len(TOLD) == len(games()) > 4


def test_what_is_offered_first_is_a_laid_table() -> None:
    for id in ("skirmish", "skirmish-2012"):
        known = game(id)
        first, *_, last = known.settings()
        assert known.dump(known.new(known.terms(**first.terms)).state)["table"]["terrain"]
        assert not known.dump(known.new(known.terms(**last.terms)).state)["table"]["terrain"]


def test_forces_are_those_that_stand_there() -> None:
    known = game("skirmishers")
    for each in known.settings():
        units = known.dump(known.new(known.terms(**each.terms)).state)["units"]
        for side in each.sides:
            here = sum(unit["seat"] == side.seat for unit in units)
            assert sum(force.count for force in side.forces) == here
