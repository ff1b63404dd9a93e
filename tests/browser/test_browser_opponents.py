"""A friend with a link, a bot; and those who only watch, or come with another device."""

import re

from playwright.sync_api import expect

from browser.browsing import Hall, Person, needs_chromium
from browser.clicking import Clicker
from browser.setting import TINY, basic

pytestmark = needs_chromium


def played_by(*people: Person, most: int = 5000) -> None:
    """Everybody clicks on what their own page offers, until all see that the game is over."""
    clickers = [Clicker(person, seed) for seed, person in enumerate(people)]
    for _ in range(most):
        going = [clicker.step() for clicker in clickers]
        if not any(going):
            return
    raise AssertionError([person.question for person in people])


def test_two_browsers_in_one_match_by_link(hall: Hall) -> None:
    host, guest = hall.person(), hall.person()
    host.start("Basic Skirmish Rules v2", "link", table="12x12", turn_limit="2")
    host.page.get_by_role("heading", name="Waiting for the others").wait_for()
    link = host.page.locator("#link-blue").input_value()
    guest.open(link)
    guest.page.get_by_label("What shall we call you?").fill("Ann")
    guest.button("Sit down").click()
    for person in (host, guest):
        person.page.wait_for_selector(".felt svg.board")
        person.page.locator(".seats", has_text="Ann").wait_for()
    played_by(host, guest)
    assert host.question == guest.question
    tokens = [person.page.locator(".token").count() for person in (host, guest)]
    assert tokens[0] == tokens[1] > 0


def test_against_a_bot_from_the_home_page(hall: Hall) -> None:
    person = hall.person()
    person.open("/")
    person.button("Play Skirminion").click()
    person.page.locator("input[name=against][value=bot]").check()
    person.page.locator("input[name=level][value=recruit]").check()
    person.page.get_by_text("Options", exact=True).click()
    person.page.locator("#o-quiet_limit").fill("4")
    person.button("Start").click()
    person.page.wait_for_selector(".felt svg.board")
    Clicker(person).play(5000)  # waiting for the bot counts, too
    assert person.page.locator(".log div", has_text=re.compile("^Blue")).count() > 0


def test_who_watches_sees_everything_and_cannot_act(hall: Hall) -> None:
    player, made = basic(hall)
    watcher = hall.person()
    watcher.open(f"/watch/{made['match']}#watch={made['watch']}")
    watcher.page.locator(".token").nth(9).wait_for()
    assert made["watch"] not in watcher.page.url
    player.page.locator(".seats", has_text="1 watching").wait_for()
    watcher.pick("R1")
    watcher.page.locator(".unit h3", has_text="R1").wait_for()
    assert watcher.page.get_by_label("Type an action").count() == 0
    assert watcher.page.locator(".turn button, .acts button, .reach, .menu button").count() == 0
    player.button("End turn").click()
    watcher.page.locator(".log div", has_text="Turn 2").wait_for()


def test_who_comes_without_a_link_is_told_so(hall: Hall) -> None:
    made = hall.match("basic", options=TINY)
    stranger = hall.person()
    stranger.page.goto(f"/table/{made['match']}")
    stranger.page.get_by_role("link", name="To the games").wait_for()
    stranger.forgive("403")
    stranger.page.goto(f"/replay/{made['match']}")
    error = stranger.page.locator(".lead.error")
    expect(error).to_have_text("This match is not open to all: ask who sits there for a link.")


def test_a_seat_is_carried_to_another_device(hall: Hall) -> None:
    made = hall.match("basic", options=TINY)
    first, second = hall.person(), hall.person()
    first.sit(made, "red")
    first.page.get_by_text("Dice, links, text").click()
    link = first.page.get_by_label("Red's seat on another device").input_value()
    second.page.goto(link)
    second.page.wait_for_selector(".felt svg.board")
    assert made["tokens"]["red"] not in second.page.url
    second.page.locator(".seats", has_text="Red (you)").wait_for()
    second.page.reload()
    second.page.locator(".seats", has_text="Red (you)").wait_for()
