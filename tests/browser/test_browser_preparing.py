"""The page says that a game is being compiled, and the bot plays meanwhile."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.browsing import PHONE, Hall, needs_chromium
from server.preparing import GAME, compiled_beside

pytestmark = needs_chromium
LINE = "The bots are being compiled for this machine, once"


def test_nobody_waits_for_the_compiler_and_everybody_is_told(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with compiled_beside(tmp_path, monkeypatch) as (server, compiler):
        hall = Hall(server, browser, [])
        made = hall.match(GAME, "recruit me")
        person, phone = hall.person(), hall.person(viewport=PHONE, color_scheme="dark")
        person.sit(made)
        phone.sit(made)
        for each in (person, phone):
            line = each.page.locator(".turn").get_by_text(LINE)
            expect(line).to_be_visible()
            # It depends on what the bot did whether Blue moves, or is asked to fire back: that is
            # asked at its piece, and on a phone takes the room of what else is said.
            if each is person or not each.page.evaluate("window.told.pending.offer"):
                expect(line).to_be_in_viewport(ratio=1)
            expect(each.page.locator(".turn")).to_contain_text("Your move")
        expect(person.page.locator("#live")).to_contain_text(LINE)
        compiler.done()
        for each in (person, phone):
            expect(each.page.locator(".turn").get_by_text(LINE)).to_have_count(0)
            expect(each.page.locator(".turn")).to_contain_text("Your move")
            expect(each.page.locator(".log div").first).to_be_attached()
        hall.leave()
