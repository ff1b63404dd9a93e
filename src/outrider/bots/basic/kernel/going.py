"""Where a unit may want to go, and where it goes."""

import numpy as np

from outrider.bots.basic.kernel.judging import apart, judged
from outrider.bots.basic.kernel.styles import GO, NOISE, STAY
from outrider.bots.measured.chance import Numbers, Reals, share
from outrider.bots.measured.places import RINGS, ringed
from outrider.compiled import part, rule
from outrider.games.basic.kernel.layout import BASE, FINE, MOVEMENT, RANGE, SIDE
from outrider.games.basic.kernel.moving import movement, why_not_end
from outrider.games.basic.kernel.record import enemies, is_alive, place, statistic
from outrider.table.kernel.candidates import along
from outrider.table.kernel.layout import SLACK
from outrider.table.kernel.points import within

SIDES = 5
"""Places about an enemy for whoever has to go up to him, straight in front and on either side;"""
STRAIGHT = SIDES // 2
_TURNS = 0.9 * (np.arange(SIDES) - STRAIGHT)
ALONG, ACROSS = np.cos(_TURNS), np.sin(_TURNS)
DISTANCES = 2
"""for whoever shoots they are where his range ends, and as near as he gets."""
GOALS = RINGS + SIDES * SIDE
"""At most."""
PRESSED = 0.65
"""How far between touching an enemy and just reaching it whoever strikes stands."""
BETTER = 0.01
"""By how much a place has to be better than the one where a unit is."""


@rule
def goes_up(numbers: Numbers, unit: int) -> bool:
    """Whether a unit walks farther than it reaches."""
    return statistic(numbers, unit, RANGE) < statistic(numbers, unit, MOVEMENT)


@part
def goal(record: Numbers, numbers: Numbers, unit: int, number: int) -> tuple[bool, int, int]:
    """The place number so and so that a unit might go to; False if there is none by that number."""
    x, y = place(record, unit)
    limit = movement(record, numbers, unit)
    if number < RINGS:
        to_x, to_y = ringed(x, y, limit, number)
        return True, to_x, to_y
    ways = SIDES if goes_up(numbers, unit) else DISTANCES
    foe = enemies(record) + (number - RINGS) // ways
    if number >= RINGS + SIDE * ways or not is_alive(record, foe):
        return False, x, y
    reach, far = statistic(numbers, unit, RANGE), 2.0 * numbers[BASE]
    way = (number - RINGS) % ways
    if ways == SIDES:
        far += PRESSED * max(0.0, reach - far)
    elif way == 0:
        far = float(reach - SLACK)
    foe_x, foe_y = place(record, foe)
    away = max(1.0, apart(x, y, foe_x, foe_y))
    dx, dy = far * (x - foe_x) / away, far * (y - foe_y) / away
    turned = way if ways == SIDES else STRAIGHT
    to_x = foe_x + round(dx * ALONG[turned] - dy * ACROSS[turned])
    to_y = foe_y + round(dx * ACROSS[turned] + dy * ALONG[turned])
    if not within(x, y, to_x, to_y, limit):
        to_x, to_y = along(x, y, to_x, to_y, limit)
    return True, to_x, to_y


@part
def may_end(record: Numbers, table: Numbers, numbers: Numbers, unit: int, x: int, y: int) -> bool:
    """Whether a unit that may move may end there. Compiled once, and not into all who ask."""
    return why_not_end(record, table, numbers, unit, x, y)[0] == FINE


@part
def place_for(
    record: Numbers,
    table: Numbers,
    numbers: Numbers,
    chances: Reals,
    unit: int,
    planned: tuple[int, int, int],
    style: Reals,
    luck: Numbers,
) -> tuple[bool, int, int]:
    """Where a unit that may move goes, as planned or else by the policy; False if it stays."""
    mode, goal_x, goal_y = planned
    if mode == STAY:
        return False, goal_x, goal_y
    if mode == GO and may_end(record, table, numbers, unit, goal_x, goal_y):
        return True, goal_x, goal_y
    best_x, best_y = place(record, unit)
    best = judged(record, numbers, chances, unit, best_x, best_y, style) + BETTER
    found = False
    for number in range(GOALS):
        there, x, y = goal(record, numbers, unit, number)
        if not there or not may_end(record, table, numbers, unit, x, y):
            continue
        value = judged(record, numbers, chances, unit, x, y, style)
        if style[NOISE] > 0:
            value += style[NOISE] * (share(luck) - 0.5)
        if value > best:
            best, best_x, best_y, found = value, x, y, True
    return found, best_x, best_y
