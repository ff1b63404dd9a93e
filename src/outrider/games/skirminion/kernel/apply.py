"""One action, from words to words. Nothing here asks whether it is legal."""

from outrider.compiled import Word, lowest, part, popcount, rule
from outrider.games.skirminion.kernel.actions import (
    ATTACK,
    BESIEGE,
    DECLARE,
    FROM_AT,
    KIND_AT,
    MOVE,
    PLACE,
    RECEIVE,
    REST,
    going_on,
)
from outrider.games.skirminion.kernel.attack import (
    besiege,
    capture,
    health_at,
    recipients,
    strike,
    with_health,
)
from outrider.games.skirminion.kernel.board import NONE, ONE, grow
from outrider.games.skirminion.kernel.layout import REST_GAIN
from outrider.games.skirminion.kernel.setup import declare, place
from outrider.games.skirminion.kernel.victory import battle_ending, limit_ending
from outrider.games.skirminion.kernel.words import (
    ACTIVATION,
    ATTACKED,
    COUNT_BITS,
    ENDING_AT,
    FORT_AT,
    MOVED,
    PLAYED_AT,
    QUIET_AT,
    SIDE,
    SIEGE,
    SIX_BITS,
    Book,
    Words,
    acting_with,
    fort_of,
    played_of,
    quiet_of,
    square_of,
)


@rule
def with_control(words: Words, control: Word) -> Words:
    own, foe, own_forts, foe_forts, low, middle, high, _ = words
    return own, foe, own_forts, foe_forts, low, middle, high, control


@rule
def next_side(words: Words, attacked: Word, numbers: Book) -> Words:
    """The activation is over: count it, and the other side is active (SKN-B1, SKN-V5)."""
    own, foe, own_forts, foe_forts, low, middle, high, control = words
    more = NONE if played_of(control) == COUNT_BITS else ONE << PLAYED_AT
    if attacked:
        control &= ~(COUNT_BITS << QUIET_AT)
    elif quiet_of(control) != COUNT_BITS:
        more += ONE << QUIET_AT
    control = ((control & ~ACTIVATION) ^ SIDE) + more
    control |= limit_ending(control, numbers) << ENDING_AT
    return foe, own, foe_forts, own_forts, low, middle, high, control


@rule
def after_attack(words: Words, unit: Word, numbers: Book) -> Words:
    """SKN-V4: is it over? SKN-M5, SKN-P2: may the attacker, if alive, still move?"""
    control = words[7]
    ending = battle_ending(words)
    if ending:
        return with_control(words, (control & ~ACTIVATION) | (ending << ENDING_AT))
    if not control & MOVED and words[0] & unit:
        stays = with_control(words, acting_with(control, lowest(unit), ATTACKED))
        if going_on(stays, numbers):
            return stays
    return next_side(words, ATTACKED, numbers)


@rule
def move(words: Words, source: Word, target: Word, numbers: Book) -> Words:
    """SKN-B2: put the unit on its new square; it goes on if it may still attack (SKN-P2)."""
    own, foe, own_forts, foe_forts, low, middle, high, control = words
    away = ONE << source
    there = ONE << target
    both = away | there
    own ^= both
    low ^= both if low & away else NONE
    middle ^= both if middle & away else NONE
    high ^= both if high & away else NONE
    moved = own, foe, own_forts, foe_forts, low, middle, high, control
    if not control & ATTACKED and grow(there) & (foe | foe_forts):
        return with_control(moved, acting_with(control, target, MOVED))
    return next_side(moved, control & ATTACKED, numbers)


@part
def siege(words: Words, source: Word, target: Word, numbers: Book) -> Words:
    """SKN-A5 to SKN-A7: ask the fort's owner, unless there is nobody or only one to choose
    (SKN-P3)."""
    unit = ONE << source
    fort = ONE << target
    choice = recipients(words[1], fort)
    if not choice:
        return after_attack(capture(words, fort), unit, numbers)
    if popcount(choice) == ONE:
        fought = besiege(words, unit, choice, fort, numbers)
        return after_attack(fought, unit, numbers)
    done = (words[7] & MOVED) | ATTACKED | SIEGE | (target << FORT_AT)
    return with_control(words, acting_with(words[7], source, done))


@part
def receive(words: Words, recipient: Word, numbers: Book) -> Words:
    """The owner has chosen who takes the blow (SKN-A5)."""
    control = words[7]
    unit = ONE << square_of(control)
    fought = besiege(words, unit, ONE << recipient, ONE << fort_of(control), numbers)
    return after_attack(fought, unit, numbers)


@part
def rest(words: Words, unit: Word, numbers: Book) -> Words:
    """SKN-R1, then SKN-V4: more health may end a duel."""
    healed = with_health(words, unit, health_at(words, unit) + numbers[REST_GAIN])
    ending = battle_ending(healed)
    if ending:
        return with_control(healed, healed[7] | (ending << ENDING_AT))
    return next_side(healed, NONE, numbers)


@rule
def apply(words: Words, code: Word, numbers: Book) -> Words:
    """The position after a legal action."""
    kind = code >> KIND_AT
    source = (code >> FROM_AT) & SIX_BITS
    target = code & SIX_BITS
    if kind == MOVE:
        return move(words, source, target, numbers)
    if kind == ATTACK:
        unit = ONE << source
        fought = strike(words, unit, ONE << target, numbers)
        return after_attack(fought, unit, numbers)
    if kind == BESIEGE:
        return siege(words, source, target, numbers)
    if kind == RECEIVE:
        return receive(words, target, numbers)
    if kind == REST:
        return rest(words, ONE << source, numbers)
    if kind == DECLARE:
        return declare(words, target, numbers)
    if kind == PLACE:
        return place(words, ONE << target, numbers)
    return next_side(words, words[7] & ATTACKED, numbers)
