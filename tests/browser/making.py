"""Somebody who makes a table or a scenario: by mouse, by finger, by keyboard."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from browser.browsing import Person

FINE = "Nothing is wrong with it. It can be played."
WHERE = """([x, y]) => {
  const matrix = document.querySelector("svg.making").getScreenCTM();
  const at = new DOMPoint(x, -y).matrixTransform(matrix);
  return [at.x, at.y];
}"""


STILL = """() => new Promise((done) => {
  const place = () => {
    const { x, y, width } = document.querySelector("svg.making").getBoundingClientRect();
    return [x, y, width].join();
  };
  let last = place(), since = performance.now();
  const look = () => {
    if (place() !== last) [last, since] = [place(), performance.now()];
    if (performance.now() - since > 600) done(null);
    else requestAnimationFrame(look);
  };
  look();
})"""
"""What is wrong is said above the table on a phone, a moment after every change, and moves it."""


Press = Callable[[Locator], None]
"""A way to press a button."""


def by_key(button: Locator) -> None:
    button.focus()
    button.press("Enter")


@dataclass
class Maker:
    """A person in the editor."""

    person: Person

    def begin(self, what: str) -> None:
        self.person.open("/make")
        self.person.button(f"New {what}").click()
        self.ready()

    def ready(self) -> None:
        self.person.page.locator(".wrongs p").first.wait_for()

    def tile(self, name: str) -> Locator:
        return self.person.page.get_by_role("button", name=f"Put down: {name}", exact=True)

    def item(self, key: str) -> Locator:
        return self.person.page.locator(f'svg.making [data-key="{key}"]')

    def at(self, x: float, y: float) -> tuple[float, float]:
        left, top = self.person.page.evaluate(WHERE, [x, y])
        return float(left), float(top)

    def drag_tile(self, name: str, x: float, y: float) -> None:
        box = self.tile(name).bounding_box()
        assert box is not None
        mouse = self.person.page.mouse
        mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
        mouse.down()
        mouse.move(*self.at(x, y), steps=4)
        mouse.up()

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        mouse = self.person.page.mouse
        mouse.move(*self.at(*start))
        mouse.down()
        mouse.move(*self.at(*end), steps=5)
        mouse.up()

    def tap(self, name: str, x: float, y: float) -> None:
        """By finger: the tile, and then the place."""
        self.tile(name).tap()
        self.touch(x, y)

    def touch(self, x: float, y: float) -> None:
        """By finger: a place, once all has been said and the table stands still."""
        self.person.page.evaluate(STILL)
        self.person.settle()
        self.person.page.touchscreen.tap(*self.at(x, y))

    def fine(self) -> None:
        expect(self.person.page.locator(".wrongs")).to_have_text(FINE)

    def wrong(self) -> Locator:
        return self.person.page.locator(".wrongs p")

    def value(self) -> dict[str, object]:
        """What this browser has kept."""
        found: dict[str, object] = self.person.page.evaluate(
            "() => JSON.parse(localStorage.getItem('outrider:draft:' +"
            " location.pathname.split('/').pop())).value"
        )
        return found

    def menu(self, entry: str) -> None:
        self.person.page.get_by_label("More", exact=True).click()
        self.person.button(entry).click()

    def share(self, author: str, press: Press = Locator.click) -> str:
        """Share it, every button pressed in one way: the path of its link."""
        page = self.person.page
        press(page.get_by_label("More", exact=True))
        press(self.person.button("Share it…"))
        page.get_by_label("By", exact=True).fill(author)
        press(self.person.button("Share it"))
        link = page.get_by_label("Its link").input_value()
        return link.removeprefix(self.person.url)
