"""How these tests look at the pages: a real server, and people with real browsers."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    ViewportSize,
    sync_playwright,
)

from server.driving import Server

Json = dict[str, Any]
PATIENCE = 600_000
"""Milliseconds after which nothing is expected any more, however busy a machine is: what a server
finds out behind everything else, by processes that give way, had not come after three minutes."""
WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
FLAGS = [
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run", "--disable-dev-shm-usage", "--disable-extensions",
    # Only the last of these flags counts, so what Playwright switches off by itself comes first.
    # Then the popups of the address bar, which is nowhere to be seen: they are pages, too, and
    # made anew for everybody who comes, at as much of the processor as our own.
    "--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,"
    "NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup",
]  # fmt: skip

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""By the names of Debian and others; the first has no windows, and costs half as much."""

needs_chromium = pytest.mark.skipif(
    "chromium" in os.environ.get("OUTRIDER_MISSING", "").split(), reason="chromium is missing"
)

SPY = """(() => {
  const asked = new Set();
  let heard = 0;
  // What one may do is told after the news, to whoever is asked.
  let looked = -1;
  const waits = () => {
    const { looks, you, pending, version } = window.told ?? {};
    return looks && looked < version && (pending?.decide ?? []).some((seat) => you.includes(seat));
  };
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (!this.spied) {
      this.spied = true;
      this.addEventListener("message", (event) => {
        const said = JSON.parse(event.data);
        if (said.type === "answer") asked.delete(said.id);
        else if (said.type === "look") looked = said.of;
        else if (said.state) window.told = { ...window.told, ...said };
        heard = performance.now();
      });
      this.addEventListener("close", () => { asked.clear(); looked = -1; });
    }
    const said = JSON.parse(text);
    if (said.id) asked.add(said.id);
    heard = performance.now();
    return send.call(this, text);
  };
  // Lessons ask the engine without a socket, one request each; so does whoever makes something.
  const fetched = window.fetch;
  window.fetch = async (path, options) => {
    const trial = ["/api/practice", "/api/making/check"].includes(String(path));
    const key = trial ? {} : null;
    if (trial) asked.add(key);
    try {
      const answer = await fetched(path, options);
      const said = trial ? await answer.clone().json() : {};
      if (said.state) window.practised = said.state;
      return answer;
    } finally {
      if (trial) { asked.delete(key); heard = performance.now(); }
    }
  };
  window.settled = (quiet) =>
    asked.size === 0 && !waits() && performance.now() - heard > quiet;
})();"""
"""Lets a test know when a page has been answered everything it asked, and what it was told."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's, or whichever Playwright has."""
    program = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    flags = FLAGS + (["--no-sandbox"] if os.geteuid() == 0 else [])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=flags)
        try:
            yield browser
        finally:
            browser.close()


class Person:
    """Somebody with a browser, who notes every error of a page."""

    def __init__(self, browser: Browser, url: str, **more: Any) -> None:
        self.url = url
        settings: Json = {"viewport": WIDE, "reduced_motion": "reduce", **more}
        self.context: BrowserContext = browser.new_context(base_url=url, **settings)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(SPY)
        self.faults: list[str] = []
        self.forgiven: list[str] = []
        # Of every page, also of those that a link opens.
        self.context.on("weberror", lambda caught: self.faults.append(f"error: {caught.error}"))
        self.context.on("console", self._note)
        self.page: Page = self.context.new_page()

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text}")

    def forgive(self, pattern: str) -> None:
        """An error that is to be expected, such as that of a server that was stopped."""
        self.forgiven.append(pattern)

    def leave(self) -> None:
        faults = [
            fault
            for fault in self.faults
            if not any(re.search(pattern, fault) for pattern in self.forgiven)
        ]
        self.context.close()
        assert not faults, faults

    # -- sitting down ------------------------------------------------------------------------------

    def sit(self, made: Json, *seats: str) -> None:
        """Open the table of a match with the tokens of some of its seats, or of all."""
        tokens = {seat: made["tokens"][seat] for seat in seats or made["tokens"]}
        held = json.dumps({"tokens": tokens, "watch": made["watch"]})
        key = f"outrider:match:{made['match']}"
        self.context.add_init_script(
            f"if (!localStorage.getItem({key!r})) localStorage.setItem({key!r}, {held!r});"
        )
        self.page.goto(f"/table/{made['match']}")
        self.page.wait_for_selector(".felt svg.board, .felt pre.picture")
        self.settle()

    def open(self, path: str) -> None:
        self.page.goto(path)
        self.page.wait_for_selector("#main h1, #main svg.board")

    def start(self, title: str, against: str, **options: str) -> None:
        """A game from the home page: three clicks, and perhaps options."""
        self.open("/")
        self.page.get_by_role("button", name=f"Play {title}", exact=True).click()
        setting = options.pop("setting", None)
        if setting:
            self.page.locator(f"input[name=setting][value={setting}]").check()
        self.page.locator(f"input[name=against][value={against}]").check()
        if options:
            self.page.get_by_text("Options", exact=True).click()
        for name, value in options.items():
            field = self.page.locator(f"#o-{name}")
            if field.evaluate("(e) => e.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        if against == "link":
            self.page.locator("#host-name").fill("Host")
        self.page.get_by_role("button", name="Start").click()
        self.page.wait_for_selector(".panel .turn")

    # -- looking -----------------------------------------------------------------------------------

    def settle(self, quiet: int = 40) -> None:
        """Wait until the page has been answered everything it asked."""
        self.page.wait_for_function("(quiet) => window.settled?.(quiet)", arg=quiet)

    @property
    def question(self) -> str:
        return self.page.locator(".turn .ask").inner_text()

    @property
    def over(self) -> bool:
        return self.page.locator(".turn a[href^='/replay/']").count() > 0

    def until(self, text: str) -> None:
        """Wait until the panel says something."""
        self.page.locator(".panel", has_text=text).wait_for()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def sure(self, name: str) -> None:
        """Answer the page's own question, which it asks before something is lost."""
        self.page.locator("dialog.sure").get_by_role("button", name=name, exact=True).click()

    def type(self, action: str) -> None:
        """Type an action, as somebody without a mouse does."""
        field = self.page.get_by_label("Type an action")
        field.fill(action)
        field.press("Enter")
        self.settle()

    def token(self, id: str) -> Locator:
        return self.page.locator(f".token[data-id='{id}']")

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a place on the table is on the screen."""
        code = """([x, y]) => {
          const matrix = document.querySelector("svg.board .world").getScreenCTM();
          const at = new DOMPoint(x, -y).matrixTransform(matrix);
          return [at.x, at.y];
        }"""
        left, top = self.page.evaluate(code, [x, y])
        return float(left), float(top)

    def tap(self, x: float, y: float) -> None:
        """Choose a place on the table."""
        self.page.mouse.click(*self.at(x, y))
        self.settle()

    def pick(self, id: str) -> None:
        """Choose a piece on the table, which others may partly cover."""
        self.token(id).click(force=True)
        self.settle()


@dataclass
class Hall:
    """Makes matches and lets people in."""

    server: Server
    browser: Browser
    people: list[Person]

    def person(self, **more: Any) -> Person:
        made = Person(self.browser, self.server.url, **more)
        self.people.append(made)
        return made

    def match(self, game: str, kinds: str = "here here", **more: Any) -> Json:
        """A match made without a page, with terms that no form offers."""
        seats = [
            {"kind": "bot", "level": kind} if kind in ("random", "recruit") else {"kind": kind}
            for kind in kinds.split()
        ]
        asked = {"game": game, "seats": seats, **more}
        answer = httpx.post(f"{self.server.url}/api/matches", json=asked, timeout=180)
        assert answer.status_code == 201, answer.text
        made: Json = answer.json()
        return made

    def leave(self) -> None:
        """Everybody goes; what went wrong on anybody's page is a failure."""
        complaints: list[str] = []
        for person in self.people:
            try:
                person.leave()
            except (AssertionError, Error) as complaint:
                complaints.append(str(complaint))
        assert not complaints, complaints
