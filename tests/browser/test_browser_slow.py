"""The page says so when a bot takes long, and when none answers."""

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.browsing import PATIENCE as WAITING
from browser.browsing import PHONE, Hall, needs_chromium
from server import badbots
from server.driving import WIDE, inside, running
from server.pressing import some_bot, stopped

pytestmark = [
    needs_chromium,
    pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc"),
]
SLOW = "The bot is taking its time: this machine is busy."
FAILING = "The bot does not answer. It is asked again in a while"


def test_who_waits_for_a_slow_bot_is_told_so(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path, *WIDE, "--workers", "1") as server:
        hall = Hall(server, browser, [])
        made = hall.match("skirmishers", "me recruit")
        person, phone = hall.person(), hall.person(viewport=PHONE, color_scheme="dark")
        person.sit(made)
        phone.sit(made)
        pid = some_bot(server)
        with stopped(pid):
            person.type("end")
            for each in (person, phone):
                line = each.page.locator(".turn").get_by_text(SLOW)
                expect(line).to_be_visible()
                expect(line).to_be_in_viewport(ratio=1)
            expect(person.page.locator("#live")).to_contain_text(SLOW)
        for each in (person, phone):
            expect(each.page.locator(".turn").get_by_text(SLOW)).to_have_count(0, timeout=WAITING)
            expect(each.page.locator(".turn")).to_contain_text("Your move", timeout=WAITING)
        hall.leave()


def test_where_no_bot_answers_the_page_says_that(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mended = tmp_path / "mended"
    monkeypatch.setenv(badbots.MENDED, str(mended))
    monkeypatch.setattr("outrider.server.workers.work", badbots.crashing)
    with inside(tmp_path, workers=1) as server:
        hall = Hall(server, browser, [])
        made = hall.match("skirmishers", "random me")
        person = hall.person()
        person.sit(made)
        expect(person.page.locator(".turn").get_by_text(FAILING)).to_be_visible(timeout=WAITING)
        mended.touch()
        expect(person.page.locator(".turn")).to_contain_text("Your move", timeout=WAITING)
        expect(person.page.locator(".turn").get_by_text(FAILING)).to_have_count(0)
        hall.leave()
