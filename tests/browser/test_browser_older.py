"""A game of older rules on the page: its replay, and a match that stands still."""

import json
from pathlib import Path

import httpx
from playwright.sync_api import expect

from browser.browsing import Hall, needs_chromium
from older.kept import record, text
from older.running import with_older

pytestmark = needs_chromium


def brought(hall: Hall, name: str) -> str:
    answer = httpx.post(f"{hall.server.url}/api/records", content=text(name), timeout=180)
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
    expect(page.locator(".log button").last).to_contain_text("17. Red: resign")
    expect(page.get_by_role("link", name="What decided it")).to_have_count(0)
    person.button("Play").click()
    expect(place).to_contain_text("of 17")


def test_a_game_without_any_position(hall: Hall) -> None:
    """Today's rules do not even lay that table: its lines can be read all the same."""
    person = hall.person()
    person.open(f"/replay/{brought(hall, 'skirmish-small')}")
    page = person.page
    expect(page.locator(".felt h1")).to_have_text("No positions to show")
    expect(page.locator(".older a")).to_have_text("SKM-S4")
    page.get_by_label("Where in the game").fill("20")
    expect(page.locator(".turn")).to_contain_text("Red wins: blue resigned.")
    expect(page.locator(".log button")).to_have_count(20)
    expect(page.locator(".log button").nth(15)).to_contain_text("16. Ada rolls 6 6 6 6 for attack")


def test_a_game_that_agrees_says_so(hall: Hall) -> None:
    person = hall.person()
    person.open(f"/replay/{brought(hall, 'skirmishers-whole')}")
    page = person.page
    expect(page.locator(".older")).to_contain_text("agree with all of it")
    expect(page.get_by_role("link", name="What decided it")).to_be_visible()


def test_a_running_match_is_ended_by_agreement(hall: Hall, tmp_path: Path) -> None:
    """The page says why it stands still, and has a draw, resigning and the record to offer."""
    started, sat = with_older(tmp_path, 9)
    with started as server:
        people = Hall(server, hall.browser, [])
        red, blue = people.person(), people.person()
        made = {"match": sat.match, "tokens": sat.tokens, "watch": sat.watch}
        red.sit(made, "red")
        blue.sit(made, "blue")
        expect(red.page.locator(".turn .ask")).to_contain_text("begun by version 1.0 of the rules")
        assert red.page.locator(".token").count() == 4
        expect(red.button("Take back")).to_have_count(0)
        red.button("Offer a draw").click()
        blue.button("Agree").click()
        for person in (red, blue):
            expect(person.page.locator(".turn .ask")).to_contain_text("agreed by all")
        red.page.locator("details summary", has_text="Dice, links, text").click()
        with red.page.expect_download() as download:
            red.button("Download the record").click()
        kept = Path(download.value.path()).read_text("utf-8")
        assert json.loads(kept.splitlines()[0])["rules"] == "1.0"
        people.leave()


def test_a_review_is_refused_kindly(hall: Hall) -> None:
    person = hall.person()
    person.forgive("409")
    person.open(f"/review/{brought(hall, 'skirmish-told')}")
    expect(person.page.locator("main")).to_contain_text("cannot be looked at again")
