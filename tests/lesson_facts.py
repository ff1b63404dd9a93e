"""Whether what a lesson says of the table is so: its facts, held against the state and the rules.

A fact is a small object. What it is about is its first word:

    {"distance": ["R2", "B4"], "is": 9.5}      inches between two; a seat's name is its edge
    {"unit": "B4", "health": 1}                fields of a unit, as the state writes it
    {"square": "d6", "blue": 4}                who stands there with how much health; "fort"
    {"pieces": "blue", "count": 2}             how many are alive
    {"touching": "d6", "count": 2}             enemies beside it; with "friends", its own
    {"told": "loses 1"}                        a sentence since the step before
    {"legal": "attack R2 B2"}                  something that may be done now
    {"refused": "attack R2 B2", "rule": "C1"}  something that may not, and by which rule
    {"chance": "fire R1 B1", "of": "killed", "is": "5/12"}
    {"asked": ["red", "blue"]}                 who is to decide
    {"option": "zone", "is": 3}                an option of the game
    {"sum": [4, 3, 2, 2], "is": 11}            what dice come to that have just been told
"""

import math
import re
from typing import Any

from outrider.core.pending import Decide
from outrider.dice import ListedDice
from outrider.play.desk import Desk

Json = dict[str, Any]
FILES = "abcdefgh"
NEAR = 0.05
"""Inches: what a sentence rounds to."""


class Player:
    """Plays a lesson through the rules, and knows what has been told since the last step."""

    def __init__(self, game: Any, lesson: Json) -> None:
        self.game, self.lesson = game, lesson
        self.state: Any = None
        self.told: list[str] = []

    def lay(self, step: Json) -> None:
        """The table of a step, if it brings one."""
        if "position" in step:
            self.state = self.game.read(step["position"])
        elif "state" in step:
            self.state = self.game.load(step["state"])

    def play(self, seat: str, action: Any, faces: list[int]) -> None:
        game = self.game
        read = game.read_action if isinstance(action, str) else game.action_from_json
        played = Desk(game, self.state, ListedDice(faces)).play(seat, read(action))
        self.told += [str(event) for event in played.events]
        self.state = played.state

    def do(self, step: Json) -> None:
        """What a step wants, and what is answered."""
        self.told = []
        if "do" in step:
            self.play(self.lesson["seat"], step["do"], step.get("faces", []))
            self.enough(step)
        for reply in step.get("then", []):
            self.play(reply["seat"], reply["action"], reply.get("faces", []))

    def enough(self, step: Json) -> None:
        """What is done there is what the step is for."""
        if "lets" in step:
            self.check({"legal": step["lets"]})
        if "shows" in step:
            self.check(step["shows"])

    # -- facts -------------------------------------------------------------------------------------

    @property
    def dumped(self) -> Json:
        found: Json = self.game.dump(self.state)
        return found

    def check(self, fact: Json) -> None:
        kind = next(iter(fact))
        getattr(self, f"_{kind}")(fact)

    def unit(self, id: str) -> Json:
        found: Json = next(each for each in self.dumped["units"] if each["id"] == id)
        return found

    def _distance(self, fact: Json) -> None:
        a, b = fact["distance"]
        far = self._far(a, b)
        if "is" in fact:
            assert abs(far - fact["is"]) < NEAR, (fact, far)
        assert far <= fact.get("at_most", math.inf), (fact, far)
        assert far >= fact.get("at_least", 0), (fact, far)

    def _far(self, a: str, b: str) -> float:
        """From centre to centre, or to the edge a seat has: Red's below, Blue's above."""
        if b in ("red", "blue"):
            high = float(self.unit(a)["at"][1])
            return high if b == "red" else float(self.dumped["table"]["size"][1]) - high
        return math.dist(*([float(x) for x in self.unit(each)["at"]] for each in (a, b)))

    def _unit(self, fact: Json) -> None:
        found = self.unit(fact["unit"])
        assert found.items() >= {k: v for k, v in fact.items() if k != "unit"}.items(), found

    def squares(self) -> dict[str, tuple[str, int]]:
        """Who stands where, with how much health; a fort has none."""
        found = {}
        for down, row in enumerate(self.dumped["position"].split()[0].split("/")):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                    continue
                health = 0 if letter in "pP" else ord(letter.lower()) - 96
                found[f"{FILES[file]}{8 - down}"] = ("red" if letter.isupper() else "blue", health)
                file += 1
        return found

    def _square(self, fact: Json) -> None:
        here = self.squares().get(fact["square"])
        if fact.get("empty"):
            assert here is None, (fact, here)
            return
        seat = "red" if "red" in fact else "blue"
        wanted = 0 if fact[seat] == "fort" else fact[seat]
        assert here == (seat, wanted), (fact, here)

    def _touching(self, fact: Json) -> None:
        """How many units of the other colour stand beside a square; of its own with `friends`."""
        here, all_ = fact["touching"], self.squares()
        seat = all_[here][0]
        found = [
            at
            for at, (whose, health) in all_.items()
            if health and at != here and (whose == seat) == fact.get("friends", False)
            and max(abs(ord(at[0]) - ord(here[0])), abs(int(at[1]) - int(here[1]))) == 1
        ]  # fmt: skip
        assert len(found) == fact["count"], (fact, found)

    def _pieces(self, fact: Json) -> None:
        seat = fact["pieces"]
        if "units" in self.dumped:
            count = sum(each["seat"] == seat and each["alive"] for each in self.dumped["units"])
        else:
            count = sum(whose == seat and health > 0 for whose, health in self.squares().values())
        assert count == fact["count"], (fact, count)

    def _told(self, fact: Json) -> None:
        assert any(fact["told"] in text for text in self.told), (fact, self.told)

    def _option(self, fact: Json) -> None:
        assert self.dumped["options"][fact["option"]] == fact["is"], fact

    def _sum(self, fact: Json) -> None:
        assert sum(fact["sum"]) == fact["is"], fact
        self._told({"told": f"rolls {', '.join(map(str, fact['sum']))} for"})

    def _legal(self, fact: Json) -> None:
        action = self.game.read_action(fact["legal"])
        refusal = self.game.choices(self.state, self.lesson["seat"]).why_not(action)
        assert refusal is None, (fact, str(refusal))

    def _refused(self, fact: Json) -> None:
        action = self.game.read_action(fact["refused"])
        refusal = self.game.choices(self.state, self.lesson["seat"]).why_not(action)
        assert refusal is not None, fact
        assert refusal.rule == fact["rule"], (fact, refusal.rule, refusal.message)

    def _chance(self, fact: Json) -> None:
        action = self.game.read_action(fact["chance"])
        odds = self.game.chances(self.state, self.lesson["seat"], action).to_json()
        assert odds["odds"][fact["of"]] == fact["is"], (fact, odds)

    def _asked(self, fact: Json) -> None:
        pending = self.game.pending(self.state)
        assert isinstance(pending, Decide), pending
        assert list(pending.seats) == fact["asked"], (fact, pending)


NAMED = re.compile(r"\{([^}]*)\}")
IDS = re.compile(r"\b(?:[A-Z]\d+|[a-h][1-8])\b")
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def numbers_in(value: Any) -> set[float]:
    """Every number in some JSON, also in its sentences."""
    if isinstance(value, bool) or value is None:
        return set()
    if isinstance(value, int | float):
        return {float(value)}
    if isinstance(value, str):
        return {float(each) for each in NUMBER.findall(IDS.sub("", value))}
    parts = value.values() if isinstance(value, dict) else value
    return set[float]().union(*(numbers_in(each) for each in parts))


def unproved(game: Any, step: Json, before: Json | None) -> set[float]:
    """Numbers that a step says and that no fact, die, figure of the book or rule it cites stands
    for."""
    texts = {rule.id: rule.text for each in game.rulebook().chapters for rule in each.rules}
    cited = numbers_in([NAMED.sub("", texts[rule]) for rule in step.get("rules", [])])
    said = numbers_in(NAMED.sub("", step["say"])) - cited
    rolled = (before or {}).get("faces", []), (before or {}).get("then", []), step.get("faces", [])
    return said - numbers_in(step.get("facts", [])) - numbers_in(rolled)
