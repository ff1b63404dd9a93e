"""Somebody who has decided what to do, and does it on the page: by mouse, by touch, by keyboard."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as Late

import outrider
from browser.browsing import Json, Person
from browser.planning import FILES, Square, greedy, spot

MOST = 600
"""Actions and rolls, by which every game is over."""
Plan = Callable[[str, Json, str, random.Random], Json]
GREW = "(version) => window.told.version > version"


def called(game: str, action: Json, state: Json) -> str:
    """What an action is called on buttons and marks."""
    rules = outrider.game(game)
    return rules.offer(rules.load(state), rules.action(action)).label


class Hands:
    """With a mouse."""

    def __init__(self, person: Person, game: str) -> None:
        self.person = person
        self.game = game
        self.page = person.page
        self.board = self.page.get_by_role("group", name=re.compile("^The table"))
        self.card = self.page.get_by_role("region", name="The chosen unit")
        self.asked = self.page.get_by_role("region", name="What is asked").last
        self.put = self.page.get_by_role("region", name="Asked at a piece")
        self.refusal = self.page.get_by_role("alert")

    # -- what differs between a mouse, a finger and a keyboard -------------------------------------

    def press(self, button: Locator) -> None:
        button.click()

    def point(self, at: Square) -> None:
        """At a place on the table, or at the piece that stands there."""
        self.page.mouse.click(*self.person.at(*at))

    def pick(self, at: Square) -> None:
        self.point(at)

    def place(self, action: Json, at: Square) -> None:
        """A place that is offered."""
        self.point(at)

    def go(self, action: Json, at: Square) -> None:
        """To a place anywhere."""
        self.point(at)
        self.person.settle(20)
        if self.refusal.is_visible():
            self.press(self.refusal.get_by_role("button", name=re.compile("as near as it gets")))
        else:
            self.press(self.button(self.name))

    # -- doing -------------------------------------------------------------------------------------

    def button(self, name: str) -> Locator:
        """The last one that says so: where a choice is to be confirmed, that comes below."""
        return self.card.get_by_role("button", name=name, exact=True).last

    def do(self, action: Json, state: Json) -> None:
        """Do it, and wait until the server has said that it is done."""
        version = self.page.evaluate("window.told.version")
        self.start(action, state)
        try:
            self.page.wait_for_function(GREW, arg=version)
        except Late as late:
            asked = self.page.get_by_role("region").all_inner_texts()
            raise AssertionError(f"{action} was not done: {asked}") from late
        self.person.settle(20)

    def start(self, action: Json, state: Json) -> None:
        """Do it on the page."""
        self.person.settle(20)
        self.name = called(self.game, action, state)
        do, unit = action["do"], action.get("from") or action.get("unit")
        if do == "fight":
            unit = action["units"][0]
        if do == "place" or do == "land":
            self.place(action, spot(state, action["at"]))
            self.confirm()
        elif do == "deploy":
            self.press(self.card.get_by_role("button", name=re.compile(rf"^{unit}\b")))
            self.person.settle(20)
            self.place(action, spot(state, action["at"]))
        elif do == "receive":
            self.pick(spot(state, str(unit)))
        elif do == "choose":
            self.pick(spot(state, str(unit)))
            self.confirm()
        elif unit is None:
            asked = self.put.or_(self.asked)
            self.press(asked.get_by_role("button", name=self.name, exact=True).first)
        else:
            self.use(action, str(unit), state)

    def use(self, action: Json, unit: str, state: Json) -> None:
        self.choose(unit, state)
        aimed = action.get("target") or action.get("to") or action.get("fort")
        there = action.get("toward") or (aimed if isinstance(aimed, list) else None)
        if "path" in action or there:
            self.go(action, spot(state, there or action["path"][-1]))
        elif "from" in action:
            self.place(action, spot(state, aimed))
        else:
            if aimed and action["do"] in ("attack", "fire"):
                self.pick(spot(state, aimed))
            else:
                self.press(self.button(self.name))
            self.confirm()

    def confirm(self) -> None:
        """Where the page shows first what may come of it."""
        self.person.settle(20)
        if self.card.get_by_role("button", name="Not this").is_visible():
            self.press(self.button(self.name))

    def roll(self, face: int, dice: int) -> None:
        """Type what real dice show."""
        version = self.page.evaluate("window.told.version")
        self.page.get_by_label(re.compile("dice show")).fill(" ".join([str(face)] * dice))
        self.press(self.asked.get_by_role("button", name="Rolled"))
        self.page.wait_for_function(GREW, arg=version)
        self.person.settle(20)

    def choose(self, unit: str, state: Json) -> None:
        """Choose a piece, which may be chosen already."""
        title = self.card.get_by_role("heading", name=re.compile(rf"^{self.title(unit, state)}\b"))
        if not title.is_visible():
            self.page.keyboard.press("Escape")
            self.person.settle(20)
            self.pick(spot(state, unit))
            self.person.settle(20)
        expect(title).to_be_visible()

    @staticmethod
    def title(unit: str, state: Json) -> str:
        named = [each.get("name") for each in state.get("units", []) if each["id"] == unit]
        return re.escape(named[0] if named and named[0] else unit)


class Finger(Hands):
    """On a touch screen."""

    def press(self, button: Locator) -> None:
        button.tap()

    def point(self, at: Square) -> None:
        self.board.scroll_into_view_if_needed()
        self.page.touchscreen.tap(*self.person.at(*at))


class Keys(Hands):
    """Without any pointer: Tab and Enter; a place that nothing marks is typed."""

    def press(self, button: Locator) -> None:
        tab_to(self.person, button)
        self.page.keyboard.press("Enter")

    def pick(self, at: Square) -> None:
        self.press(self.token(at))

    def place(self, action: Json, at: Square) -> None:
        piece = self.token(at)
        x, y = (f"{value:g}" for value in at)
        where = rf"^{re.escape(self.name)}( at {re.escape(x)}, {re.escape(y)})?$"
        mark = self.board.get_by_role("button", name=re.compile(where))
        self.press(piece if piece.count() else mark)

    def go(self, action: Json, at: Square) -> None:
        self.page.evaluate("document.activeElement.blur()")
        self.page.keyboard.press("/")
        self.page.keyboard.type(f"move {action['unit']} {at[0]},{at[1]}")
        self.page.keyboard.press("Enter")

    def token(self, at: Square) -> Locator:
        """By what it says of itself."""
        x, y = (f"{value:g}" for value in at)
        square = f"{FILES[int(at[0]) % 8]}{int(at[1]) + 1}"
        where = re.compile(rf" at ({re.escape(x)}, {re.escape(y)}|{square})(,|$)")
        return self.board.get_by_role("button", name=where)


FOCUSED = "(element) => element === document.activeElement"


def tab_to(person: Person, wanted: Locator, most: int = 120) -> None:
    """Press Tab until something has the focus."""
    for _ in range(most):
        # Found anew each time: it may be drawn anew meanwhile.
        if wanted.evaluate(FOCUSED):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} cannot be reached by Tab")


def told(person: Person) -> Json:
    found: Json = person.page.evaluate("window.told")
    return found


def play_out(person: Person, hands: type[Hands] = Hands, plan: Plan = greedy) -> Json:
    """For everybody on one screen, until it is over."""
    source = random.Random(1)
    now = told(person)
    does = hands(person, now["game"])
    for _ in range(MOST):
        if now.get("result"):
            return now
        pending, state = now["pending"], now["state"]
        if pending.get("decide"):
            seat = pending["decide"][0]
            does.do(plan(now["game"], state, seat, source), state)
        else:
            does.roll(6 if pending["roll"]["seat"] == "red" else 1, pending["roll"]["dice"])
        now = told(person)
    raise AssertionError(f"still not over: {person.question}")
