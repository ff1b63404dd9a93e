"""How good places and attacks are, in what figures are worth."""

from math import sqrt
from typing import NamedTuple

from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.skirmish.kernel import styles
from outrider.compiled import part, rule
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.kernel.attacking import hidden_by, shot_dice
from outrider.games.skirmish.kernel.choosing import bits
from outrider.games.skirmish.kernel.ground import Ground, armies_near, at_edge, height
from outrider.games.skirmish.kernel.layout import HEALTH, NONE, SIDE
from outrider.games.skirmish.kernel.legality import asked
from outrider.games.skirmish.kernel.listing import foot_on
from outrider.games.skirmish.kernel.moving import seen_from
from outrider.games.skirmish.kernel.record import (
    at,
    figures,
    has,
    is_alive,
    is_in,
    place,
    seat_of,
    squared_apart,
)
from outrider.games.skirmish.kernel.resisting import blast_dice
from outrider.table.kernel.points import squared
from outrider.table.lengths import INCH

AWAY = 999.0
"""Inches, farther than anything on a table."""
STEP = 0.001
REPORT = 40.0
"""What it is worth to bring a report home, or to stop one."""
NEXT, SOON = 6.0, 3.0
"""How much more an enemy matters who could report next, and one who has news at all."""
SEES = 1.5
"""How often an enemy shoots who sees a figure."""
OWN = 1.1
"""How much more one's own loss counts in a blast."""
NEWS = 10.0
"""What it is worth to see, by the inch of the way there."""
SQUAD = 2.0
"""How many of a side share the fire of those who see them."""
OTHER, SCOUT, HOME = range(3)
"""Roles: who goes and sees, who stays at home to be told, and the others."""


class Scene(NamedTuple):
    """A game as a policy looks at it. Of the notes the first row is how much each enemy of a seat
    matters, as `look` has found; of those after it each is what is lost to so many dice, by the
    health of whoever resists."""

    record: Numbers
    ground: Ground
    numbers: Numbers
    notes: Reals
    luck: Numbers


@rule
def lost(scene: Scene, dice: int, unit: int) -> float:
    """What a figure is expected to lose to so many dice."""
    return float(scene.notes[styles.LOST + dice, scene.record[at(unit, HEALTH)]])


@rule
def in_a_round(numbers: Numbers) -> int:
    """How far a figure goes in a round, at least a thousandth."""
    far: int = numbers[layout.MOVE] * numbers[layout.MOST_ACTIONS]
    return max(1, far)


@part
def to_edge(scene: Scene, seat: int, x: int, y: int) -> float:
    """How many thousandths a point is from a seat's edge."""
    foot_x, foot_y = foot_on(scene.ground, seat, x, y)
    return sqrt(squared(x, y, foot_x, foot_y))


@part
def outside(scene: Scene, seat: int, x: int, y: int) -> float:
    """By how many inches a point lies outside a seat's strip; 0 at its edge."""
    if at_edge(scene.ground, scene.numbers, seat, x, y):
        return 0.0
    far: float = to_edge(scene, seat, x, y) - scene.numbers[layout.NEAR_EDGE]
    return max(STEP, far / INCH)


@part
def to_news(scene: Scene, seat: int, x: int, y: int) -> float:
    """How many inches a point is from where an army is seen, the nearest of those still in. From
    home none is: there it is the way out of one's own strip."""
    record, numbers = scene.record, scene.numbers
    best = AWAY
    for other in range(record[layout.SEATS]):
        if other != seat and is_in(record, other):
            best = min(best, outside(scene, other, x, y))
    if best > 0 or seen_from(record, scene.ground, numbers, seat, x, y) != 0:
        return best
    deep: float = numbers[layout.NEAR_EDGE] - to_edge(scene, seat, x, y)
    return STEP + deep / INCH


@part
def matter(scene: Scene, foe: int) -> float:
    """How much more an enemy matters than its worth: most of all one that could report next."""
    x, y = place(scene.record, foe)
    if has(scene.record, foe, layout.SEEN):
        home = outside(scene, seat_of(foe), x, y)
        return NEXT if home * INCH <= in_a_round(scene.numbers) else SOON
    news = to_news(scene, seat_of(foe), x, y)
    moves: float = news * INCH / max(1, scene.numbers[layout.MOVE])
    return 1.0 + 1.0 / (1.0 + moves)


@part
def look(scene: Scene, seat: int) -> None:
    """Find out how much each enemy of a seat matters."""
    for foe in range(figures(scene.record)):
        if seat_of(foe) != seat and is_alive(scene.record, foe):
            scene.notes[styles.MATTERS, foe] = matter(scene, foe)


@part
def role(scene: Scene, unit: int, style: Reals) -> int:
    """What a figure is there for, by who of its side is nearest to home and to news."""
    record, seat = scene.record, seat_of(unit)
    least, guard = AWAY, NONE
    for each in range(SIDE * seat, SIDE * seat + SIDE):
        if is_alive(record, each):
            x, y = place(record, each)
            far = to_edge(scene, seat, x, y) / INCH
            if far < least - STEP:
                least, guard = far, each
    if unit == guard:
        return HOME
    x, y = place(record, unit)
    mine, before = to_news(scene, seat, x, y), 0
    for each in range(SIDE * seat, SIDE * seat + SIDE):
        if each not in (unit, guard) and is_alive(record, each):
            x, y = place(record, each)
            theirs = to_news(scene, seat, x, y)
            if theirs < mine - STEP or (theirs < mine + STEP and each < unit):
                before += 1
    return SCOUT if before < style[styles.SCOUTS] else OTHER


@part
def about(scene: Scene, style: Reals, unit: int) -> tuple[float, float, float, float]:
    """What the enemies whom a figure can shoot are worth to it, what it is expected to lose where
    it stands, each friend bearing his share, and how far the nearest enemy and friend are."""
    record, ground, numbers = scene.record, scene.ground, scene.numbers
    best, every, danger, own = 0.0, 0.0, 0.0, 0
    near, friend = AWAY * INCH, 0.0
    reach, dice = numbers[layout.SHOT_RANGE], numbers[layout.SHOT_DICE]
    bare, awaited = ground.pieces.shape[1] == 0, asked(record)
    for other in range(figures(record)):
        if not is_alive(record, other):
            continue
        if seat_of(other) == seat_of(unit):
            own += 1
            if other != unit and style[styles.TOGETHER] != 0:
                far = sqrt(squared_apart(record, unit, other))
                friend = far if friend == 0 else min(friend, far)
            continue
        far = sqrt(squared_apart(record, unit, other))
        near = min(near, far)
        comes = far <= reach + numbers[layout.MOVE]
        if bare or hidden_by(record, ground, numbers, unit, other) == NONE:
            fires = shot_dice(record, numbers, unit, other)
            wins = scene.notes[styles.MATTERS, other] * lost(scene, fires, other)
            best, every = max(best, wins), every + wins
            spent = 1.0 - record[at(other, layout.ACTIONS)] / max(1, numbers[layout.MOST_ACTIONS])
            danger += SEES * (1.0 - style[styles.SPENT] * spent) * lost(scene, fires, unit)
            comes = comes and far > reach
        if comes:
            still = 1.0 - style[styles.DONE] * (1 - (awaited >> seat_of(other) & 1))
            danger += style[styles.COMES] * still * lost(scene, dice, unit)
    hopes = style[styles.FIRES] * best + style[styles.MANY] * (every - best)
    return hopes, style[styles.EXPOSED] * danger * SQUAD / own, near, friend


@part
def judged(scene: Scene, style: Reals, unit: int, does: int, left: int) -> float:
    """How good the place where a figure stands is for it in the minute, with so many actions left:
    whom it can shoot, who can shoot it, and how far it is from what it has to do."""
    record, ground, numbers = scene.record, scene.ground, scene.numbers
    hopes, danger, near, friend = about(scene, style, unit)
    x, y = place(record, unit)
    armies = bits(armies_near(record, ground, numbers, seat_of(unit), x, y))
    shelled = armies * lost(scene, numbers[layout.INDIRECT_DICE], unit)
    value = left * hopes - danger - style[styles.SHELLED] * shelled
    value -= style[styles.TOGETHER] * friend / INCH
    if has(record, unit, layout.SEEN):
        return float(value + homeward(scene, style, unit, left))
    if armies > 0 and seen_from(record, ground, numbers, seat_of(unit), x, y) != 0:
        # To see and still have an action to tell with is most of a report.
        return float(value + style[styles.SCOUTING] * NEWS * (1 + left))
    if does == SCOUT:
        return float(value - style[styles.SCOUTING] * to_news(scene, seat_of(unit), x, y))
    beyond = (near - numbers[layout.SHOT_RANGE]) / INCH
    if does == HOME:
        home = outside(scene, seat_of(unit), x, y)
        return float(value - style[styles.HOMING] * home - style[styles.WATCHES] * abs(beyond))
    return float(value - style[styles.APPROACH] * max(0.0, beyond - style[styles.STANDOFF]))


@part
def homeward(scene: Scene, style: Reals, unit: int, left: int) -> float:
    """What a place is worth to a figure with news: to report, or to tell somebody who can."""
    record, seat = scene.record, seat_of(unit)
    x, y = place(record, unit)
    home = outside(scene, seat, x, y)
    # What is fresh is reported when the next minute ends, if the figure lives to.
    value = REPORT / 2 if has(record, unit, layout.FRESH) else REPORT
    if home > 0:
        value = -style[styles.HOMING] * home
    for each in range(SIDE * seat, SIDE * seat + SIDE):
        if left > 0 and each != unit and is_alive(record, each):
            x, y = place(record, each)
            if at_edge(scene.ground, scene.numbers, seat, x, y):
                return float(value + REPORT / 2)
    return float(value)


@part
def blast(scene: Scene, seat: int, x: int, y: int) -> float:
    """What a grenade that lands there is worth to a seat."""
    value, up = 0.0, height(scene.ground, x, y)
    for unit in range(figures(scene.record)):
        dice = blast_dice(scene.record, scene.numbers, unit, x, y, up)
        if dice > 0:
            weight = -OWN if seat_of(unit) == seat else scene.notes[styles.MATTERS, unit]
            value += weight * lost(scene, dice, unit)
    return float(value)
