"""What the referee says: refusals with their rules, odds, dice, and how a match may end."""

import itertools
import re

from playwright.sync_api import expect

from browser.browsing import Hall, needs_chromium
from browser.setting import TINY, asked, basic, deployed

pytestmark = needs_chromium


def test_a_refusal_cites_its_rule_and_offers_the_nearest(hall: Hall) -> None:
    person, _ = basic(hall)
    unit, far = ("R5", 8.5) if asked(person) == "red" else ("B5", 3.5)
    person.pick(unit)
    person.tap(8, far)
    refusal = person.page.locator(".refusal")
    refusal.wait_for()
    with person.context.expect_page() as opened:
        refusal.get_by_role("link", name="BSK-M1").click()
    book = opened.value
    book.wait_for_selector("[id='BSK-M1'].meant")
    book.close()
    refusal.get_by_role("button", name=re.compile("as near as it gets")).click()
    refusal.wait_for(state="hidden")
    person.page.locator(".log div", has_text=f"{unit} moves to").wait_for()


def test_an_attack_shows_its_odds_before_it_is_made(hall: Hall) -> None:
    person, _ = basic(hall)
    enemy, shooter = ("B2", "R4") if asked(person) == "red" else ("R2", "B4")
    person.pick(shooter)
    person.pick(enemy)
    odds = person.page.locator(".odds")
    odds.wait_for()
    assert "A miss" in odds.inner_text() and "%" in odds.inner_text()
    person.page.locator(".unit > .btns .btn.main").click()
    person.page.locator(".tray .who", has_text="attack").wait_for()
    expect(person.page.locator("#live p", has_text="attacks")).to_have_count(1)


def test_dice_that_are_typed_in(hall: Hall) -> None:
    person = hall.person()
    person.sit(hall.match("basic", options=TINY, dice="typed"))
    for wrong, right in (("9", "2"), ("1 2", "5")):
        field = person.page.get_by_label("What your 1 dice show")
        field.fill(wrong)
        person.button("Rolled").click()
        person.settle()
        assert person.page.locator(".turn .ask").inner_text() != ""
        field = person.page.get_by_label("What your 1 dice show")
        field.fill(right)
        person.button("Rolled").click()
        person.settle()
    assert asked(person) == "blue"
    assert person.page.locator(".tray .die").count() == 2


def test_dice_that_are_being_typed_stay_when_the_panel_is_drawn_anew(hall: Hall) -> None:
    person = hall.person()
    person.sit(hall.match("basic", options=TINY, dice="typed"))
    field = person.page.get_by_label("What your 1 dice show")
    field.fill("3")
    person.button("Offer a draw").click()
    person.until("offers a draw")
    expect(field).to_have_value("3")
    field.focus()
    person.button("Decline").dispatch_event("click")
    expect(person.button("Decline")).to_have_count(0)
    expect(field).to_be_focused()
    field.press("Enter")
    person.until("rolls 3")


def test_a_button_is_pressed_while_the_panel_is_drawn_anew(hall: Hall) -> None:
    """What is replaced between press and release is never clicked, so it is not replaced."""
    made = hall.match("basic", options=TINY)
    red, blue = hall.person(), hall.person()
    red.sit(made, "red")
    blue.sit(made, "blue")
    box = red.button("Resign").bounding_box()
    assert box is not None
    red.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    red.page.mouse.down()
    blue.button("Offer a draw").click()
    red.page.wait_for_function("() => window.told.conduct.draw.length")
    red.settle()
    red.page.mouse.up()
    expect(red.page.get_by_role("dialog", name="Give the game up?")).to_be_visible()
    expect(red.page.locator(".panel")).to_contain_text("offers a draw")


def test_a_takeback_at_once(hall: Hall) -> None:
    person = hall.person()
    person.sit(hall.match("basic", options=TINY))
    unit = {"red": ("R1", "4,1"), "blue": ("B1", "4,11")}[asked(person)]
    person.button("Take back").click()
    expect(person.page.get_by_text("There is no choice to take back.")).to_be_visible()
    person.type(f"deploy {unit[0]} {unit[1]}")
    person.token(unit[0]).wait_for()
    person.button("Take back").click()
    person.token(unit[0]).wait_for(state="detached")


def test_a_draw_is_offered_declined_and_agreed_on(hall: Hall) -> None:
    made = hall.match("basic", options=TINY)
    red, blue = hall.person(), hall.person()
    red.sit(made, "red")
    blue.sit(made, "blue")
    red.button("Offer a draw").click()
    blue.until("offers a draw")
    blue.button("Decline").click()
    blue.page.get_by_text("offers a draw").wait_for(state="detached")
    blue.button("Offer a draw").click()
    red.until("offers a draw")
    red.button("Agree").click()
    for person in (red, blue):
        person.page.locator(".turn a[href^='/replay/']").wait_for()
        assert "draw" in person.question.lower()


def test_resigning_and_the_dice_that_are_checked_then(hall: Hall) -> None:
    person, _ = basic(hall)
    person.page.get_by_text("Dice, links, text").click()
    expect(person.page.locator(".panel")).to_contain_text("Sealed dice")
    person.button("Resign").click()
    person.sure("Play on")
    person.page.locator("dialog.sure").wait_for(state="detached")
    assert not person.over
    person.button("Resign").click()
    person.sure("Resign")
    person.page.locator(".turn a[href^='/replay/']").wait_for()
    person.button("Check the record").click()
    person.page.get_by_text(re.compile(r"All \d+ dice fell")).wait_for()


def test_the_table_as_text_and_a_corner_in_a_move(hall: Hall) -> None:
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario="duel"))
    person.pick("R1")
    person.page.get_by_text("Dice, links, text").click()
    person.button("The table as text").click()
    text = person.page.get_by_role("dialog", name="The table as text").inner_text()
    assert re.search(r"B1 .*\s\d+\.\d north", text), text
    person.button("Close").click()
    person.tap(9, 7)
    person.button("Add a corner").click()
    person.tap(8, 8)
    person.button("Move here").click()
    person.settle()
    # Who comes into somebody's field of fire may be fired at, at each corner.
    for _ in range(3):
        if person.button("Hold fire").count():
            person.button("Hold fire").click()
            person.settle()
    person.page.locator(".log div", has_text=re.compile(r"^R1 moves to (7\.9|8)")).wait_for()


def test_waiting_to_fire_at_a_mover(hall: Hall) -> None:
    """SKR-X4: who waits is asked again half an inch on, and at the end of the way no longer can."""
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario="duel"))
    person.pick("R1")
    person.tap(9, 8.5)
    person.button("Move here").click()
    person.button("Wait").wait_for()
    asked, gone = 0, []
    while person.button("Hold fire").count():
        gone.append(person.page.evaluate("told.state.move.gone"))
        if not person.button("Wait").count():
            person.button("Hold fire").click()
        else:
            person.button("Wait").click()
            asked += 1
        person.settle()
    assert asked >= 2, "every half inch there is a look"
    assert all(after - before <= 0.5 for before, after in itertools.pairwise(gone))
    assert gone == sorted(set(gone)) and not person.button("Wait").count()
    person.page.locator(".log div", has_text=re.compile(r"^R1 moves to 9,8.5")).wait_for()


def test_the_page_keeps_count_on_one_screen(hall: Hall) -> None:
    person = hall.person()
    person.sit(hall.match("basic", options=TINY))
    deployed(person)
    person.button("End turn").click()
    person.settle()
    person.button("End turn").click()
    person.page.locator(".turn a[href^='/replay/']").wait_for()
    assert "BSK-V2" in person.question
