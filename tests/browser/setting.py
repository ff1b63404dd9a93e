"""Tables that are set up quickly."""

import copy
import json
import re
from collections.abc import Callable
from typing import Any

from websockets.sync.client import connect

from browser.browsing import Hall, Json, Person
from outrider.games.skirmishers.shipped import value_of

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


def put(hall: Hall, made: Json, wished: Callable[[str, Json], Any]) -> None:
    """What is wished for is done without a page, until nothing more is. A wish is told who is asked
    and how things stand."""
    address = f"ws://{hall.server.address}/api/matches/{made['match']}/socket"
    with connect(address, max_size=None) as socket:
        socket.send(json.dumps({"do": "hello", "tokens": list(made["tokens"].values())}))
        told = json.loads(socket.recv())
        while True:
            version = told["version"]
            for seat in told["pending"].get("decide", [])[:1]:
                action = wished(seat, told)
                if action is None:
                    return
                wish = {"seat": seat, "action": action, "client": f"put{version}"}
                socket.send(json.dumps({"do": "play", "id": 1, "version": version, **wish}))
            while told["version"] == version:
                said = json.loads(socket.recv())
                assert said.get("ok", True), said
                told = said if "pending" in said else told


def typed(texts: dict[str, list[str]]) -> Callable[[str, Json], str | None]:
    """Each seat's wishes, in words, in their order."""
    return lambda seat, told: texts[seat].pop(0) if texts[seat] else None


def basic(hall: Hall, **options: object) -> tuple[Person, Json]:
    """A small table on one screen, everybody in place."""
    made = hall.match("basic", options={**TINY, **options})
    each = {seat: [f"deploy {unit} {place}" for unit, place in places(seat)] for seat in ROWS}
    put(hall, made, typed(each))
    person = hall.person()
    person.sit(made)
    return person, made


def laid(hall: Hall, seconds: int, red: Person, blue: Person) -> Json:
    """Two people who have placed everybody, so that their minute has begun."""
    options = {"table": "12x18", "minute": seconds, "round_limit": 3}
    made = hall.match("skirmish", options=options)
    each = {
        seat: [f"deploy {unit} {re.sub(',.*', '', at)},{row}" for unit, at in places(seat)]
        for seat, row in (("red", 1), ("blue", 17))
    }
    put(hall, made, typed(each))
    red.sit(made, "red")
    blue.sit(made, "blue")
    return made


def minute(hall: Hall, seconds: int, red: Person, blue: Person) -> Json:
    """Two people at the beginning of a minute, which is long enough to be seen."""
    made = laid(hall, seconds, red, blue)
    for person in (red, blue):
        person.until("then be ready")
    return made


def duel() -> Json:
    """One against one, near each other."""
    scenario = copy.deepcopy(value_of("duel"))
    for seat, at in (("red", [9, 8]), ("blue", [9, 15])):
        (first, *_) = scenario["sides"][seat]["pieces"]
        scenario["sides"][seat]["pieces"] = [{**first, "at": at}]
    return {**scenario, "turn_limit": 200}
