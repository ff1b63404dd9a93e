"""The page of the lab: sliders by the server's bounds, intervals and heat while bots play."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from browser.browsing import PATIENCE, PHONE, Hall, needs_chromium
from server.driving import inside

pytestmark = needs_chromium


def test_a_number_is_changed_bots_play_and_the_report_is_kept(
    browser: Browser, tmp_path: Path
) -> None:
    with inside(tmp_path, lab=str(tmp_path / "lab")) as server:
        hall = Hall(server, browser, [])
        visitor = hall.person(viewport=PHONE, color_scheme="dark", reduced_motion="reduce")
        visitor.open("/lab")
        page = visitor.page
        page.get_by_label("Game").select_option("basic")
        page.get_by_label("Who plays").select_option("random")
        health = page.get_by_label("commander health")
        assert (health.get_attribute("min"), health.get_attribute("max")) == ("1", "20")
        health.fill("9")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(".lab .row")).to_have_count(2, timeout=4 * PATIENCE)
        expect(page.locator(".lab .maps rect").first).to_be_visible(timeout=PATIENCE)
        page.get_by_role("button", name="Stop").click()
        report = page.get_by_role("link", name="Keep the report")
        expect(report).to_be_visible(timeout=PATIENCE)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        hall.leave()
