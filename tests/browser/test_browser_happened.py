"""What just happened is seen without reading: on the table, in the log, and again."""

import re

from playwright.sync_api import Page, expect

from browser.browsing import PHONE, Hall, Person, needs_chromium
from browser.setting import asked, basic

pytestmark = needs_chromium


def numbers(page: Page, where: str) -> list[str]:
    found = page.locator(where).evaluate_all("(all) => all.map((each) => each.dataset.n)")
    return sorted(str(each) for each in found)


def turn(person: Person) -> tuple[str, str]:
    """A turn of one step and one shot; whose it was, and who shot."""
    seat = asked(person)
    letter, other, step = ("R", "B", "2,1.8") if seat == "red" else ("B", "R", "2,10.2")
    person.type(f"move {letter}1 {step}")
    person.type(f"attack {letter}4 {other}2")
    return seat, f"{letter}4"


def test_a_turn_is_drawn_and_numbered(hall: Hall) -> None:
    person, _ = basic(hall)
    page = person.page
    seat, _ = turn(person)
    expect(page.locator(".board .trail .began")).to_have_count(1)
    expect(page.locator(".board .aimed")).to_have_count(1)
    missed = page.locator(".board .aimed.missed").count()
    assert missed == page.locator(".board .failed").count()
    assert (page.locator(".board .burst").count() > 0) is (missed == 0)
    assert (
        numbers(page, ".board .number") == numbers(page, ".log .now .entry[data-n]") == ["1", "2"]
    )
    # It is still there when the other side is asked, and gone when that has done something.
    person.type("end")
    assert asked(person) != seat
    expect(page.locator(".board .aimed")).to_have_count(1)
    turn(person)
    expect(page.locator(".board .trail .began")).to_have_count(1)
    assert numbers(page, ".log .entry[data-n='2']").count("2") >= 2


def test_the_log_is_in_order_and_says_places_plainly(hall: Hall) -> None:
    person, _ = basic(hall)
    page = person.page
    _, shooter = turn(person)
    entries = page.locator(".log .now .entry")
    expect(entries.nth(0)).to_contain_text("moves")
    expect(entries.nth(1)).to_contain_text(f"{shooter} attacks")
    assert re.search(r"moves 1 inch forward\.", entries.nth(0).inner_text())
    page.get_by_role("button", name="x,y: places as coordinates").click()
    assert re.search(r"moves to 2,1(0\.2|\.8)\.", entries.nth(0).inner_text())


def test_a_turn_is_seen_again_and_the_game_returned_to(hall: Hall) -> None:
    person, _ = basic(hall)
    page = person.page
    seat, _ = turn(person)
    mover = person.token("R1" if seat == "red" else "B1")
    after = mover.get_attribute("style")
    page.locator(".again button").first.click()
    bar = page.get_by_role("group", name="Looking back")
    expect(bar).to_contain_text(f"{seat.capitalize()}'s turn")
    bar.get_by_role("button", name="Forward").click()
    expect(bar).to_contain_text("attacks")
    back = bar.get_by_role("button", name="Back", exact=True)
    while back.is_enabled() and "How it stood" not in bar.inner_text():
        before = bar.inner_text()
        back.click()
        expect(bar).not_to_have_text(before, use_inner_text=True)
        if mover.get_attribute("style") != after:
            break
    assert mover.get_attribute("style") != after
    expect(page.locator(".board .mark, .board .target")).to_have_count(0)
    bar.get_by_role("button", name="Back to the game").click()
    expect(bar).to_have_count(0)
    assert mover.get_attribute("style") == after
    # And step by step from where the game is.
    page.get_by_role("button", name="One step back in the game").click()
    expect(bar).to_contain_text("As it was")


def test_who_comes_back_sees_the_last_turn(hall: Hall) -> None:
    person, _ = basic(hall)
    turn(person)
    drawn = (
        person.page.locator(".board .past")
        .first.locator("line")
        .evaluate_all("(all) => all.map((each) => each.outerHTML)")
    )
    person.page.reload()
    expect(person.page.locator(".board .trail .began")).to_have_count(1)
    again = (
        person.page.locator(".board .past")
        .first.locator("line")
        .evaluate_all("(all) => all.map((each) => each.outerHTML)")
    )
    assert again == drawn != []


def test_on_a_phone_the_last_sentence_stays_in_view(hall: Hall) -> None:
    person, _ = basic(hall)
    _, shooter = turn(person)
    person.page.set_viewport_size(PHONE)
    latest = person.page.locator(".turn .latest")
    expect(latest).to_be_in_viewport()
    expect(latest).to_contain_text(f"{shooter} attacks")
    assert latest.get_attribute("data-n") == "2"


def test_a_bot_has_a_name_of_its_own_and_keeps_it(hall: Hall) -> None:
    made = hall.match("skirminion", "me random")
    person = hall.person()
    person.sit(made)
    seats = person.page.locator(".seats")
    expect(seats).to_contain_text(re.compile(r"[A-Z]\w+ [A-Z]\w+, a bot \(random\)"))
    said = seats.inner_text()
    person.page.reload()
    expect(seats).to_have_text(said, use_inner_text=True)


def test_a_replay_shows_each_move_as_it_was(hall: Hall) -> None:
    person, made = basic(hall)
    turn(person)
    person.open(f"/replay/{made['match']}")
    page = person.page
    for _ in range(100):
        if page.locator(".board .trail .began").count():
            break
        page.get_by_role("button", name="One on", exact=True).click()
    expect(page.locator(".board .trail .began")).to_have_count(1)


def test_a_way_that_bends_is_drawn_with_its_corners(hall: Hall) -> None:
    """SKR-M2."""
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario="duel"))
    person.type("move R1 9,3 12,3")
    ribbon = person.page.locator(".board .trail polygon")
    expect(ribbon).to_have_count(1)
    assert len((ribbon.get_attribute("points") or "").split()) == 6


CLASHES = """() => {
  const boxes = (name) =>
    [...document.querySelectorAll(name)].map((each) => each.getBoundingClientRect());
  const losses = boxes(".board .tag");
  const clash = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return [losses.length,
    boxes(".board .number").filter((one) => losses.some((other) => clash(one, other))).length];
}"""


def test_a_number_keeps_off_what_was_lost(hall: Hall) -> None:
    """One square aslant, and a blow at its end: there is little room for both."""
    person = hall.person()
    person.sit(hall.match("skirminion", dice="typed"))
    for face in ("6", "2"):
        person.page.get_by_label(re.compile("dice show|die shows")).fill(face)
        person.button("Rolled").click()
        person.settle()
    for action in ("forts 0", "h1-h3", "h8-h6", "h3-h4", "h6-g5", "g5xh4"):
        person.type(action)
    expect(person.page.locator(".board .tag")).to_have_count(2)
    assert person.page.evaluate(CLASHES) == [2, 0]
