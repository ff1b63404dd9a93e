"""What to do: simple plans by which every game comes to an end soon."""

import math
import random
from typing import Any, TypeAlias

from browser.browsing import Json
from outrider.games import game as game_by_id

Square: TypeAlias = tuple[float, float]
FILES = "abcdefgh"
NEAR = 1.25
"""Closer to a piece a click would choose that one."""
LITTLE = 0.5
FIRST = {
    "attack", "siege", "shoot", "fight", "fire", "return-fire", "defensive-fire", "choose",
    "receive", "declare", "place", "deploy",
}  # fmt: skip


def spot(state: Json, place: Any) -> Square:
    """Where a square, a unit or a point is on the table."""
    if not isinstance(place, str):
        return float(place[0]), float(place[1])
    if "position" in state:
        return FILES.index(place[0]) + 0.5, int(place[1]) - 0.5
    return spot(state, next(unit["at"] for unit in state["units"] if unit["id"] == place))


def pieces(state: Json) -> list[tuple[str, Square]]:
    """Everybody on the table: whose, and where."""
    if "position" not in state:
        units = [unit for unit in state["units"] if unit.get("at")]
        return [(unit["seat"], spot(state, unit["at"])) for unit in units]
    found = []
    for down, row in enumerate(state["position"].split()[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            seat = "red" if letter.isupper() else "blue"
            found.append((seat, (file + 0.5, 7.5 - down)))
            file += 1
    return found


def nearest(state: Json, at: Square, but: str = "") -> float:
    """How far the nearest piece is that is not of a seat."""
    return min(math.dist(at, where) for seat, where in pieces(state) if seat != but)


def greedy(name: str, state: Json, seat: str, source: random.Random) -> Json:
    """Strike whom one can, else come closer, else be done."""
    game = game_by_id(name)
    choices = [each.to_json() for each in game.choices(game.load(state), seat)]

    def worth(action: Json) -> tuple[float, float, float]:
        if action["do"] != "move":
            return (0 if action["do"] in FIRST else 2), 0, source.random()
        at = spot(state, action.get("to") or action["path"][-1])
        far = nearest(state, at, seat)
        useless = False
        if "unit" in action:
            before = nearest(state, spot(state, action["unit"]), seat)
            hidden = len(action.get("path", ())) > 1 or nearest(state, at) < NEAR
            useless = hidden or far > before - LITTLE
        return (9 if useless else 1), far, source.random()

    found: Json = min(choices, key=worth)
    return found


def advance_once(name: str, state: Json, seat: str, source: random.Random) -> Json:
    """In the first minute two figures go two inches ahead, later those who are too far to hit
    anybody; everybody else shoots."""
    if state["phase"] != "movement":
        return greedy(name, state, seat, source)
    live = [unit for unit in state["units"] if unit["alive"] and unit["at"]]
    foes = [spot(state, unit["at"]) for unit in live if unit["seat"] != seat]
    for unit in live:
        if unit["seat"] != seat or unit["actions"] < 2:
            continue
        at = spot(state, unit["at"])
        foe = min(foes, key=lambda each: math.dist(at, each))
        far = math.dist(at, foe)
        if (state["round"] == 1 and unit["id"][1] in "13") or far > 10:
            to = [round(a + 2 * (b - a) / far, 2) for a, b in zip(at, foe, strict=True)]
            if nearest(state, spot(state, to)) > NEAR:
                return {"do": "move", "unit": unit["id"], "to": to}
    return {"do": "ready"}
