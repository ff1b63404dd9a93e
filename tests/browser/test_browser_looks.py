"""What may be done comes with the news: a page asks nothing to show it, and while something is
dragged it has one question on its way."""

import json
import re

from playwright.sync_api import WebSocket, WebSocketRoute, expect

from browser.browsing import Hall, Json, Person, needs_chromium
from browser.setting import TINY, asked, basic, deployed

pytestmark = needs_chromium

QUESTIONS = ("look", "offers", "reach", "threats", "preview", "weigh", "try", "consider", "check")


class Wire:
    """What a page says to the server, and how many of its questions wait for an answer."""

    def __init__(self, person: Person) -> None:
        self.sent: list[Json] = []
        self.waiting: set[str] = set()
        self.most = 0
        person.page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda text: self._said(json.loads(text)))
        socket.on("framereceived", lambda text: self._heard(json.loads(text)))

    def _said(self, said: Json) -> None:
        self.sent.append(said)
        if said["do"] in QUESTIONS:
            self.waiting.add(said["id"])
            self.most = max(self.most, len(self.waiting))

    def _heard(self, said: Json) -> None:
        if said["type"] == "answer":
            self.waiting.discard(said["id"])

    def questions(self) -> list[str]:
        return [said["do"] for said in self.sent if said["do"] in QUESTIONS]

    def forget(self) -> None:
        self.sent.clear()
        self.most = 0


def test_nothing_is_asked_to_show_what_may_be_done(hall: Hall) -> None:
    made = hall.match("basic", options=TINY)
    person = hall.person()
    wire = Wire(person)
    person.sit(made)
    assert wire.sent[0]["looks"] is True
    deployed(person)
    wire.forget()
    letter = "R" if asked(person) == "red" else "B"
    for unit in (f"{letter}1", f"{letter}3"):
        person.pick(unit)
        expect(person.page.locator(".board .reach").first).to_be_attached()
    person.page.keyboard.press("Escape")
    assert wire.questions() == []


def test_a_look_that_comes_before_its_news_is_kept(hall: Hall) -> None:
    person = hall.person()
    held: list[str | bytes] = []

    def turned(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def heard(text: str | bytes) -> None:
            said = json.loads(text)
            if said["type"] == "look":
                line.send(text)
                while held:
                    line.send(held.pop(0))
            elif said.get("state") and said["version"] == 0:
                held.append(text)
            else:
                line.send(text)

        server.on_message(heard)

    person.page.route_web_socket(re.compile("/socket$"), turned)
    wire = Wire(person)
    person.sit(hall.match("skirmish", "me random", options={"minute": 0}))
    person.page.locator(".unit > .btns .btn").first.click()
    expect(person.page.locator(".board .mark").first).to_be_attached()
    assert "look" not in wire.questions()


def test_a_look_that_is_lost_is_asked_for_whatever_one_does_meanwhile(hall: Hall) -> None:
    """By the page's own clock, which goes as the test says."""
    person = hall.person()

    def lossy(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def heard(text: str | bytes) -> None:
            if json.loads(text)["type"] != "look":
                line.send(text)

        server.on_message(heard)

    person.page.route_web_socket(re.compile("/socket$"), lossy)
    wire = Wire(person)
    made = hall.match("skirmish", "me random", options={"minute": 0})
    person.page.clock.install()
    person.page.goto(f"/table/{made['match']}#seat=red&token={made['tokens']['red']}")
    for _ in range(4):
        person.page.locator(".unit > .btns .btn").first.click()
        person.page.clock.run_for(900)
        person.page.keyboard.press("Escape")
    expect(person.page.locator(".board .mark")).to_have_count(0)
    person.page.locator(".unit > .btns .btn").first.click()
    expect(person.page.locator(".board .mark").first).to_be_attached()
    assert wire.questions().count("look") == 1


def test_one_question_at_a_time_while_dragging(hall: Hall) -> None:
    person, _ = basic(hall)
    wire = Wire(person)
    person.page.reload()
    person.page.wait_for_selector(".felt svg.board")
    person.settle()
    letter = "R" if asked(person) == "red" else "B"
    box = person.token(f"{letter}3").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    wire.forget()
    person.page.mouse.move(x, y)
    person.page.mouse.down()
    for k in range(120):
        person.page.mouse.move(x + k * 0.8, y + (k % 7))
        person.page.wait_for_timeout(8)
    person.settle()
    assert wire.most == 1
    assert 2 <= len(wire.questions()) < 120
    assert set(wire.questions()) == {"consider"}
    person.page.mouse.move(x, y)
    person.page.mouse.up()
    person.settle()
