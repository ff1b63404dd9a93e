"""Whose goal is what during a game, the target on the table; the table turns to its player."""

import pytest
from playwright.sync_api import expect

from browser.browsing import PHONE, Hall, needs_chromium
from browser.setting import asked, basic
from forms import sparse

pytestmark = needs_chromium


def test_aims_stand_over_the_table_with_their_counters(hall: Hall) -> None:
    """SKR-S4."""
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario="bridge"))
    bar = person.page.locator(".aims")
    for words in ("Turn 1 of 24", "then Blue wins", "Hold the marked ground", "0 of 10 turns"):
        expect(bar).to_contain_text(words)
    expect(bar.locator(".left")).to_contain_text("Red 10 of 10")
    claims = person.page.locator(".board .claim")
    expect(claims.first).to_contain_text("TO REACH · 0 OF 3")
    expect(claims.last).to_contain_text("TO HOLD")
    person.type("end")
    expect(bar).to_contain_text("Turn 2 of 24")
    person.page.set_viewport_size(PHONE)
    expect(bar.locator(".goal").last).to_be_in_viewport(ratio=1)


def test_the_piece_somebody_is_after_is_marked(hall: Hall) -> None:
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario="raid"))
    expect(person.page.locator(".aims")).to_contain_text("Kill ")
    expect(person.page.locator(".board .wanted")).to_have_count(1)


def test_the_bar_counts_who_is_left_also_when_one_looks_back(hall: Hall) -> None:
    person, _ = basic(hall, turn_limit=6)
    bar = person.page.locator(".aims")
    expect(bar).to_contain_text("Turn 1 of 6")
    first = asked(person)
    person.type(f"move {first[0].upper()}1 {'2,1.8' if first == 'red' else '2,10.2'}")
    person.type("end")
    expect(bar).to_contain_text("Turn 2 of 6")
    person.page.get_by_role("button", name="One step back in the game").click()
    person.page.get_by_role("group", name="Looking back").wait_for()
    back = person.page.get_by_role("button", name="Back", exact=True)
    back.click()
    expect(bar).to_contain_text("Turn 1 of 6")
    person.page.get_by_role("button", name="Back to the game").click()
    expect(bar).to_contain_text("Turn 2 of 6")


@pytest.mark.parametrize("count", [3, 8])
def test_many_are_told_of_on_one_bar(hall: Hall, count: int) -> None:
    person = hall.person()
    kinds = " ".join(["me", *["random"] * (count - 1)])
    person.sit(hall.match("skirmish", kinds))
    expect(person.page.locator(".aims .runner")).to_have_count(count)
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # On a phone they go on below each other, and one may measure before there is a fight.
    person.page.set_viewport_size(PHONE)
    wide = "(e) => e.scrollWidth <= e.clientWidth"
    for each in (".aims", ".aims .race", ".aims .race .count"):
        assert person.page.locator(each).evaluate(wide), each
    for runner in person.page.locator(".aims .runner").all():
        expect(runner).to_be_in_viewport(ratio=1)
    ruler = person.button("Ruler")
    ruler.click()
    expect(ruler).to_have_attribute("aria-pressed", "true")


# -- the table turns -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sparse(["skirminion", "basic", "skirmishers", "skirmish"], 2))
def test_the_table_turns_to_its_player(hall: Hall, game: str) -> None:
    """The one's own side lies below for both, and letters stay upright."""
    made = hall.match(game, **({"scenario": "bridge"} if game == "skirmishers" else {}))
    red, blue = hall.person(), hall.person()
    red.sit(made, "red")
    blue.sit(made, "blue")
    for person, low, high in ((red, (4, 1), (4, 7)), (blue, (4, 7), (4, 1))):
        assert person.at(*low)[1] > person.at(*high)[1]
    upright = """() => [...document.querySelectorAll("svg.board text")].every((text) => {
      const { a, b } = text.getScreenCTM();
      return a > 0 || Math.abs(b) > Math.abs(a);
    })"""
    assert blue.page.evaluate(upright)
    blue.page.get_by_role("button", name="Turn the table").click()
    assert blue.at(4, 1)[1] > blue.at(4, 7)[1]


def test_a_turned_table_is_played_by_hand(hall: Hall) -> None:
    made = hall.match("skirmishers", scenario="duel")
    red, blue = hall.person(), hall.person()
    red.sit(made, "red")
    blue.sit(made, "blue")
    red.type("end")
    blue.until("Your move")
    blue.settle()
    piece = blue.token("B1").bounding_box()
    assert piece is not None
    start = piece["x"] + piece["width"] / 2, piece["y"] + piece["height"] / 2
    assert start[1] > blue.at(12, 12)[1]
    blue.page.mouse.move(*start)
    blue.page.mouse.down()
    blue.page.mouse.move(start[0], start[1] - 40, steps=4)
    blue.page.mouse.up()
    blue.page.locator(".log", has_text="forward").wait_for()
