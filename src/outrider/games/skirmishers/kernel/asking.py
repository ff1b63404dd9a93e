"""What the facade calls: one game at a time, a few numbers in, a few numbers out. It is one entry,
since all that it does stands on the same rules, which are compiled with it."""

from outrider.compiled import Word, entry, part
from outrider.games.skirmishers.kernel import (
    choosing,
    fire,
    legality,
    moving,
    playing,
    turns,
    watching,
)
from outrider.games.skirmishers.kernel.layout import (
    APART,
    CHECK,
    COVERED,
    END_OF_WAY,
    FALL,
    FINE,
    JUDGE,
    MAY_WATCH,
    NEXT_STOP,
    ON_WAY,
    PAID,
    PICK,
    PLAY,
    READY,
    SETTING_OUT,
    SIGHTED,
    TOUCHING,
    UNIT,
)
from outrider.games.skirmishers.kernel.record import (
    Answer,
    Ground,
    Numbers,
    advantages,
    gap_of,
    touching,
)
from outrider.games.skirmishers.kernel.victory import settle
from outrider.table import kernel as measuring


@entry(measuring)
def ask(record: Numbers, ground: Ground, what: int, given: Numbers, random: Word) -> Answer:
    """Do one of the things of `layout`, with an action, or faces, or whom and what it is about."""
    if what == CHECK:
        return legality.why_not(record, ground, given)
    if what in (PLAY, FALL):
        return done(record, ground, what == PLAY, given)
    if what == PICK:
        choosing.pick(record, ground, random, given)
        return FINE, 0, 0
    if what == JUDGE:
        settle(record, ground, given[UNIT] != 0)
        return FINE, 0, 0
    return survey(record, ground, what, given)


@part
def done(record: Numbers, ground: Ground, plays: bool, given: Numbers) -> Answer:
    """Play an action, or let dice fall: what has come of dice, and how many advantages there are
    less than before."""
    before = advantages(record)
    did = playing.play(record, ground, given) if plays else playing.fall(record, ground, given)
    return did, before - advantages(record), 0


@part
def survey(record: Numbers, ground: Ground, question: int, given: Numbers) -> Answer:
    """One of the questions of `layout`; the numbers say about whom and what. The place so far along
    a way comes with how long that is."""
    unit, second, third = given[UNIT], given[UNIT + 1], given[UNIT + 2]
    if question == ON_WAY:
        return moving.why_not_way(record, ground, given, False)
    if question == PAID:
        return moving.why_not_path(record, ground, given, True)
    if question == SETTING_OUT:
        return moving.why_not_set_out(record, ground, unit)
    if question == END_OF_WAY:
        return moving.why_not_end(record, ground, unit, second, third)
    if question == READY:
        return fire.why_not_ready(record, ground, unit)
    if question == SIGHTED:
        return fire.why_not_at(record, ground, unit, second)
    if question == NEXT_STOP:
        stop, asked = watching.next_stop(record, ground, unit)
        return FINE, stop, asked
    if question == MAY_WATCH:
        return FINE, int(watching.can_watch(record, ground, unit, second)), 0
    if question == APART:
        return FINE, watching.first_apart(record, ground, unit), 0
    if question == COVERED:
        dice = turns.defense_dice(record, ground, unit, second)
        return FINE, fire.cover_of(record, ground, unit, second), dice
    if question == TOUCHING:
        return FINE, int(touching(record, gap_of(ground), unit, second)), 0
    x, y = watching.point_at(record, unit)
    return watching.whole_way(record), x, y
