"""A random legal action: a strike, a piece that fires, a piece that moves or the end, each as
likely as another; a piece without a target or without room is passed over."""

from outrider.compiled import Word, draw, part, rule, share
from outrider.games.skirmishers.kernel.fire import why_not_at, why_not_own_shot, why_not_ready
from outrider.games.skirmishers.kernel.layout import (
    AT,
    BENT,
    CHOOSE,
    CHOOSING,
    END,
    FEW,
    FINE,
    FIRE_AT,
    FIRE_BACK,
    GONE,
    KIND,
    MOVE,
    MOVEMENT,
    NO_WEAPON,
    NONE,
    RANGE,
    RETURNING,
    SEAT,
    SHOOT,
    SLOTS,
    STAGE,
    STAND_BY,
    STRIKE,
    STRIKER,
    STRIKERS,
    TRIES,
    UNIT,
    USED,
    WAIT,
    WATCHING,
    WEAPON,
)
from outrider.games.skirmishers.kernel.melee import add_striker, why_not_fight
from outrider.games.skirmishers.kernel.moving import why_not_path, why_not_set_out
from outrider.games.skirmishers.kernel.record import (
    Ground,
    Numbers,
    at,
    end_of,
    first_of,
    gap_of,
    is_here,
    place,
    striker_at,
    touching,
)
from outrider.games.skirmishers.kernel.watching import whole_way
from outrider.table.kernel.points import within

HALF = 50
"""So many of a side's pieces are bits of the first of two numbers, the others of the second."""


@rule
def with_bit(low: int, high: int, number: int) -> tuple[int, int]:
    if number < HALF:
        return low | (1 << number), high
    return low, high | (1 << (number - HALF))


@rule
def is_bit(low: int, high: int, number: int) -> bool:
    word, shift = (low, number) if number < HALF else (high, number - HALF)
    return (word >> shift) & 1 != 0


@part
def nth_bit(low: int, high: int, index: int) -> int:
    """The number of a bit that is set, by its place among those; NONE if there are not so many."""
    for number in range(2 * HALF):
        if is_bit(low, high, number):
            if index == 0:
                return number
            index -= 1
    return NONE


@rule
def bits(low: int, high: int) -> int:
    count = 0
    while low:
        low &= low - 1
        count += 1
    while high:
        high &= high - 1
        count += 1
    return count


@rule
def without_bit(low: int, high: int, number: int) -> tuple[int, int]:
    if number < HALF:
        return low & ~(1 << number), high
    return low, high & ~(1 << (number - HALF))


@rule
def may_shoot(record: Numbers, ground: Ground, unit: int) -> bool:
    """Whether a piece may fire, if it finds a target."""
    if record[at(unit, WEAPON)] == NO_WEAPON or why_not_own_shot(record, unit) != FINE:
        return False
    return why_not_ready(record, ground, unit)[0] == FINE


@rule
def may_strike(record: Numbers, gap: int, unit: int, foe: int) -> bool:
    """Whether a piece of the side whose turn it is may strike an enemy."""
    return (
        is_here(record, unit)
        and is_here(record, foe)
        and touching(record, gap, unit, foe)
        and why_not_fight(record, unit) == FINE
    )


@part
def clash(record: Numbers, gap: int, foe: int) -> tuple[int, int]:
    """Who may strike an enemy, as bits of one's own pieces."""
    low = high = 0
    seat = record[SEAT]
    first = first_of(record, seat)
    if is_here(record, foe):
        for unit in range(first, end_of(record, seat)):
            if may_strike(record, gap, unit, foe):
                low, high = with_bit(low, high, unit - first)
    return low, high


@rule
def combinations(count: int) -> int:
    """In how many ways so many are listed to strike: a few in all, more each and all together."""
    if count <= FEW:
        return (1 << count) - 1
    return count + 1


@part
def subset(count: int, index: int) -> int:
    """Which of a few strike, as bits: the smaller sets first, then as their numbers stand."""
    for size in range(1, count + 1):
        found = first_set(size)
        while found < (1 << count):
            if index == 0:
                return found
            index -= 1
            found = next_set(count, size, found)
    return 0


@rule
def first_set(size: int) -> int:
    return (1 << size) - 1


@rule
def reversed_bits(count: int, bits_: int) -> int:
    """The same set counted from the other end."""
    found = 0
    for number in range(count):
        if bits_ & (1 << number):
            found |= 1 << (count - 1 - number)
    return found


@rule
def next_set(count: int, size: int, found: int) -> int:
    """The set of that size that comes next in the order of `itertools.combinations`."""
    order = reversed_bits(count, found) - 1
    while order > 0:
        if bits(order, 0) == size:
            return reversed_bits(count, order)
        order -= 1
    return 1 << count


@part
def put_strike(record: Numbers, ground: Ground, foe: int, index: int, action: Numbers) -> None:
    """One of the ways to strike an enemy, by its number."""
    low, high = clash(record, gap_of(ground), foe)
    count = bits(low, high)
    chosen = subset(count, index) if count <= FEW else 0
    put(action, STRIKE, 0, foe)
    first = first_of(record, record[SEAT])
    number = 0
    for each in range(end_of(record, record[SEAT]) - first):
        if is_bit(low, high, each):
            alone_or_all = count > FEW and index in (count, number)
            if alone_or_all or chosen & (1 << number) != 0:
                add_striker(action, first + each)
            number += 1


@part
def put(action: Numbers, kind: int, unit: int, target: int) -> None:
    for each in range(len(action)):
        action[each] = 0
    action[KIND] = kind
    action[UNIT] = unit
    action[AT] = target


# -- a turn --------------------------------------------------------------------------------------


@rule
def about(random: Word, x: int, y: int, limit: int) -> tuple[Word, int, int]:
    """A point at most so far away."""
    while True:
        random = draw(random)
        dx = int(share(random) * (2 * limit + 1)) - limit
        random = draw(random)
        dy = int(share(random) * (2 * limit + 1)) - limit
        if dx * dx + dy * dy <= limit * limit:
            return random, x + dx, y + dy


@part
def pick_move(
    record: Numbers, ground: Ground, random: Word, unit: int, action: Numbers
) -> tuple[Word, bool]:
    """A random way for a piece that may move; False if none is found."""
    limit = record[at(unit, MOVEMENT)]
    put(action, MOVE, unit, 0)
    for _ in range(TRIES):
        x, y = place(record, unit)
        random = draw(random)
        used = 1 if int(share(random) * BENT) else 2
        for number in range(used):
            random, x, y = about(random, x, y, limit // used)
            action[SLOTS + 2 * number], action[SLOTS + 2 * number + 1] = x, y
        action[USED] = used
        if why_not_path(record, ground, action, False)[0] == FINE:
            if used == 1:
                action[SLOTS + 2], action[SLOTS + 3] = 0, 0
            return random, True
    return random, False


@part
def pick_shot(
    record: Numbers, ground: Ground, random: Word, unit: int, action: Numbers
) -> tuple[Word, bool]:
    """The first target that a piece may fire at, counted from a random one of those in range."""
    x, y = place(record, unit)
    reach = record[at(unit, RANGE)]
    seat = 1 - record[SEAT]
    first = first_of(record, seat)
    count = end_of(record, seat) - first
    low = high = 0
    for number in range(count):
        foe_x, foe_y = place(record, first + number)
        if is_here(record, first + number) and within(x, y, foe_x, foe_y, reach):
            low, high = with_bit(low, high, number)
    found = bits(low, high)
    random = draw(random)
    turned = nth_bit(low, high, int(share(random) * found)) if found else 0
    for step in range(count):
        number = (turned + step) % count
        if not is_bit(low, high, number):
            continue
        if why_not_at(record, ground, unit, first + number)[0] == FINE:
            put(action, SHOOT, unit, first + number)
            return random, True
    return random, False


@part
def ready(record: Numbers, ground: Ground, fires: bool) -> tuple[int, int]:
    """Who may fire, or who may move, as bits of one's own pieces."""
    low = high = 0
    seat = record[SEAT]
    first = first_of(record, seat)
    for unit in range(first, end_of(record, seat)):
        if not is_here(record, unit):
            continue
        if fires:
            able = may_shoot(record, ground, unit)
        else:
            able = why_not_set_out(record, ground, unit)[0] == FINE
        if able:
            low, high = with_bit(low, high, unit - first)
    return low, high


@part
def all_strikes(record: Numbers, ground: Ground) -> int:
    """How many strikes there are to choose from."""
    count, gap = 0, gap_of(ground)
    seat = 1 - record[SEAT]
    for foe in range(first_of(record, seat), end_of(record, seat)):
        low, high = clash(record, gap, foe)
        count += combinations(bits(low, high))
    return count


@part
def put_nth_strike(record: Numbers, ground: Ground, index: int, action: Numbers) -> None:
    seat = 1 - record[SEAT]
    for foe in range(first_of(record, seat), end_of(record, seat)):
        low, high = clash(record, gap_of(ground), foe)
        count = combinations(bits(low, high))
        if index < count:
            put_strike(record, ground, foe, index, action)
            return
        index -= count


@part
def pick_in_turn(record: Numbers, ground: Ground, random: Word, action: Numbers) -> Word:
    strikes = all_strikes(record, ground)
    first = first_of(record, record[SEAT])
    move_low, move_high = ready(record, ground, False)
    fire_low, fire_high = ready(record, ground, True)
    while True:
        movers, firers = bits(move_low, move_high), bits(fire_low, fire_high)
        random = draw(random)
        index = int(share(random) * (strikes + 1 + movers + firers))
        if index < strikes:
            put_nth_strike(record, ground, index, action)
            return random
        if index == strikes:
            put(action, END, 0, 0)
            return random
        index -= strikes + 1
        if index < movers:
            number = nth_bit(move_low, move_high, index)
            random, done = pick_move(record, ground, random, first + number, action)
            move_low, move_high = without_bit(move_low, move_high, number)
        else:
            number = nth_bit(fire_low, fire_high, index - movers)
            random, done = pick_shot(record, ground, random, first + number, action)
            fire_low, fire_high = without_bit(fire_low, fire_high, number)
        if done:
            return random


@rule
def pick_answer(record: Numbers, random: Word, action: Numbers) -> Word:
    """To an offer, or for the beaten: one of the answers there are."""
    random = draw(random)
    chance = share(random)
    stage = record[STAGE]
    if stage == CHOOSING:
        number = int(chance * record[STRIKERS])
        put(action, CHOOSE, record[striker_at(record, number, STRIKER)], 0)
        return random
    answers = 3 if stage == WATCHING and record[GONE] < whole_way(record) else 2
    index = int(chance * answers)
    if index == 0:
        put(action, FIRE_BACK if stage == RETURNING else FIRE_AT, 0, 0)
    else:
        put(action, STAND_BY if index == answers - 1 else WAIT, 0, 0)
    return random


@part
def pick(record: Numbers, ground: Ground, random: Word, action: Numbers) -> Word:
    """Fill in a random legal action; the generator's next word."""
    stage = record[STAGE]
    if stage in (CHOOSING, RETURNING, WATCHING):
        return pick_answer(record, random, action)
    return pick_in_turn(record, ground, random, action)
