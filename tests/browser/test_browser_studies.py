"""The page of a review while one waits: whose turn it is, how far it is, and when to come back."""

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from browser.browsing import PATIENCE as WAITING
from browser.browsing import PHONE, Hall, needs_chromium
from server.driving import Server, inside

pytestmark = needs_chromium
RECORD = Path(__file__).parent.parent / "playthroughs" / "skirmish.jsonl"


def brought(server: Server) -> str:
    """A match that is a record somebody has brought along."""
    answer = httpx.post(f"{server.url}/api/records", content=RECORD.read_bytes(), timeout=180)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["match"])


@pytest.mark.slow
def test_who_waits_for_a_review_sees_how_far_it_is(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outrider.server.studies.SECONDS", 15.0)
    with inside(tmp_path) as server:
        hall = Hall(server, browser, [])
        first, second = hall.person(), hall.person(viewport=PHONE, color_scheme="dark")
        first.open(f"/review/{brought(server)}")
        bar = first.page.get_by_role("progressbar", name="How far it is")
        expect(bar).to_be_visible()
        expect(first.page.get_by_role("status")).to_contain_text("Looking at every move")
        second.open(f"/review/{brought(server)}")
        expect(second.page.get_by_role("status")).to_contain_text("Waiting for its turn")
        expect(second.page.get_by_text("One other game is looked at first.")).to_be_visible()
        expect(bar).not_to_have_attribute("aria-valuenow", "0", timeout=WAITING)
        expect(first.page.get_by_text("% done.")).to_be_visible()
        for each in (first, second):
            moments = each.page.get_by_role("heading", name="Moments that mattered")
            expect(moments).to_be_visible(timeout=WAITING)
            expect(each.page.get_by_role("progressbar")).to_have_count(0)
        hall.leave()


def test_who_has_asked_for_too_much_is_told_when_to_come_back(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outrider.server.studies.SECONDS", 2.0)
    # However long it takes until somebody else asks.
    monkeypatch.setattr("outrider.server.studies.COMES_BACK", 0.01)
    with inside(tmp_path, study_seconds=2) as server:
        hall = Hall(server, browser, [])
        first, second = hall.person(), hall.person()
        first.open(f"/review/{brought(server)}")
        expect(first.page.get_by_role("progressbar")).to_be_visible()
        second.forgive("status of 429")
        second.open(f"/review/{brought(server)}")
        alert = second.page.get_by_role("alert").filter(has_text="You have asked for much at once")
        expect(alert).to_contain_text(re.compile(r"come back in \d+ s\."))
        done = first.page.get_by_role("heading", name="Luck and skill")
        expect(done).to_be_visible(timeout=WAITING)
        server.app.state.hall.studies._purses.give_back("127.0.0.1", 2.0)  # a minute later
        second.button("Try again").click()
        found = second.page.get_by_role("heading", name="Luck and skill")
        expect(found).to_be_visible(timeout=WAITING)
        hall.leave()
