"""The same question by three wires: to the referee, on a match's socket, and on the practice page.

Each wire has a form of its own around an answer. What is compared is the answer itself.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import httpx

from cli.driving import Talk
from outrider.core.wire import dumps, parse
from server.driving import Json, Player, Sat

JSON = {"content-type": "application/json"}
ABOUT_ACTIONS = ("check", "odds", "weigh", "preview", "suggest", "consider")
ABOUT_UNITS = ("reach", "threats", "ranges")
NOBODY = ("green", "nobody", "")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, as it stands on every wire."""

    do: str
    seat: str
    more: tuple[tuple[str, str], ...] = ()
    """Further fields, as JSON."""

    def fields(self) -> Json:
        return {"seat": self.seat, **{name: parse(text) for name, text in self.more}}


def asked(do: str, seat: str, **more: Any) -> Asked:
    return Asked(do, seat, tuple((name, dumps(value)) for name, value in more.items()))


def plain(answer: Json) -> Json:
    """What an answer says, without what its wire puts around it. Of a check that is one thing,
    whether it is told as an answer or as an error: why not, or nothing."""
    said = {name: value for name, value in answer.items() if name not in ("ok", "id", "type")}
    if "legal" in said:
        assert said["legal"] is (said.get("refusal") is None)
        near = {} if said.get("instead") is None else {"instead": said["instead"]}
        return near if said["legal"] else {"error": said["refusal"], **near}
    return said


class Wires:
    """A match on a server, and the same in a referee and as a state for the practice page."""

    def __init__(self, sat: Sat, table: Player, person: httpx.Client) -> None:
        self.sat, self.table, self.person = sat, table, person
        self.referee = Talk()
        self.state: Json = {}
        self.told = False
        """Whether people have said something that a state does not know of."""

    def look(self) -> None:
        """Take the match to the other two as it now stands."""
        record = self.sat.record()
        self.referee.done("load", record=record.to_json())
        self.state = self.referee.done("state")["state"]
        self.told = any("match" in line for line in record.to_json()[1:-1])

    async def answers(self, question: Asked) -> dict[str, Json]:
        found = {"referee": plain(self.by_referee(question.do, **question.fields()))}
        if question.seat in self.sat.tokens:
            found["socket"] = plain(await self.by_socket(question.do, **question.fields()))
        if not self.told:
            found["practice"] = plain(self.by_practice(question.do, **question.fields()))
        return found

    def by_referee(self, do: str, **fields: Any) -> Json:
        """Its answer to a check is yes or the refusal; what is close by is asked for apart."""
        answer = self.referee.ask(do, **fields)
        near = self.referee.ask("suggest", **fields) if do == "check" else {}
        return answer if near.get("instead") is None else {**answer, "instead": near["instead"]}

    async def by_socket(self, do: str, **fields: Any) -> Json:
        seen = {"version": self.table.version, "client": f"c{do}"} if do == "play" else {}
        return await self.table.raw(dumps({"do": do, "id": 1, **seen, **fields}), 1)

    def by_practice(self, do: str, **fields: Any) -> Json:
        body = {"game": self.state["game"], "state": self.state, "do": do, **fields}
        answer: Json = self.person.post("/api/practice", content=dumps(body), headers=JSON).json()
        return answer

    async def differing(self, questions: Iterable[Asked]) -> list[str]:
        """Every question that is not answered alike, with the answers. What may be played is not:
        then all three would have gone on."""
        found = []
        for question in questions:
            if question.do == "play" and self.referee.ask("check", **question.fields())["ok"]:
                continue
            answers = await self.answers(question)
            if len({dumps(answer) for answer in answers.values()}) > 1:
                found.append(f"{question}: {dumps(answers)}")
        return found


# -- questions -------------------------------------------------------------------------------------

FAR: dict[str, Any] = {"at": [35.5, 20.25], "to": [35.5, 20.25], "toward": [35.5, 20.25]}
NEARLY = Decimal("3.0000000000000000001")
"""A float would be 3."""
PATH = [[10, 10], [35.5, 20.25]]
JUNK: tuple[Any, ...] = (
    None, 5, True, [], {}, "", "dance", "move R1", "move R1 1e9,1", {"do": 5}, {"do": "dance"},
    {"do": "end", "more": 1}, {"do": "move", "unit": "R9", "to": [1, 1]}, {"do": "move"},
    {"do": "deploy", "unit": "R1", "at": [1.00005, 1]}, {"do": "pass"},
    {"do": "deploy", "unit": "R1", "at": [NEARLY, 1]}, {"do": "ready"}, "end", "time",
    {"do": "move", "unit": "R1", "to": [NEARLY, 1]}, {"do": "hold"}, "skip R1", "hold",
)  # fmt: skip
UNITS: tuple[Any, ...] = ("R1", "B1", "R9", "Z9", "", "e1", "e9", 5, None)


def nearby(action: Json) -> Iterator[Json]:
    """Actions like one that may be played: far away, with another's unit, with nobody's."""
    yield action
    for name, place in FAR.items():
        if name in action:
            yield {**action, name: place}
            yield {**action, name: [0, 0]}
    if "path" in action:
        yield {**action, "path": PATH}
    for unit in ("R1", "B2", "R9", "G1", "Z9"):
        if "unit" in action:
            yield {**action, "unit": unit}


def some(actions: list[Json]) -> list[Json]:
    """The first of each kind, and the last."""
    kinds = {action["do"]: action for action in reversed(actions)}
    return [*kinds.values(), *actions[-1:]]


def questions(listed: list[Json], seats: tuple[str, ...]) -> Iterator[Asked]:
    """Whatever might be asked where these actions may be played."""
    tried = [each for action in some(listed) for each in nearby(action)]
    for seat in seats:
        yield asked("legal", seat)
        yield asked("look", seat)
        for do in ABOUT_ACTIONS:
            yield asked(do, seat)
        for do in (*ABOUT_ACTIONS, "play"):
            yield from (asked(do, seat, action=action) for action in (*JUNK, *tried))
        for do in ABOUT_UNITS:
            yield asked(do, seat)
            yield from (asked(do, seat, unit=unit) for unit in UNITS)
