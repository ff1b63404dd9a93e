"""Movement and turns: paths, terrain, friends, enemies (SKR-T1 to SKR-T4, SKR-M1, SKR-M2, SKR-S3).

Beside hand-worked cases a naive model measures the same paths in floating point.
"""

import itertools
import math
import random
import time
from typing import Any

import pytest

from games.skirmishers.warband import (
    GAME,
    GUN,
    SHIPPED,
    Json,
    alive,
    at,
    box,
    decider,
    disc,
    field,
    illegal,
    offer,
    opened,
    play,
    refusal,
    runs,
    unit,
    wall,
    where,
)

pytestmark = pytest.mark.kernel

FAR = {"R9": at(1, 1), "B9": at(29, 29)}
LONE = {"R1": at(10, 10), **FAR}


def goes(state: Any, path: str) -> bool:
    """Whether R1 may go there; if not, it is too far."""
    found = GAME.choices(state, "red").why_not(GAME.read_action(f"move R1 {path}"))
    assert found is None or found.rule == "SKR-M1"
    return found is None


class TestTurns:
    @pytest.mark.parametrize("first", ["red", "blue"])
    def test_sides_alternate(self, first: str) -> None:
        """SKR-S1, SKR-T1: the scenario says who begins."""
        state = field(LONE, first=first)
        seats = ["red", "blue"] if first == "red" else ["blue", "red"]
        for number in range(4):
            assert decider(state) == seats[number % 2] and GAME.dump(state)["turn"] == number + 1
            assert refusal(state, "end", seats[1 - number % 2]).kind == "not-your-turn"
            state = play(state, "end")

    def test_any_order(self) -> None:
        """SKR-T1: from one piece to another and back."""
        pieces = {"R1": at(10, 10), "R2": at(12, 10, **GUN), "B1": at(10, 14), "B2": at(12, 20)}
        state = play(field(pieces), "move R1 10,13.2", "fire R2 B2", [1], [1])
        state = play(state, "fight R1 B1", [6], [5])
        assert unit(state, "R1")["moved"] and unit(state, "R1")["fought"]

    def test_nobody_has_to_act(self) -> None:
        """SKR-T1: a turn may be empty."""
        assert decider(play(field(LONE), "end")) == "blue"

    def test_once(self) -> None:
        """SKR-T2: one move a turn, however short; the next turn gives another."""
        state = play(field(LONE), "move R1 10,10.001")
        assert illegal(state, "move R1 10,11") == "SKR-T2"
        assert where(play(state, "end", "end", "move R1 10,11"), "R1") == [10, 11]

    def test_somebody_elses(self) -> None:
        """SKR-T1: enemies, the dead and those there never were."""
        state = play(field({**LONE, "B1": at(10, 15, **GUN)}), "move R1 10,11", "defensive-fire")
        state = play(state, [6], [1])
        assert not alive(state, "R1")
        for text in ("move R1 10,12", "move B1 10,12", "move R5 10,12"):
            assert illegal(state, text) == "SKR-T1"


class TestHowFar:
    @pytest.mark.parametrize(
        ("path", "far"),
        [
            ("16,10", True),
            ("16.001,10", False),
            ("13.6,14.8", True),
            ("13.6,14.801", False),
            ("10,13 13,13", True),
            ("10,13 13.001,13", False),
            ("10,12 10,10 10,12", True),
            ("10,12 10,10 10,12.001", False),
            ("10,10 10,10 16,10", True),
        ],
    )
    def test_legs_add_up(self, path: str, far: bool) -> None:
        """SKR-M1: six inches along straight legs."""
        assert goes(field(LONE), path) is far

    @pytest.mark.parametrize(
        ("terrain", "path", "far"),
        [
            (box(8, 12, 12, 14, cost=2), "10,14", True),
            (box(8, 12, 12, 14, cost=2), "10,14.001", False),
            (box(8, 12, 12, 14, cost=2), "10,12 13,12 13,13", True),
            (box(8, 8, 12, 20, cost=3), "10,12", True),
            (box(8, 8, 12, 20, cost=3), "10,12.001", False),
            (disc(10, 13, 1, cost=1.5), "10,15", True),
            (disc(10, 13, 1, cost=1.5), "10,15.001", False),
            (box(8, 8, 12, 20, cost=0.5), "10,21", True),
            (box(8, 8, 12, 20, cost=0.5), "10,21.001", False),
            (box(10, 8, 12, 20, cost=4), "10,16", True),
            (box(8, 11, 12, 11.333, cost=1.5), "10,15.833", True),
            (box(8, 11, 12, 11.333, cost=1.5), "10,15.834", False),
        ],
    )
    def test_terrain_costs(self, terrain: Json, path: str, far: bool) -> None:
        """SKR-M1, SKR-S3: so many inches for each inch inside; along an outline is not inside."""
        assert goes(field(LONE, terrain), path) is far

    def test_each_leg_and_stretch_is_rounded(self) -> None:
        """SKR-M1: the diagonal of an inch counts 1.414, so four of them and 0.344 make six."""
        corners = "11,11 12,10 13,11 14,10"
        assert goes(field(LONE), f"{corners} 14.344,10")
        assert not goes(field(LONE), f"{corners} 14.345,10")

    def test_movement_of_nothing(self) -> None:
        """SKR-M1."""
        state = field({**LONE, "R1": at(10, 10, movement=0)})
        assert illegal(state, "move R1 10,10.001") == "SKR-M1"
        assert illegal(state, "move R1 10,10") == "SKR-M2"

    @pytest.mark.parametrize("path", ["10,10", "10,10 10,10", "10,10 10,10 10,10"])
    def test_a_way_of_no_length(self, path: str) -> None:
        """SKR-M2: it is no move, and is refused; the piece may still move or fire."""
        pieces = {**LONE, "R1": at(10, 10, **GUN), "B1": at(10, 15)}
        state = field(pieces)
        assert illegal(state, f"move R1 {path}") == "SKR-M2"
        assert runs(state, "move R1 10,11") and runs(state, "fire R1 B1")
        assert not unit(state, "R1")["moved"]

    def test_a_leg_of_no_length(self) -> None:
        """SKR-M2: it is passed over, at the start, on the way and at the end."""
        for path in ("10,10 10,12", "10,12 10,12", "10,11 10,11 10,12", "10,10 10,10 10,12 10,12"):
            state = play(field(LONE), f"move R1 {path}")
            assert where(state, "R1") == [10, 12]
        assert goes(field(LONE), "10,10 10,16 10,16")
        assert not goes(field(LONE), "10,10 10,16.001")

    def test_there_and_back(self) -> None:
        """SKR-M2: it is a way, and costs both legs; then the piece has moved."""
        state = play(field(LONE), "move R1 10,13 10,10")
        assert where(state, "R1") == [10, 10] and unit(state, "R1")["moved"]
        assert illegal(state, "move R1 10,11") == "SKR-T2"
        assert illegal(field(LONE), "move R1 10,13.001 10,10") == "SKR-M1"

    def test_a_piece_without_room_is_passed_over(self) -> None:
        """SKR-M2: one at random is always legal, also where nobody can move."""
        state = field({**LONE, "R1": at(10, 10, movement=0)})
        source = random.Random(4)
        choices = GAME.choices(state, "red")
        for _ in range(50):
            assert choices.why_not(choices.sample(source)) is None


class TestWhere:
    @pytest.mark.parametrize(
        ("path", "rule"),
        [
            ("10,14", "SKR-M2"),
            ("12,12 12,14", None),
            ("9,12.5", "SKR-M2"),
            ("9,12 12,12", None),
            ("11,12 11,12.5", None),
            ("11,12 11,13", None),
            ("9,12 9.5,12.5 11,13", "SKR-M2"),
        ],
    )
    def test_walls(self, path: str, rule: str | None) -> None:
        """SKR-M2, SKR-S3: not through impassable ground; its outline may be walked."""
        state = field(LONE, wall(8, 12, 11, 13))
        if rule is None:
            assert runs(state, f"move R1 {path}")
        else:
            assert illegal(state, f"move R1 {path}") == rule

    @pytest.mark.parametrize(
        ("path", "rule"),
        [
            ("10,15", "SKR-M2"),
            ("10,12.2", None),
            ("10,12.201", "SKR-M2"),
            ("10.8,10 10.8,14", None),
            ("10.799,10 10.799,14", "SKR-M2"),
            ("10,13", "SKR-M2"),
            ("12,12 12,14", None),
        ],
    )
    def test_enemies(self, path: str, rule: str | None) -> None:
        """SKR-M2: the centre keeps the two radii away, touching is allowed."""
        state = field({**LONE, "B1": at(10, 13)})
        if rule is None:
            assert runs(state, f"move R1 {path}")
        else:
            assert illegal(state, f"move R1 {path}") == rule

    def test_friends(self) -> None:
        """SKR-M2: through them, not onto them."""
        state = field({**LONE, "R2": at(10, 12), "R3": at(10, 13)})
        assert where(play(state, "move R1 10,14"), "R1") == [10, 14]
        assert where(play(state, "move R1 10,13.8"), "R1") == [10, 13.8]
        for path in ("10,12", "10,13.799", "10,11.201", "10.5,12.5"):
            assert illegal(state, f"move R1 {path}") == "SKR-M2"

    def test_the_dead_are_not_in_the_way(self) -> None:
        """SKR-M2: neither on the way nor at its end."""
        pieces = {**LONE, "R2": at(20, 13, **GUN), "B1": at(10, 13)}
        state = play(field(pieces), "fire R2 B1", [6], [1])
        assert where(play(state, "move R1 10,13"), "R1") == [10, 13]

    def test_the_rim(self) -> None:
        """SKR-M2: up to it and along it, not beyond, not even for a while."""
        state = field({**LONE, "R1": at(3, 3)})
        assert runs(state, "move R1 0,3")
        for path in ("-0.001,3", "-1,3 3,3", "3,-0.001"):
            assert illegal(state, f"move R1 {path}") == "SKR-M2"

    def test_large_bases(self) -> None:
        """SKR-M2: radii are the pieces' own."""
        state = field({**LONE, "R1": at(10, 10, base=1), "B1": at(10, 14, base=1.5)})
        assert runs(state, "move R1 10,11.5")
        assert illegal(state, "move R1 10,11.501") == "SKR-M2"

    def test_many_corners_are_refused_at_once(self) -> None:
        """SKR-M1: ten thousand corners, as JSON and as text."""
        state = field(LONE)
        path: list[list[float]] = [[10, 10.001], [10, 10]] * 5_000
        text = "move R1 " + " ".join(f"{x},{y}" for x, y in path)
        action: Json = {"do": "move", "unit": "R1", "path": path}
        begun = time.thread_time()
        for given in (action, text):
            assert refusal(state, given).kind == "malformed"
        assert time.thread_time() - begun < 0.2


# -- a naive model -------------------------------------------------------------------------------


def inside(piece: Json, x: float, y: float) -> bool:
    if piece["shape"] == "disc":
        return bool(math.dist((x, y), piece["at"]) < piece["radius"])
    found = False
    for (ax, ay), (bx, by) in itertools.pairwise([*piece["points"], piece["points"][0]]):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def naive_cost(terrain: list[Json], path: list[list[float]]) -> float:
    """The way in small steps, each at the price of the dearest ground it is in."""
    total = 0.0
    for a, b in itertools.pairwise(path):
        length = math.dist(a, b)
        count = max(1, round(length / 0.01))
        for number in range(count):
            part = (number + 0.5) / count
            x, y = a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
            costs = [piece.get("cost", 1) for piece in terrain if inside(piece, x, y)]
            if "impassable" in costs:
                return math.inf
            total += length / count * max([cost for cost in costs if cost != 1], default=1)
    return total


def naive_points(path: list[list[float]]) -> list[tuple[float, float]]:
    """Every thousandth of the way."""
    found = []
    for a, b in itertools.pairwise(path):
        count = round(1000 * math.dist(a, b))
        for number in range(1, count + 1):
            part = number / count
            found.append((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part))
    return found


@pytest.mark.parametrize("name", SHIPPED)
def test_costs_as_the_naive_model(name: str) -> None:
    """SKR-M1, SKR-S3: random paths on every shipped table, away from the borderline."""
    state = opened(name)
    data = GAME.dump(state)
    source = random.Random(name)
    mine = [unit for unit in data["units"] if unit["seat"] == decider(state)]
    told = {"SKR-M1": 0, None: 0}
    for _ in range(30):
        mover = source.choice(mine)
        path = [mover["at"]]
        for _ in range(source.choice((1, 1, 2))):
            x, y = path[-1]
            path.append([round(x + source.uniform(-4, 4), 3), round(y + source.uniform(-4, 4), 3)])
        action = GAME.action({"do": "move", "unit": mover["id"], "path": path[1:]})
        refused = GAME.choices(state, decider(state)).why_not(action)
        rule = None if refused is None else refused.rule
        width, depth = data["table"]["size"]
        on_table = all(0 <= x <= width and 0 <= y <= depth for x, y in path)
        cost = naive_cost(data["table"]["terrain"], path)
        if not on_table or math.inf == cost:
            assert rule == "SKR-M2"
        elif abs(cost - mover["movement"]) > 0.02 and rule != "SKR-M2":
            assert (rule is None) is (cost < mover["movement"])
            told[rule] += 1
    assert told[None] > 2


@pytest.mark.parametrize("seed", range(12))
def test_points_as_the_naive_model(seed: int) -> None:
    """SKR-X4: a lone watcher stops a crooked path at the first thousandth within its range."""
    source = random.Random(seed)
    path = [[15.0, 10.0]]
    for _ in range(source.randint(1, 4)):
        x, y = path[-1]
        path.append([round(x + source.uniform(-3, 3), 3), round(y + source.uniform(0, 3), 3)])
    watcher = [15, 22]
    points = naive_points(path)
    far = [math.dist(point, watcher) for point in points]
    reach = round(source.choice(far) + 0.01, 3)
    pieces = {"R1": at(15, 10, movement=30), "B1": at(*watcher, weapon="bow", range=reach), **FAR}
    state = play(field(pieces), "move R1 " + " ".join(f"{x},{y}" for x, y in path[1:]))
    assert offer(state) is not None
    expected = next(point for point, away in zip(points, far, strict=True) if away < reach)
    assert math.dist(where(state, "R1"), expected) < 0.004
