"""A game of another package is played in the browser: on its own page, and on a plain one."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.browsing import Hall, Json, needs_chromium
from browser.outside import with_pebbles
from server.driving import Server

pytestmark = needs_chromium
GREW = "(version) => window.told.version > version"
ASKED = "() => window.told.result || (window.told.pending?.decide ?? []).includes('red')"


@pytest.fixture(scope="module")
def housed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with with_pebbles(tmp_path_factory.mktemp("housed"), skin=True) as server:
        yield server


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with with_pebbles(tmp_path_factory.mktemp("bare"), skin=False) as server:
        yield server


@pytest.fixture
def sitting(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Hall]:
    made = Hall(request.getfixturevalue(request.param), browser, [])
    yield made
    made.leave()


def told(page: Page) -> Json:
    found: Json = page.evaluate("window.told")
    return found


def sit(hall: Hall, kinds: str = "here here") -> Page:
    made = hall.match("pebbles", kinds, options={"heap": 12})
    person = hall.person()
    person.sit(made)
    return person.page


def take(page: Page, button: str | re.Pattern[str]) -> Json:
    """Press a button beside the table, and wait for what comes of it."""
    version = told(page)["version"]
    asked = page.get_by_role("region", name="What is asked")
    asked.get_by_role("button", name=button).first.click()
    page.wait_for_function(GREW, arg=version)
    return told(page)


@pytest.mark.parametrize("sitting", ["bare"], indirect=True)
def test_a_game_without_a_skin_is_played_by_buttons(sitting: Hall) -> None:
    page = sit(sitting)
    picture = page.get_by_role("img", name="The table of Pebbles")
    expect(picture).to_contain_text("heap: 12")
    for _ in range(20):
        now = take(page, re.compile("^Take [1-6]$"))
        left = now["state"]["heap"]
        expect(picture).to_contain_text(f"heap: {left}")
        if now.get("result"):
            break
    assert now["result"]["winners"]
    expect(page.get_by_text("The game is over").first).to_be_visible()


@pytest.mark.parametrize("sitting", ["housed"], indirect=True)
def test_a_game_with_a_skin_of_its_own_is_played_on_its_table(sitting: Hall) -> None:
    page = sit(sitting)
    board = page.get_by_role("group", name="The table of Pebbles")
    pebbles = board.get_by_role("button", name=re.compile("^pebble "))
    for _ in range(20):
        heap = told(page)["state"]["heap"]
        expect(pebbles).to_have_count(heap)
        version = told(page)["version"]
        board.get_by_role("button", name=f"pebble {heap} of {heap}").click()
        page.wait_for_function(GREW, arg=version)
        if told(page).get("result"):
            break
    assert told(page)["result"]["winners"]


@pytest.mark.parametrize("sitting", ["housed"], indirect=True)
def test_its_card_lesson_and_bot(sitting: Hall) -> None:
    page = sitting.person().page
    page.goto("/")
    expect(page.get_by_role("heading", name="Six skirmish games.")).to_be_visible()
    card = page.get_by_role("article").filter(has_text="Nim with a die")
    expect(card.locator("svg.mini ellipse").first).to_be_visible()
    card.get_by_role("link", name="Learn Pebbles").click()
    expect(page.get_by_text("1 of 4")).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    for number, pebble in ((2, "pebble 8 of 9"), (3, "pebble 1 of 6")):
        expect(page.get_by_text(f"{number} of 4")).to_be_visible()
        page.get_by_role("button", name=pebble).click()
    expect(page.get_by_text("4 of 4")).to_be_visible()
    page = sit(sitting, "me recruit")
    for _ in range(20):
        page.wait_for_function(ASKED)
        if told(page).get("result"):
            break
        version, heap = told(page)["version"], told(page)["state"]["heap"]
        page.get_by_role("button", name=f"pebble {heap} of {heap}").click()
        page.wait_for_function(GREW, arg=version)
    assert told(page)["result"]["winners"]
