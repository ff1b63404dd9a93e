"""For everyone: whole games without a mouse, and on a phone; what is read out."""

import math
import re

import pytest
from playwright.sync_api import expect

from browser.browsing import PHONE, Hall, Person, needs_chromium
from browser.hands import Finger, Keys, play_out, tab_to
from browser.setting import asked, basic, duel, places
from outrider.games.skirmishers.shipped import value_of

pytestmark = needs_chromium

DUEL = {**value_of("duel"), "turn_limit": 200}
POINTED = """() => {
  window.pointed = 0;
  for (const kind of ["pointerdown", "mousedown", "touchstart"])
    addEventListener(kind, () => window.pointed++, true);
  return window.pointed;
}"""
HEARD = """() => {
  // What the server tells from now on, and what is put where a screen reader listens.
  window.happened = [];
  window.heard = [];
  const socket = WebSocket.prototype;
  const send = socket.send;
  let listening = null;
  socket.send = function (text) {
    if (listening !== this) {
      listening = this;
      this.addEventListener("message", (event) => {
        const said = JSON.parse(event.data);
        if (said.type === "news")
          window.happened.push(...said.events.map((each) => each.text).filter(Boolean));
      });
    }
    return send.call(this, text);
  };
  new MutationObserver((changes) => {
    for (const change of changes)
      for (const node of change.addedNodes) window.heard.push(node.textContent);
  }).observe(document.querySelector("[role=log]"), { childList: true });
}"""


# -- by keyboard alone -----------------------------------------------------------------------------


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
    tab_to(person, person.page.locator("dialog summary", has_text="Options"))
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


@pytest.mark.slow
def test_a_game_by_keyboard_to_its_end(hall: Hall) -> None:
    """Pieces, targets and buttons by Tab and Enter; only a place on open ground is typed."""
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario=DUEL))
    pointed = person.page.evaluate(POINTED)
    assert pointed == 0
    play_out(person, Keys)
    expect(person.page.get_by_role("region", name="What is asked")).to_contain_text("SKR-V1")
    assert person.page.evaluate("window.pointed") == 0, "a mouse was used"


# -- read out --------------------------------------------------------------------------------------


def test_everything_that_happens_is_read_out(hall: Hall) -> None:
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario=duel()))
    live = person.page.get_by_role("log")
    assert live.get_attribute("aria-live") == "polite"
    person.page.evaluate(HEARD)
    play_out(person)
    told = person.page.evaluate("window.happened")
    heard = person.page.evaluate("window.heard")
    assert len(told) > 5 and heard == told


def bearing(dx: float, dy: float) -> str:
    winds = ("north", "north-east", "east", "south-east", "south", "south-west", "west",
             "north-west")  # fmt: skip
    return winds[round(math.degrees(math.atan2(dx, dy)) / 45) % 8]


def spot_of(label: str) -> tuple[float, float]:
    if square := re.search(r" at ([a-h])([1-8])\b", label):
        return "abcdefgh".index(square[1]) + 0.5, int(square[2]) - 0.5
    found = re.search(r" at (-?[\d.]+), (-?[\d.]+)", label)
    assert found is not None, label
    return float(found[1]), float(found[2])


@pytest.mark.parametrize("game", ["skirminion", "basic", "skirmishers"])
def test_the_text_lists_every_piece_with_distance_and_bearing(hall: Hall, game: str) -> None:
    person = basic(hall)[0] if game == "basic" else hall.person()
    if game != "basic":
        person.sit(hall.match(game))
    board = person.page.get_by_role("group", name=re.compile("^The table"))
    pieces = board.get_by_role("button", name=re.compile(" at "))
    labels = [str(each.get_attribute("aria-label")) for each in pieces.all()]
    assert not [label for label in labels if " ," in label or "  " in label]
    pieces.first.focus()
    person.page.keyboard.press("Enter")
    person.settle()
    own = spot_of(labels[0])
    person.page.get_by_text("Dice, links, text").click()
    person.button("The table as text").click()
    dialog = person.page.get_by_role("dialog", name="The table as text")
    dialog.wait_for()
    rows = [row.inner_text().split("\t") for row in dialog.get_by_role("row").all()]
    said = {row[0].strip(): row[1].strip() for row in rows}
    assert {" ".join(label.split()) for label in labels} == {" ".join(row.split()) for row in said}
    for label, text in said.items():
        dx, dy = (there - here for there, here in zip(spot_of(label), own, strict=True))
        if dx or dy:
            far = float(text.split()[0])
            assert far == pytest.approx(math.hypot(dx, dy), abs=0.051), (label, text)
            assert text.split()[-1] == bearing(dx, dy), (label, text)


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


@pytest.mark.slow
def test_a_game_by_tapping_to_its_end(hall: Hall) -> None:
    person = hall.person(viewport=PHONE, has_touch=True, is_mobile=True)
    person.sit(hall.match("skirmishers", scenario=DUEL))
    play_out(person, Finger)
    expect(person.page.get_by_role("region", name="What is asked")).to_contain_text("SKR-V1")
    assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_small_table_on_a_phone(hall: Hall) -> None:
    person, _ = basic(hall)
    match = person.page.url
    person.page.set_viewport_size(PHONE)
    person.page.goto(match)
    person.page.locator(".token").nth(9).wait_for()
    assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect(person.page.locator(".turn .btn.main")).to_be_visible()
