"""Campaigns for tests: a small one, and battles of it that end as a test wants."""

import json
from collections.abc import Collection
from dataclasses import replace
from functools import cache
from typing import Any

from outrider.campaigns import Campaign, Course, games_with_campaigns, read_campaign, value_of
from outrider.core.pending import Outcome
from outrider.games.skirmishers.state import State, recorded

Json = dict[str, Any]


def small(**more: Any) -> Json:
    """Two battles; Red has to win the first to come to the second."""
    roster = {
        seat: [
            {"id": f"{seat}{n}", "firing": 0, "attack": 1, "defense": 1, "movement": 6}
            for n in range(1, 5)
        ]
        for seat in "RB"
    }
    roster["R"][0] |= {"name": "Ned", "weapon": "bow", "range": 12, "firing": 1}
    sides = {
        "red": {"posts": [[9, 3], [12, 3], [15, 3]], "victory": [{"kind": "destroy-all"}]},
        "blue": {"posts": [[9, 21], [12, 21], [15, 21]], "victory": [{"kind": "destroy-all"}]},
    }
    everybody = {"red": ["R1", "R2", "R3", "R4"], "blue": ["B1", "B2", "B3", "B4"]}
    table = {"name": "A field", "size": [24, 24], "terrain": []}
    ground = {"table": table, "turn_limit": 20, "sides": sides}
    battle = {"name": "The field", "muster": everybody, "least": {"red": 2}, "scenario": ground}
    made: Json = {
        "outrider_campaign": 1,
        "game": "skirmishers",
        "name": "Two fields",
        "sides": {
            "red": {"name": "The reds", "roster": roster["R"]},
            "blue": {"name": "The blues", "roster": roster["B"]},
        },
        "learning": {
            "a_battle": 2,
            "each": 2,
            "lessons": [
                {"rating": "attack", "by": 1, "most": 3},
                {"rating": "range", "by": 2, "most": 14},
            ],
        },
        "first": "one",
        "battles": {
            "one": {**battle, "next": {"red": "two", "blue": "lost", "draw": "two"}},
            "two": {**battle, "next": {"red": "won", "blue": "lost", "draw": "lost"}},
        },
        "ends": {
            "won": {"name": "Won", "winner": "red"},
            "lost": {"name": "Lost", "story": "It is.", "winner": "blue"},
        },
    }
    whole: Json = json.loads(json.dumps({**made, **more}))  # battles share nothing
    return whole


@cache
def plain() -> Campaign:
    return read_campaign(small())


@cache
def salt_road() -> Campaign:
    (game,) = games_with_campaigns()
    return read_campaign(value_of(game, "salt-road"))


def after(course: Course, dead: Collection[str] = (), gone: Collection[str] = ()) -> State:
    """The battle that is next, with some dead, and some gone by an edge."""
    game = course.campaign.game
    state: State = game.new(game.terms(scenario=course.scenario())).state
    units = [
        replace(unit, health=0)
        if unit.id in dead
        else replace(unit, at=None, exit="top")
        if unit.id in gone
        else unit
        for unit in state.units
    ]
    return recorded(state.setting, units, "red", state.held)


def fought(course: Course, winner: str | None, dead: Collection[str] = ()) -> Course:
    outcome = Outcome((winner,) if winner else (), "it was so")
    return course.ended(outcome, after(course, dead))
