"""The format: what it says can be read back, and every fault is told with its place."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from campaigns.marching import Json, salt_road, small
from outrider import campaigns
from outrider.campaigns import examined, games_with_campaigns, names, schema_of, value_of
from outrider.campaigns.campaign import MOST_BYTES
from outrider.core.making import Change, changed
from outrider.core.refusal import Refusal
from outrider.games import games


def faults(value: object) -> list[str]:
    made, found = examined(value)
    assert (made is None) == bool(found)
    return [str(fault) for fault in found]


def with_change(place: str, value: Any) -> Json:
    made: Json = changed(small(), [Change(place, value)])
    return made


def test_what_comes_with_a_game_is_sound_and_keeps_to_its_schema() -> None:
    for game in games_with_campaigns():
        assert names(game)
        for name in names(game):
            value = value_of(game, name)
            assert not faults(value)
            jsonschema.validate(value, schema_of(game))
    jsonschema.validate(small(), schema_of(game))


def test_the_salt_road_has_five_battles_and_a_branch() -> None:
    campaign = salt_road()
    assert len(campaign.battles) == 5 and len(campaign.ends) == 3
    assert len(set(campaign.battles[campaign.first].next.values())) == 2
    assert campaign.longest == 4
    for battle in campaign.battles.values():
        assert battle.story and battle.name
        campaign.game.terms(scenario=campaigns.Course(campaign).scenario())


def test_the_example_in_the_docs_is_sound() -> None:
    text = (Path(__file__).parents[2] / "docs" / "campaigns.md").read_text("utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    assert not faults(json.loads(example))


def test_games_without_them_say_so() -> None:
    (other, *_) = (game for game in games() if game.campaigning() is None)
    assert faults(small(game=other.id)) == [f"game: {other.title} has no campaigns"]


@pytest.mark.parametrize("junk", [None, 5, "x", [], True, [[[]]]])
def test_what_is_no_campaign_is_refused(junk: object) -> None:
    assert faults(junk) == ["a campaign is an object"]


BAD: list[tuple[str, Any, str]] = [
    ("outrider_campaign", 2, "outrider_campaign: only version 1 is known, not 2"),
    ("name", "", "name: has 1 to 60 printable characters"),
    ("name", None, "name: missing"),
    ("speed", 5, "speed: unknown field"),
    ("first", "three", 'first: there is no battle "three"'),
    ("battles.one.next.red", "x", 'battles.one.next.red: there is no battle and no end "x"'),
    ("battles.one.next.draw", None, "battles.one.next.draw: missing"),
    ("battles.two.next.draw", "one", "battles.two.next.draw: this leads back to one: a"),
    ("battles.two.next.draw", "two", "battles.two.next.draw: this leads back to two: a"),
    ("battles.one.muster.red[1]", "R9", 'battles.one.muster.red[1]: "R9" is not on red\'s roster'),
    ("battles.one.muster.red[1]", "R1", "battles.one.muster.red[1]: R1 is called twice"),
    ("battles.one.muster.red", ["R1"], "battles.one.scenario.sides.red.posts: there are 3 posts"),
    ("battles.one.least.red", 4, "battles.one.least.red: must be from 1 to 3, not 4"),
    ("battles.one.least.red", 0, "battles.one.least.red: must be from 1 to 3, not 0"),
    ("battles.one.scenario.sides.red.posts[2]", [60, 3], "battles.one.scenario.sides.red.posts[2]"),
    (
        "battles.one.scenario.sides.red.posts[1]",
        [9.5, 3],
        "battles.one.scenario.sides.red.posts[1]",
    ),
    ("battles.one.scenario.sides.red.posts[1]", "x", "battles.one.scenario.sides.red.posts[1]"),
    ("battles.one.scenario.turn_limit", 0, "battles.one.scenario.turn_limit: must be from 1 to"),
    ("battles.one.scenario.table.size", [3, 3], "battles.one.scenario.table.size: a table meas"),
    ("battles.one.scenario.name", "x", "battles.one.scenario.name: unknown field"),
    ("battles.one.scenario", 7, "battles.one.scenario: must be an object, not 7"),
    ("battles.One", {}, 'battles."One": an id has small letters'),
    ("battles", {}, "battles: there are 1 to 20, not 0"),
    ("ends", {}, "ends: there are 1 to 20, not 0"),
    ("ends.spare", {"name": "Spare"}, "ends.spare: no way leads there"),
    ("ends.won.winner", "green", "ends.won.winner: is red, blue or null"),
    ("ends.one", {"name": "One"}, "ends.one: a battle is called that, too"),
    ("sides.red.roster[0].at", [1, 1], "sides.red.roster[0].at: the battles say where"),
    ("sides.red.roster[0].attack", 99, "sides.red.roster[0].attack: must be from 0 to 12, not 99"),
    ("sides.red.roster[0].movement", 0, "sides.red.roster[0].movement: who goes from battle to"),
    ("sides.red.roster[1].id", "R1", "sides.red.roster[1].id: R1 is there twice"),
    ("sides.red.roster[1].id", "B7", "sides.red.roster[1].id: red's pieces are called R1"),
    ("sides.red.roster", [], "sides.red.roster: a roster has 1 to 40 pieces, not 0"),
    ("sides.green", {}, "sides.green: unknown field"),
    ("learning.a_battle", -1, "learning.a_battle: must be from 0 to 40, not -1"),
    ("learning.lessons[0].rating", "wit", "learning.lessons[0].rating: is one of attack"),
    ("learning.lessons[0].most", 13, "learning.lessons[0].most: must be from 0 to 12, not 13"),
    ("learning.lessons[0].most", 1, "learning.lessons[0].most: nobody can learn it: the lowest"),
    ("learning.lessons[0].by", 0, "learning.lessons[0].by: nothing is learnt by that"),
    ("learning.lessons[0].rating", "range", "learning.lessons[1].rating: there is another"),
]


@pytest.mark.parametrize(("place", "value", "said"), BAD, ids=lambda part: str(part)[:50])
def test_every_fault_is_told_with_its_place(place: str, value: Any, said: str) -> None:
    found = faults(with_change(place, value))
    assert any(fault.startswith(said) for fault in found), found


def test_faults_of_all_parts_are_told_at_once() -> None:
    value = changed(
        small(),
        [
            Change("name", ""),
            Change("sides.blue.roster[2].defense", "x"),
            Change("battles.two.scenario.sides.blue.posts[0]", [12, 90]),
            Change("learning.each", "x"),
        ],
    )
    found = faults(value)
    for place in ("name", "sides.blue.roster[2].defense", "learning.each"):
        assert any(fault.startswith(f"{place}: ") for fault in found), (place, found)
    with pytest.raises(Refusal, match=r"the campaign: .* \(and \d+ more\)"):
        campaigns.read_campaign(value)


def test_aims_name_the_battle_s_own_pieces_alone() -> None:
    place = "battles.one.scenario.sides.red.victory"
    found = faults(with_change(place, [{"kind": "destroy", "pieces": ["B1"]}]))
    assert found == [
        f"{place}[0].pieces[0]: B1 may have fallen before: name one of the battle's own pieces"
    ]
    hired = {"id": "B9", "at": [12, 12], "firing": 0, "attack": 1, "defense": 1, "movement": 6}
    value = changed(
        small(),
        [
            Change("battles.one.scenario.sides.blue.pieces", [hired]),
            Change(place, [{"kind": "destroy", "pieces": ["B9"]}]),
        ],
    )
    assert not faults(value)
    spoilt = changed(value, [Change("battles.one.scenario.sides.blue.pieces[0].id", "B2")])
    assert any("B2 is on the roster" in fault for fault in faults(spoilt))


def test_whoever_is_on_a_roster_is_called_at_some_time() -> None:
    more = {"id": "R9", "firing": 0, "attack": 1, "defense": 1, "movement": 6}
    found = faults(with_change("sides.red.roster[4]", more))
    assert found == ["sides.red.roster[4]: R9 is called to no battle"]


def test_a_campaign_is_bounded() -> None:
    long = {"name": "x", "story": "x" * 2000}
    value = small(battles={f"b{n}": long for n in range(21)})
    assert "battles: there are 1 to 20, not 21" in faults(value)
    (found,) = faults({**small(), "story": "x" * MOST_BYTES})
    assert found.startswith("a campaign has at most 262,144 bytes")


def test_what_the_schema_refuses_the_reader_refuses_too() -> None:
    (game,) = games_with_campaigns()
    schema = schema_of(game)
    checker = jsonschema.Draft202012Validator(schema)
    seen = 0
    for place, value, _ in BAD:
        made = with_change(place, value)
        if not checker.is_valid(made):
            seen += 1
            assert faults(made)
    assert seen > 15
