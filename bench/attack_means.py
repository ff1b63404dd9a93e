"""What an attacker brings along: tables as large as are let in, and records and requests with them.

Each comes in several sizes, largest first: where a server refuses one for its size, the next is
tried, so that the worst is done that its limits allow.
"""

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from outrider.core.refusal import Refusal
from outrider.dice import SeededDice
from outrider.games import game as game_by_id
from outrider.play.match import Match

GAME = "basic"
SIDE = 36
ROOM = 8
"""Inches at each end that are left free to stand in."""
BODY = 250 * 1024
"""The most bytes a request may have besides an upload; a little less than the limit."""


@dataclass(frozen=True, slots=True)
class Size:
    """Pieces of terrain, corners of each, and draws offered and declined before the game goes on:
    lines that cost nothing to write, each of which is shown with the whole table."""

    pieces: int
    corners: int
    offers: int

    def __str__(self) -> str:
        return f"{self.pieces} pieces of {self.corners} corners, {self.offers} offers"


SIZES = (Size(200, 30, 1500), Size(200, 12, 400), Size(60, 10, 60), Size(12, 8, 0))
SMALL = SIZES[-1:]


@dataclass(frozen=True, slots=True)
class Means:
    """Requests of one size, ready to be sent."""

    size: Size
    record: bytes
    wishes: tuple[bytes, ...]
    """Matches to be made."""
    trials: tuple[bytes, ...]
    """For the practice ground."""


def a_table(size: Size) -> dict[str, Any]:
    """Polygons all over the middle."""
    source = random.Random(1)
    terrain = []
    for _ in range(size.pieces):
        x, y = source.uniform(ROOM, SIDE - ROOM), source.uniform(ROOM, SIDE - ROOM)
        turns = [2 * pi * k / size.corners for k in range(size.corners)]
        points = [[round(x + 0.4 * cos(turn), 3), round(y + 0.4 * sin(turn), 3)] for turn in turns]
        terrain.append({"shape": "polygon", "points": points, "blocks_sight": True, "height": 2})
    return {"name": "a maze", "size": [SIDE, SIDE], "terrain": terrain}


def played(size: Size, table: dict[str, Any]) -> tuple[Match, dict[str, Any]]:
    """A whole game in which nobody does much, and the state in which its battle began."""
    game = game_by_id(GAME)
    match = Match(game, game.terms({}, 2, table, None), SeededDice(1))
    first, second = match.terms.seats[:2]
    with suppress(Refusal):  # offers have a limit of their own: then there are as many as that
        for _ in range(size.offers // 2):
            match.note(first, "draw")
            match.note(second, "no-draw")
    source = random.Random(1)
    end = game.action({"do": "end"})
    fought: dict[str, Any] = {}
    while match.result is None:
        seat = match.deciders()[0]
        choices = match.choices(seat)
        idle = choices.why_not(end) is None
        if idle and not fought:
            fought = {"seat": seat, "state": game.dump(match.state)}
        match.play(seat, end if idle else choices.sample(source))
    return match, fought


def made(size: Size) -> Means:
    """Everything of one size. A refusal is the rules' own, of the table or of the game."""
    table = a_table(size)
    match, fought = played(size, table)
    sitting = [{"kind": "here"}, {"kind": "here"}]
    unit = next(each["id"] for each in fought["state"]["units"] if each["seat"] == fought["seat"])
    move = {"do": "move", "unit": unit, "to": [SIDE / 2, SIDE / 2]}
    asked = {"game": GAME, **fought}
    trials: list[dict[str, Any]] = [
        {**asked, "do": "reach", "unit": unit},
        {**asked, "do": "legal"},
        {**asked, "do": "check", "action": move},
        {**asked, "do": "state"},
    ]
    return Means(
        size,
        match.record().to_text().encode(),
        (json.dumps({"game": GAME, "seats": sitting, "table": table}).encode(),),
        tuple(json.dumps(trial).encode() for trial in trials),
    )


def all_made(sizes: tuple[Size, ...]) -> Iterator[Means]:
    """Those that these rules let in themselves."""
    for size in sizes:
        try:
            means = made(size)
        except Refusal:
            continue
        if max(map(len, (*means.wishes, *means.trials))) <= BODY:
            yield means


class Ladder:
    """Sizes for one purpose: down a step whenever one is refused."""

    def __init__(self, means: tuple[Means, ...]) -> None:
        self._means = means
        self._at = 0

    @property
    def now(self) -> Means:
        return self._means[self._at]

    def refused(self, what: Means) -> None:
        if what is self.now:
            self._at = min(self._at + 1, len(self._means) - 1)
