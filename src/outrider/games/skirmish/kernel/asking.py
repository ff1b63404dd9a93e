"""What the facade calls: one game at a time, a few numbers in, a few numbers out."""

from typing import TypeAlias

import numpy as np

from outrider.compiled import entry, part, rule
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
    CHECKS,
    CHOOSE,
    ENDS,
    FALL,
    FINE,
    GOES,
    HERE,
    HOME,
    LEAVE,
    MELEE_REACH,
    NEXT_FIRE,
    SETS_OUT,
    SHOT_AT,
    SPAN,
    STANDING,
    STRUCK_AT,
    SURVEYS,
    THROWN_AT,
)
from outrider.games.skirmish.kernel.moving import (
    seen_from,
    span,
    standing,
    why_not_end,
    why_not_set_out,
)
from outrider.games.skirmish.kernel.record import Answer, Numbers, players, seat_of
from outrider.games.skirmish.kernel.resisting import blast_dice
from outrider.games.skirmish.kernel.rounds import next_fire
from outrider.games.skirmish.kernel.setup import why_not_here
from outrider.games.skirmish.kernel.victory import destroyed, reporters, winners
from outrider.table import kernel as measuring

HALF = np.uint64(32)
Told: TypeAlias = tuple[int, int, int, int]


@entry(measuring)
def ask(
    record: Numbers,
    table: Numbers,
    numbers: Numbers,
    who: int,
    what: int,
    unit: int,
    third: int,
    fourth: int,
) -> Told:
    """All that is asked about one game, in one entry: what several have in common is compiled once,
    and an action is checked and played in one call.

    An action of a seat, in place: FINE and what is awaited then, or why not, with its figures. Dice
    that fall or a player who leaves: what that has done and what is awaited then. CHOOSE: a random
    legal action of a seat that is asked, from a word that is not 0, in two halves; its kind is NONE
    if there is no room. From SURVEYS and CHECKS on: what is answered to a question, whose last
    number is `who`; FINE, or why an action is not legal."""
    ground = opened(table)
    if what >= CHECKS:
        kind = what - CHECKS
        return wide(legality.why_not(record, ground, numbers, who, kind, unit, third, fourth))
    if what >= SURVEYS:
        question = what - SURVEYS
        return wide(survey(record, ground, numbers, question, unit, third, fourth, who))
    if what == CHOOSE:
        word = np.uint64(unit) << HALF | np.uint64(third)
        _, kind, unit, third, fourth = running.pick(record, ground, numbers, who, word)
        return kind, unit, third, fourth
    return changed(record, ground, numbers, who, what, unit, third, fourth)


@rule
def wide(answer: Answer) -> Told:
    return answer[0], answer[1], answer[2], 0


@part
def changed(
    record: Numbers,
    ground: Ground,
    numbers: Numbers,
    who: int,
    what: int,
    unit: int,
    third: int,
    fourth: int,
) -> Told:
    """An action if it is legal, dice that fall or a player who leaves, in place."""
    done = FINE
    if what == FALL:
        done = playing.fall(record, ground, numbers, unit)
    elif what == LEAVE:
        done = leaving.leave(record, ground, numbers, unit)
    else:
        answer = legality.why_not(record, ground, numbers, who, what, unit, third, fourth)
        if answer[0] != FINE:
            return wide(answer)
        playing.play(record, ground, numbers, what, unit, third, fourth)
    seats, seat, dice = awaited(record, ground, numbers)
    return done, seats, seat, dice


@part
def awaited(record: Numbers, ground: Ground, numbers: Numbers) -> Answer:
    """The seats that are asked to decide, as bits; who has to roll, and how many dice."""
    seat, dice = playing.due(record, ground, numbers)
    return legality.asked(record), seat, dice


@part
def survey(
    record: Numbers,
    ground: Ground,
    numbers: Numbers,
    question: int,
    unit: int,
    third: int,
    fourth: int,
    fifth: int,
) -> Answer:
    """One of the questions of `layout`."""
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
    if question == SPAN:
        return span(record, numbers, unit, third), 0, 0
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
