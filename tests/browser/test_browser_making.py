"""A scenario from nothing, by mouse, by finger, by keyboard: played, shared, opened by others."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from browser.axe import faults
from browser.browsing import PHONE, Hall, Person, needs_chromium
from browser.making import FINE, Maker, Press, by_key

pytestmark = needs_chromium
SHIPPED = Path(__file__).resolve().parents[2] / "src/outrider/games/skirmishers/scenarios"


def played_to_its_end(maker: Maker, press: Press = Locator.click) -> None:
    """Red stands in its zone already: with its first turn it has won."""
    person = maker.person
    press(person.page.locator(".meas, .dock").get_by_text("Try it").locator("visible=true"))
    person.page.wait_for_selector(".panel .turn")
    person.settle()
    press(person.page.get_by_role("button", name="End turn").first)
    expect(person.page.locator(".panel")).to_contain_text(re.compile("won|wins", re.I))


def opened_by_another(maker: Maker, hall: Hall, press: Press) -> None:
    """Shared, and seen in a second browser as it was made."""
    person = maker.person
    person.page.go_back()
    maker.ready()
    made: Any = maker.value()
    link = maker.share("Anna", press)
    bert = hall.person()
    bert.page.goto(link)
    expect(bert.page.locator(".lead")).to_contain_text("by Anna")
    bert.button("Go on from it").click()
    other = Maker(bert)
    other.fine()
    assert other.value() == made


def test_a_scenario_by_mouse_is_played_shared_and_opened_by_another(hall: Hall) -> None:
    anna, bert = hall.person(), hall.person()
    maker = Maker(anna)
    maker.begin("scenario for Skirmishers")
    expect(maker.wrong().first).to_contain_text("Red: a side has 1 to 99 pieces")
    maker.drag_tile("Red", 6, 4)
    maker.drag_tile("Blue", 24, 20)
    maker.drag_tile("Red's zone", 6, 4)
    maker.drag_tile("wood", 15, 12)
    maker.drag((15, 12), (12, 14))
    maker.fine()
    value: Any = maker.value()
    assert value["sides"]["red"]["pieces"][0]["at"] == [6, 4]
    assert value["sides"]["red"]["victory"][1]["kind"] == "reach"
    anna.button("Turn").click()
    anna.button("Undo").click()
    assert maker.value() == value, "undone"
    anna.page.reload()
    maker.ready()
    assert maker.value() == value, "kept"
    played_to_its_end(maker)
    anna.page.go_back()
    maker.ready()
    anna.page.get_by_label("Name", exact=True).last.fill("<b>The ford</b>")
    anna.page.keyboard.press("Tab")
    maker.fine()
    link = maker.share("Anna <i>B</i>")
    bert.page.goto(link)
    expect(bert.page.get_by_role("heading", level=1)).to_have_text("<b>The ford</b>")
    expect(bert.page.locator(".lead")).to_contain_text("by Anna <i>B</i>")
    bert.button("Play it").click()
    expect(bert.page.locator("dialog .briefing h3")).to_have_text("<b>The ford</b>")
    bert.button("Not now").click()
    bert.button("Go on from it").click()
    Maker(bert).fine()
    anna.page.goto(link)
    anna.button("Delete it").click()
    anna.page.locator("dialog").get_by_role("button", name="Delete it").click()
    anna.page.wait_for_url("**/make")
    bert.forgive("404")
    bert.page.goto(link)
    expect(bert.page.locator("#main")).to_contain_text("Whoever shared this has deleted it.")
    expect(bert.page.get_by_role("link", name="To the shelf")).to_be_visible()


def test_a_scenario_by_finger_on_a_phone(hall: Hall) -> None:
    maker = Maker(hall.person(viewport=PHONE, has_touch=True))
    maker.begin("scenario for Skirmishers")
    maker.tap("Red", 6, 4)
    maker.tap("Blue", 24, 20)
    maker.tap("Red's zone", 6, 4)
    maker.tile("own shape").tap()
    for corner in ((10, 10), (14, 10), (12, 14)):
        maker.touch(*corner)
    maker.person.page.get_by_role("button", name="Close the shape").tap()
    maker.fine()
    value: Any = maker.value()
    assert value["table"]["terrain"][0]["points"] == [[10, 10], [14, 10], [12, 14]]
    played_to_its_end(maker, Locator.tap)
    opened_by_another(maker, hall, Locator.tap)


def test_a_scenario_by_keyboard_alone(hall: Hall) -> None:
    person = hall.person()
    maker = Maker(person)
    maker.begin("scenario for Skirmishers")
    keys = person.page.keyboard
    maker.tile("Red").focus()
    keys.press("Enter")
    expect(maker.item("piece:red:0")).to_be_focused()
    keys.press("ArrowLeft")
    keys.press("Shift+ArrowDown")
    keys.press("Alt+ArrowUp")
    maker.tile("Blue").focus()
    keys.press("Enter")
    maker.tile("Red's zone").focus()
    keys.press("Enter")
    value: Any = maker.value()
    x, y = value["sides"]["red"]["pieces"][0]["at"]
    assert (x, y) == (14.5, 10.1), "half an inch to the left, two down, a tenth up"
    zone = value["sides"]["red"]["victory"][1]["zone"]["points"]
    for key, times in (
        ("ArrowDown" if zone[0][1] > y - 1 else "ArrowUp", 2 * abs(int(zone[0][1] - (y - 2)))),
        ("ArrowLeft" if zone[0][0] > x - 1 else "ArrowRight", 2 * abs(int(zone[0][0] - (x - 3)))),
    ):
        for _ in range(times):
            keys.press(key)
    maker.tile("wall").focus()
    keys.press("Enter")
    for key in ("]", "+", "c", "Delete", "Control+z", "Control+z", "Control+y", "Escape"):
        keys.press(key)
    maker.tile("own shape").focus()
    keys.press("Enter")
    for key in ("Shift+ArrowUp", "Shift+ArrowUp", "Enter", "Shift+ArrowRight", "Enter",
                "Shift+ArrowUp", "Enter", "c"):  # fmt: skip
        keys.press(key)
    maker.fine()
    played_to_its_end(maker, by_key)
    opened_by_another(maker, hall, by_key)


def test_what_is_wrong_is_said_at_its_place_and_mended_by_a_button(hall: Hall) -> None:
    person = hall.person()
    maker = Maker(person)
    value = json.loads((SHIPPED / "window.json").read_text("utf-8"))
    value["sides"]["red"]["pieces"][0]["at"] = [10.5, 15.5]
    value["sides"]["red"]["pieces"][1]["at"] = [-40, 2]
    value["sides"]["red"]["pieces"][2]["attack"] = 1e9
    value["table"]["terrain"][14]["points"] = [[4, 8], [9, 12], [9, 8], [4, 12]]
    value["name"] = "<script>window.hurt = 1</script>"
    person.open("/make")
    text = json.dumps(value).encode()
    file: Any = {"name": "mine.json", "mimeType": "application/json", "buffer": text}
    person.page.locator("#bring").set_input_files([file])
    maker.ready()
    expect(maker.wrong()).to_have_count(4)
    assert person.page.locator("svg.making .number").count() == 4
    for _ in range(3):
        expect(maker.wrong().first.locator("a")).to_contain_text("SKR-")
    person.button("3 more").or_(person.button("1 more")).click()
    for left in (3, 2, 1, 0):
        person.page.locator(".wrongs .btn").first.click()
        if left:
            expect(person.page.locator("svg.making .number")).to_have_count(left)
    maker.fine()
    assert person.page.evaluate("() => window.hurt") is None


OTHERS = {
    "{": "is not JSON",
    "[]": "neither a table nor a scenario",
    '{"outrider":1,"game":"basic"}': "the record of a game",
    '{"outrider_variant":1}': "changes numbers",
    '{"outrider_campaign":1,"sides":{}}': "is a campaign",
    '{"hello":1}': "neither a table nor a scenario",
}


def test_files_of_something_else_are_refused_in_a_sentence(hall: Hall) -> None:
    person = hall.person()
    person.open("/make")
    for text, said in OTHERS.items():
        file: Any = {"name": "x.json", "mimeType": "application/json", "buffer": text.encode()}
        person.page.locator("#bring").set_input_files([file])
        expect(person.page.locator(".make > .error")).to_contain_text(said)


def test_pages_for_making_have_no_serious_fault(viewer: Person) -> None:
    maker = Maker(viewer)
    maker.begin("scenario for Skirmishers")
    found = faults(viewer)
    maker.drag_tile("Red", 6, 4)
    maker.drag_tile("Blue", 24, 20)
    maker.drag_tile("Blue's zone", 15, 18)
    maker.drag_tile("house", 15, 12)
    maker.fine()
    found += faults(viewer)
    viewer.page.set_viewport_size(PHONE)
    found += faults(viewer)
    viewer.page.goto(viewer.page.url.replace("/make/", "/print/"))
    viewer.page.wait_for_selector(".paper table")
    found += faults(viewer)
    expect(viewer.page.locator(".paper")).to_contain_text("Red moves first. 24 turns")
    wide = viewer.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= PHONE["width"], "nothing sticks out on a phone"
    viewer.open("/make")
    found += faults(viewer)
    assert not found, "\n".join(found)


def test_a_table_is_measured_and_saved(hall: Hall) -> None:
    person = hall.person()
    maker = Maker(person)
    maker.begin("table for Basic Skirmish Rules v2")
    maker.drag_tile("mug", 12, 18)
    maker.fine()
    for kind, ending in (("JSON", "json"), ("SVG", "svg"), ("PNG", "png")):
        with person.page.expect_download() as waited:
            maker.menu(f"Save as {kind}")
        name = waited.value.suggested_filename
        assert name == f"my-table.{ending}"
        begun = Path(waited.value.path()).read_bytes()[:60]
        assert {"json": b"{", "svg": b"<svg", "png": b"\x89PNG"}[ending] in begun
    person.button("Measure").click()
    expect(person.page.locator(".nums")).to_contain_text("a draw counts half")
    expect(person.page.locator(".verdict")).not_to_be_empty()
    assert FINE in (person.page.locator(".wrongs").text_content() or "")
