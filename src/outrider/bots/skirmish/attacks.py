"""What figures do in the attack turns, compiled."""

import numpy as np

from outrider.bots.measured.chance import Numbers, Reals, die, share
from outrider.bots.measured.ground import height_at, sees_over
from outrider.bots.skirmish.judging import (
    EYE,
    RANGE,
    REPORT,
    STRIP,
    can_act,
    landed,
    thrown,
    to_edge,
    told,
    weight,
)
from outrider.bots.skirmish.layout import (
    ACTING,
    ACTIONS,
    ALTERNATE,
    BY_FIGURE,
    CODE,
    FAR,
    GRENADES,
    HEALTH,
    LOB,
    NEAR,
    NOISE,
    ONE,
    OPEN,
    SEEN,
    SHOOT,
    SKIP,
    SQUAD,
    STRIKE,
    TAKE,
    TELL,
    TURN,
    TWO,
    UNIT,
    UP,
    X,
    Y,
)
from outrider.compiled import part


@part
def hurt(figures: Reals, one: int, total: int, luck: Numbers, armour: bool) -> None:
    """So much comes at a figure, which resists."""
    if figures[one, HEALTH] <= 0:
        return
    dice = 4 if figures[one, HEALTH] >= 6 else 2
    if armour:
        for _ in range(dice):
            total -= die(luck)
    if total > 0:
        figures[one, HEALTH] = max(0.0, figures[one, HEALTH] - total)
        if figures[one, HEALTH] == 0:
            figures[one, ACTIONS] = figures[one, SEEN] = 0


@part
def rolled(count: int, luck: Numbers) -> int:
    total = 0
    for _ in range(count):
        total += die(luck)
    return total


@part
def options(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    toll: Reals,
    one: int,
    rows: Reals,
    count: int,
) -> int:
    """All that a figure may sensibly do in an attack turn: rows of code, unit, point or figure and
    value. How many rows there are then."""
    seat = one // SQUAD
    x, y, up = figures[one, X], figures[one, Y], figures[one, UP]
    spot = np.zeros(2)
    if figures[one, SEEN] > 0:
        whom = told(figures, edges, one)
        if whom >= 0:
            home = to_edge(edges, seat, figures[whom, X], figures[whom, Y]) <= STRIP
            row(rows, count, TELL, one, float(whom), 0.0, REPORT / 2 if home else 2.0)
            count += 1
    for other in range(len(figures)):
        ex, ey, rise = figures[other, X], figures[other, Y], figures[other, UP]
        apart = ((ex - x) ** 2 + (ey - y) ** 2 + (rise - up) ** 2) ** 0.5
        if figures[other, HEALTH] <= 0:
            if apart <= 1.0 and figures[other, GRENADES] > 0:
                row(rows, count, TAKE, one, float(other), 0.0, 0.1 * figures[other, GRENADES])
                count += 1
            continue
        if other // SQUAD == seat:
            continue
        matters = weight(figures, edges, other)
        health = int(figures[other, HEALTH])
        if facts[OPEN] > 0 or sees_over(pieces, corners, x, y, up + EYE, ex, ey, rise + EYE):
            worth = matters * toll[4 if apart <= RANGE else 2, health]
            row(rows, count, SHOOT, one, float(other), 0.0, worth)
            count += 1
        if apart <= 1.0:
            worth = matters * toll[3, health]
            worth -= 0.0 if facts[ALTERNATE] > 0 else toll[3, int(figures[one, HEALTH])]
            row(rows, count, STRIKE, one, float(other), 0.0, worth)
            count += 1
        if figures[one, GRENADES] > 0 and apart <= 6 + facts[FAR]:
            worth = thrown(figures, facts, pieces, corners, edges, toll, one, ex, ey, spot) - 0.1
            row(rows, count, LOB, one, ex, ey, worth)
            count += 1
    return count


@part
def row(rows: Reals, at: int, code: int, unit: int, one: float, two: float, value: float) -> None:
    rows[at, 0], rows[at, 1], rows[at, 2], rows[at, 3], rows[at, 4] = code, unit, one, two, value


@part
def best_attack(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    toll: Reals,
    style: Reals,
    luck: Numbers,
    rows: Reals,
    out: Reals,
) -> None:
    """The action worth most of all figures that may act, or else one is skipped."""
    seat = int(facts[TURN])
    best = 0.0
    out[CODE] = SKIP
    for one in range(seat * SQUAD, (seat + 1) * SQUAD):
        if figures[one, HEALTH] <= 0 or figures[one, ACTIONS] <= 0:
            continue
        if facts[ACTING] >= 0 and facts[ACTING] != one:
            continue
        if out[CODE] == SKIP:
            out[UNIT] = one
        count = options(figures, facts, pieces, corners, edges, toll, one, rows, 0)
        for at in range(count):
            value = rows[at, 4]
            if style[NOISE] > 0:
                value += style[NOISE] * (share(luck) - 0.5)
            if value > best:
                best = value
                for field in range(4):
                    out[field] = rows[at, field]


@part
def acted(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    toll: Reals,
    action: Reals,
    luck: Numbers,
) -> None:
    """An action of the attack turns, with its dice."""
    one, other = int(action[UNIT]), int(action[ONE])
    code = int(action[CODE])
    if code == SKIP:
        figures[one, ACTIONS] = 0
        return
    figures[one, ACTIONS] -= 1
    if code == SHOOT:
        dx, dy = figures[one, X] - figures[other, X], figures[one, Y] - figures[other, Y]
        rise = figures[one, UP] - figures[other, UP]
        near = dx * dx + dy * dy + rise * rise <= RANGE * RANGE
        hurt(figures, other, rolled(4 if near else 2, luck), luck, True)
    elif code == STRIKE:
        margin = rolled(3, luck) - rolled(3, luck)
        if margin > 0:
            hurt(figures, other, margin, luck, facts[ALTERNATE] == 0)
        elif facts[ALTERNATE] == 0:
            hurt(figures, one, -margin, luck, True)
    elif code == LOB:
        figures[one, GRENADES] -= 1
        reach = 2.0 * ((die(luck) + 1) // 2)
        spot = np.zeros(2)
        x, y = action[ONE], action[TWO]
        landed(figures, facts, pieces, corners, edges, toll, one, x, y, reach, spot)
        up = height_at(pieces, corners, spot[0], spot[1])
        for each in range(len(figures)):
            dx, dy = figures[each, X] - spot[0], figures[each, Y] - spot[1]
            apart = dx * dx + dy * dy + (figures[each, UP] - up) ** 2
            if figures[each, HEALTH] > 0 and apart <= facts[FAR] ** 2:
                dice = 4 if apart <= facts[NEAR] ** 2 else 2
                hurt(figures, each, rolled(dice, luck), luck, True)
    elif code == TELL:
        figures[other, SEEN] = 1
    elif code == TAKE:
        figures[one, GRENADES] += figures[other, GRENADES]
        figures[other, GRENADES] = 0


@part
def next_seat(figures: Reals, facts: Reals, seats: int) -> bool:
    """Whose attack turn is next; False if the round is over."""
    acting = int(facts[ACTING])
    if acting >= 0:
        if figures[acting, HEALTH] > 0 and figures[acting, ACTIONS] > 0:
            return True
        facts[ACTING] = -1
    for step in range(1, seats + 1):
        seat = (int(facts[TURN]) + step) % seats
        if can_act(figures, seat):
            facts[TURN] = seat
            return True
    return False


@part
def attacks(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    toll: Reals,
    styles: Reals,
    luck: Numbers,
    rows: Reals,
) -> None:
    """The attack turns from whose turn it is on."""
    out = np.zeros(4)
    while True:
        if not can_act(figures, int(facts[TURN])) and not next_seat(figures, facts, len(edges)):
            return
        style = styles[int(facts[TURN])]
        best_attack(figures, facts, pieces, corners, edges, toll, style, luck, rows, out)
        acted(figures, facts, pieces, corners, edges, toll, out, luck)
        if facts[BY_FIGURE] > 0:
            facts[ACTING] = out[UNIT]
        if not next_seat(figures, facts, len(edges)):
            return
