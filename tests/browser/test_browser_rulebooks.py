"""Rulebooks: numbers in tables, and drawings of what is measured."""

import pytest
from playwright.sync_api import expect

from browser.browsing import Hall, needs_chromium

pytestmark = needs_chromium
DRAWN = {
    "basic": ("Movement", "Combat", "Command abilities"),
    "skirmish": ("Moving", "The ranged weapon", "Hand to hand", "Grenades"),
    "skirmishers": ("Movement", "Melee", "Fire"),
}


@pytest.mark.parametrize("game", DRAWN)
def test_what_is_measured_is_drawn(hall: Hall, game: str) -> None:
    person = hall.person()
    person.open(f"/rules/{game}")
    for chapter in DRAWN[game]:
        section = person.page.locator(
            ".rules section", has=person.page.locator("h2", has_text=chapter)
        )
        expect(section.locator("figure svg.diagram").first).to_be_visible()
    assert person.page.get_by_text("undefined").count() == 0


def test_the_units_stand_in_a_table(hall: Hall) -> None:
    person = hall.person()
    person.open("/rules/basic")
    table = person.page.get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_text(
        ["Movement", "Health", "Attack", "Damage", "Range", "Save"]
    )
    expect(table.get_by_role("rowheader")).to_have_text(["Commander", "Close range", "Long range"])
    text = person.page.locator("#BSK-U1").inner_text()
    row = table.get_by_role("row").nth(1).get_by_role("cell").all_inner_texts()
    assert f"Movement {row[0]}, Health {row[1]}, Attack {row[2]}, Damage {row[3]}" in text
