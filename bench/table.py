"""The measuring table: single questions in Python, and many at once in compiled code."""

import random
from functools import cache
from math import cos, pi, sin

from bench.measure import Measurement, Plan, Reference, Trial, rate
from outrider.table.paths import path_cost
from outrider.table.points import Point
from outrider.table.shapes import Disc, Shape, a_polygon
from outrider.table.sight import sight_across, sight_over
from outrider.table.terrain import Piece, Table, ground

TABLE = "measuring table"
SIZE = 36_000
PIECES = 20
LINES = 2_000
"""Lines that a row of single questions goes through, over and over."""
BATCH = 200_000
EYE = 1000
STEP = 4000
SHAPES = f'{PIECES} pieces, half of them discs and half polygons of 4 to 8 corners, on 36" by 36"'
BATCH_ROW = Reference("table.batch", "batch")


def a_shape(source: random.Random, round_one: bool) -> Shape:
    """A disc, or a polygon that need not be convex, 0.8" to 2.5" from its middle to its rim."""
    radius = source.randint(800, 2500)
    x, y = (source.randint(radius, SIZE - radius) for _ in range(2))
    if round_one:
        return Disc((x, y), radius)
    count = source.randint(4, 8)
    corners = []
    for corner in range(count):
        out = radius * source.uniform(0.5, 1)
        angle = 2 * pi * corner / count
        corners.append((x + round(out * cos(angle)), y + round(out * sin(angle))))
    return a_polygon(corners, "a polygon")


@cache
def a_table() -> Table:
    """The table that all of this is measured on."""
    source = random.Random(1)
    pieces = [
        Piece(
            a_shape(source, bool(number % 2)),
            height=source.choice((1000, 2000, 3000, 5000)),
            cost=source.choice((1000, 1500, 2000)),
            blocks_sight=True,
        )
        for number in range(PIECES)
    ]
    return Table((SIZE, SIZE), tuple(pieces))


def lines(count: int, longest: int = SIZE) -> list[tuple[Point, Point]]:
    """Pairs of points on the table, not farther apart each way than that."""
    source = random.Random(2)
    made = []
    for _ in range(count):
        a = source.randint(0, SIZE), source.randint(0, SIZE)
        x, y = (source.randint(max(0, at - longest), min(SIZE, at + longest)) for at in a)
        made.append((a, (x, y)))
    return made


def single_over(plan: Plan) -> Trial:
    table = a_table()
    asked = [(a, ground(table, a) + EYE, b, ground(table, b) + EYE) for a, b in lines(LINES)]

    def work() -> int:
        for a, eye_a, b, eye_b in asked:
            sight_over(table, a, eye_a, b, eye_b)
        return LINES

    return rate(work, plan)


def single_across(plan: Plan) -> Trial:
    table, asked = a_table(), lines(LINES)

    def work() -> int:
        for a, b in asked:
            sight_across(table, a, b)
        return LINES

    return rate(work, plan)


def single_reach(plan: Plan) -> Trial:
    table, asked = a_table(), lines(LINES, STEP)

    def work() -> int:
        for a, b in asked:
            path_cost(table, (a, b))
        return LINES

    return rate(work, plan)


def batch_over(plan: Plan) -> Trial:
    from outrider.table.batch import ground_many, packed, rows, sight_many

    table = packed(a_table())
    pairs = rows([(*a, *b) for a, b in lines(BATCH)], 4, "a pair")
    eyes = EYE + ground_many(table, pairs.reshape(-1, 2)).reshape(-1, 2)
    return rate(lambda: len(sight_many(table, pairs, eyes)), plan)


def batch_across(plan: Plan) -> Trial:
    from outrider.table.batch import packed, rows, sight_many

    table = packed(a_table())
    pairs = rows([(*a, *b) for a, b in lines(BATCH)], 4, "a pair")
    return rate(lambda: len(sight_many(table, pairs)), plan)


SIGHT = (
    Measurement(
        "table.batch", "sight across terrain, batch", TABLE, "lines/s",
        f"Whether terrain that blocks sight lies between two random points, on one core: {SHAPES}."
        " Exact to the thousandth of an inch, in compiled code.",
        batch_across,
    ),
    Measurement(
        "table.batch.over", "sight over terrain, batch", TABLE, "lines/s",
        "The same from eye to eye, 1\" above the ground, over terrain with heights.",
        batch_over, BATCH_ROW,
    ),
    Measurement(
        "table.across", "sight across terrain, single", TABLE, "lines/s",
        "The same question one at a time in plain Python, which also tells what is in the way and"
        " where.",
        single_across, BATCH_ROW,
    ),
    Measurement(
        "table.over", "sight over terrain, single", TABLE, "lines/s",
        "The same from eye to eye.",
        single_over, BATCH_ROW,
    ),
    Measurement(
        "table.reach", "cost of a leg, single", TABLE, "legs/s",
        "What a straight leg of up to 4\" each way costs, with the terrain it goes through, in"
        " plain Python.",
        single_reach, BATCH_ROW,
    ),
)  # fmt: skip
