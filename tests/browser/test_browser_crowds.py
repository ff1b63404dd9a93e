"""Crowds can be read: bases to scale, letters that are seen, the fight by a key, the dead below."""

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.browsing import PHONE, WIDE, Hall, Json, Person, needs_chromium
from browser.hands import play_out
from browser.setting import basic, duel, put
from outrider.games import game
from outrider.games.skirmishers.shipped import value_of

pytestmark = needs_chromium

PLATES = """() => {
  const across = document.querySelector("svg.board").getScreenCTM().a;
  return [...document.querySelectorAll(".token .plate")]
    .map((plate) => plate.getBoundingClientRect().width / across / 2);
}"""
"""How large each base is drawn, as a radius in inches."""
LETTERS = """() => {
  const box = (each) => { const { x, y, right, bottom } = each.getBoundingClientRect();
    return [x, y, right, bottom]; };
  const living = [...document.querySelectorAll(".board .token")]
    .filter((each) => each.querySelector(".plate"));
  const flags = [...document.querySelectorAll(".names .name")];
  return {
    board: box(document.querySelector("svg.board")),
    flags: flags.map((each) => [each.dataset.of, ...box(each.querySelector("rect, text"))]),
    unread: living.filter((each) => {
      const letter = each.querySelector(".letter");
      const seen = letter.checkVisibility() && letter.getBoundingClientRect().height > 7;
      return !seen && !flags.some((flag) => flag.dataset.of === each.dataset.id
        && flag.textContent.includes(each.dataset.id));
    }).map((each) => each.dataset.id),
    tokens: [...document.querySelectorAll(".board .token > :nth-child(2)")].map(box),
  };
}"""
VIEW = """() => { const { x, y, width, height } =
  document.querySelector("svg.board").viewBox.baseVal; return [x, y, width, height]; }"""
BELOW = """() => {
  // Every dead piece comes before every living one in what is drawn.
  const all = [...document.querySelectorAll(".board .token")];
  const stands = all.map((each) => Boolean(each.querySelector(".plate")));
  return [stands.filter((each) => !each).length, stands.indexOf(true), stands.lastIndexOf(false)];
}"""


def view(person: Person) -> list[float]:
    found: list[float] = person.page.evaluate(VIEW)
    return found


def overlap(one: list[Any], other: list[Any]) -> bool:
    return bool(
        one[0] < other[2] - 0.5
        and other[0] < one[2] - 0.5
        and one[1] < other[3] - 0.5
        and other[1] < one[3] - 0.5
    )


def banquet(hall: Hall, person: Person) -> None:
    """Eight sides with five figures each, on the largest table, each in the middle of its zone."""
    seats = " ".join(["here"] * 8)
    made = hall.match("skirmish", seats, options={"minute": 0, "table": "banquet"})
    rules = game("skirmish")

    def wished(seat: str, told: Json) -> Json | None:
        offered = [each.to_json() for each in rules.choices(rules.load(told["state"]), seat)]
        placings = [each for each in offered if each["do"] == "deploy"]
        first = [each for each in placings if each["unit"] == placings[0]["unit"]]
        return first[len(first) // 2] if first else None

    put(hall, made, wished)
    person.sit(made)
    expect(person.page.locator(".board .token")).to_have_count(40)


def test_bases_are_drawn_to_scale(hall: Hall) -> None:
    person, _ = basic(hall)
    assert person.page.evaluate(PLATES) == pytest.approx([0.4] * 10, rel=0.02)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_every_letter_of_a_crowd_is_read(hall: Hall, size: Any) -> None:
    """Beside the piece where it is too small on it; and no two lie on each other."""
    person = hall.person(viewport=size)
    banquet(hall, person)
    seen = person.page.evaluate(LETTERS)
    assert seen["unread"] == []
    flags = seen["flags"]
    assert len(flags) == 40
    for at, (one, *place) in enumerate(flags):
        for other, *there in flags[at + 1 :]:
            assert not overlap(place, there), (one, other)
    left, top, right, bottom = seen["board"]
    for id, *place in [*flags, *([n, *each] for n, each in enumerate(seen["tokens"]))]:
        assert left <= place[0] + 1 and place[2] <= right + 1, (id, place)
        assert top <= place[1] + 1 and place[3] <= bottom + 1, (id, place)


def test_to_the_fight_and_back_by_one_key(hall: Hall) -> None:
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario=value_of("ambush")))
    whole = view(person)
    person.page.keyboard.press("z")
    near = view(person)
    assert near[2] < 0.8 * whole[2]
    board = person.page.locator("svg.board").bounding_box()
    assert board is not None
    inside = [
        token.get_attribute("data-id")
        for token in person.page.locator(".board .token").all()
        if (box := token.bounding_box())
        and board["x"] <= box["x"] <= board["x"] + board["width"]
        and board["y"] <= box["y"] <= board["y"] + board["height"]
    ]
    assert {str(id)[0] for id in inside} == {"R", "B"}, "both sides of a fight are seen"
    expect(person.page.locator(".minimap .view")).to_be_visible()
    person.page.keyboard.press("t")
    assert view(person) == whole
    expect(person.page.locator(".minimap")).to_be_hidden()


def test_to_the_fight_and_back_by_a_tap(hall: Hall) -> None:
    made = hall.match("skirmishers", scenario=value_of("ambush"))
    person = hall.person(viewport=PHONE, has_touch=True, is_mobile=True)
    person.sit(made)
    whole = view(person)
    person.page.get_by_role("button", name="To the fight").tap()
    assert view(person)[2] < whole[2]
    person.page.get_by_role("button", name="Whole table").tap()
    assert view(person) == whole


def test_the_dead_lie_under_the_living_without_a_ring(hall: Hall) -> None:
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario=duel()))
    play_out(person)
    dead, first, last = person.page.evaluate(BELOW)
    assert dead and last < first
    fallen = person.page.locator(".board .token:not(:has(.plate))")
    assert fallen.locator("circle[stroke]").count() == dead, "the head, and no ring of health"
    for ring in fallen.locator(".halo").all():
        expect(ring).to_have_css("opacity", "0")
