"""By arrow keys: from piece to piece, a move that is pushed and previewed, and the focus stays."""

import math
import re

from playwright.sync_api import expect

from browser.browsing import Hall, Json, Person, needs_chromium
from browser.setting import asked, basic
from outrider.games.skirmishers.shipped import value_of

pytestmark = needs_chromium
FOCUSED = "document.activeElement?.getAttribute('data-id')"
ARROWS = {"red": "ArrowUp", "blue": "ArrowDown"}


def unit(person: Person, id: str) -> Json:
    units: list[Json] = person.page.evaluate("window.told.state.units")
    return next(each for each in units if each["id"] == id)


def test_arrows_go_from_piece_to_piece(hall: Hall) -> None:
    person, _ = basic(hall)
    letter = asked(person)[0].upper()
    person.token(f"{letter}1").focus()
    seen = [person.page.evaluate(FOCUSED)]
    for _ in range(4):
        person.page.keyboard.press("ArrowRight")
        # What follows arrows is fetched with the first of them.
        person.page.wait_for_function(f"(last) => ({FOCUSED}) !== last", arg=seen[-1])
        seen.append(person.page.evaluate(FOCUSED))
    assert len(set(seen)) == 5, seen


def test_a_move_is_pushed_shown_and_made_by_keys_alone(hall: Hall) -> None:
    person, _ = basic(hall)
    seat = asked(person)
    id = f"{seat[0].upper()}2"
    before = unit(person, id)["at"]
    version = person.page.evaluate("window.told.version")
    person.token(id).focus()
    person.page.keyboard.press("Enter")
    person.settle()
    for _ in range(2):
        person.page.keyboard.press(ARROWS[seat])
        person.settle()
    person.page.keyboard.press("Shift+ArrowLeft")
    person.settle()
    expect(person.page.locator(".board .ghost")).to_have_count(1)
    assert person.page.evaluate("window.told.version") == version, "shown, and not yet made"
    person.page.keyboard.press("Enter")
    person.page.wait_for_function("(version) => window.told.version > version", arg=version)
    person.settle()
    after = unit(person, id)["at"]
    way = 2 if seat == "red" else -2
    assert math.dist(after, [before[0] - 0.25, before[1] + way]) < 0.01
    assert person.page.evaluate(FOCUSED) == id, "the focus stays with the piece"


def test_after_a_button_the_focus_is_where_the_action_was(hall: Hall) -> None:
    person, _ = basic(hall)
    own, other = ("R", "B") if asked(person) == "red" else ("B", "R")
    person.pick(f"{own}4")
    person.pick(f"{other}4")
    person.page.locator(".unit .btn.main").focus()
    version = person.page.evaluate("window.told.version")
    person.page.keyboard.press("Enter")
    person.page.wait_for_function("(version) => window.told.version > version", arg=version)
    person.settle()
    assert person.page.evaluate(FOCUSED) == f"{own}4"


def test_a_piece_is_placed_by_arrows(hall: Hall) -> None:
    person = hall.person()
    person.sit(hall.match("basic", options={"table": "12x12"}))
    button = person.page.locator(".unit > .btns .btn").first
    button.focus()
    person.page.keyboard.press("Enter")
    person.settle()
    person.page.keyboard.press("ArrowRight")
    person.settle()
    expect(person.page.locator(".unit .btn.main")).to_be_enabled()
    expect(person.page.locator(".board .token")).to_have_count(0)
    expect(person.page.locator(".board .ghost")).to_have_count(1)
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".board .token")).to_have_count(1)


def test_ground_alone_means_the_first_that_waits_for_a_place(hall: Hall) -> None:
    """It is shown there, and placed when one says so."""
    person = hall.person()
    person.sit(hall.match("basic", options={"table": "12x12"}))
    first = person.page.locator(".unit > .btns .btn").first.inner_text().split()[0]
    version = person.page.evaluate("window.told.version")
    person.tap(5, 1.5 if first[0] == "R" else 10.5)
    expect(person.page.get_by_role("heading", name=re.compile(f"^{first}"))).to_be_visible()
    assert person.page.evaluate("window.told.version") == version, "nothing was done yet"
    expect(person.page.locator(".board .ghost")).to_have_count(1)
    expect(person.page.locator(".board .tag", has_text=first)).to_be_visible()
    person.button("Place here").click()
    expect(person.page.locator(".board .ghost")).to_have_count(0)
    expect(person.token(first)).to_be_visible()


def test_a_drop_into_a_field_of_fire_is_shown_first(hall: Hall) -> None:
    """Whoever drags somebody before a bow is told so, and asked again; elsewhere it is done."""
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario=value_of("duel")))
    version = person.page.evaluate("window.told.version")
    dragged(person, (9, 5), (9, 10))
    expect(person.page.locator(".unit", has_text="would be asked to fire")).to_be_visible()
    assert person.page.evaluate("window.told.version") == version, "nothing was done yet"
    person.page.keyboard.press("Escape")
    person.settle()
    dragged(person, (15, 5), (17, 5))
    person.page.wait_for_function("(version) => window.told.version > version", arg=version)


def dragged(person: Person, one: tuple[float, float], other: tuple[float, float]) -> None:
    person.page.mouse.move(*person.at(*one))
    person.page.mouse.down()
    person.page.mouse.move(*person.at(one[0], one[1] + 0.6), steps=3)
    person.page.mouse.move(*person.at(*other), steps=4)
    person.settle()
    person.page.mouse.up()
    person.settle()
