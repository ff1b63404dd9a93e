"""Questions are answered where they are asked: reactions, odds with their reasons, grenades, what
is in a piece's power, and a ruler."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.browsing import PHONE, WIDE, Hall, Person, needs_chromium
from browser.setting import asked, basic, minute

pytestmark = needs_chromium

OFFERED = "move R2 12,12"
"""On the bridge: a way into the field of fire of B4, and on."""


def reaction(hall: Hall) -> Person:
    """Sallow is asked whether to fire at Ash, who has some way to go."""
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario="bridge"))
    person.type(OFFERED)
    person.page.locator(".asked").wait_for()
    return person


def shares(page: Page, where: str) -> list[int]:
    """Percentages that are written somewhere."""
    return [int(each) for each in re.findall(r"(\d+)%", page.locator(where).first.inner_text())]


# -- reactions -------------------------------------------------------------------------------------


def test_a_reaction_is_asked_at_its_piece(hall: Hall) -> None:
    """SKR-X4: with the chance, what a miss costs, the reasons, the line and the mover's way."""
    person = reaction(hall)
    page, card = person.page, person.page.locator(".asked")
    expect(card).to_contain_text("Sallow may fire at Ash")
    hit, miss = shares(page, ".asked .chance")
    assert hit + miss == 100
    expect(card.locator(".chance")).to_contain_text("goes on")
    for label in ("Distance", "Sallow fires", "Ash defends", "Cover"):
        expect(card.locator(".reasons dt", has_text=label)).to_have_count(1)
    expect(page.locator(".board .asking .between")).to_have_count(1)
    assert page.locator(".board .asking .onward").count() >= 1
    expect(page.locator(".board .asking .field")).to_have_count(1)
    expect(page.locator(".board .tag", has_text=f"{hit}%")).to_have_count(1)
    # The card hides neither of the two.
    box = card.bounding_box()
    assert box is not None
    for id in ("B4", "R2"):
        piece = person.token(id).bounding_box()
        assert piece is not None
        x, y = piece["x"] + piece["width"] / 2, piece["y"] + piece["height"] / 2
        assert not (
            box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]
        )


def test_a_reaction_is_answered_by_its_key(hall: Hall) -> None:
    person = reaction(hall)
    expect(person.page.locator(".asked .btns .btn")).to_have_count(3)
    person.page.locator("body").press("Escape")
    person.page.evaluate("document.activeElement.blur()")
    person.page.keyboard.press("h")
    person.page.locator(".log", has_text="Sallow holds its fire").wait_for()
    expect(person.page.locator(".asked")).to_have_count(0)
    expect(person.page.locator(".board .asking")).to_have_count(0)


def test_on_a_phone_the_question_is_under_the_table(hall: Hall) -> None:
    person = reaction(hall)
    person.page.set_viewport_size(PHONE)
    card, board = person.page.locator(".asked"), person.page.locator("svg.board")
    expect(card.get_by_role("button", name="Hold fire")).to_be_in_viewport(ratio=1)
    expect(board).to_be_in_viewport(ratio=1)
    below, above = card.bounding_box(), board.bounding_box()
    assert below is not None and above is not None
    assert below["y"] >= above["y"] + above["height"] - 1


# -- odds ------------------------------------------------------------------------------------------


def test_odds_give_their_reasons_and_leave_nothing_out(hall: Hall) -> None:
    person, _ = basic(hall)
    enemy, shooter = ("B2", "R4") if asked(person) == "red" else ("R2", "B4")
    person.pick(shooter)
    person.pick(enemy)
    page = person.page
    page.locator(".unit .reasons").wait_for()
    said = page.locator(".unit .reasons").inner_text()
    assert all(word in said for word in ("Distance", f"{shooter} attacks", f"{enemy} saves"))
    assert "A miss" in page.locator(".unit .odds").inner_text()
    assert abs(sum(shares(page, ".unit .odds")) - 100) <= 2
    expect(page.locator(".unit .cost", has_text="A miss:")).to_have_count(1)
    expect(page.locator(".board .tag", has_text="″")).to_have_count(1)


def test_abilities_say_what_they_do(hall: Hall) -> None:
    """BSK-A2."""
    person, _ = basic(hall)
    bolster = person.page.get_by_role("button", name="Command: bolster")
    assert "more damage" in (bolster.get_attribute("data-note") or "")
    assert "Once a turn" in (bolster.get_attribute("title") or "")
    inside = """(button) => {
      const [own, around] = [button, button.closest(".turn")].map((e) => e.getBoundingClientRect());
      return own.right <= around.right;
    }"""
    assert bolster.evaluate(inside)
    person.page.set_viewport_size(PHONE)
    expect(person.button("End turn")).to_be_in_viewport(ratio=1)


# -- grenades --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_grenade_is_aimed_rolled_for_shown_and_confirmed(hall: Hall, size: ViewportSize) -> None:
    """SKM-N1 to SKM-N3: who would be caught, before it is thrown and before it lands."""
    red, blue = hall.person(), hall.person()
    minute(hall, 600, red, blue)
    for person in (red, blue):
        person.type("ready")
    thrower = next(each for each in (red, blue) if waited(each, red, blue).startswith("Shoot"))
    unit, enemy = ("R2", "B2") if thrower is red else ("B2", "R2")
    page = thrower.page
    page.set_viewport_size(size)
    thrower.pick(unit)
    page.get_by_role("button", name=f"Throw a grenade at {enemy}").click()
    thrower.settle()
    expect(page.locator(".unit .reasons dt", has_text="On 1 or 2")).to_have_count(1)
    expect(page.locator(".board .blast")).to_have_count(5)
    page.locator(".unit > .btns .btn.main").click()
    page.locator(".turn .ask", has_text="where the grenade lands").wait_for()
    # Whoever was aimed at stands for the place, as far as it flies.
    thrower.pick(enemy)
    expect(page.locator(".board .blast")).to_have_count(2)
    main = page.locator(".unit > .btns .btn.main")
    expect(main).to_have_text("Land here")
    caught = page.locator(".board .caught").count()
    assert caught == page.locator(".unit .fate").count()
    if not caught:
        expect(page.locator(".unit .odds")).to_contain_text("Nobody is in the blast")
    main.click()
    page.locator(".log", has_text="grenade lands at").wait_for(state="attached")


def waited(person: Person, *both: Person) -> str:
    """What somebody is asked, once somebody is asked to attack."""
    for each in both:
        each.page.locator(".turn .small", has_text="attack").first.wait_for()
        each.settle()
    return person.question


# -- measuring -------------------------------------------------------------------------------------


def test_the_ranges_of_any_piece(hall: Hall) -> None:
    person, _ = basic(hall)
    enemy = "B2" if asked(person) == "red" else "R2"
    person.pick(enemy)
    page = person.page
    page.get_by_role("button", name="Show its ranges").click()
    legend = page.locator(".ranged")
    expect(legend).to_contain_text(f"{enemy} moves up to")
    expect(legend).to_contain_text(f"{enemy} attacks up to")
    assert page.locator(".board .range.threat").count() >= 1
    page.get_by_role("button", name="No more ranges").click()
    expect(page.locator(".board .range")).to_have_count(0)


def test_a_ruler_between_any_two_points(hall: Hall) -> None:
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario="bridge"))
    page = person.page
    page.keyboard.press("r")
    for far, said in ((4, "clear"), (16, "in the way")):
        start, end = person.at(6, 4), person.at(6, 4 + far)
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(*end, steps=4)
        page.mouse.up()
        person.settle()
        expect(page.locator(".board .tag")).to_contain_text(said)
    expect(page.locator(".board .cross")).to_have_count(1)
    # By two clicks, too; and nothing was moved meanwhile.
    person.tap(24, 4)
    person.tap(27, 8)
    expect(page.locator(".board .tag")).to_contain_text("5.0″")
    page.keyboard.press("Escape")
    expect(page.locator(".board .tag")).to_have_count(0)
    expect(page.locator(".log .entry")).to_have_count(0)


def test_a_ruler_is_in_hand_before_its_tape_has_come(hall: Hall) -> None:
    """What measures is fetched with the first use: until then nothing is moved instead."""
    person = hall.person()
    held: list[Any] = []
    person.page.route("**/tape.js", lambda route: held.append(route))
    person.sit(hall.match("skirmishers", scenario="bridge"))
    page = person.page
    page.keyboard.press("r")
    page.mouse.move(*person.at(6, 4))
    page.mouse.down()
    page.mouse.move(*person.at(6, 8), steps=4)
    page.mouse.up()
    expect(page.locator(".board .tag")).to_have_count(0)
    while not held:
        page.wait_for_timeout(20)
    held.pop().continue_()
    expect(page.locator(".board .tag")).to_have_count(1)
    expect(page.locator(".board .tag")).to_contain_text("4.0″ · clear")
    page.keyboard.press("Escape")
    expect(page.locator(".board .tag")).to_have_count(0)


def test_whoever_watches_may_measure(hall: Hall) -> None:
    made = hall.match("skirmishers", scenario="bridge")
    person = hall.person()
    person.page.goto(f"/table/{made['match']}#watch={made['watch']}")
    person.page.wait_for_selector(".felt svg.board")
    person.settle()
    person.pick("B4")
    person.page.get_by_role("button", name="Show its ranges").click()
    expect(person.page.locator(".ranged")).to_contain_text("Sallow's field of fire")
    person.page.keyboard.press("Escape")
    person.page.evaluate("document.activeElement.blur()")
    person.page.keyboard.press("r")
    person.tap(24, 4)
    person.tap(27, 8)
    expect(person.page.locator(".board .tag")).to_contain_text("5.0″")
