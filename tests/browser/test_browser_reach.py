"""Reach as it is drawn: a click just within its edge is accepted, one just outside is not."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

import outrider
from browser.browsing import Hall, Person, needs_chromium
from browser.clicking import WITHIN
from browser.setting import asked, basic, minute

pytestmark = needs_chromium

EDGES = (
    """(far) => {"""
    + WITHIN
    + """
  const board = document.querySelector("svg.board");
  const matrix = board.querySelector(".world").getScreenCTM();
  const areas = [...document.querySelectorAll(".board .reach")].filter((each) =>
    !each.closest("mask"));
  const inside = (x, y) => areas.some((area) => within(area, new DOMPoint(x, y), board));
  const clear = [...document.querySelectorAll(".token")].map((token) => {
    const box = token.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  });
  const frame = board.viewBox.baseVal, found = { within: [], beyond: [] };
  const shown = (x, y) => {
    const at = new DOMPoint(x, y).matrixTransform(matrix);
    // A click on a piece chooses it: what it is drawn with reaches further than its base.
    if (document.elementFromPoint(at.x, at.y)?.closest(".token")) return null;
    return clear.every(([a, b]) => Math.hypot(a - at.x, b - at.y) > 30) ? [at.x, at.y] : null;
  };
  for (let n = 0; n < 40000 && Math.min(found.within.length, found.beyond.length) < 4; n++) {
    const x = frame.x + Math.random() * frame.width, y = frame.y + Math.random() * frame.height;
    const round = [0, 1, 2, 3, 4, 5, 6, 7].map((turn) =>
      inside(x + far * Math.cos(turn * Math.PI / 4), y + far * Math.sin(turn * Math.PI / 4)));
    const at = shown(x, y);
    if (!at || round.every(Boolean) || !round.some(Boolean)) continue;
    // Far enough from the edge for a pixel to be on one side of it.
    const near = [0, 1, 2, 3, 4, 5, 6, 7].map((turn) => inside(
      x + far / 3 * Math.cos(turn * Math.PI / 4), y + far / 3 * Math.sin(turn * Math.PI / 4)));
    if (near.every(Boolean)) found.within.push(at);
    else if (!near.some(Boolean) && y < -0.3 && x > 0.3) found.beyond.push(at);
  }
  return found;
}"""
)


def edges(person: Person) -> dict[str, list[Any]]:
    """Places on the screen on either side of the edge of the reach that is drawn."""
    person.page.locator(".board .reach").first.wait_for(state="attached")
    found: dict[str, list[Any]] = person.page.evaluate(EDGES, 0.2)
    assert len(found["within"]) >= 4
    return found


def accepted(person: Person, at: Any) -> None:
    """Click there, and may move there."""
    person.page.mouse.click(*at)
    person.settle()
    expect(person.page.locator(".unit > .btns .btn.main:not([disabled])")).to_have_count(1)
    assert person.page.locator(".refusal:not([hidden])").count() == 0


def refused(person: Person, at: Any) -> None:
    person.page.mouse.click(*at)
    person.settle()
    expect(person.page.locator(".refusal:not([hidden])")).to_have_count(1)


def test_the_edge_of_reach_in_basic(hall: Hall) -> None:
    person, _ = basic(hall)
    person.pick("R1" if asked(person) == "red" else "B1")
    found = edges(person)
    assert person.page.locator(".board .shore").count() >= 1, "others' bases are left out"
    for at in found["within"]:
        accepted(person, at)
    for at in found["beyond"]:
        refused(person, at)


def test_the_edge_of_reach_in_skirmish(hall: Hall) -> None:
    red, blue = hall.person(), hall.person()
    minute(hall, 600, red, blue)
    red.pick("R1")
    found = edges(red)
    for at in found["within"]:
        accepted(red, at)
    for at in found["beyond"]:
        refused(red, at)


@pytest.mark.parametrize(("scenario", "unit"), [("bridge", "R4"), ("window", "R1")])
def test_the_edge_of_reach_in_skirmishers(hall: Hall, scenario: str, unit: str) -> None:
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario=scenario))
    person.pick(unit)
    for at in edges(person)["within"]:
        accepted(person, at)


def round_the_corner(scenario: str) -> tuple[str, tuple[float, float]]:
    """A piece, and a place that it cannot go straight to, but with a bend."""
    game, source = outrider.game("skirmishers"), random.Random(1)
    state = game.new(game.terms(scenario=scenario)).state
    choices = game.choices(state, "red")
    while True:
        unit = source.choice([each for each in state.units if each.seat == "red"])
        x, y = (round(each / 1000 + source.uniform(-6, 6), 1) for each in unit.at)
        straight = game.action({"do": "move", "unit": unit.id, "path": [[x, y]]})
        found = None if straight in choices else game.suggest(state, "red", straight)
        if found is not None and found.path[-1] == straight.path[-1]:
            return unit.id, (x, y)


def test_a_click_finds_its_way_round_a_corner(hall: Hall) -> None:
    """SKR-M1, SKR-M2: the way is shown, leg by leg, and goes where the click was."""
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario="bridge"))
    unit, place = round_the_corner("bridge")
    person.pick(unit)
    accepted(person, person.at(*place))
    assert person.page.locator(".board rect[fill='#F2C14E']").count() >= 2
    person.page.locator(".unit > .btns .btn.main").click()
    person.page.locator(".log div", has_text=f"{unit} ").first.wait_for()
    assert person.page.locator(".refusal:not([hidden])").count() == 0
