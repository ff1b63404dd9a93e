"""Ground to walk about on, and a slow search for where one can get to on it.

The search goes over a grid, straight from wherever it came from if that is cheaper, and asks the
rules about every way as a player would. What it finds can be reached; there may be more.
"""

import heapq
import random
from math import cos, hypot, pi, sin
from typing import Any

from games.skirmishers.warband import GAME
from outrider.games.skirmishers.actions import Move
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.moving import why_not_way
from outrider.games.skirmishers.state import State, place_of
from outrider.table.paths import path_cost
from outrider.table.points import Point
from table.told import Json, held

MISSED = 100
"""Thousandths of an inch that may be missing."""
ABOUT = [
    (round(far * cos(turn * pi / 16)), round(far * sin(turn * pi / 16)))
    for far in (15, 30, 45, 60, 75, 90, 99)
    for turn in range(32)
]
SIDES = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x) + abs(y) == 3] + [
    (x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y
]


def is_near(areas: tuple[Json, ...], at: Point) -> bool:
    """Whether a point is in an area, or as near to it as may be."""
    return held(areas, at) or any(held(areas, (at[0] + x, at[1] + y)) for x, y in ABOUT)


class Walker:
    """Looks where a piece can get to."""

    def __init__(self, state: State, id: str, step: int) -> None:
        self.state, self.id, self.step = state, id, step
        self.unit = state.unit(id)
        self.start = place_of(self.unit)
        self.limit = self.unit.warrior.movement
        self.ways: dict[Point, tuple[Point, ...]] = {self.start: ()}
        self.costs: dict[Point, int] = {self.start: 0}

    def cost(self, way: tuple[Point, ...]) -> int | None:
        """What a way costs, if it can be gone."""
        if len(way) > layout.MOST_POINTS:
            return None
        if why_not_way(self.state, Move(self.id, way))[0] != layout.FINE:
            return None
        return path_cost(self.state.table, (self.start, *way))

    def search(self) -> dict[Point, tuple[Point, ...]]:
        """All points of the grid that were got to, each with its way."""
        waiting = [(0, self.start)]
        done = set()
        while waiting:
            _, at = heapq.heappop(waiting)
            if at in done:
                continue
            done.add(at)
            for x, y in SIDES:
                self.go(at, (at[0] + x * self.step, at[1] + y * self.step), waiting)
        return {at: way for at, way in self.ways.items() if way}

    def go(self, at: Point, to: Point, waiting: list[tuple[int, Point]]) -> None:
        way = self.ways[at]
        known = self.costs.get(to, self.limit + 1)
        if hypot(to[0] - self.start[0], to[1] - self.start[1]) >= known and self.fair:
            return
        for tried in ((*way[:-1], to), (*way, to)) if way else ((to,),):
            cost = self.cost(tried)
            if cost is not None and cost < known:
                self.ways[to], self.costs[to] = tried, cost
                heapq.heappush(waiting, (cost, to))
                return

    @property
    def fair(self) -> bool:
        """Whether no ground costs less than its length."""
        return all(piece.cost == 0 or piece.cost >= 1000 for piece in self.state.table.terrain)


def countryside(source: random.Random, cheap: bool = False) -> Json:
    """A small table with walls, woods, roads and people in a heap."""
    terrain: list[Json] = []
    costs: list[Any] = ["impassable", "impassable", 1.5, 2, 3]
    for _ in range(source.randint(2, 6)):
        x, y = round(source.uniform(4, 14), 3), round(source.uniform(4, 14), 3)
        cost = source.choice([*costs, 0.5] if cheap else costs)
        if source.random() < 0.4:
            shape = {"shape": "disc", "at": [x, y], "radius": round(source.uniform(0.3, 2.5), 3)}
        else:
            turn, half = source.uniform(0, pi), source.uniform(0.3, 4)
            thin = source.choice((0.05, 0.3, 1))
            corners = [
                [
                    round(x + a * half * cos(turn) - b * thin * sin(turn), 3),
                    round(y + a * half * sin(turn) + b * thin * cos(turn), 3),
                ]
                for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
            shape = {"shape": "polygon", "points": corners}
        terrain.append({**shape, "cost": cost})
    return {"size": [18, 18], "terrain": terrain}


def wilderness(source: random.Random, cheap: bool = False) -> State:
    """A game on such a table, with Red to move; R1 is the one to look at."""
    while True:
        table = countryside(source, cheap)
        sides: dict[str, Any] = {}
        for seat, count in (("red", source.randint(1, 4)), ("blue", source.randint(1, 5))):
            pieces = []
            for number in range(1, count + 1):
                at = [round(source.uniform(3, 15), 3), round(source.uniform(3, 15), 3)]
                base = source.choice((0.4, 0.4, 0.4, 0.75, 0.2))
                piece = {"id": f"{seat[0].upper()}{number}", "at": at, "movement": 5, "base": base}
                pieces.append({**piece, "firing": 1, "attack": 1, "defense": 1})
            sides[seat] = {"pieces": pieces, "victory": [{"kind": "destroy-all"}]}
        if source.random() < 0.5:
            edge = {"kind": "exit", "edge": source.choice(("top", "left")), "count": 1}
            sides["red"]["victory"].append(edge)
        scenario = {"outrider_scenario": 1, "name": "wild", "story": "", "table": table,
                    "first": "red", "turn_limit": 20, "sides": sides}  # fmt: skip
        if not GAME.scenario_faults(scenario):
            state = GAME.new(GAME.terms(scenario=scenario)).state
            assert isinstance(state, State)
            return state
