"""Somebody whose network drops while the others play on; and moves that come after the minute.

Setting a browser offline does not cut a web socket that is open, so a cable is cut instead.
"""

import re
import time

import httpx
import pytest
from playwright.sync_api import Locator, expect

from browser.browsing import PATIENCE, Hall, Json, Person, needs_chromium
from browser.lines import wired
from browser.setting import TINY, minute, places

pytestmark = needs_chromium

SLOWLY = PATIENCE
"""A line that died in silence is noticed after a few signs of life are missing."""


def banner(person: Person) -> Locator:
    return person.page.get_by_role("status").filter(has_text="connection is lost")


def log(person: Person) -> list[str]:
    text = person.page.get_by_role("region", name="Log").inner_text()
    return [line for line in text.splitlines() if line.endswith(".")]


def placed(person: Person, *units: str) -> None:
    for unit in units:
        person.page.get_by_role("button", name=re.compile(rf"^{unit}\b.*, at ")).wait_for()


def deploying(hall: Hall, red: Person, blue: Person) -> tuple[Json, dict[str, list[str]]]:
    """A match of two in which Red is to place the first unit."""
    while True:
        made = hall.match("basic", options=TINY)
        blue.sit(made, "blue")
        if "Waiting for Red" in blue.page.get_by_role("region", name="What is asked").inner_text():
            break
    red.sit(made, "red")
    return made, {seat: [f"deploy {u} {p}" for u, p in places(seat)] for seat in ("red", "blue")}


def test_whoever_was_offline_sees_what_happened_meanwhile(hall: Hall) -> None:
    with wired(hall) as (red, line):
        blue = hall.person()
        _, words = deploying(hall, red, blue)
        for text in words["red"][:4]:
            red.type(text)
        placed(red, "R1", "R2", "R3", "R4")
        before = log(red)
        line.cut()
        expect(banner(red)).to_be_visible(timeout=PATIENCE)
        expect(blue.page.get_by_text("Red, away")).to_be_visible(timeout=PATIENCE)
        # What is done without a connection is done as soon as there is one, and once.
        field = red.page.get_by_label("Type an action")
        field.fill(words["red"][4])
        field.press("Enter")
        line.mend()
        expect(banner(red)).to_be_hidden(timeout=SLOWLY)
        placed(red, "R5")
        red.settle()
        assert [text for text in log(red) if "R5" not in text] == before
        # Now the others play on while it is cut again.
        line.cut()
        expect(banner(red)).to_be_visible(timeout=PATIENCE)
        for text in words["blue"]:
            blue.type(text)
        placed(blue, "R5", "B1", "B5")
        line.mend()
        expect(banner(red)).to_be_hidden(timeout=SLOWLY)
        placed(red, "B1", "B2", "B3", "B4", "B5")
        for person in (red, blue):
            person.settle()
        assert log(red)[0] == log(blue)[0]
        expect(red.page.get_by_text("Red, away")).to_have_count(0)
        turn = red if red.button("End turn").count() else blue
        turn.button("End turn").click()
        for person in (red, blue):
            person.page.get_by_role("region", name="Log").get_by_text("Turn 2").wait_for()


def test_a_line_that_dies_in_silence_is_noticed(hall: Hall) -> None:
    with wired(hall) as (red, line):
        blue = hall.person()
        _, words = deploying(hall, red, blue)
        red.type(words["red"][0])
        placed(red, "R1")
        line.die()
        expect(banner(red)).to_be_visible(timeout=SLOWLY)
        line.mend()
        expect(banner(red)).to_be_hidden(timeout=SLOWLY)
        red.type(words["red"][1])
        for person in (red, blue):
            placed(person, "R1", "R2")


@pytest.mark.slow
def test_moves_of_two_browsers_after_the_minute_are_refused_kindly(hall: Hall) -> None:
    """Neither page has heard that the minute is over when the move is sent."""
    with wired(hall) as (red, reds), wired(hall) as (blue, blues):
        made = minute(hall, 12, red, blue)
        red.pick("R1")
        red.tap(2, 3.5)
        blue.pick("B1")
        blue.tap(2, 14.5)
        for person in (red, blue):
            person.button("Move here").wait_for()
        reds.deafen()
        blues.deafen()
        until = time.monotonic() + SLOWLY / 1000
        while phase(hall, made) == "movement":
            assert time.monotonic() < until, "the minute does not end"
            time.sleep(0.1)
        for person in (red, blue):
            person.button("Move here").click()
        reds.mend()
        blues.mend()
        for person in (red, blue):
            asked = person.page.get_by_role("region", name="What is asked")
            expect(asked).to_contain_text("attack", timeout=SLOWLY)
            expect(asked).to_contain_text("too late")
            assert not any("moves to" in text for text in log(person))


def phase(hall: Hall, made: Json) -> str:
    url = f"{hall.server.url}/api/matches/{made['match']}"
    answer = httpx.get(url, headers={"outrider-watch": made["watch"]}, timeout=180)
    return str(answer.json()["state"]["phase"])
