"""Tables that are set up quickly, by typing."""

import re

from browser.browsing import PATIENCE, Hall, Json, Person

TINY = {"table": "12x12", "turn_limit": 2}
SOON = 20
"""Milliseconds between two looks at a page."""
ROWS = {"red": (0.8, 2.2), "blue": (11.2, 9.8)}
"""Where the two sides of a small table stand: near their edge, and in front of that."""


def places(seat: str, count: int = 5) -> list[tuple[str, str]]:
    """Each unit of a side with a place for it."""
    back, front = ROWS[seat]
    letter = seat[0].upper()
    return [(f"{letter}{n + 1}", f"{2 + 2 * n},{front if n % 2 else back}") for n in range(count)]


def asked(person: Person) -> str:
    """Whose choice it is, by the question."""
    return person.question.split(":")[0].lower()


def deployed(person: Person) -> None:
    """Type all deployments, for the seats of one screen."""
    person.page.locator(".turn .ask", has_text="place a").wait_for()
    for _ in range(2):
        for unit, place in places(asked(person)):
            person.type(f"deploy {unit} {place}")
    person.page.locator(".token").nth(9).wait_for()


def basic(hall: Hall, **options: object) -> tuple[Person, Json]:
    """A small table on one screen, everybody in place."""
    made = hall.match("basic", options={**TINY, **options})
    person = hall.person()
    person.sit(made)
    deployed(person)
    return person, made


def laid(hall: Hall, seconds: int, red: Person, blue: Person) -> Json:
    """Two people who have placed everybody, so that their minute has begun."""
    options = {"table": "12x18", "minute": seconds, "round_limit": 3}
    made = hall.match("skirmish", options=options)
    red.sit(made, "red")
    blue.sit(made, "blue")
    seats = {"red": red, "blue": blue}
    for _ in range(10):
        seat = placing(seats)
        person = seats[seat]
        number = 5 - int(re.findall(r"\((\d) left\)", person.question)[0])
        unit, place = [(unit, re.sub(",.*", "", place)) for unit, place in places(seat)][number]
        person.type(f"deploy {unit} {place},{1 if seat == 'red' else 17}")
        for each in seats.values():
            each.token(unit).wait_for()
            each.settle()
    return made


def placing(seats: dict[str, Person]) -> str:
    """Whoever is asked for a figure, as soon as somebody is."""
    for _ in range(PATIENCE // SOON):
        for seat, person in seats.items():
            typing = person.page.get_by_label("Type an action")
            if "lace a figure" in person.question and typing.count():
                return seat
            person.page.wait_for_timeout(SOON)
    raise AssertionError([person.question for person in seats.values()])


def minute(hall: Hall, seconds: int, red: Person, blue: Person) -> Json:
    """Two people at the beginning of a minute, which is long enough to be seen."""
    made = laid(hall, seconds, red, blue)
    for person in (red, blue):
        person.until("then be ready")
    return made
