"""No serious fault that axe finds, on any page, light and dark."""

import re

import pytest
from playwright.sync_api import expect

from browser.axe import faults
from browser.browsing import PHONE, Hall, Person, needs_chromium
from browser.setting import TINY, asked, basic
from forms import sparse

pytestmark = needs_chromium

GAMES = ("skirminion", "basic", "skirmishers", "skirmish", "skirmish-2012")


def test_pages_have_no_serious_fault(viewer: Person) -> None:
    found = []
    for path in ("/", "/rules", "/rules/basic", "/mine", "/open"):
        viewer.open(path)
        viewer.page.wait_for_load_state("networkidle")
        found += faults(viewer)
    viewer.open("/")
    viewer.button("Play Skirmish").click()
    viewer.page.get_by_text("Options", exact=True).click()
    found += faults(viewer)
    assert not found, "\n".join(found)


def test_a_serious_fault_would_be_found(viewer: Person) -> None:
    viewer.open("/rules")
    viewer.page.evaluate("""() => {
      document.querySelector("#main h1").style.color = "var(--hair)";
      document.querySelector("#main").append(document.createElement("button"));
    }""")
    found = "\n".join(faults(viewer))
    assert "color-contrast" in found and "button-name" in found


@pytest.mark.parametrize("game", sparse(GAMES, 3))
def test_tables_have_no_serious_fault(hall: Hall, viewer: Person, game: str) -> None:
    viewer.sit(hall.match(game))
    found = faults(viewer)
    mine = viewer.page.locator(".token.mine")
    if mine.count():
        mine.first.click(force=True)
        viewer.settle()
    viewer.page.get_by_text("Dice, links, text").click()
    found += faults(viewer)
    assert not found, "\n".join(found)


def test_a_question_at_a_piece_has_no_serious_fault(hall: Hall, viewer: Person) -> None:
    viewer.sit(hall.match("skirmishers", scenario="bridge"))
    viewer.type("move R2 12,12")
    viewer.page.locator(".asked").wait_for()
    found = faults(viewer)
    viewer.page.set_viewport_size(PHONE)
    found += faults(viewer)
    assert not found, "\n".join(found)


def test_a_refusal_odds_and_a_replay_have_no_serious_fault(hall: Hall, viewer: Person) -> None:
    made = basic(hall)[1]
    viewer.sit(made)
    shooter, enemy = ("R4", "B2") if asked(viewer) == "red" else ("B4", "R2")
    viewer.type(f"attack {shooter} {shooter}")
    viewer.page.locator(".refusal").wait_for()
    found = faults(viewer)
    viewer.pick(shooter)
    viewer.pick(enemy)
    viewer.page.locator(".odds").wait_for()
    found += faults(viewer)
    viewer.type("end")
    viewer.type("end")
    viewer.open(f"/replay/{made['match']}")
    found += faults(viewer)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", sparse(GAMES, 2))
def test_lessons_and_rules_have_no_serious_fault(viewer: Person, game: str) -> None:
    viewer.open(f"/rules/{game}")
    found = faults(viewer)
    viewer.page.goto(f"/learn/{game}")
    viewer.button("Go on").wait_for()
    found += faults(viewer)
    viewer.button("Go on").click()
    viewer.page.get_by_text("2 of ").wait_for()
    viewer.page.get_by_label("Type an action").fill("nonsense")
    viewer.forgive("status of 400")
    viewer.page.keyboard.press("Enter")
    viewer.page.get_by_role("alert").get_by_role("heading").wait_for()
    found += faults(viewer)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("title", ["Skirminion", "Skirmishers", "Skirmish (2012)"])
def test_what_is_asked_before_a_game_has_no_serious_fault(viewer: Person, title: str) -> None:
    viewer.open("/")
    viewer.button(f"Play {title}").click()
    found = faults(viewer)
    viewer.page.get_by_text("Options", exact=True).click()
    found += faults(viewer)
    assert not found, "\n".join(found)


def test_waiting_joining_and_watching_have_no_serious_fault(hall: Hall, viewer: Person) -> None:
    made = hall.match("basic", "me link", options=TINY)
    viewer.page.goto(f"/join/{made['match']}#{made['invites']['blue']}")
    viewer.button("Sit down").wait_for()
    found = faults(viewer)
    host = hall.person(color_scheme=viewer.page.evaluate(SCHEME))
    host.start("Basic Skirmish Rules v2", "link")
    host.page.get_by_role("heading", name="Waiting for the others").wait_for()
    found += faults(host)
    here = hall.match("basic", options=TINY)
    viewer.page.goto(f"/watch/{here['match']}#watch={here['watch']}")
    viewer.page.get_by_role("group", name=re.compile("^The table")).wait_for()
    found += faults(viewer)
    viewer.page.goto(f"/table/{made['match']}")
    viewer.page.get_by_role("link", name="To the games").wait_for()
    found += faults(viewer)
    viewer.page.goto("/replay/nothing")
    viewer.page.get_by_role("heading", name="Nothing here").wait_for()
    found += faults(viewer)
    assert not found, "\n".join(found)


SCHEME = "matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'"


def test_the_end_and_the_review_have_no_serious_fault(hall: Hall, viewer: Person) -> None:
    made = hall.match("basic", options=TINY)
    viewer.sit(made)
    viewer.button("Resign").click()
    viewer.sure("Resign")
    viewer.page.get_by_role("link", name="What decided it").wait_for()
    found = faults(viewer)
    viewer.page.get_by_role("link", name="What decided it").click()
    viewer.page.get_by_role("heading", name="Luck and skill").wait_for(timeout=60_000)
    found += faults(viewer)
    viewer.open("/mine")
    found += faults(viewer)
    assert not found, "\n".join(found)


def test_the_text_and_a_phone_have_no_serious_fault(hall: Hall, viewer: Person) -> None:
    made = basic(hall)[1]
    viewer.sit(made)
    viewer.page.get_by_text("Dice, links, text").click()
    viewer.button("The table as text").click()
    viewer.page.get_by_role("dialog", name="The table as text").wait_for()
    found = faults(viewer)
    viewer.button("Close").click()
    viewer.page.set_viewport_size(PHONE)
    for name in ("Dice", "Log", "Unit"):
        viewer.page.get_by_role("tab", name=name).click()
        expect(viewer.page.get_by_role("tab", name=name, selected=True)).to_be_visible()
        found += faults(viewer)
    viewer.open("/")
    found += faults(viewer)
    assert not found, "\n".join(found)
