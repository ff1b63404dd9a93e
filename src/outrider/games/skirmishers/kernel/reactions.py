"""Moves under way, shots, and the reactions (SKR-X1 to SKR-X6)."""

from outrider.compiled import part, rule
from outrider.games.skirmishers.kernel.fire import cover_of, may_fire
from outrider.games.skirmishers.kernel.layout import (
    DEFENSE_DICE,
    DEFENSIVE,
    DIGIT,
    EXIT,
    FACES,
    FIGHTING,
    FIRE,
    FIRE_AT,
    FIRE_BACK,
    FIRED,
    FIRER,
    FIRING,
    FIRING_DICE,
    FLAGS,
    GONE,
    HOLDING,
    KILL,
    KIND_OF_FIRE,
    MISS,
    MOVED,
    MOVER,
    NO_EXIT,
    NONE,
    NOTHING,
    PLACED,
    POINTS,
    REACTED,
    RETURN,
    RETURNING,
    STAGE,
    TARGET,
    UNIT,
    UNITS,
    USED,
    WAIT,
    WAITING,
    WATCHING,
    WAY,
    X,
    Y,
)
from outrider.games.skirmishers.kernel.moving import exit_edge, slot_point
from outrider.games.skirmishers.kernel.record import (
    Ground,
    Numbers,
    at,
    end_of,
    first_of,
    forget_shot,
    forget_way,
    highest,
    is_tied,
    mark,
    part_from,
    place,
    put_in,
    seat_of,
    take_out,
)
from outrider.games.skirmishers.kernel.turns import defense_dice
from outrider.games.skirmishers.kernel.victory import kill
from outrider.games.skirmishers.kernel.watching import (
    first_apart,
    next_stop,
    point_at,
    whole_way,
)


@part
def set_out(record: Numbers, ground: Ground, action: Numbers) -> None:
    """SKR-M1: a piece sets out."""
    unit = action[UNIT]
    x, y = place(record, unit)
    record[MOVER] = unit
    record[POINTS] = action[USED]
    record[GONE] = 0
    record[WAY], record[WAY + 1] = x, y
    for number in range(action[USED]):
        x, y = slot_point(action, number)
        record[WAY + 2 * number + 2], record[WAY + 2 * number + 3] = x, y
    mark(record, unit, MOVED)
    go_on(record, ground, record[UNITS])


@part
def go_on(record: Numbers, ground: Ground, last: int) -> None:
    """SKR-X4: the mover walks up to its next stop, where somebody is asked, or to its end. Where it
    is now, those have answered who come in unit order up to `last`."""
    mover = record[MOVER]
    stop, asked = next_stop(record, ground, last)
    if asked == NONE:
        stop = whole_way(record)
    seat = 1 - seat_of(record, mover)
    for foe in range(first_of(record, seat), end_of(record, seat)):
        if is_tied(record, mover, foe) and first_apart(record, ground, foe) <= stop:
            part_from(record, mover, foe)  # SKR-F8
    x, y = point_at(record, stop)
    record[at(mover, X)], record[at(mover, Y)] = x, y
    record[GONE] = stop
    if asked == NONE:
        arrive(record, ground)
        return
    record[STAGE] = WATCHING
    record[KIND_OF_FIRE] = DEFENSIVE
    record[FIRER] = asked
    record[TARGET] = mover


@rule
def arrive(record: Numbers, ground: Ground) -> None:
    """The end of a way; SKR-S4: on its exit edge a piece leaves the table."""
    mover = record[MOVER]
    x, y = place(record, mover)
    edge = exit_edge(ground, seat_of(record, mover), x, y)
    if edge != NO_EXIT:
        record[at(mover, EXIT)] = edge
        record[at(mover, FLAGS)] &= ~PLACED
        record[at(mover, X)], record[at(mover, Y)] = 0, 0
        for each in range(record[UNITS]):
            part_from(record, mover, each)
    forget_way(record)
    record[STAGE] = FIGHTING


# -- shots ---------------------------------------------------------------------------------------


@rule
def shoot(record: Numbers, ground: Ground, unit: int, target: int) -> int:
    """SKR-T2: a piece fires instead of moving."""
    mark(record, unit, FIRED)
    record[KIND_OF_FIRE] = FIRE
    record[FIRER] = unit
    record[TARGET] = target
    return begin(record, ground)


@part
def begin(record: Numbers, ground: Ground) -> int:
    """The dice are asked for; a roll of no dice is not."""
    record[FACES] = 0
    record[STAGE] = FIRING_DICE
    return NOTHING if record[at(record[FIRER], FIRING)] > 0 else fired(record, ground)


@rule
def fired(record: Numbers, ground: Ground) -> int:
    """The firer has rolled; its target does, if it has dice."""
    if defense_dice(record, ground, record[FIRER], record[TARGET]) > 0:
        record[STAGE] = DEFENSE_DICE
        return NOTHING
    return resolve(record, ground, 0)


@part
def roll_fire(record: Numbers, ground: Ground, faces: Numbers) -> int:
    thrown = 0
    for each in range(record[at(record[FIRER], FIRING)]):
        thrown += faces[each] << (DIGIT * each)
    record[FACES] = thrown
    return fired(record, ground)


@part
def roll_defense(record: Numbers, ground: Ground, faces: Numbers) -> int:
    best = 0
    for each in range(defense_dice(record, ground, record[FIRER], record[TARGET])):
        best = max(best, faces[each])
    return resolve(record, ground, best)


@part
def resolve(record: Numbers, ground: Ground, defense: int) -> int:
    """SKR-G2, SKR-G3: the target dies, or lives and may answer (SKR-X1), or goes on (SKR-X4)."""
    unit, target, kind = record[FIRER], record[TARGET], record[KIND_OF_FIRE]
    best = highest(record[FACES], record[at(unit, FIRING)])
    cover = cover_of(record, ground, unit, target)
    forget_shot(record)
    record[STAGE] = FIGHTING
    if best > defense + cover:
        forget_way(record)  # SKR-X6: a mover dies where it stands, and its move with it
        kill(record, ground, target)
        return KILL
    if kind == DEFENSIVE:
        go_on(record, ground, unit)
    elif kind == FIRE and may_fire(record, ground, target, unit):
        record[STAGE] = RETURNING
        record[KIND_OF_FIRE] = RETURN
        record[FIRER] = target
        record[TARGET] = unit
    return MISS  # SKR-X2: return fire is never answered


@part
def answer(record: Numbers, ground: Ground, kind: int) -> int:
    """An offer is taken, or left, or waited with. SKR-X5: only defensive fire uses up the shot of
    this turn."""
    unit = record[FIRER]
    if kind == FIRE_BACK:
        return begin(record, ground)
    if record[STAGE] == RETURNING:
        forget_shot(record)
        record[STAGE] = FIGHTING
        return NOTHING
    if kind == WAIT:
        put_in(record, WAITING, unit)
    else:
        take_out(record, WAITING, unit)
    if kind == FIRE_AT:
        mark(record, unit, REACTED)
        return begin(record, ground)
    if kind != WAIT:
        put_in(record, HOLDING, unit)
    forget_shot(record)
    go_on(record, ground, unit)
    return NOTHING
