"""Changed numbers on the pages: chosen, announced, played by, and read in the rules."""

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, expect

from browser.browsing import PHONE, Hall, Json, Person, needs_chromium
from browser.setting import TINY, asked, deployed
from cli.packaged import python_path
from server.driving import WIDE, running

pytestmark = needs_chromium
TITLE = "Basic Skirmish Rules v2"
RIFLES: Json = {
    "outrider_variant": 1,
    "game": "basic",
    "name": "long rifles",
    "set": {"long.health": 4, "long.range": 12, "base": 0.3},
}
LOOKS: list[Json] = [{}, {"viewport": PHONE, "color_scheme": "dark"}]


def setting_up(person: Person) -> None:
    person.open("/")
    person.page.get_by_role("button", name=f"Play {TITLE}", exact=True).click()
    person.page.locator("dialog summary", has_text="Numbers of the rules").click()


def fits(person: Person) -> bool:
    """Whether nothing is wider than the screen."""
    return bool(person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("look", LOOKS, ids=["wide", "phone"])
def test_numbers_are_chosen_told_and_played_by(hall: Hall, tmp_path: Path, look: Json) -> None:
    maker = hall.person(**look)
    setting_up(maker)
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(RIFLES), "utf-8")
    page = maker.page
    page.set_input_files("#v-file", file)
    expect(page.locator(".variant summary .chip")).to_have_text("3 changed")
    expect(page.locator("#v-name")).to_have_value("long rifles")
    page.locator("[id='v-commander.movement']").fill("6.5")
    expect(page.locator(".variant summary .chip")).to_have_text("4 changed")
    expect(page.locator(".variant .field.changed")).to_have_count(4)
    assert page.locator("dialog").evaluate("(e) => e.scrollWidth <= e.clientWidth")
    page.locator("dialog input[value=link]").check()
    page.locator("dialog summary", has_text="Options").click()
    page.locator("#o-listed").select_option("yes")
    page.locator("#host-name").fill("Host")
    maker.button("Start").click()
    card = page.get_by_role("region", name="Changed numbers")
    expect(card).to_contain_text("Plays with changed numbers")
    expect(card.locator("li")).to_have_count(4)
    match = page.url.rsplit("/", 1)[1]
    guest = hall.person(**look)
    guest.open("/open")
    row = guest.page.locator(".rows .card", has=guest.page.locator(f"a[href='/join/{match}']"))
    expect(row).to_contain_text("changed numbers")
    expect(row).to_contain_text("long rifles: commander.movement 6.5 (not 5)")
    assert fits(guest)
    row.get_by_role("link").click()
    told = guest.page.get_by_role("region", name="Changed numbers")
    expect(told.locator("li", has_text="long.range")).to_contain_text("12 not 10.")
    assert fits(guest)
    guest.button("Sit down").click()
    page.wait_for_selector(".felt svg.board")
    maker.settle()
    page.locator("summary", has_text="Changed numbers (4)").click()
    inside = page.locator("details.changed li", has_text="long.health")
    expect(inside).to_contain_text("4 not 2. A long range unit begins with so much health.")
    with maker.context.expect_page() as opened:
        page.get_by_role("link", name="The rules with these numbers").click()
    book = opened.value
    expect(book.locator("#BSK-U1 mark").first).to_have_text("6.5 (not 5)")
    expect(book.locator("#BSK-A2 mark")).to_have_count(0)
    expect(book.get_by_role("region", name="Changed numbers")).to_contain_text("long rifles")


def test_a_number_that_cannot_be_is_not_sent(hall: Hall, tmp_path: Path) -> None:
    person = hall.person()
    setting_up(person)
    page = person.page
    wrong = page.locator("[id='v-long.range']")
    for text in ("80", "1.0005", ""):
        wrong.fill(text)
        person.button("Start").click()
        assert wrong.evaluate("(e) => !e.checkValidity()")
        expect(page.locator("dialog")).to_be_visible()
    assert "/table/" not in page.url
    file = tmp_path / "mine.json"
    for value, said in (
        ({**RIFLES, "game": "skirmish"}, "This is no variant of"),
        ({**RIFLES, "set": {"long.rnage": 1}}, "has no number long.rnage"),
        ([], "This is no variant of"),
    ):
        file.write_text(json.dumps(value), "utf-8")
        page.set_input_files("#v-file", file)
        expect(page.locator(".variant .error")).to_contain_text(said)


def test_the_table_goes_by_the_numbers(hall: Hall) -> None:
    """BSK-U1, BSK-M1, BSK-C1: what the page says of a unit is what is played by."""
    person = hall.person()
    made = hall.match("basic", options=TINY, variant=RIFLES)
    person.sit(made)
    deployed(person)
    person.pick("R4")
    card = person.page.locator(".unit h3")
    expect(card).to_contain_text("4 health")
    expect(card).to_contain_text("moves 4″, range 12″")
    expect(person.token("R4")).to_have_attribute("aria-label", re.compile("health 4 of 4$"))
    person.type("move R4 8,6.201" if asked(person) == "red" else "move B4 8,5.799")
    link = person.page.locator(".refusal a")
    expect(link).to_have_attribute("href", f"/rules/basic?variant={quoted(RIFLES)}#BSK-M1")


def quoted(value: Json) -> str:
    return quote(json.dumps(value, separators=(",", ":")), safe="~()*!.'")


def test_a_game_without_such_numbers_has_no_fields(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", python_path(tmp_path))
    with running(tmp_path, *WIDE) as server:
        hall = Hall(server, browser, [])
        person = hall.person()
        person.open("/")
        person.button("Play Pebbles").click()
        expect(person.page.locator("dialog summary", has_text="Options")).to_be_visible()
        expect(person.page.locator("dialog .variant")).to_have_count(0)
        hall.leave()


def test_the_lesson_says_the_books_numbers(hall: Hall) -> None:
    person = hall.person()
    person.open("/learn/basic")
    person.button("Go on").click()
    expect(person.page.locator(".turn .ask").first).to_contain_text("R4 shoots up to 10 inches")
