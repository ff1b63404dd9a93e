"""Points of pieces, and rosters: what they cost, and what is wrong with them."""

import json
from pathlib import Path
from typing import Any

import pytest

from outrider.core.making import changed
from outrider.games import game as game_by_id
from outrider.games.skirmishers import mustering, shipped

GAME: Any = game_by_id("skirmishers")
Json = dict[str, Any]
STUDY = Path(__file__).resolve().parents[3] / "docs" / "studies" / "points.md"
FIGHTER: Json = {"firing": 0, "attack": 1, "defense": 1, "movement": 6, "weapon": "none"}
BOW: Json = {"firing": 1, "weapon": "bow", "range": 12}


def points(**more: Any) -> int:
    said = GAME.muster(roster({**FIGHTER, **more})).to_json()
    assert said["ok"], said["findings"]
    found: int = said["bill"]["total"]
    return found


def roster(*pieces: Any, **more: Any) -> Json:
    return {"outrider_roster": 1, "name": "Some", "pieces": list(pieces), **more}


def test_a_fighter_is_the_measure_and_more_costs_more() -> None:
    assert points() == 10
    for name, low, high in (("attack", 0, 4), ("defense", 0, 4), ("movement", 3, 10)):
        ladder = [points(**{name: value}) for value in range(low, high + 1)]
        assert ladder == sorted(ladder) and ladder[0] < ladder[-1], name
    far = [points(**{**BOW, "range": value}) for value in range(5, 19)]
    assert far == sorted(far) and far[0] < far[-1]
    dice = [points(**{**BOW, "firing": value}) for value in (1, 2, 3)]
    assert dice == sorted(set(dice))
    assert points(**BOW) < points(**{**BOW, "weapon": "firearm"})
    assert points(**{**BOW, "firing": 0}) == points(), "a bow without dice hits nobody"


def test_what_was_not_measured_counts_as_the_nearest_that_was_and_says_so() -> None:
    for more, near in (
        ({"attack": 12}, {"attack": 4}),
        ({"defense": 9}, {"defense": 4}),
        ({"movement": 36}, {"movement": 10}),
        ({**BOW, "range": 99}, {**BOW, "range": 18}),
        ({**BOW, "firing": 12}, {**BOW, "firing": 3}),
    ):
        said = GAME.muster(roster({**FIGHTER, **more}, {**FIGHTER, **near}))
        beyond, within = said.bill.prices
        assert beyond.points == within.points
        assert beyond.beyond and not within.beyond


def test_the_page_of_the_study_tells_the_points_of_today() -> None:
    table = mustering.table()
    assert table["rules"] == GAME.rules_version
    page = STUDY.read_text("utf-8")
    assert f"Skirmishers, rules {table['rules']}; " in page
    assert f"| the same, attack 2 | {points(attack=2)} |" in page
    assert f"| the same, defense 4 | {points(defense=4)} |" in page


def test_both_sides_of_a_scenario_are_billed_also_with_faults() -> None:
    value = json.loads(json.dumps(shipped.value_of("window")))
    whole = GAME.examine("scenario", value).bills
    counts = {seat: len(value["sides"][seat]["pieces"]) for seat in ("red", "blue")}
    assert {seat: len(bill.prices) for seat, bill in whole.items()} == counts
    assert all(bill.total > 0 and None not in bill.prices for bill in whole.values())
    value["sides"]["red"]["pieces"][0]["at"] = [-5, 2]
    value["sides"]["red"]["pieces"][1]["attack"] = 1e9
    found = GAME.examine("scenario", value)
    assert found.setting is None
    first, second, *_ = found.bills["red"].prices
    assert first == whole["red"].prices[0] and second is None
    assert found.bills["blue"] == whole["blue"]
    every: tuple[Any, ...] = (None, 3, {}, {"sides": {"red": {"pieces": [None, 3, {"id": []}]}}})
    for broken in every:
        assert GAME.examine("scenario", broken).bills["red"].total == 0


def test_a_budget_is_kept_an_eye_on() -> None:
    said = GAME.muster(roster(FIGHTER, FIGHTER, budget=15, game="skirmishers")).to_json()
    assert said["ok"] and said["bill"]["total"] == 20 and said["over"] == 5
    assert said["about"] == ['attack 1, defense 1, movement 6"'] * 2
    assert GAME.muster(roster(FIGHTER)).to_json()["over"] == 0, "without one nothing is too dear"
    assert GAME.muster(roster()).to_json()["ok"], "one begins with nobody"


BAD: list[tuple[Any, str, str]] = [
    ([], "", "must be an object"),
    (roster(FIGHTER, outrider_roster=2), "outrider_roster", "must be 1"),
    (roster(FIGHTER, game="basic"), "game", "not of skirmishers"),
    (roster(FIGHTER, budget=-3), "budget", "from 1 to 9999"),
    (roster(FIGHTER, name="x" * 99), "name", "1 to 60"),
    (roster(FIGHTER, name="\u202eevil"), "name", "printable"),
    (roster(*[FIGHTER] * 100), "pieces", "at most 99 pieces, not 100"),
    (roster({**FIGHTER, "attack": 1e9}), "pieces[0].attack", "a whole number"),
    (roster({**FIGHTER, "weapon": "laser"}), "pieces[0].weapon", "unknown weapon"),
    (roster({**FIGHTER, "range": 4}), "pieces[0].range", "has no range"),
    (roster(FIGHTER, {**FIGHTER, "at": [1, 1]}), "pieces[1].at", "nothing of where"),
    (roster(FIGHTER, colour="red"), "colour", "unknown field"),
    (roster(3), "pieces[0]", "must be an object"),
]


@pytest.mark.parametrize(("value", "place", "reason"), BAD, ids=lambda each: str(each)[:30])
def test_a_bad_roster_says_what_is_wrong_and_where(value: Any, place: str, reason: str) -> None:
    said = GAME.muster(value).to_json()
    assert not said["ok"]
    first = said["findings"][0]
    assert first["place"] == place and reason in first["message"] and first["rule"]
    if first["mend"] is not None:
        mended = changed(value, GAME.muster(value).findings[0].mend.changes)
        assert GAME.muster(mended).to_json()["ok"]
