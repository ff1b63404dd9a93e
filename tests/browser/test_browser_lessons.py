"""The lessons, each from its first word to its last, by clicking."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import outrider
from browser.browsing import PATIENCE, Hall, Json, Person, needs_chromium
from browser.hands import Hands
from forms import sparse
from own_pages import GAMES, lesson_of

pytestmark = needs_chromium

THINKING = PATIENCE
"""Milliseconds: the first bot that is asked has to be started."""
WRONG = {
    "basic": "attack R4 B2",
    "skirminion": "f4-e5",
    "skirmish": "skip R1",
    "skirmish-2012": "skip R1",
    "skirmishers": "end",
}
"""What is allowed at the first step, but not what the lesson is about."""
FORBIDDEN = {
    "basic": ("attack R2 B4", "BSK"),
    "skirminion": ("d3-d7", "SKN"),
    "skirmish": ("strike R1 B1", "SKM"),
    "skirmish-2012": ("strike R1 B1", "SKM"),
    "skirmishers": ("fight R2 B2", "SKR"),
}
RINGED = """(names) => {
  const far = (a, b) => Math.hypot(a.x + a.width / 2 - b.x - b.width / 2,
                                   a.y + a.height / 2 - b.y - b.height / 2);
  const rings = [...document.querySelectorAll(".pointed .line")]
    .map((ring) => ring.getBoundingClientRect());
  return names.every((name) => {
    const token = document.querySelector(`.token[data-id='${name}']`);
    return token && rings.some((ring) => far(ring, token.getBoundingClientRect()) < ring.width);
  });
}"""
"""Whether there is a ring round each of these pieces."""


def as_told(text: str) -> re.Pattern[str]:
    """A lesson's sentence as it is read: with numbers in place of their names."""
    parts = [re.escape(part) for part in re.split(r"\{[a-z0-9._+]+\}", text)]
    return re.compile(r"[\d.]+".join(parts))


class Lesson:
    """A lesson on the page, and what it wants."""

    def __init__(self, hall: Hall, id: str) -> None:
        self.game: Any = outrider.game(id)
        self.lesson = lesson_of(id)
        self.steps: list[Json] = self.lesson["steps"]
        self.person: Person = hall.person()
        self.hands = Hands(self.person, id)
        self.said = self.person.page.get_by_role("status")

    def wait(self, number: int) -> None:
        page = self.person.page
        expect(page.get_by_text(f"{number + 1} of {len(self.steps)}")).to_be_visible()
        expect(self.said.filter(has_text=as_told(self.steps[number]["say"]))).to_be_visible()
        self.person.settle(150)
        # Whoever has done right is not told that nothing was done.
        expect(page.locator(".panel")).not_to_contain_text("Nothing was done")
        expect(page.get_by_role("alert")).to_be_hidden()

    def pointed(self, number: int) -> None:
        """What is spoken of is ringed on the table."""
        step = self.steps[number]
        expect(self.person.page.locator(".pointed")).to_have_count(len(step.get("points", [])))
        names = [each for each in step.get("points", []) if isinstance(each, str)]
        if "units" in self.state():
            self.person.page.wait_for_function(RINGED, arg=names)

    def state(self) -> Json:
        """As the page holds it: what it last sent to the engine, or was answered."""
        found: Json = self.person.page.evaluate("window.practised")
        return found

    def do(self, action: Json) -> None:
        self.hands.start(action, self.state())

    def go_on(self) -> None:
        self.hands.press(self.person.button("Go on"))


@pytest.fixture
def lesson(hall: Hall, request: pytest.FixtureRequest) -> Lesson:
    return Lesson(hall, request.param)


@pytest.mark.parametrize("lesson", sparse(GAMES, 2), indirect=True)
def test_a_lesson_is_played_to_its_end(lesson: Lesson) -> None:
    page = lesson.person.page
    lesson.person.open("/")
    page.get_by_role("link", name=f"Learn {lesson.game.title}", exact=True).click()
    for number, step in enumerate(lesson.steps[:-1]):
        lesson.wait(number)
        lesson.pointed(number)
        if "do" in step:
            lesson.do(step["do"])
        elif step.get("fight"):
            lesson.hands.press(lesson.person.button("Skip the fight"))
        else:
            lesson.go_on()
    lesson.wait(len(lesson.steps) - 1)
    level = lesson.lesson["level"]
    name = f"Play {lesson.game.title} against the {level}"
    page.get_by_role("link", name=name, exact=True).click()
    dialog = page.get_by_role("dialog", name=f"Play {lesson.game.title}")
    expect(dialog.locator(f"input[name=level][value={level}]")).to_be_checked()
    expect(dialog.locator("input[name=against][value=bot]")).to_be_checked()


@pytest.mark.parametrize("lesson", sparse(GAMES, 1), indirect=True)
def test_a_wrong_step_is_answered_kindly(lesson: Lesson) -> None:
    lesson.person.page.goto(f"/learn/{lesson.game.id}")
    lesson.wait(0)
    lesson.go_on()
    lesson.wait(1)
    page = lesson.person.page
    lesson.person.type(WRONG[lesson.game.id])
    expect(page.get_by_role("alert")).to_contain_text("the lesson goes another way here")
    text, rules = FORBIDDEN[lesson.game.id]
    lesson.person.type(text)
    expect(page.get_by_role("alert").get_by_role("link")).to_contain_text(rules)
    # And the right one still does.
    page.keyboard.press("Escape")
    lesson.do(lesson.steps[1]["do"])
    lesson.wait(2)


@pytest.mark.parametrize("lesson", ["basic"], indirect=True)
def test_who_does_not_know_what_to_do_is_shown(lesson: Lesson) -> None:
    page = lesson.person.page
    page.goto("/learn/basic")
    lesson.wait(0)
    lesson.go_on()
    lesson.wait(1)
    lesson.hands.press(lesson.person.button("Show me"))
    expect(lesson.hands.button("Attack B4")).to_be_visible()
    lesson.person.settle()
    lesson.hands.press(lesson.hands.button("Attack B4"))
    lesson.wait(2)


@pytest.mark.parametrize("lesson", ["basic"], indirect=True)
def test_the_fight_is_fought_against_somebody(lesson: Lesson) -> None:
    """The other side acts by itself, and one may begin again."""
    page = lesson.person.page
    page.goto("/learn/basic")
    lesson.wait(0)
    # To the fight at once: the steps before it are played in the other tests.
    page.evaluate("history.replaceState(null, '', '/learn/basic#12')")
    page.reload()
    lesson.wait(len(lesson.steps) - 2)
    lesson.hands.press(lesson.person.button("End turn"))
    log = page.get_by_role("group", name="What has happened")
    expect(log).to_contain_text("Turn 3: Red", timeout=THINKING)
    expect(log).to_contain_text(re.compile(r"B\d (moves|attacks)"))
    lesson.hands.press(lesson.person.button("Begin the fight again"))
    expect(page.locator(".turn .small").filter(has_text="Turn 1")).to_be_visible()


def test_how_a_table_ended_is_not_said_of_the_next(hall: Hall) -> None:
    """A kill that ends one example was told again with every step after it."""
    person = hall.person()
    page = person.page
    page.goto("/learn/skirmishers")
    far, words = page.locator(".guide .far"), page.locator(".guide .ask")
    for number in range(1, 10):
        expect(far).to_contain_text(f"{number} of")
        person.settle()
        if person.button("Show me").count():
            person.button("Show me").click()
            person.settle()
            page.locator(".card.unit .btns .main").first.click()
        else:
            person.button("Go on").click()
    expect(words).to_contain_text("Now you watch")
    expect(words).not_to_contain_text("Red wins")
