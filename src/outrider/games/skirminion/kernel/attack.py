"""Attack (SKN-A1 to SKN-A8): who may strike whom, and what it costs both."""

from outrider.compiled import Word, popcount, rule
from outrider.games.skirminion.kernel.board import NONE, ONE, Eight, either, grow, onto
from outrider.games.skirminion.kernel.words import Words

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
def damage(side: Word, contact: Word) -> Word:
    """SKN-A2, SKN-A6: one for each unit of `side` in `contact`; SKN-A8: two if it is the last."""
    return TWO if popcount(side) == ONE else popcount(side & contact)


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
def strike(words: Words, attacker: Word, defender: Word) -> Words:
    """SKN-A2, SKN-A3: both losses from the position before the attack, taken together."""
    own, foe, _, _, _, _, _, _ = words
    to_defender = damage(own, grow(defender))
    to_attacker = damage(foe, grow(attacker))
    return hurt(hurt(words, defender, to_defender), attacker, to_attacker)


@rule
def besiege(words: Words, attacker: Word, recipient: Word, fort: Word) -> Words:
    """SKN-A6: both lose by the enemies that touch the fort, which stays where and whose it is."""
    own, foe, _, _, _, _, _, _ = words
    around = grow(fort)
    to_recipient = damage(own, around)
    to_attacker = damage(foe, around)
    return hurt(hurt(words, recipient, to_recipient), attacker, to_attacker)


@rule
def capture(words: Words, fort: Word) -> Words:
    """SKN-A7, SKN-B4: an undefended fort changes owner, at once."""
    own, foe, own_forts, foe_forts, low, middle, high, control = words
    return own, foe, own_forts | fort, foe_forts & ~fort, low, middle, high, control
