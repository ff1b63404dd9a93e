"""What the bots' Python calls: how it goes on from here, what is done now, what actions promise."""

from outrider.bots import measured
from outrider.bots.measured.chance import Numbers, Reals, copy, die, seeded, share
from outrider.bots.measured.plans import SKETCH, VARY
from outrider.bots.skirmish.kernel import styles
from outrider.bots.skirmish.kernel.attacks import best_attack, best_landing, worth
from outrider.bots.skirmish.kernel.judging import Scene, look
from outrider.bots.skirmish.kernel.minute import go, leg, next_mover, sketch, vary
from outrider.bots.skirmish.kernel.outlook import outlook
from outrider.compiled import entry, part
from outrider.games.skirmish import kernel as rulebook
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.kernel.ground import opened
from outrider.games.skirmish.kernel.layout import FOURTH, KIND, MINUTE, SIDE, STAGE, THIRD, UNIT
from outrider.games.skirmish.kernel.legality import asked
from outrider.games.skirmish.kernel.playing import due, fall, play
from outrider.games.skirmish.kernel.record import place
from outrider.table import kernel as measuring

BUILT_ON = (rulebook, measured, measuring)


@part
def throw(scene: Scene) -> None:
    """Let dice fall until somebody has a choice or it is over."""
    record, ground, numbers = scene.record, scene.ground, scene.numbers
    _, dice = due(record, ground, numbers)
    while dice > 0:
        total = 0
        for _ in range(dice):
            total += die(scene.luck)
        fall(record, ground, numbers, total)
        _, dice = due(record, ground, numbers)


@part
def minute(scene: Scene, by: Reals, plan: Numbers, seat: int, present: bool) -> None:
    """All who are not ready yet move, one seat after another. Who moves last knows most; in the
    present minute that is never the one who asks, and who goes by the plan."""
    record, seats = scene.record, scene.record[layout.SEATS]
    first = seat if present else int(share(scene.luck) * seats)
    for turn in range(seats):
        mover = (first + turn) % seats
        if asked(record) >> mover & 1 == 0:
            continue
        way = styles.REST if present and mover == seat else styles.UNPLANNED
        number, moves, x, y = next_mover(scene, by[mover], plan, way, mover, 0)
        while number < SIDE:
            go(scene, SIDE * mover + number, moves, x, y)
            number, moves, x, y = next_mover(scene, by[mover], plan, way, mover, number + 1)
        if record[STAGE] == MINUTE:
            play(record, scene.ground, scene.numbers, layout.READY_UP, mover, 0, 0)


@part
def go_on(scene: Scene, by: Reals, plan: Numbers, seat: int, present: int, horizon: int) -> None:
    """Everybody goes on in the style of his seat for so many rounds after the present one, in whose
    minute a seat goes by the plan."""
    record, ground, numbers = scene.record, scene.ground, scene.numbers
    throw(scene)
    while record[STAGE] != layout.OVER:
        if record[STAGE] == MINUTE:
            if record[layout.ROUND] > present + horizon:
                return
            minute(scene, by, plan, seat, record[layout.ROUND] == present)
        else:
            if record[STAGE] == layout.LANDING:
                kind, unit, third, fourth = best_landing(scene)
            else:
                kind, unit, third, fourth = best_attack(scene, by[record[layout.SEAT]])
            play(record, ground, numbers, kind, unit, third, fourth)
        throw(scene)


@part
def decided(scene: Scene, style: Reals, plan: Numbers, seat: int) -> tuple[int, int, int, int]:
    """What is done now, by a plan and where that leaves it open by the policy."""
    record = scene.record
    if record[STAGE] == layout.LANDING:
        return best_landing(scene)
    if record[STAGE] != MINUTE:
        return best_attack(scene, style)
    number, moves, to_x, to_y = next_mover(scene, style, plan, styles.REST, seat, 0)
    if number == SIDE:
        return layout.READY_UP, seat, 0, 0
    unit = SIDE * seat + number
    x, y = place(record, unit)
    return layout.MOVE_TO, unit, leg(x, to_x, 1, moves), leg(y, to_y, 1, moves)


@entry(*BUILT_ON)
def think(
    records: Numbers,
    table: Numbers,
    numbers: Numbers,
    notes: Reals,
    by: Reals,
    wish: Numbers,
    seeds: Numbers,
    values: Reals,
) -> None:
    """Answer a question, as `styles` has them, about a record. PLAY: values[i] is how it ends for a
    seat if the action, unless its kind is NONE, is played, the minute goes on as planned and then
    everybody in the style of his seat, with the dice of seed i. WEIGH: values[i] is what action i
    promises. DECIDE: the action becomes what is done now in the first style, by the plan, which may
    be sketched beforehand in the second one, and varied."""
    record, now, luck = records[0], records[styles.NOW], records[styles.LUCK]
    scene = Scene(now, opened(table), numbers, notes, luck)
    asks, first = wish[styles.ASKED], wish[styles.FIRST]
    what, seat = asks[styles.WHAT], asks[styles.SEAT]
    seeded(luck, asks[styles.SEED])
    copy(record, now)
    if what == styles.WEIGH:
        look(scene, seat)
        for i in range(len(values)):
            each = wish[styles.REST + i]
            values[i] = worth(scene, each[KIND], each[UNIT], each[THIRD], each[FOURTH])
    elif what == styles.PLAY:
        for i in range(len(seeds)):
            seeded(luck, seeds[i])
            copy(record, now)
            if first[KIND] != layout.NONE:
                kind, unit = first[KIND], first[UNIT]
                play(now, scene.ground, numbers, kind, unit, first[THIRD], first[FOURTH])
            go_on(scene, by, wish, seat, record[layout.ROUND], asks[styles.HORIZON])
            values[i] = outlook(scene, seat)
    else:
        if what & SKETCH:
            sketch(scene, by[1], wish, seat)
            copy(record, now)
        if what & VARY:
            vary(scene, wish, seat)
        kind, unit, third, fourth = decided(scene, by[0], wish, seat)
        first[KIND], first[UNIT], first[THIRD], first[FOURTH] = kind, unit, third, fourth
