"""Somebody who plays by clicking on what the page offers, and on nothing else."""

import math
import random
from typing import Any

from browser.browsing import Person

WITHIN = """
  const named = (element, name) => document.querySelector(
    (element.getAttribute(name) ?? "").replace(/^url\\((.*)\\)$/, "$1") || "none"
  );
  // Within what clips it, and in nothing that its mask leaves out.
  const within = (area, point, board) => {
    for (let at = area; at !== board; at = at.parentNode) {
      if (!(named(at, "clip-path")?.firstElementChild.isPointInFill(point) ?? true)) return false;
      const [, ...cuts] = named(at, "mask")?.children ?? [];
      if (cuts.some((cut) => cut.isPointInFill(point))) return false;
    }
    return area.isPointInFill(point);
  };
"""
"""Whether a point lies in an area as it is drawn."""

OFFERS = (
    """() => {"""
    + WITHIN
    + """
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const board = document.querySelector("svg.board");
  const matrix = board.querySelector(".world").getScreenCTM();
  const onScreen = (x, y) => {
    const at = new DOMPoint(x, y).matrixTransform(matrix);
    return [at.x, at.y];
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const number = (element, name) => Number(element.getAttribute(name));
  // Places inside a reach where no piece stands.
  const ground = [];
  const frame = board.viewBox.baseVal;
  const areas = all(".reach");
  const tokens = all(".token").map(middle);
  for (let tries = 0; areas.length && tries < 900 && ground.length < 6; tries++) {
    const x = frame.x + Math.random() * frame.width, y = frame.y + Math.random() * frame.height;
    const point = new DOMPoint(x, y);
    const inside = (area) => within(area, point, board);
    const [left, top] = onScreen(x, y);
    if (areas.some(inside) && tokens.every(([a, b]) => Math.hypot(a - left, b - top) > 26))
      ground.push([left, top]);
  }
  return {
    over: all(".turn a[href^='/replay/']").length > 0,
    chosen: all(".token.chosen").map((token) => token.dataset.id)[0] ?? null,
    placing: document.querySelector(".unit")?.textContent.includes("in your zone"),
    draft: all(".unit > .btns .btn.main:not([disabled])").length,
    refused: all(".refusal:not([hidden])").length,
    instead: all(".refusal:not([hidden]) .btn.main").length,
    bare: all(".turn .btns button:not([aria-pressed]), .asked .btns button").map((button) =>
      button.textContent),
    tray: all(".unit > .btns .btn:not(.main)").map((button) => button.textContent),
    acts: all(".acts button").map((button) => button.getAttribute("aria-label")),
    tokens: all(".token.mine").map((token) => [token.dataset.id, ...middle(token)]),
    targets: all("circle.target").map((ring) => onScreen(number(ring, "cx"), number(ring, "cy"))),
    marks: all(".board .mark").map(middle),
    heart: middle(board),
    ground,
  };
}"""
)


class Clicker:
    """Plays until the game is over, for all seats of its page."""

    def __init__(self, person: Person, seed: int = 1, eager: float = 0.75) -> None:
        self.person = person
        self.page = person.page
        self.source = random.Random(seed)
        self.eager = eager
        """How likely it uses one more piece before it ends a turn."""
        self.tried: set[str] = set()
        self.clicks = 0
        self.kinds: set[str] = set()
        """What was clicked on."""

    def play(self, most: int = 600) -> None:
        while self.step():
            assert self.clicks < most, f"still not over: {self.person.question}"

    def step(self) -> bool:
        """One click, or a moment's wait for somebody else; false when the game is over."""
        self.person.settle()
        seen = self.page.evaluate(OFFERS)
        if seen["over"]:
            return False
        self._choose(seen)
        self.clicks += 1
        return True

    def _choose(self, seen: dict[str, Any]) -> None:
        if seen["refused"]:
            if seen["instead"]:
                self._press("instead", ".refusal .btn.main")
            else:
                self._unchoose()
        elif seen["draft"]:
            self._press("draft", ".unit > .btns .btn.main")
        elif seen["placing"]:
            self._point("marks", seen["marks"])
        elif seen["chosen"]:
            self._use(seen)
        elif seen["tray"]:
            self._press("tray", ".unit > .btns .btn:not(.main)")
        else:
            self._begin(seen)

    def _use(self, seen: dict[str, Any]) -> None:
        """Something that the chosen piece may do, a deed rather than a step."""
        deeds = [kind for kind in ("acts", "targets") if seen[kind]]
        places = [kind for kind in ("marks", "ground") if seen[kind]]
        kinds = deeds if deeds and self.source.random() < 0.8 else places or deeds
        if not kinds:
            self._unchoose()
            return
        kind = self.source.choice(kinds)
        if kind == "acts":
            self._press("acts", ".acts button", self.source.randrange(len(seen["acts"])))
        elif kind == "targets" or self.source.random() < 0.3:
            self._point(kind, seen[kind])
        else:
            # Towards the middle of the table, where the others are.
            self._point(kind, [min(seen[kind], key=lambda at: math.dist(at, seen["heart"]))])

    def _begin(self, seen: dict[str, Any]) -> None:
        fresh = [token for token in seen["tokens"] if token[0] not in self.tried]
        if seen["marks"] or (seen["targets"] and not fresh):
            # A place to choose without a piece: where a fort stands, where a grenade lands.
            self._point("marks" if seen["marks"] else "targets", seen["marks"] or seen["targets"])
        elif fresh and (self.source.random() < self.eager or not seen["bare"]):
            id, *at = self.source.choice(fresh)
            self.tried.add(id)
            self._point("tokens", [at])
        elif seen["bare"]:
            self.tried.clear()
            last = len(seen["bare"]) - 1
            self._press("bare", ".turn .btns button:not([aria-pressed]), .asked .btns button",
                        self.source.choice((0, last, last)))  # fmt: skip
        else:
            self.tried.clear()
            self.page.wait_for_timeout(60)

    def _unchoose(self) -> None:
        self.page.keyboard.press("Escape")
        self.kinds.add("escape")

    def _press(self, kind: str, selector: str, number: int = 0) -> None:
        self.kinds.add(kind)
        self.page.locator(selector).nth(number).click()

    def _point(self, kind: str, places: list[list[float]]) -> None:
        if not places:
            self._unchoose()
            return
        self.kinds.add(kind)
        self.page.mouse.click(*self.source.choice(places))
