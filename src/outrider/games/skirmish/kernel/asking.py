"""What the facade calls: one game at a time, a few numbers in, a few numbers out."""

from outrider.compiled import Word, entry, part
from outrider.games.skirmish.kernel import choosing, leaving, legality, playing, running
from outrider.games.skirmish.kernel.attacking import hidden_by, in_reach, shot_dice
from outrider.games.skirmish.kernel.grenades import aimed, why_not_toward
from outrider.games.skirmish.kernel.ground import Ground, armies_near, height, opened
from outrider.games.skirmish.kernel.layout import (
    ABLE,
    AIMED,
    ALIVE,
    ARMIES,
    AWAITED,
    CAUGHT,
    ENDS,
    FALL,
    GOES,
    HERE,
    HOME,
    LEAVE,
    MELEE_REACH,
    NEXT_FIRE,
    SETS_OUT,
    SHOT_AT,
    STANDING,
    STRUCK_AT,
    THROWN_AT,
)
from outrider.games.skirmish.kernel.moving import seen_from, standing, why_not_end, why_not_set_out
from outrider.games.skirmish.kernel.record import Answer, Numbers, players, seat_of
from outrider.games.skirmish.kernel.resisting import blast_dice
from outrider.games.skirmish.kernel.rounds import next_fire
from outrider.games.skirmish.kernel.setup import why_not_here
from outrider.games.skirmish.kernel.victory import destroyed, reporters, winners
from outrider.table import kernel as measuring


@entry(measuring)
def check(
    record: Numbers,
    table: Numbers,
    numbers: Numbers,
    seat: int,
    kind: int,
    unit: int,
    third: int,
    fourth: int,
) -> Answer:
    """FINE, or why an action of a seat is not legal, with its figures."""
    return legality.why_not(record, opened(table), numbers, seat, kind, unit, third, fourth)


@part
def awaited(record: Numbers, ground: Ground, numbers: Numbers) -> Answer:
    """The seats that are asked to decide, as bits; who has to roll, and how many dice."""
    seat, dice = playing.due(record, ground, numbers)
    return legality.asked(record), seat, dice


@entry(measuring)
def change(
    record: Numbers, table: Numbers, numbers: Numbers, what: int, unit: int, third: int, fourth: int
) -> tuple[int, int, int, int]:
    """A legal action, dice that fall or a player who leaves, in place; what that has done, and what
    is awaited then."""
    ground, done = opened(table), 0
    if what == FALL:
        done = playing.fall(record, ground, numbers, unit)
    elif what == LEAVE:
        done = leaving.leave(record, ground, numbers, unit)
    else:
        playing.play(record, ground, numbers, what, unit, third, fourth)
    seats, seat, dice = awaited(record, ground, numbers)
    return done, seats, seat, dice


@entry(measuring)
def choose(
    record: Numbers, table: Numbers, numbers: Numbers, seat: int, random: Word
) -> tuple[int, int, int, int]:
    """A random legal action of a seat that is asked, from a word that is not 0; its kind is NONE if
    there is no room."""
    _, kind, unit, third, fourth = running.pick(record, opened(table), numbers, seat, random)
    return kind, unit, third, fourth


@entry(measuring)
def survey(
    record: Numbers,
    table: Numbers,
    numbers: Numbers,
    question: int,
    unit: int,
    third: int,
    fourth: int,
    fifth: int,
) -> Answer:
    """One of the questions of `layout`."""
    ground = opened(table)
    if question == AWAITED:
        return awaited(record, ground, numbers)
    if question == ABLE:
        return choosing.able(record, third), 0, 0
    if question == ALIVE:
        return players(record), 0, 0
    if question == HERE:
        return why_not_here(record, ground, numbers, unit, third, fourth)
    if question == GOES:
        return why_not_end(record, ground, numbers, unit, third, fourth)
    if question == SETS_OUT:
        return why_not_set_out(record, third, unit), 0, 0
    if question == STANDING:
        return standing(record, ground, numbers)
    if question == SHOT_AT:
        piece = hidden_by(record, ground, numbers, unit, third)
        return piece, shot_dice(record, numbers, unit, third), 0
    if question == STRUCK_AT:
        return (1 if in_reach(record, unit, third, numbers[MELEE_REACH]) else 0), 0, 0
    if question == THROWN_AT:
        return why_not_toward(record, ground, unit, third, fourth), 0, 0
    return fired_at(record, ground, numbers, question, unit, third, fourth, fifth)


@part
def fired_at(
    record: Numbers,
    ground: Ground,
    numbers: Numbers,
    question: int,
    unit: int,
    third: int,
    fourth: int,
    fifth: int,
) -> Answer:
    """Those about grenades and indirect fire, and about ends."""
    if question == CAUGHT:
        up = height(ground, third, fourth)
        return blast_dice(record, numbers, unit, third, fourth, up), up, 0
    if question == NEXT_FIRE:
        figure, army = next_fire(record, ground, numbers, unit, third)
        return figure, army, 0
    if question == ARMIES:
        seat = seat_of(unit)
        seen = seen_from(record, ground, numbers, seat, third, fourth)
        return seen, armies_near(record, ground, numbers, seat, third, fourth), 0
    if question == AIMED:
        x, y = aimed(record, ground, unit, third, fourth, fifth)
        return x, y, 0
    if question == HOME:
        return reporters(record, ground, numbers), 0, 0
    return (destroyed(record) if question == ENDS else winners(record)), 0, 0
