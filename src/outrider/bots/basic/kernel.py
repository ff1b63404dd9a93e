"""The policy and playing on by it, compiled. What it takes for legal is checked by the game."""

from math import cos, exp, hypot, pi, sin

import numpy as np

from outrider.bots import measured
from outrider.bots.basic.layout import (
    ANY_TURN,
    APPROACH,
    ATTACK,
    ATTACKED,
    BOLSTERED,
    BUFFER,
    CODE,
    COMMAND,
    COMMANDED,
    DAMAGE,
    DEPTH,
    DONE,
    EXPOSED,
    FIRST,
    GO,
    HEALTH,
    HIT,
    LEFT,
    LIFE,
    MISS_ENDS,
    MODE,
    MOVE,
    MOVED,
    MOVEMENT,
    NOISE,
    OPEN,
    RANGE,
    REGICIDE,
    RUSHED,
    SECOND,
    SIDE,
    STAY,
    TELLS_HEALTH,
    TELLS_LIFE,
    TOGETHER,
    TURN,
    UNIT,
    UNSAVED,
    WIDTH,
    WORTH,
    X,
    Y,
)
from outrider.bots.measured.chance import Numbers, Reals, die, seeded, share
from outrider.compiled import entry, part
from outrider.games import basic
from outrider.games.basic import kernel as rulebook
from outrider.table import kernel as measuring

BUILT_ON = (basic, rulebook, measured, measuring)

ORDER = np.array([3, 4, 1, 2, 0])
"""Who moves first: those who shoot, then those who strike, the commander last."""
REACH = 5.0
RUSH = 3.0
ROOM = 0.8
CLOSE = 0.93
"""How far from an enemy whoever strikes it stands."""
SEEDS = 1 << 30
RETHINK = 0.1
"""How often a plan is varied by its command."""
TRIES, GOALS = 32, 24 + 25 + 2
"""How often another place is looked for, and how many there are at most; the last are to stay."""


@part
def gain(units: Reals, one: int, other: int, bolster: bool, style: Reals) -> float:
    """What an attack is expected to be worth."""
    health, buffer = units[other, HEALTH], units[other, BUFFER]
    damage = DAMAGE[one] + (1.0 if bolster or units[one, BOLSTERED] > 0 else 0.0)
    worth = WORTH[other] * max(0.0, min(damage - buffer, health)) + 0.25 * min(buffer, damage)
    if damage >= health + buffer:
        worth += LIFE[other]
    if other % SIDE == 0:
        worth *= style[REGICIDE]
    return float(HIT[one] * UNSAVED[other] * worth)


@part
def free(units: Reals, rules: Reals, one: int, x: float, y: float) -> bool:
    """Whether a unit has room there."""
    if x < 0 or y < 0 or x > rules[WIDTH] or y > rules[DEPTH]:
        return False
    for other in range(len(units)):
        if other != one and units[other, HEALTH] > 0:
            dx, dy = units[other, X] - x, units[other, Y] - y
            if dx * dx + dy * dy < ROOM * ROOM:
                return False
    return True


@part
def judged(units: Reals, rules: Reals, one: int, x: float, y: float, style: Reals) -> float:
    """How good a place is: whom the unit can attack from there, who can get at it, how far the
    fight is, whether the commander is near."""
    own = SIDE * (one // SIDE)
    foe = SIDE - own
    strikes = units[one, ATTACKED] == 0 and units[one, DONE] == 0
    command = units[own, HEALTH] > 0
    together = command and hypot(units[own, X] - x, units[own, Y] - y) <= REACH
    bolster = together and rules[COMMANDED] == 0
    near, best, danger = 99.0, 0.0, 0.0
    health = units[one, HEALTH]
    for other in range(foe, foe + SIDE):
        if units[other, HEALTH] <= 0:
            continue
        dx, dy = units[other, X] - x, units[other, Y] - y
        apart = (dx * dx + dy * dy) ** 0.5
        if strikes and apart <= RANGE[one]:
            best = max(best, gain(units, one, other, bolster, style))
        near = min(near, max(0.0, apart - RANGE[one]))
        reach = MOVEMENT[other] + RANGE[other]
        if apart <= reach + RUSH:
            hurt = WORTH[one] * min(DAMAGE[other], health)
            if DAMAGE[other] >= health:
                hurt += LIFE[one]
            if one == own:
                hurt *= style[REGICIDE]
            sure = 1.0 if apart <= reach else 0.4 * (units[foe, HEALTH] > 0)
            danger += sure * HIT[other] * UNSAVED[one] * hurt
    value = best - style[EXPOSED] * danger - style[APPROACH] * near
    if one == own:
        for other in range(own + 1, own + SIDE):
            if units[other, HEALTH] > 0:
                far = hypot(units[other, X] - x, units[other, Y] - y)
                value -= style[TOGETHER] * 0.5 * min(2.0, max(0.0, far - REACH))
    elif command:
        far = hypot(units[own, X] - x, units[own, Y] - y)
        value -= style[TOGETHER] * min(3.0, max(0.0, far - REACH + 0.5))
    return float(value)


@part
def goal(units: Reals, one: int, number: int, out: Reals) -> bool:
    """The place number so and so that a unit might go to; False when there are no more."""
    foe = SIDE - SIDE * (one // SIDE)
    limit = MOVEMENT[one] + RUSH * units[one, RUSHED]
    x, y = units[one, X], units[one, Y]
    if number < 24:
        angle = 2 * pi * (number % 12) / 12
        length = limit if number < 12 else limit / 2
        out[0], out[1] = x + length * cos(angle), y + length * sin(angle)
        return True
    number -= 24
    about = 5 if RANGE[one] < 2 else 2
    if number >= SIDE * about:
        return False
    other, way = foe + number // about, number % about
    ex, ey = units[other, X], units[other, Y]
    apart = max(0.001, hypot(ex - x, ey - y))
    if RANGE[one] < 2:
        angle = (way - 2) * 0.9
        dx, dy = (x - ex) / apart, (y - ey) / apart
        ox = ex + CLOSE * (dx * cos(angle) - dy * sin(angle))
        oy = ey + CLOSE * (dx * sin(angle) + dy * cos(angle))
    else:
        length = apart - RANGE[one] + 0.01 if way == 0 else limit
        ox, oy = x + (ex - x) * length / apart, y + (ey - y) * length / apart
    far = hypot(ox - x, oy - y)
    if far > limit:
        ox, oy = x + (ox - x) * limit / far, y + (oy - y) * limit / far
    out[0], out[1] = ox, oy
    return units[other, HEALTH] > 0 or number + 1 < SIDE * about


@part
def best_place(
    units: Reals, rules: Reals, one: int, style: Reals, luck: Numbers, out: Reals
) -> bool:
    """Where a unit wants to go, in `out`; False if it stays where it is."""
    x, y = units[one, X], units[one, Y]
    best = judged(units, rules, one, x, y, style) + 0.01
    found = False
    trial = np.zeros(2)
    number = 0
    while goal(units, one, number, trial):
        number += 1
        # A thousandth is kept in hand, since places are rounded to thousandths.
        px, py = x + (trial[0] - x) * 0.9995, y + (trial[1] - y) * 0.9995
        if not free(units, rules, one, px, py):
            continue
        value = judged(units, rules, one, px, py, style)
        if style[NOISE] > 0:
            value += style[NOISE] * (share(luck) - 0.5)
        if value > best:
            best, found = value, True
            out[0], out[1] = px, py
    return found


@part
def wants_rush(units: Reals, own: int) -> bool:
    """Whether a rush brings somebody to a fight to which nobody gets without."""
    foe = SIDE - own
    gets = False
    for one in range(own, own + SIDE):
        if units[one, HEALTH] <= 0 or units[one, ATTACKED] > 0 or units[one, DONE] > 0:
            continue
        limit = 0.0 if units[one, MOVED] > 0 else MOVEMENT[one]
        for other in range(foe, foe + SIDE):
            if units[other, HEALTH] > 0:
                apart = hypot(units[other, X] - units[one, X], units[other, Y] - units[one, Y])
                if apart <= limit + RANGE[one]:
                    return False
                gets = gets or (limit > 0 and apart <= limit + RUSH + RANGE[one])
    return gets


@part
def commanded(units: Reals, rules: Reals, own: int, rush: bool) -> None:
    """An ability is used, for all who are near."""
    rules[COMMANDED] = 1
    for one in range(own, own + SIDE):
        far = hypot(units[one, X] - units[own, X], units[one, Y] - units[own, Y])
        if units[one, HEALTH] > 0 and far <= REACH:
            if rush:
                units[one, RUSHED] = 1
            else:
                units[one, BOLSTERED] = 1
                units[one, BUFFER] = 1


@part
def attacked(units: Reals, rules: Reals, one: int, other: int, luck: Numbers) -> None:
    """An attack with its dice."""
    units[one, ATTACKED] = 1
    if die(luck) < 7 - round(6 * HIT[one]):
        units[one, DONE] = rules[MISS_ENDS]
        return
    if die(luck) >= 1 + round(6 * UNSAVED[other]):
        return
    wounded(units, one, other)


@part
def wounded(units: Reals, one: int, other: int) -> None:
    damage = DAMAGE[one] + units[one, BOLSTERED]
    held = min(damage, units[other, BUFFER])
    units[other, BUFFER] -= held
    units[other, HEALTH] = max(0.0, units[other, HEALTH] - (damage - held))


@part
def settled(units: Reals, rules: Reals, one: int, other: int, lot: float) -> None:
    """An attack whose dice are given as one number from 0 to 1."""
    units[one, ATTACKED] = 1
    if lot >= HIT[one]:
        units[one, DONE] = rules[MISS_ENDS]
    elif lot < HIT[one] * UNSAVED[other]:
        wounded(units, one, other)


@part
def best_attack(units: Reals, own: int, style: Reals, luck: Numbers, out: Reals) -> bool:
    """The attack worth most of all that are possible now."""
    foe = SIDE - own
    best = 0.0
    for one in range(own, own + SIDE):
        if units[one, HEALTH] <= 0 or units[one, ATTACKED] > 0 or units[one, DONE] > 0:
            continue
        for other in range(foe, foe + SIDE):
            if units[other, HEALTH] <= 0:
                continue
            apart = hypot(units[other, X] - units[one, X], units[other, Y] - units[one, Y])
            if apart > RANGE[one]:
                continue
            value = gain(units, one, other, False, style)
            if style[NOISE] > 0:
                value += style[NOISE] * share(luck)
            if value > best:
                best = value
                out[CODE], out[UNIT], out[FIRST] = ATTACK, one, other
    return best > 0


@part
def rushes(units: Reals, own: int, plan: Reals) -> bool:
    """Whether the turn begins with a rush."""
    if plan[SIDE, MODE] != OPEN:
        return bool(plan[SIDE, MODE] == GO)
    return wants_rush(units, own)


@part
def place(
    units: Reals, rules: Reals, one: int, style: Reals, plan: Reals, luck: Numbers, out: Reals
) -> bool:
    """Where a unit goes before the attacks: as planned, or else by the policy."""
    mode, x, y = plan[one % SIDE, MODE], plan[one % SIDE, 1], plan[one % SIDE, 2]
    if mode == STAY:
        return False
    limit = MOVEMENT[one] + RUSH * units[one, RUSHED]
    far = hypot(x - units[one, X], y - units[one, Y])
    if mode == GO and far <= limit and free(units, rules, one, x, y):
        out[0], out[1] = x, y
        return True
    return best_place(units, rules, one, style, luck, out)


@part
def turn(
    units: Reals,
    rules: Reals,
    style: Reals,
    plan: Reals,
    luck: Numbers,
    stop: bool,
    out: Reals,
) -> None:
    """The rest of a turn; with `stop` only its first action is found, and left in `out`."""
    own = SIDE * int(rules[TURN])
    spot = np.zeros(2)
    out[:] = 0
    if rules[COMMANDED] == 0 and units[own, HEALTH] > 0 and rushes(units, own, plan):
        out[CODE], out[FIRST] = COMMAND, 1
        if stop:
            return
        commanded(units, rules, own, True)
    for step in range(SIDE):
        one = own + ORDER[step]
        if units[one, HEALTH] <= 0 or units[one, MOVED] > 0 or units[one, DONE] > 0:
            continue
        if place(units, rules, one, style, plan, luck, spot):
            out[CODE], out[UNIT], out[FIRST], out[SECOND] = MOVE, one, spot[0], spot[1]
            if stop:
                return
            units[one, X], units[one, Y], units[one, MOVED] = spot[0], spot[1], 1
    if rules[COMMANDED] == 0 and units[own, HEALTH] > 0:
        out[CODE], out[FIRST] = COMMAND, 0
        if stop:
            return
        commanded(units, rules, own, False)
    while best_attack(units, own, style, luck, out):
        one, other = int(out[UNIT]), int(out[FIRST])
        if stop:
            return
        attacked(units, rules, one, other, luck)
        if units[one, MOVED] > 0 or units[one, DONE] > 0:
            continue
        if best_place(units, rules, one, style, luck, spot):
            units[one, X], units[one, Y], units[one, MOVED] = spot[0], spot[1], 1
    out[:] = 0


@part
def next_turn(units: Reals, rules: Reals) -> None:
    rules[TURN] = 1 - rules[TURN]
    rules[COMMANDED] = 0
    rules[LEFT] -= 1
    own = SIDE * int(rules[TURN])
    for one in range(len(units)):
        units[one, MOVED] = units[one, ATTACKED] = units[one, DONE] = 0
        if rules[ANY_TURN] > 0 or own <= one < own + SIDE:
            units[one, BOLSTERED] = units[one, RUSHED] = units[one, BUFFER] = 0


@part
def lead(units: Reals, side: int) -> float:
    """The chance of a side to win from here, by what is left."""
    mine, yours = 0.0, 0.0
    for one in range(len(units)):
        if units[one, HEALTH] > 0:
            worth = TELLS_HEALTH[one] * units[one, HEALTH] + TELLS_LIFE[one]
            if one // SIDE == side:
                mine += worth
            else:
                yours += worth
    if mine == 0 or yours == 0:
        return 1.0 if mine > 0 else 0.0
    return 1 / (1 + exp(yours - mine))


@part
def is_over(units: Reals) -> bool:
    red, blue = 0.0, 0.0
    for one in range(SIDE):
        red += units[one, HEALTH]
        blue += units[SIDE + one, HEALTH]
    return red == 0 or blue == 0


@part
def acted(units: Reals, rules: Reals, action: Reals, lot: float) -> None:
    """A side's action, whatever it is; `lot` stands for its dice."""
    own = SIDE * int(rules[TURN])
    one = int(action[UNIT])
    if action[CODE] == MOVE:
        units[one, X], units[one, Y], units[one, MOVED] = action[FIRST], action[SECOND], 1
    elif action[CODE] == ATTACK:
        settled(units, rules, one, int(action[FIRST]), lot)
    elif action[CODE] == COMMAND:
        commanded(units, rules, own, action[FIRST] == 1)


@entry(*BUILT_ON)
def played(
    units: Reals,
    rules: Reals,
    styles: Reals,
    action: Reals,
    plan: Reals,
    seeds: Numbers,
    horizon: int,
    side: int,
    values: Reals,
) -> None:
    """values[i] is how it ends for a side if the action, unless its code is negative, is played,
    the turn is ended as planned and then everybody goes on in the style of his side, with the dice
    of seed i, for so many turns."""
    luck, out, unplanned = np.zeros(1, np.int64), np.zeros(4), np.zeros(plan.shape)
    for at in range(len(seeds)):
        seeded(luck, seeds[at])
        now, ruled = units.copy(), rules.copy()
        ends = action[CODE] == 0
        if action[CODE] > 0:
            acted(now, ruled, action, seeds[at] / SEEDS)
        if not ends and not is_over(now):
            turn(now, ruled, styles[int(ruled[TURN])], plan, luck, False, out)
        for _ in range(horizon):
            if is_over(now):
                break
            next_turn(now, ruled)
            if ruled[LEFT] <= 0:
                break
            turn(now, ruled, styles[int(ruled[TURN])], unplanned, luck, False, out)
        if ruled[LEFT] <= 0 and not is_over(now):
            values[at] = 0.5
        else:
            values[at] = lead(now, side)


@entry(*BUILT_ON)
def first_action(
    units: Reals, rules: Reals, style: Reals, plan: Reals, seed: int, out: Reals
) -> None:
    """What is done now, by a plan and where that leaves it open by the policy."""
    luck = np.zeros(1, np.int64)
    seeded(luck, seed)
    turn(units.copy(), rules.copy(), style, plan, luck, True, out)


@entry(*BUILT_ON)
def sketched(units: Reals, rules: Reals, style: Reals, seed: int, plan: Reals) -> None:
    """Where everybody would go in a style, as a plan."""
    luck, spot = np.zeros(1, np.int64), np.zeros(2)
    seeded(luck, seed)
    now, ruled = units.copy(), rules.copy()
    own = SIDE * int(ruled[TURN])
    plan[:] = 0
    plan[SIDE, MODE] = STAY
    if ruled[COMMANDED] == 0 and now[own, HEALTH] > 0 and wants_rush(now, own):
        plan[SIDE, MODE] = GO
        commanded(now, ruled, own, True)
    for step in range(SIDE):
        one = own + ORDER[step]
        if now[one, HEALTH] <= 0 or now[one, MOVED] > 0 or now[one, DONE] > 0:
            continue
        plan[one - own, MODE] = STAY
        if best_place(now, ruled, one, style, luck, spot):
            plan[one - own, MODE], plan[one - own, 1], plan[one - own, 2] = GO, spot[0], spot[1]
            now[one, X], now[one, Y], now[one, MOVED] = spot[0], spot[1], 1


@entry(*BUILT_ON)
def varied(units: Reals, rules: Reals, seed: int, plan: Reals) -> None:
    """A plan with another place for somebody, at random, or with a rush more or less."""
    luck, spot = np.zeros(1, np.int64), np.zeros(2)
    seeded(luck, seed)
    own = SIDE * int(rules[TURN])
    if rules[COMMANDED] == 0 and units[own, HEALTH] > 0 and share(luck) < RETHINK:
        plan[SIDE, MODE] = STAY if rushes(units, own, plan) else GO
    now = units.copy()
    if rules[COMMANDED] == 0 and rushes(units, own, plan):
        commanded(now, rules.copy(), own, True)
    for _ in range(TRIES):
        at = int(share(luck) * SIDE)
        one = own + at
        if now[one, HEALTH] <= 0 or now[one, MOVED] > 0 or now[one, DONE] > 0:
            continue
        number = int(share(luck) * GOALS)
        if number >= GOALS - 2:
            plan[at, MODE] = STAY
            return
        if not goal(now, one, number, spot):
            continue
        # A thousandth is kept in hand, since places are rounded to thousandths.
        x = now[one, X] + (spot[0] - now[one, X]) * 0.9995
        y = now[one, Y] + (spot[1] - now[one, Y]) * 0.9995
        if free(now, rules, one, x, y):
            plan[at, MODE], plan[at, 1], plan[at, 2] = GO, x, y
            return
