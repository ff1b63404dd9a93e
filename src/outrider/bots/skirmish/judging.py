"""How good places and attacks are, compiled."""

from math import hypot

from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.measured.ground import height_at, sees_over
from outrider.bots.skirmish.layout import (
    ACTIONS,
    APPROACH,
    EXPOSED,
    FAR,
    FRESH,
    HEALTH,
    HOMING,
    NEAR,
    OPEN,
    SCOUTING,
    SCOUTS,
    SEEN,
    SQUAD,
    STANDOFF,
    UP,
    X,
    Y,
)
from outrider.compiled import part

RANGE = 12.0
MOVE = 4.0
EYE = 1.0
STRIP = 2.0
ROOM = 0.8
AWAY = 999.0
"""Farther than anything on a table."""
STEP = 0.01
REPORT = 40.0
"""What it is worth to bring a report home, or to stop one."""


@part
def to_edge(edges: Reals, seat: int, x: float, y: float) -> float:
    """How far a point is from a seat's edge."""
    ax, ay, bx, by = edges[seat, 0], edges[seat, 1], edges[seat, 2], edges[seat, 3]
    dx, dy = bx - ax, by - ay
    share = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
    share = min(max(share, 0.0), 1.0)
    return hypot(x - ax - share * dx, y - ay - share * dy)


@part
def is_in(figures: Reals, seat: int) -> bool:
    """Whether a seat still has a figure."""
    count = 0
    for one in range(seat * SQUAD, (seat + 1) * SQUAD):
        count += figures[one, HEALTH] > 0
    return count > 0


@part
def to_news(figures: Reals, edges: Reals, seat: int, x: float, y: float) -> float:
    """How far a point is from where an army is seen, the nearest of those still in. From home none
    is: there it is the way out of one's own strip."""
    best = AWAY
    for other in range(len(edges)):
        if other != seat and is_in(figures, other):
            best = min(best, to_edge(edges, other, x, y) - STRIP)
    if best <= 0:
        home = to_edge(edges, seat, x, y)
        return STRIP - home + STEP if home <= STRIP else 0.0
    return best


@part
def weight(figures: Reals, edges: Reals, other: int) -> float:
    """How much more an enemy matters than its worth: most of all one that could report next."""
    seat = other // SQUAD
    if figures[other, SEEN] > 0:
        home = to_edge(edges, seat, figures[other, X], figures[other, Y])
        return 6.0 if home <= STRIP + 2 * MOVE else 3.0
    news = to_news(figures, edges, seat, figures[other, X], figures[other, Y])
    return 1.0 + 1.0 / (1.0 + news / MOVE)


@part
def role(figures: Reals, edges: Reals, one: int, style: Reals) -> int:
    """1 for those who go and see, 2 for the one who stays at home to be told, 0 for others."""
    seat = one // SQUAD
    far, guard = AWAY, -1
    for each in range(seat * SQUAD, (seat + 1) * SQUAD):
        if figures[each, HEALTH] > 0:
            home = to_edge(edges, seat, figures[each, X], figures[each, Y])
            if home < far - 0.01:
                far, guard = home, each
    if one == guard:
        return 2
    mine = to_news(figures, edges, seat, figures[one, X], figures[one, Y])
    before = 0
    for each in range(seat * SQUAD, (seat + 1) * SQUAD):
        if each in (one, guard) or figures[each, HEALTH] <= 0:
            continue
        theirs = to_news(figures, edges, seat, figures[each, X], figures[each, Y])
        if theirs < mine - 0.01 or (theirs < mine + 0.01 and each < one):
            before += 1
    return 1 if before < style[SCOUTS] else 0


@part
def judged(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    toll: Reals,
    style: Reals,
    one: int,
    does: int,
    x: float,
    y: float,
    left: float,
) -> float:
    """How good a place is in the minute for a figure with so many actions left there: whom it can
    shoot, who can shoot it, and how far it is from what it has to do, which is `does`."""
    seat = one // SQUAD
    up = height_at(pieces, corners, x, y)
    best, danger, near = 0.0, 0.0, AWAY
    health = int(figures[one, HEALTH])
    for other in range(len(figures)):
        if other // SQUAD == seat or figures[other, HEALTH] <= 0:
            continue
        ex, ey, rise = figures[other, X], figures[other, Y], figures[other, UP]
        apart = (((ex - x) ** 2 + (ey - y) ** 2) + (rise - up) ** 2) ** 0.5
        near = min(near, apart)
        dice = 4 if apart <= RANGE else 2
        if facts[OPEN] > 0 or sees_over(pieces, corners, x, y, up + EYE, ex, ey, rise + EYE):
            matters = weight(figures, edges, other)
            best = max(best, matters * toll[dice, int(figures[other, HEALTH])])
            danger += 1.5 * toll[dice, health]
            if RANGE < apart <= RANGE + MOVE:
                danger += 0.5 * toll[4, health]
        elif apart <= RANGE + MOVE:
            # It may come round the corner.
            danger += 0.5 * toll[4, health]
    own = 0
    for each in range(seat * SQUAD, (seat + 1) * SQUAD):
        own += figures[each, HEALTH] > 0
    value = left * best - style[EXPOSED] * danger * 2 / max(1, own)
    for other in range(len(edges)):
        if other != seat and is_in(figures, other) and to_edge(edges, other, x, y) <= STRIP:
            value -= toll[2, health]
    return float(value + purpose(figures, edges, style, one, does, x, y, left, near))


@part
def purpose(
    figures: Reals,
    edges: Reals,
    style: Reals,
    one: int,
    does: int,
    x: float,
    y: float,
    left: float,
    near: float,
) -> float:
    """What a place does for the report, or else for the fight."""
    seat = one // SQUAD
    home = max(0.0, to_edge(edges, seat, x, y) - STRIP)
    if figures[one, SEEN] > 0:
        value = REPORT if home == 0 else -style[HOMING] * home
        if figures[one, SEEN] == FRESH and home == 0:
            # It reports when the next minute ends, if it lives to.
            value = REPORT / 2
        if left > 0:
            for each in range(seat * SQUAD, (seat + 1) * SQUAD):
                at = to_edge(edges, seat, figures[each, X], figures[each, Y])
                if each != one and figures[each, HEALTH] > 0 and at <= STRIP:
                    return value + REPORT / 2
        return value
    news = to_news(figures, edges, seat, x, y)
    if news == 0:
        # To see and still have an action to tell with is most of a report.
        return float(style[SCOUTING] * 10 * (1 + left))
    if does == 2:
        return float(-style[HOMING] * home - 0.05 * abs(near - RANGE))
    if does == 1:
        return float(-style[SCOUTING] * news)
    return float(-style[APPROACH] * max(0.0, near - style[STANDOFF]))


@part
def blast(
    figures: Reals,
    facts: Reals,
    edges: Reals,
    toll: Reals,
    seat: int,
    x: float,
    y: float,
    up: float,
) -> float:
    """What a grenade that lands there is worth to a seat."""
    value = 0.0
    for each in range(len(figures)):
        if figures[each, HEALTH] <= 0:
            continue
        dx, dy, rise = figures[each, X] - x, figures[each, Y] - y, figures[each, UP] - up
        apart = dx * dx + dy * dy + rise * rise
        if apart > facts[FAR] ** 2:
            continue
        lost = toll[4 if apart <= facts[NEAR] ** 2 else 2, int(figures[each, HEALTH])]
        if each // SQUAD == seat:
            value -= lost * 1.1
        else:
            value += lost * weight(figures, edges, each)
    return value


@part
def landed(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    toll: Reals,
    one: int,
    x: float,
    y: float,
    reach: float,
    out: Reals,
) -> float:
    """The best landing on the line towards a point, within reach; where it is comes in `out`."""
    sx, sy = figures[one, X], figures[one, Y]
    length = max(0.001, hypot(x - sx, y - sy))
    best = -99.0
    steps = int(2 * reach)
    for step in range(1, steps + 1):
        way = step / 2
        px, py = sx + (x - sx) * way / length, sy + (y - sy) * way / length
        up = height_at(pieces, corners, px, py)
        value = blast(figures, facts, edges, toll, one // SQUAD, px, py, up)
        if value > best:
            best, out[0], out[1] = value, px, py
    return best


@part
def thrown(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    toll: Reals,
    one: int,
    x: float,
    y: float,
    out: Reals,
) -> float:
    """What a throw towards a point is worth, over the die."""
    total = 0.0
    for reach in (2.0, 4.0, 6.0):
        total += landed(figures, facts, pieces, corners, edges, toll, one, x, y, reach, out)
    return total / 3


@part
def told(figures: Reals, edges: Reals, one: int) -> int:
    """Whom to tell: somebody at home if there is, else whoever is nearest; -1: nobody."""
    seat = one // SQUAD
    mine = to_edge(edges, seat, figures[one, X], figures[one, Y])
    best, whom = max(STRIP, mine - MOVE), -1
    for each in range(seat * SQUAD, (seat + 1) * SQUAD):
        if each == one or figures[each, HEALTH] <= 0 or figures[each, SEEN] > 0:
            continue
        home = to_edge(edges, seat, figures[each, X], figures[each, Y])
        # Of those at home the healthiest.
        home = max(home, STRIP) - 0.01 * figures[each, HEALTH]
        if home < best:
            best, whom = home, each
    return whom


@part
def can_act(figures: Reals, seat: int) -> bool:
    for one in range(seat * SQUAD, (seat + 1) * SQUAD):
        if figures[one, HEALTH] > 0 and figures[one, ACTIONS] > 0:
            return True
    return False
