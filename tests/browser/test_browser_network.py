"""Lost connections, and the minute in which everybody moves at once."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from browser.browsing import PATIENCE, Hall, needs_chromium
from browser.setting import TINY, asked, laid, minute, places
from server.driving import WIDE, running
from server.ports import lasting_port

pytestmark = needs_chromium


def test_after_a_lost_connection_everything_is_as_it_was(browser: Browser, tmp_path: Path) -> None:
    port = str(lasting_port())
    with running(tmp_path, *WIDE, "--port", port) as server:
        hall = Hall(server, browser, [])
        person = hall.person()
        person.forgive("WebSocket connection|ERR_CONNECTION_REFUSED")
        person.sit(hall.match("basic", options=TINY))
        first, second = places(asked(person))[:2]
        person.type(f"deploy {first[0]} {first[1]}")
        person.token(first[0]).wait_for()
        log = person.page.locator(".log").inner_text()
    banner = person.page.locator("#banner")
    expect(banner).to_contain_text("connection is lost", timeout=PATIENCE)
    with running(tmp_path, *WIDE, "--port", port):
        expect(banner).to_be_hidden(timeout=PATIENCE)
        person.settle()
        assert person.token(first[0]).count() == 1
        assert person.page.locator(".log").inner_text() == log
        person.type(f"deploy {second[0]} {second[1]}")
        person.token(second[0]).wait_for()
        hall.leave()


def test_the_minute_with_two_browsers_at_once(hall: Hall) -> None:
    red, blue = hall.person(), hall.person()
    minute(hall, 600, red, blue)
    for person, unit in ((red, "R1"), (blue, "B1")):
        expect(person.page.locator(".clock")).to_have_text(re.compile(r"^(10:00|[1-9]:\d\d)$"))
        person.pick(unit)
    red.tap(2, 3.5)
    blue.tap(2, 14.5)
    # Both move before either has heard of the other.
    red.button("Move here").click()
    blue.button("Move here").click()
    for person in (red, blue):
        for unit in ("R1", "B1"):
            person.page.locator(".log div", has_text=f"{unit} moves to").first.wait_for()
        assert person.page.locator(".refusal:visible").count() == 0
    red.button("Ready").click()
    blue.until("Red is ready")
    red.until("Waiting for")
    blue.button("Ready").click()
    for person in (red, blue):
        expect(person.page.locator(".turn")).to_contain_text("attack", timeout=PATIENCE)


def test_a_move_after_the_minute_is_refused_kindly(hall: Hall) -> None:
    red, blue = hall.person(), hall.person()
    laid(hall, 3, red, blue)  # however long it takes to look: by then the minute may be over
    people = {"R1": red, "B1": blue}
    for person in people.values():
        expect(person.page.locator(".turn .small").first).to_contain_text(
            "attack", timeout=PATIENCE
        )
        person.settle()
    unit, late = next(
        (unit, person)
        for unit, person in people.items()
        if person.page.get_by_label("Type an action").count()
    )
    late.type(f"move {unit} 2,4")
    refusal = late.page.locator(".refusal")
    refusal.wait_for()
    assert refusal.get_by_role("link").count() == 1, refusal.inner_text()
    print(refusal.inner_text())
