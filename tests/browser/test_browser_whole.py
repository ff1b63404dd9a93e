"""A whole game of each, from its first choice to an end that its rules know: by touch on a phone,
by keyboard alone, and against a bot. Few pieces with little health, so that none takes long."""

import random
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.browsing import PHONE, Hall, Json, Person, needs_chromium
from browser.hands import GREW, MOST, Finger, Hands, Keys, Plan, play_out, told
from browser.planning import advance_once, greedy
from browser.setting import duel
from forms import sparse

pytestmark = needs_chromium
POINTED = """() => {
  window.pointed = 0;
  for (const name of ["pointerdown", "mousedown", "touchstart"])
    document.addEventListener(name, () => window.pointed++, true);
}"""
FEW = {"figures": 2, "health": 2}


def variant(game: str, **numbers: float) -> Json:
    changed = {name.replace("_", "."): value for name, value in numbers.items()}
    return {"outrider_variant": 1, "game": game, "name": "short", "set": changed}


def frail() -> Json:
    """Everybody in Basic falls by the first blow that is not saved, and few are."""
    kinds = ("commander", "close", "long")
    numbers = {f"{kind}_{of}": value for kind in kinds
               for of, value in (("health", 1), ("attack", 2), ("save", 6))}  # fmt: skip
    return variant("basic", **numbers)


SHORT: dict[str, tuple[dict[str, Any], Plan, str]] = {
    "skirminion": ({"variant": variant("skirminion", units=2, health=2)}, greedy, "SKN-V"),
    "basic": ({"variant": frail(), "options": {"table": "12x12", "zone": 5}}, greedy, "BSK-V1"),
    "skirmishers": ({"scenario": duel()}, greedy, "SKR-V1"),
    "skirmish": (
        {"variant": variant("skirmish", **FEW), "options": {"table": "12x18", "minute": 0}},
        advance_once,
        "SKM-O",
    ),
    "skirmish-2012": (
        {"variant": variant("skirmish-2012", **FEW), "options": {"table": "12x18", "minute": 0}},
        advance_once,
        "SKM-O",
    ),
}
"""What is asked for, how it is played, and the rules that end it."""


NAMES = list(SHORT)


def over(person: Person, game: str) -> None:
    asked = person.page.get_by_role("region", name="What is asked")
    expect(asked).to_contain_text(SHORT[game][2])
    expect(asked.get_by_role("link", name="Replay")).to_be_visible()
    print(game, told(person)["version"], "lines:", person.question)


@pytest.mark.parametrize("game", sparse(NAMES, 1))
def test_a_whole_game_by_touch(hall: Hall, game: str) -> None:
    more, plan, _ = SHORT[game]
    person = hall.person(viewport=PHONE, has_touch=True, is_mobile=True)
    person.sit(hall.match(game, **more))
    play_out(person, Finger, plan)
    over(person, game)
    assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("game", sparse(NAMES[::-1], 1))
def test_a_whole_game_by_keyboard(hall: Hall, game: str) -> None:
    """Pieces, targets, marked places and buttons by Tab and Enter; a place on open ground is typed.
    By arrows they are gone to in `test_browser_keys`."""
    more, plan, _ = SHORT[game]
    person = hall.person()
    person.sit(hall.match(game, **more))
    person.page.evaluate(POINTED)
    play_out(person, Keys, plan)
    over(person, game)
    assert person.page.evaluate("window.pointed") == 0, "something was pointed at"


@pytest.mark.parametrize("game", sparse(NAMES[1:] + NAMES[:1], 1))
def test_a_whole_game_against_a_bot(hall: Hall, game: str) -> None:
    more, plan, _ = SHORT[game]
    person = hall.person()
    person.sit(hall.match(game, "me recruit", **more), "red")
    against(person, plan)
    over(person, game)


def against(person: Person, plan: Plan) -> None:
    """For Red, until it is over; whoever else is asked has an answer of their own."""
    source = random.Random(1)
    now: Mapping[str, Any] = told(person)
    does = Hands(person, now["game"])
    for _ in range(MOST):
        if now.get("result"):
            return
        if "red" in now["pending"].get("decide", []):
            does.do(plan(now["game"], now["state"], "red", source), now["state"])
        else:
            person.page.wait_for_function(GREW, arg=now["version"])
            person.settle(20)
        now = told(person)
    raise AssertionError(f"still not over: {person.question}")
