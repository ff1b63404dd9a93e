"""Tables and records that are large on purpose."""

import math
import random
from typing import Any

from outrider.core.wire import dumps
from outrider.dice import SeededDice
from outrider.games import game as game_by_id
from outrider.play.match import Match

Json = dict[str, Any]


def star(x: float, y: float, radius: float, corners: int) -> list[list[float]]:
    """A polygon with so many corners."""
    points = []
    for k in range(corners):
        turn, far = 2 * math.pi * k / corners, radius * (1 if k % 2 else 0.9)
        points.append([round(x + far * math.cos(turn), 3), round(y + far * math.sin(turn), 3)])
    return points


def table(pieces: int, corners: int, size: float = 60) -> Json:
    """A table with so many polygons of so many corners each, all of them apart."""
    across = math.ceil(math.sqrt(pieces))
    step = (size - 10) / across
    terrain = [
        {
            "shape": "polygon",
            "points": star(
                5 + step * (k % across + 0.5), 5 + step * (k // across + 0.5), step * 0.45, corners
            ),
            "height": 2,
            "cost": 2,
        }
        for k in range(pieces)
    ]
    return {"name": "many corners", "size": [size, size], "terrain": terrain}


def played(game: str, lines: int, on: Json | None = None, seed: int = 1) -> Match:
    """A game of random choices, as long as it may be and not longer than that."""
    rules = game_by_id(game)
    match = Match(rules, rules.terms({}, 2, on, None), SeededDice(seed))
    source = random.Random(seed)
    while match.version < lines and match.result is None:
        seat = match.deciders()[0]
        match.play(seat, match.choices(seat).sample(source))
    return match


def lengthened(match: Match, lines: int) -> str:
    """Its record, with draw offers that are declined until it has so many lines."""
    record = [dumps(line) for line in match.record().to_json()[:-1]]
    n = len(record)
    while n + 1 < lines:
        record.append(dumps({"n": n, "seat": "red", "match": "draw"}))
        record.append(dumps({"n": n + 1, "seat": "blue", "match": "no-draw"}))
        n += 2
    return "\n".join([*record, '{"result":null}']) + "\n"
