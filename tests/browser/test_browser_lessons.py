"""The lessons, each from its first word to its last, by clicking."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import outrider
from browser.browsing import Hall, Json, Person, needs_chromium
from browser.hands import Hands
from forms import sparse

pytestmark = needs_chromium

LESSONS = Path(outrider.__file__).parent / "web" / "lessons"
GAMES = sorted(path.stem for path in LESSONS.glob("*.json"))
SLOWLY = 20_000
"""Milliseconds: the other side answers at a pace that can be followed."""
OPEN = {
    "move R2 *": "move R2 10,11.6",
    "throw R3 *": "throw R3 9,9",
    "land *": "land 6,6",
    "move R1 *": "move R1 9,18.6",
}
"""What somebody might do where a lesson leaves the place open."""
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


def as_told(text: str) -> re.Pattern[str]:
    """A lesson's sentence as it is read: with numbers in place of their names."""
    parts = [re.escape(part) for part in re.split(r"\{[a-z0-9._+]+\}", text)]
    return re.compile(r"[\d.]+".join(parts))


class Lesson:
    """A lesson on the page, and what it wants."""

    def __init__(self, hall: Hall, id: str) -> None:
        self.game: Any = outrider.game(id)
        found: Json = json.loads((LESSONS / f"{id}.json").read_text("utf-8"))
        self.steps: list[Json] = found["steps"]
        self.person: Person = hall.person()
        self.hands = Hands(self.person, id)
        self.said = self.person.page.get_by_role("status")

    def wait(self, number: int) -> None:
        expect(self.person.page.get_by_text(f"{number + 1} of {len(self.steps)}")).to_be_visible(
            timeout=SLOWLY
        )
        expect(self.said.filter(has_text=as_told(self.steps[number]["say"]))).to_be_visible()
        self.person.page.wait_for_load_state("networkidle")

    def state(self) -> Json:
        """As the page holds it: what it last sent to the engine, or was answered."""
        found: Json = self.person.page.evaluate("window.practised")
        return found

    def do(self, text: str) -> None:
        self.hands.start(self.game.read_action(text).to_json(), self.state())

    def go_on(self) -> None:
        self.hands.press(self.person.button("Go on"))


@pytest.fixture
def lesson(hall: Hall, request: pytest.FixtureRequest) -> Lesson:
    return Lesson(hall, request.param)


def wanted(game: str, step: Json) -> str:
    wish = str(step["want"][0])
    return "move R1 10,9" if (game, wish) == ("skirmishers", "move R1 *") else OPEN.get(wish, wish)


@pytest.mark.parametrize("lesson", sparse(GAMES, 2), indirect=True)
def test_a_lesson_is_played_to_its_end(lesson: Lesson) -> None:
    page = lesson.person.page
    lesson.person.open("/")
    page.get_by_role("link", name=f"Learn {lesson.game.title}", exact=True).click()
    for number, step in enumerate(lesson.steps[:-1]):
        lesson.wait(number)
        if "want" in step:
            lesson.do(wanted(lesson.game.id, step))
        else:
            lesson.go_on()
    lesson.wait(len(lesson.steps) - 1)
    page.get_by_role("link", name=re.compile("^Play")).click()
    expect(page.get_by_text("Five skirmish games")).to_be_visible()


@pytest.mark.parametrize("lesson", sparse(GAMES, 1), indirect=True)
def test_a_wrong_step_is_answered_kindly(lesson: Lesson) -> None:
    lesson.person.page.goto(f"/learn/{lesson.game.id}")
    lesson.wait(0)
    lesson.go_on()
    lesson.wait(1)
    before = lesson.state()
    page = lesson.person.page
    lesson.person.type(WRONG[lesson.game.id])
    expect(page.get_by_role("alert")).to_contain_text("the lesson goes another way here")
    text, rules = FORBIDDEN[lesson.game.id]
    lesson.person.type(text)
    expect(page.get_by_role("alert").get_by_role("link")).to_contain_text(rules)
    assert lesson.state() == before
    # And the right one still does.
    page.keyboard.press("Escape")
    lesson.do(wanted(lesson.game.id, lesson.steps[1]))
    lesson.wait(2)
