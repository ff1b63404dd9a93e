"""What figures do in the attack turns."""

from outrider.bots.measured.chance import Reals, share
from outrider.bots.skirmish.kernel.judging import (
    REPORT,
    Scene,
    blast,
    look,
    lost,
    to_edge,
)
from outrider.bots.skirmish.kernel.styles import BLOW, MATTERS, NOISE
from outrider.compiled import part
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.kernel.attacking import shot_dice, why_not_act
from outrider.games.skirmish.kernel.choosing import targets
from outrider.games.skirmish.kernel.grenades import AROUND, lands, why_not_land
from outrider.games.skirmish.kernel.ground import at_edge
from outrider.games.skirmish.kernel.layout import FINE, SIDE, THROWS
from outrider.games.skirmish.kernel.listing import LANDING_STEP, lengths, nth_landing
from outrider.games.skirmish.kernel.record import at, figures, has, place, seat_of
from outrider.table.kernel.candidates import along
from outrider.table.kernel.points import within
from outrider.table.lengths import INCH

SPARED, TAKEN = 0.1, 0.1
"""What a grenade is worth as long as it is not thrown, and one on a corpse."""
PASSED_ON = 2.0
"""What it is worth to tell somebody on the way home."""
AWFUL = 1e9
HEALTHY = 0.01
"""How much better it is to tell somebody with a point of health more."""


@part
def thrown(scene: Scene, unit: int, to_x: int, to_y: int) -> float:
    """What a throw towards a point is worth, over the die: for each distance the best landing on
    the line. Nothing if the point is out of reach."""
    numbers = scene.numbers
    x, y = place(scene.record, unit)
    farthest = 0
    for which in range(THROWS):
        farthest = max(farthest, numbers[layout.SHORT_THROW + which])
    if not within(x, y, to_x, to_y, farthest + numbers[layout.BLAST_FAR]):
        return 0.0
    best = -REPORT, -REPORT, -REPORT
    for length in range(LANDING_STEP, farthest + 1, LANDING_STEP):
        at_x, at_y = along(x, y, to_x, to_y, length)
        if lands(scene.ground, x, y, to_x, to_y, at_x, at_y):
            value = blast(scene, seat_of(unit), at_x, at_y)
            short, middle, long = best
            best = (
                max(short, value) if length <= numbers[layout.SHORT_THROW] else short,
                max(middle, value) if length <= numbers[layout.MIDDLE_THROW] else middle,
                max(long, value) if length <= numbers[layout.LONG_THROW] else long,
            )
    return (best[0] + best[1] + best[2]) / THROWS - SPARED


@part
def told(scene: Scene, unit: int, friend: int) -> float:
    """What it is worth to tell somebody: at home most of a report, on the way there something."""
    record, seat = scene.record, seat_of(unit)
    if has(record, friend, layout.SEEN):
        return 0.0
    x, y = place(record, friend)
    health = HEALTHY * record[at(friend, layout.HEALTH)]
    if at_edge(scene.ground, scene.numbers, seat, x, y):
        return float(REPORT / 2 + health)
    own_x, own_y = place(record, unit)
    nearer = to_edge(scene, seat, own_x, own_y) - to_edge(scene, seat, x, y)
    if nearer <= scene.numbers[layout.MOVE]:
        return 0.0
    return float(PASSED_ON + nearer / INCH / REPORT + health)


@part
def worth(scene: Scene, kind: int, unit: int, third: int, fourth: int) -> float:
    """What a legal attack, or a landing, promises the side of a figure."""
    record, numbers = scene.record, scene.numbers
    if kind == layout.SHOOT:
        dice = shot_dice(record, numbers, unit, third)
        return float(scene.notes[MATTERS, third] * lost(scene, dice, third))
    if kind == layout.STRIKE:
        risk = 0.0 if numbers[layout.ALTERNATE] != 0 else lost(scene, BLOW, unit)
        return float(scene.notes[MATTERS, third] * lost(scene, BLOW, third) - risk)
    if kind == layout.LOB:
        return thrown(scene, unit, third, fourth)
    if kind == layout.TELL:
        return told(scene, unit, third)
    if kind == layout.TAKE:
        return float(TAKEN * record[at(third, layout.GRENADES)])
    if kind == layout.LAND:
        return blast(scene, seat_of(record[layout.STRIKER]), third, fourth)
    return 0.0


@part
def best_attack(scene: Scene, style: Reals) -> tuple[int, int, int, int]:
    """The action worth most of all figures that may act, or else one is skipped."""
    record, ground, numbers = scene.record, scene.ground, scene.numbers
    seat, best = record[layout.SEAT], 0.0
    found = layout.SKIP, layout.NONE, 0, 0
    look(scene, seat)
    for unit in range(SIDE * seat, SIDE * seat + SIDE):
        if why_not_act(record, unit) != FINE:
            continue
        if found[1] == layout.NONE:
            found = layout.SKIP, unit, 0, 0
        for kind in range(layout.SHOOT, layout.SHOOT + layout.ATTACKS):
            whom = targets(record, ground, numbers, kind, unit)
            for other in range(figures(record)):
                if whom >> other & 1 == 0:
                    continue
                x, y = place(record, other)
                third, fourth = (x, y) if kind == layout.LOB else (other, 0)
                value = worth(scene, kind, unit, third, fourth)
                if style[NOISE] > 0:
                    value += style[NOISE] * (share(scene.luck) - 0.5)
                if value > best:
                    best, found = value, (kind, unit, third, fourth)
    return found


@part
def best_landing(scene: Scene) -> tuple[int, int, int, int]:
    """Where a grenade in the air is worth most."""
    record, seat = scene.record, scene.record[layout.SEAT]
    look(scene, seat)
    best, best_x, best_y = -AWFUL, record[layout.SPOT_X], record[layout.SPOT_Y]
    for number in range(1 + lengths(record) + AROUND):
        x, y = nth_landing(record, number)
        if why_not_land(record, scene.ground, x, y)[0] == FINE:
            value = blast(scene, seat, x, y)
            if value > best:
                best, best_x, best_y = value, x, y
    return layout.LAND, 0, best_x, best_y
