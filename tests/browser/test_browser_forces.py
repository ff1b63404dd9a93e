"""Forces are put together, kept and put into scenarios; fair fights are dealt."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from browser.axe import faults
from browser.browsing import PHONE, Hall, Person, needs_chromium
from browser.making import Maker

pytestmark = needs_chromium


def begun(person: Person) -> None:
    person.open("/make")
    person.button("New force for Skirmishers").click()
    expect(kind(person, "fighter")).to_contain_text("10")


def kind(person: Person, name: str) -> Locator:
    return person.page.get_by_role("button", name=f"Add: {name}")


def total(person: Person, points: int) -> None:
    expect(person.page.locator(".bill .sum b")).to_have_text(str(points))


def test_a_force_is_built_kept_taken_along_and_put_into_a_scenario(hall: Hall) -> None:
    person = hall.person()
    begun(person)
    kind(person, "fighter").click()
    kind(person, "fighter").click()
    total(person, 20)
    budget = person.page.get_by_label("Budget", exact=True)
    budget.fill("15")
    budget.press("Enter")
    expect(person.page.locator(".bill")).to_contain_text("Over the budget by 5.")
    person.button("Remove: piece 2").click()
    expect(person.page.locator(".bill")).to_contain_text("5 left.")
    person.button("Undo").click()
    total(person, 20)
    # By keyboard: another, and rate it.
    kind(person, "fighter").focus()
    person.page.keyboard.press("Enter")
    total(person, 30)
    person.page.locator("summary", has_text="Ratings of piece 3").press("Enter")
    attack = person.page.get_by_label("Attack", exact=True).last
    attack.press("ArrowUp")
    total(person, 37)
    name = person.page.get_by_label("Name", exact=True).first
    name.fill("<b>Mine</b>")
    name.press("Enter")
    person.page.reload()
    total(person, 37)
    assert not faults(person)
    with person.page.expect_download() as waited:
        person.button("Save as JSON").click()
    kept: Any = json.loads(Path(waited.value.path()).read_text("utf-8"))
    assert kept["game"] == "skirmishers" and len(kept["pieces"]) == 3
    person.button("Into a new scenario, as Red").click()
    maker = Maker(person)
    maker.ready()
    points = person.page.locator(".billing summary")
    expect(points).to_contain_text("Red 37")
    points.click()
    expect(person.page.locator(".bills").first).to_contain_text("Red 37")
    person.page.get_by_label("A force for Blue").select_option(label="<b>Mine</b>")
    maker.fine()
    value: Any = maker.value()
    sides = [value["sides"][seat]["pieces"] for seat in ("red", "blue")]
    assert [len(side) for side in sides] == [3, 3] and sides[1][2]["attack"] == 2
    assert {piece["id"][0] for piece in sides[1]} == {"B"}
    person.button("Keep Blue as a force").click()
    person.open("/make")
    expect(person.page.get_by_role("heading", name="Blue of My scenario")).to_be_visible()
    text = json.dumps(kept).encode()
    file: Any = {"name": "f.json", "mimeType": "application/json", "buffer": text}
    person.page.locator("#bring").set_input_files([file])
    total(person, 37)


def test_a_force_by_finger_on_a_phone(hall: Hall) -> None:
    person = hall.person(viewport=PHONE, has_touch=True)
    begun(person)
    kind(person, "archer").tap()
    person.button("Another: piece 1").tap()
    expect(person.page.locator(".pieces > li")).to_have_count(2)
    wide = person.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]
    assert not faults(person)


def test_a_fair_fight_is_dealt_on_the_shelf_and_before_a_game(hall: Hall) -> None:
    person = hall.person()
    person.open("/make")

    def deal() -> None:
        dialog = person.page.locator("dialog.deal")
        pieces = dialog.get_by_label("Pieces a side", exact=True)
        pieces.fill("2")
        pieces.press("Tab")
        dialog.get_by_label("Seed", exact=True).fill("1")
        dialog.get_by_role("button", name="Deal", exact=True).click()
        expect(dialog).to_have_count(0)

    person.button("Deal me a fair fight of Skirmishers").click()
    deal()
    maker = Maker(person)
    maker.ready()
    maker.fine()
    value: Any = maker.value()
    assert len(value["sides"]["red"]["pieces"]) == 2
    plays = person.page.get_by_label("How it plays")
    expect(plays).to_contain_text("Dealt by seed 1, 2 a side: of ")
    expect(plays).to_contain_text("games between soldiers Red won ")
    maker.drag_tile("wall", 3, 3)
    expect(plays).not_to_contain_text("Dealt by")
    person.open("/")
    person.button("Play Skirmishers").click()
    person.button("Deal me a fair fight…").click()
    deal()
    told = person.page.locator("dialog .briefing")
    expect(told.locator("h3")).to_have_text(str(value["name"]))
    expect(told).to_contain_text("games between soldiers ended")
    expect(told).to_contain_text("Dealt by seed 1, 2 a side.")
    assert not faults(person)
    person.button("Start").click()
    person.page.wait_for_selector(".panel .turn")
