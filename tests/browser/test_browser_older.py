"""A game of older rules on the page: its replay, and a match that stands still."""

import httpx
from playwright.sync_api import expect

from browser.browsing import Hall, needs_chromium
from older.kept import record, text

pytestmark = needs_chromium


def brought(hall: Hall, name: str) -> str:
    answer = httpx.post(f"{hall.url}/api/records", content=text(name), timeout=30)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["match"])


def test_the_part_that_replays_is_positions_and_the_rest_is_text(hall: Hall) -> None:
    person = hall.person()
    person.open(f"/replay/{brought(hall, 'skirmishers-struck')}")
    page = person.page
    place, turn = page.locator(".turn .small").first, page.locator(".turn")
    expect(page.locator(".older")).to_contain_text("version 1.0 of the rules")
    expect(page.locator(".older a")).to_have_text("SKR-T3")
    scrubber = page.get_by_label("Where in the game")
    assert scrubber.get_attribute("max") == "17"
    scrubber.fill("4")
    expect(place).to_contain_text("4 of 17 · A brawl")
    stood = page.locator(".token").count()
    assert stood == 4
    page.get_by_role("button", name="One on").click()
    expect(place).to_contain_text("5 of 17 · by older rules, as it is written")
    expect(turn).to_contain_text("Ada: move R1 10,6")
    assert page.locator(".token").count() == stood
    scrubber.fill("17")
    result = record("skirmishers-struck").result
    assert result is not None
    expect(turn).to_contain_text(result.sentence())
    expect(page.locator(".log button").first).to_contain_text("17. Red: resign")
    expect(page.get_by_role("link", name="What decided it")).to_have_count(0)
    person.button("Play").click()
    expect(place).to_contain_text("of 17")


def test_a_game_without_any_position(hall: Hall) -> None:
    """Today's rules do not even lay that table: its lines can be read all the same."""
    person = hall.person()
    person.open(f"/replay/{brought(hall, 'skirmish-small')}")
    page = person.page
    expect(page.locator(".felt")).to_contain_text("no positions to show")
    expect(page.locator(".older a")).to_have_text("SKM-S4")
    page.get_by_label("Where in the game").fill("20")
    expect(page.locator(".turn")).to_contain_text("Red wins: blue resigned.")
    expect(page.locator(".log button")).to_have_count(16)


def test_a_game_that_agrees_says_so(hall: Hall) -> None:
    person = hall.person()
    person.open(f"/replay/{brought(hall, 'skirmishers-whole')}")
    page = person.page
    expect(page.locator(".older")).to_contain_text("agree with all of it")
    expect(page.get_by_role("link", name="What decided it")).to_be_visible()


def test_a_review_is_refused_kindly(hall: Hall) -> None:
    person = hall.person()
    person.forgive("409")
    person.open(f"/review/{brought(hall, 'skirmish-told')}")
    expect(person.page.locator("main")).to_contain_text("cannot be looked at again")
