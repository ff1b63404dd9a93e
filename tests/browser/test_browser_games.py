"""Games on one screen, by clicking at random on what the page offers, whatever that is."""

import pytest

from browser.browsing import Hall, needs_chromium
from browser.clicking import Clicker
from forms import sparse
from outrider.games.skirmishers.shipped import value_of

pytestmark = needs_chromium

BESIDE = "here"
SHORT = {
    "Basic Skirmish Rules v2": {"table": "12x12", "turn_limit": "6"},
    "Skirmish (2012)": {"setting": "breakfast", "round_limit": "1", "minute": "0"},
}
"""Games that end soon; to their real ends all five are played in `test_browser_endings`."""


@pytest.mark.parametrize("title", sparse(SHORT, 1))
def test_a_game_by_clicking(hall: Hall, title: str) -> None:
    person = hall.person()
    person.start(title, BESIDE, **SHORT[title])
    person.page.wait_for_selector(".felt svg.board")
    clicker = Clicker(person)
    clicker.play()
    print(title, clicker.clicks, sorted(clicker.kinds), person.question)
    assert {"bare", "tokens"} <= clicker.kinds
    assert {"acts", "targets"} & clicker.kinds, "nobody attacked"
    assert person.page.locator(".log div").count() > 10
    person.page.locator(".turn a[href^='/replay/']").click()
    person.page.wait_for_selector(".scrub")


@pytest.mark.slow
def test_a_scenario_by_clicking(hall: Hall) -> None:
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario={**value_of("duel"), "turn_limit": 30}))
    clicker = Clicker(person, seed=3)
    clicker.play()
    print(clicker.clicks, sorted(clicker.kinds), person.question)
    assert {"bare", "tokens", "ground", "draft"} <= clicker.kinds
