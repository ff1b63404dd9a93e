"""Where figures go in the minute. Whoever looks at a place is put there, and put back."""

from outrider.bots.measured.chance import Numbers, Reals, share
from outrider.bots.measured.places import RINGS, ringed
from outrider.bots.skirmish.kernel.judging import Scene, judged, look, role
from outrider.bots.skirmish.kernel.styles import (
    GO,
    GOAL_X,
    GOAL_Y,
    MODE,
    MOVES,
    NOISE,
    REST,
    STAY,
    UNPLANNED,
)
from outrider.compiled import part, rule
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.kernel.layout import ACTIONS, FINE, SEATS, SIDE, UP, X, Y
from outrider.games.skirmish.kernel.listing import foot_on
from outrider.games.skirmish.kernel.moving import why_not_end, why_not_set_out
from outrider.games.skirmish.kernel.playing import play
from outrider.games.skirmish.kernel.record import at, figures, is_alive, place, seat_of
from outrider.games.skirmish.kernel.setup import put
from outrider.table.kernel.candidates import along, at_range
from outrider.table.kernel.layout import SLACK
from outrider.table.kernel.points import distance, within

BETTER = 0.05
"""By how much a place has to be better than the one where a figure is."""
TRIES, STAYS = 32, 3
"""How often another place is looked for; of all there may be, so many more are to stay."""
NEARBY, ABOUT = 0.3, 1500
"""How often it is one near the planned one, and how near."""


@rule
def leg(start: int, end: int, number: int, moves: int) -> int:
    """How far one has come, in one direction, after a move of several of the same length."""
    return start + (end - start) * number // moves


@part
def put_back(record: Numbers, unit: int, x: int, y: int, up: int) -> None:
    record[at(unit, X)], record[at(unit, Y)], record[at(unit, UP)] = x, y, up


@rule
def write(plan: Numbers, row: int, moves: int, x: int, y: int) -> None:
    plan[row, MODE], plan[row, MOVES], plan[row, GOAL_X], plan[row, GOAL_Y] = GO, moves, x, y


@part
def gets(scene: Scene, unit: int, moves: int, to_x: int, to_y: int) -> bool:
    """Put a figure that may move there, if it gets there straight in so many moves."""
    record, ground, numbers = scene.record, scene.ground, scene.numbers
    x, y = place(record, unit)
    up = record[at(unit, UP)]
    for number in range(1, moves + 1):
        leg_x, leg_y = leg(x, to_x, number, moves), leg(y, to_y, number, moves)
        if why_not_end(record, ground, numbers, unit, leg_x, leg_y)[0] != FINE:
            put_back(record, unit, x, y, up)
            return False
        put(record, ground, unit, leg_x, leg_y)
    return True


@part
def can_get(scene: Scene, unit: int, moves: int, to_x: int, to_y: int) -> bool:
    """Whether a figure that may move gets there in so many moves."""
    x, y = place(scene.record, unit)
    up = scene.record[at(unit, UP)]
    found = gets(scene, unit, moves, to_x, to_y)
    put_back(scene.record, unit, x, y, up)
    return found


@part
def goals(record: Numbers) -> int:
    """How many places a figure might go to: all round, to edges, about others."""
    count: int = RINGS + record[SEATS] + figures(record)
    return count


@part
def goal(scene: Scene, unit: int, number: int, limit: int) -> tuple[bool, int, int]:
    """The place number so and so that a figure might go to, at most so far away; False if there is
    none by that number."""
    record, numbers = scene.record, scene.numbers
    x, y = place(record, unit)
    if number < RINGS:
        to_x, to_y = ringed(x, y, limit, number)
        return True, to_x, to_y
    number -= RINGS
    if number < record[SEATS]:
        to_x, to_y = foot_on(scene.ground, number, x, y)
        length = distance(x, y, to_x, to_y) - (numbers[layout.NEAR_EDGE] - SLACK)
        to_x, to_y = along(x, y, to_x, to_y, min(limit, length))
        return length > 0, to_x, to_y
    other = number - record[SEATS]
    if other == unit or not is_alive(record, other):
        return False, x, y
    friend = seat_of(other) == seat_of(unit)
    # Up to a friend, or just within full range of an enemy.
    wanted = 2 * numbers[layout.BASE] if friend else numbers[layout.SHOT_RANGE] - 2 * SLACK
    other_x, other_y = place(record, other)
    to_x, to_y = at_range(x, y, other_x, other_y, wanted + SLACK)
    if not within(x, y, to_x, to_y, limit):
        to_x, to_y = along(x, y, to_x, to_y, limit)
    return True, to_x, to_y


@rule
def reach(numbers: Numbers, moves: int) -> int:
    """How far a figure gets in so many moves, less what rounding may cost on the way."""
    far: int = moves * numbers[layout.MOVE] - (SLACK * moves if moves > 1 else 0)
    return max(0, far)


@part
def best_place(scene: Scene, style: Reals, unit: int) -> tuple[int, int, int]:
    """Where a figure wants to go, after how many moves; 0: it stays."""
    record, numbers = scene.record, scene.numbers
    x, y = place(record, unit)
    up, left = record[at(unit, UP)], record[at(unit, ACTIONS)]
    look(scene, seat_of(unit))
    does = role(scene, unit, style)
    best = BETTER + judged(scene, style, unit, does, left)
    moves, best_x, best_y = 0, x, y
    for count in range(1, left + 1):
        for number in range(goals(record)):
            there, to_x, to_y = goal(scene, unit, number, reach(numbers, count))
            # What is reached in fewer moves has been looked at.
            if not there or within(x, y, to_x, to_y, reach(numbers, count - 1)):
                continue
            if not gets(scene, unit, count, to_x, to_y):
                continue
            value = judged(scene, style, unit, does, left - count)
            put_back(record, unit, x, y, up)
            if style[NOISE] > 0:
                value += style[NOISE] * (share(scene.luck) - 0.5)
            if value > best:
                best, moves, best_x, best_y = value, count, to_x, to_y
    return moves, best_x, best_y


@part
def place_for(
    scene: Scene, style: Reals, plan: Numbers, row: int, unit: int
) -> tuple[int, int, int]:
    """Where a figure goes, after how many moves: as planned, or else by the policy."""
    mode, moves, x, y = plan[row, MODE], plan[row, MOVES], plan[row, GOAL_X], plan[row, GOAL_Y]
    if mode == STAY:
        return 0, x, y
    left = scene.record[at(unit, ACTIONS)]
    if mode == GO and moves <= left and can_get(scene, unit, moves, x, y):
        return moves, x, y
    return best_place(scene, style, unit)


@part
def next_mover(
    scene: Scene, style: Reals, plan: Numbers, way: int, seat: int, number: int
) -> tuple[int, int, int, int]:
    """Which figure of a seat moves next, from that number on, in how many moves and where to; the
    number after the last if nobody does. Its plan begins in row `way`."""
    for each in range(number, SIDE):
        unit = SIDE * seat + each
        if why_not_set_out(scene.record, seat, unit) == FINE:
            moves, x, y = place_for(scene, style, plan, way + each, unit)
            if moves > 0:
                return each, moves, x, y
    return SIDE, 0, 0, 0


@part
def go(scene: Scene, unit: int, moves: int, to_x: int, to_y: int) -> None:
    """A figure's moves, one after another, unless the first has ended the game."""
    record, ground, numbers = scene.record, scene.ground, scene.numbers
    x, y = place(record, unit)
    for number in range(1, moves + 1):
        if record[layout.STAGE] == layout.MINUTE:
            leg_x, leg_y = leg(x, to_x, number, moves), leg(y, to_y, number, moves)
            play(record, ground, numbers, layout.MOVE_TO, unit, leg_x, leg_y)


@part
def sketch(scene: Scene, style: Reals, plan: Numbers, seat: int) -> None:
    """Everybody goes where he would go in a style, and that is the plan."""
    for row in range(REST, REST + SIDE):
        plan[row, MODE] = STAY
    number, moves, x, y = next_mover(scene, style, plan, UNPLANNED, seat, 0)
    while number < SIDE:
        write(plan, REST + number, moves, x, y)
        go(scene, SIDE * seat + number, moves, x, y)
        number, moves, x, y = next_mover(scene, style, plan, UNPLANNED, seat, number + 1)


@part
def vary(scene: Scene, plan: Numbers, seat: int) -> None:
    """Another place for somebody, at random."""
    record, luck = scene.record, scene.luck
    for _ in range(TRIES):
        number = int(share(luck) * SIDE)
        unit, row = SIDE * seat + number, REST + number
        if why_not_set_out(record, seat, unit) != FINE:
            continue
        number = int(share(luck) * (goals(record) + STAYS))
        if number >= goals(record):
            plan[row, MODE] = STAY
            return
        moves = 1 + int(share(luck) * record[at(unit, ACTIONS)])
        there, to_x, to_y = goal(scene, unit, number, reach(scene.numbers, moves))
        if plan[row, MODE] == GO and share(luck) < NEARBY:
            there, moves = True, plan[row, MOVES]
            to_x = plan[row, GOAL_X] + int(ABOUT * (2 * share(luck) - 1))
            to_y = plan[row, GOAL_Y] + int(ABOUT * (2 * share(luck) - 1))
        if there and can_get(scene, unit, moves, to_x, to_y):
            write(plan, row, moves, to_x, to_y)
            return
