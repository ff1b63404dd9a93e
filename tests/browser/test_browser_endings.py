"""Each game from its first choice to an end that its rules know, by clicking."""

import re

import pytest
from playwright.sync_api import expect

from browser.browsing import Hall, Json, Person, needs_chromium
from browser.hands import play_out
from browser.planning import advance_once
from outrider.games.skirmishers.shipped import value_of

pytestmark = needs_chromium


def ended(person: Person, now: Json, reason: str) -> None:
    """The page says how it ended, by a rule that is not a limit."""
    asked = person.page.get_by_role("region", name="What is asked")
    expect(asked).to_contain_text(re.compile(reason))
    expect(asked.get_by_role("link", name="Replay")).to_be_visible()
    assert person.page.get_by_label("Type an action").count() == 0
    print(now["version"], "lines:", person.question)


@pytest.mark.slow
def test_skirminion_is_played_until_a_side_is_beaten(hall: Hall) -> None:
    person = hall.person()
    person.start("Skirminion", "here")
    # The dice for the initiative fall by themselves.
    person.page.wait_for_function("() => window.told?.pending?.decide")
    ended(person, play_out(person), r"SKN-V[123]\b")


@pytest.mark.slow
def test_basic_is_played_until_nobody_is_left_with_dice_of_ones_own(hall: Hall) -> None:
    """With fair dice it takes two hundred actions, which are more than a minute of clicking. So the
    dice are real ones, typed in: Red's all show 6 and Blue's 1."""
    person = hall.person()
    person.sit(hall.match("basic", options={"table": "12x12", "zone": 5}, dice="typed"))
    ended(person, play_out(person), r"Blue has no units left \[?BSK-V1")


@pytest.mark.slow
def test_skirmishers_is_played_until_all_of_a_side_are_dead(hall: Hall) -> None:
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario={**value_of("duel"), "turn_limit": 200}))
    ended(person, play_out(person), r"SKR-V1")


def scouts(hall: Hall, game: str) -> None:
    """The smallest table there is, where everybody is soon in range; a larger one takes hours."""
    person = hall.person()
    person.sit(hall.match(game, options={"table": "12x18", "minute": 0}))
    ended(person, play_out(person, plan=advance_once), r"SKM-O[3-7]")


@pytest.mark.slow
def test_skirmish_is_played_until_a_side_is_gone(hall: Hall) -> None:
    scouts(hall, "skirmish")


@pytest.mark.slow
def test_the_first_edition_is_played_until_a_side_is_gone(hall: Hall) -> None:
    scouts(hall, "skirmish-2012")
