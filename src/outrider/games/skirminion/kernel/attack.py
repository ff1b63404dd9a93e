"""Attack (SKN-A1 to SKN-A8): who may strike whom, and what it costs both."""

from outrider.compiled import Word, popcount, rule
from outrider.games.skirminion.kernel.board import NONE, ONE, Eight, either, grow, onto
from outrider.games.skirminion.kernel.layout import (
    ATTACK_DAMAGE,
    SIEGE_DAMAGE,
    STAND_DAMAGE,
    SUPPORT_DAMAGE,
)
from outrider.games.skirminion.kernel.words import Book, Words

TWO = ONE + ONE


@rule
def blows(own: Word, foe: Word, foe_forts: Word, near_foe: Word) -> Eight:
    """SKN-A1 and SKN-A4 in each direction: any unit onto an enemy unit in contact, and a unit that
    touches no enemy unit onto an enemy fort. A bit on a fort is a siege, any other an attack."""
    return either(onto(own, foe), onto(own & ~near_foe, foe_forts))


@rule
def targets(unit: Word, foe: Word, foe_forts: Word) -> Word:
    """What one unit may strike: the enemy units in contact, or where there is none the forts."""
    near = grow(unit)
    units = near & foe
    return units if units else near & foe_forts


@rule
def recipients(foe: Word, fort: Word) -> Word:
    """SKN-A5: whom the owner of a besieged fort may choose."""
    return grow(fort) & foe


@rule
def blow(side: Word, contact: Word, numbers: Book) -> Word:
    """SKN-A2: what a unit of `side` takes in an attack, with all others in `contact` to support it;
    SKN-A8: what it takes if it is the last."""
    if popcount(side) == ONE:
        return numbers[STAND_DAMAGE]
    others = popcount(side & contact) - ONE
    return numbers[ATTACK_DAMAGE] + others * numbers[SUPPORT_DAMAGE]


@rule
def siege_blow(side: Word, contact: Word, numbers: Book) -> Word:
    """SKN-A6: what the units of `side` in `contact` with the fort take; SKN-A8."""
    if popcount(side) == ONE:
        return numbers[STAND_DAMAGE]
    return popcount(side & contact) * numbers[SIEGE_DAMAGE]


@rule
def health_at(words: Words, unit: Word) -> Word:
    """The health of the unit on one square."""
    _, _, _, _, low, middle, high, _ = words
    health = NONE
    if low & unit:
        health |= ONE
    if middle & unit:
        health |= TWO
    if high & unit:
        health |= TWO + TWO
    return health


@rule
def with_health(words: Words, unit: Word, health: Word) -> Words:
    """The same position with another health on one square; none removes the unit (SKN-B3)."""
    own, foe, own_forts, foe_forts, low, middle, high, control = words
    low &= ~unit
    middle &= ~unit
    high &= ~unit
    if health & ONE:
        low |= unit
    if health & TWO:
        middle |= unit
    if health & (TWO + TWO):
        high |= unit
    if not health:
        own &= ~unit
        foe &= ~unit
    return own, foe, own_forts, foe_forts, low, middle, high, control


@rule
def hurt(words: Words, unit: Word, loss: Word) -> Words:
    """Take `loss` off one unit."""
    health = health_at(words, unit)
    return with_health(words, unit, health - loss if health > loss else NONE)


@rule
def strike(words: Words, attacker: Word, defender: Word, numbers: Book) -> Words:
    """SKN-A2, SKN-A3: both losses from the position before the attack, taken together."""
    own, foe, _, _, _, _, _, _ = words
    to_defender = blow(own, grow(defender), numbers)
    to_attacker = blow(foe, grow(attacker), numbers)
    return hurt(hurt(words, defender, to_defender), attacker, to_attacker)


@rule
def besiege(words: Words, attacker: Word, recipient: Word, fort: Word, numbers: Book) -> Words:
    """SKN-A6: both lose by the enemies that touch the fort, which stays where and whose it is."""
    own, foe, _, _, _, _, _, _ = words
    around = grow(fort)
    to_recipient = siege_blow(own, around, numbers)
    to_attacker = siege_blow(foe, around, numbers)
    return hurt(hurt(words, recipient, to_recipient), attacker, to_attacker)


@rule
def capture(words: Words, fort: Word) -> Words:
    """SKN-A7, SKN-B4: an undefended fort changes owner, at once."""
    own, foe, own_forts, foe_forts, low, middle, high, control = words
    return own, foe, own_forts | fort, foe_forts & ~fort, low, middle, high, control
