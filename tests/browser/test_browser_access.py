"""For everyone: no serious fault that axe finds, whole games without a mouse, and on a phone."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from browser.browsing import PHONE, Hall, Person, needs_chromium
from browser.setting import TINY, asked, basic, places

pytestmark = needs_chromium

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
GAMES = ("skirminion", "basic", "skirmishers", "skirmish", "skirmish-2012")


def faults(person: Person) -> list[str]:
    """What axe calls serious or critical on the page as it stands."""
    if not person.page.evaluate("() => Boolean(window.axe)"):
        person.page.evaluate(AXE.read_text("utf-8"))
    found = person.page.evaluate("""async () => {
      const said = await axe.run(document, { resultTypes: ["violations"] });
      return said.violations
        .filter((each) => ["serious", "critical"].includes(each.impact))
        .flatMap((each) => each.nodes.map((node) =>
          `${location.pathname}: ${each.id}: ${node.html.slice(0, 160)} (${node.failureSummary})`));
    }""")
    return [str(each) for each in found]


@pytest.fixture(params=["light", "dark"])
def viewer(hall: Hall, request: pytest.FixtureRequest) -> Person:
    if {"node", "npm"} & set(os.environ.get("OUTRIDER_MISSING", "").split()):
        pytest.skip("npm is missing, which brings axe-core")
    assert AXE.exists(), "axe-core is not installed: `npm ci` brings it"
    return hall.person(color_scheme=request.param)


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


@pytest.mark.parametrize("game", GAMES)
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


def test_a_refusal_odds_and_a_replay_have_no_serious_fault(hall: Hall, viewer: Person) -> None:
    made = hall.match("basic", options=TINY)
    viewer.sit(made)
    for _ in range(2):
        for unit, place in places(asked(viewer)):
            viewer.type(f"deploy {unit} {place}")
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


# -- by keyboard alone -----------------------------------------------------------------------------


def tab_to(person: Person, wanted: Locator, most: int = 90) -> None:
    """Press Tab until something has the focus."""
    for _ in range(most):
        if wanted.evaluate("(element) => element === document.activeElement"):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} cannot be reached by Tab")


def written(person: Person, text: str) -> None:
    """From anywhere: a slash, an action, Enter."""
    person.page.evaluate("document.activeElement.blur()")
    person.page.keyboard.press("/")
    person.page.keyboard.type(text)
    person.page.keyboard.press("Enter")
    person.settle()


def test_a_whole_game_by_keyboard(hall: Hall) -> None:
    person = hall.person()
    keys = person.page.keyboard
    person.open("/")
    tab_to(person, person.button("Play Basic Skirmish Rules v2"))
    keys.press("Enter")
    tab_to(person, person.page.locator("input[name=against]:checked"))
    for _ in range(3):
        if person.page.locator("input[name=against]:checked").input_value() != "here":
            keys.press("ArrowRight")
    tab_to(person, person.page.locator("dialog summary"))
    keys.press("Enter")
    for field, value in (("#o-table", "12x12"), ("#o-turn_limit", "2")):
        tab_to(person, person.page.locator(field))
        keys.press("Control+a")
        keys.type(value)
    tab_to(person, person.button("Start"))
    keys.press("Enter")
    person.page.wait_for_selector(".felt svg.board")
    person.settle()
    for _ in range(2):
        for unit, place in places(asked(person)):
            written(person, f"deploy {unit} {place}")
    # A piece is chosen, sees what it may do, and does it, all by Tab and Enter.
    shooter, enemy = ("R4", "B2") if asked(person) == "red" else ("B4", "R2")
    tab_to(person, person.token(shooter))
    keys.press("Enter")
    person.settle()
    tab_to(person, person.token(enemy))
    keys.press("Enter")
    person.settle()
    tab_to(person, person.page.locator(".unit > .btns .btn.main"))
    keys.press("Enter")
    person.settle()
    expect(person.page.locator("#live p", has_text=f"{shooter} attacks {enemy}")).to_have_count(1)
    tab_to(person, person.button("End turn"))
    keys.press("Enter")
    person.settle()
    written(person, "end")
    person.page.locator(".turn a[href^='/replay/']").wait_for()


def test_squares_are_chosen_by_keyboard(hall: Hall) -> None:
    person = hall.person()
    keys = person.page.keyboard
    person.sit(hall.match("skirminion", options={"quiet_limit": 6}))
    person.page.locator(".turn .btns button").first.focus()
    keys.press("Enter")
    person.settle()
    for _ in range(30):
        if "activate" in person.question:
            break
        tab_to(person, person.page.locator(".board .mark").first)
        keys.press("Enter")
        person.settle()
    before = person.page.locator(".log div").count()
    unit = person.page.locator(".token.mine[aria-label*=unit]").first
    tab_to(person, unit)
    keys.press("Enter")
    person.settle()
    tab_to(person, person.page.locator(".board .mark").first)
    keys.press("Enter")
    person.settle()
    assert person.page.locator(".log div").count() > before


# -- on a phone ------------------------------------------------------------------------------------


def test_a_phone(hall: Hall) -> None:
    person = hall.person(viewport=PHONE, has_touch=True, is_mobile=True)
    page = person.page
    person.open("/")
    person.button("Play Skirminion").tap()
    page.locator("input[name=against][value=here]").tap()
    person.button("Start").tap()
    page.wait_for_selector(".felt svg.board")
    for _ in range(40):
        person.settle()
        if "activate" in person.question:
            break
        bare = page.locator(".turn .btns button")
        (bare if bare.count() else page.locator(".board .mark")).first.tap()
    moved = page.locator(".log div", has_text="moves")
    for turn in range(4):
        person.settle()
        page.locator(".token.mine[aria-label*=unit]").nth(2 + turn).tap()
        person.settle()
        page.locator(".board .mark").first.tap()
        person.settle()
        expect(moved).to_have_count(turn + 1)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.locator(".turn .ask").bounding_box() is not None
    for name in ("Dice", "Log", "Unit"):
        page.get_by_role("tab", name=name).tap()
        expect(page.locator(f".t-{name.lower()}").last).to_be_visible()
    low = page.evaluate("""() => [...document.querySelectorAll("button.btn, a.btn")]
      .filter((each) => each.offsetParent && each.getBoundingClientRect().height < 43.5)
      .map((each) => each.textContent)""")
    assert low == []


def test_a_small_table_on_a_phone(hall: Hall) -> None:
    person, _ = basic(hall)
    match = person.page.url
    person.page.set_viewport_size(PHONE)
    person.page.goto(match)
    person.page.locator(".token").nth(9).wait_for()
    assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert person.page.locator(".turn .btn.main").is_visible()
