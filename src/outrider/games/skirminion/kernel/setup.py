"""Setting up (SKN-S2 to SKN-S6): the initiative, declaring forts and placing them."""

from outrider.compiled import Word, rule
from outrider.games.skirminion.kernel.board import NONE, ONE, grow
from outrider.games.skirminion.kernel.layout import BLUE_ROWS, FORTS_APART, RED_ROWS
from outrider.games.skirminion.kernel.words import (
    BATTLE,
    COUNT_BITS,
    INITIATIVE,
    INITIATIVE_AT,
    LEFT_AT,
    LEFT_WIDTH,
    NOT_YET,
    PLACING,
    RED_BEGINS,
    ROLLED_AT,
    ROLLED_BITS,
    SIDE,
    STAGE_AT,
    THREE_BITS,
    TWO_BITS,
    WON_AT,
    WON_BITS,
    ZERO,
    Book,
    Words,
    stage_of,
)


@rule
def is_rolling(words: Words, past: Word) -> bool:
    """SKN-S2: whether the dice have still to say who has the initiative."""
    rolling: bool = stage_of(words[7]) != BATTLE and (past >> WON_AT) & WON_BITS == NOT_YET
    return rolling


@rule
def roll_initiative(words: Words, past: Word, face: Word) -> tuple[Words, Word]:
    """SKN-S2: Red rolls, then Blue; the higher has it, and tied, both roll again. SKN-S3: the other
    then declares."""
    red = (past >> ROLLED_AT) & ROLLED_BITS
    if red == ZERO:
        return words, past | (face << ROLLED_AT)
    past &= ~(ROLLED_BITS << ROLLED_AT)
    if red == face:
        return words, past
    initiative = ZERO if red > face else ONE
    past |= (RED_BEGINS + initiative) << WON_AT
    own, foe, own_forts, foe_forts, low, middle, high, control = towards(words, ONE - initiative)
    control = (control & ~INITIATIVE) | (initiative << INITIATIVE_AT)
    return (own, foe, own_forts, foe_forts, low, middle, high, control), past


@rule
def fort_squares(words: Words, numbers: Book) -> Word:
    """SKN-S5: the empty squares of the placer's rows far enough from the forts of both sides."""
    own, foe, own_forts, foe_forts, _, _, _, control = words
    rows = numbers[BLUE_ROWS] if control & SIDE else numbers[RED_ROWS]
    close = own_forts | foe_forts
    apart = numbers[FORTS_APART]
    while apart > ONE:
        close = grow(close)
        apart -= ONE
    return rows & ~(own | foe) & ~close


@rule
def left_of(control: Word, side: Word) -> Word:
    """How many forts a side has still to place."""
    return (control >> (LEFT_AT + side * LEFT_WIDTH)) & THREE_BITS


@rule
def turned(words: Words) -> Words:
    """The same position, seen from the other side, which is active now."""
    own, foe, own_forts, foe_forts, low, middle, high, control = words
    return foe, own, foe_forts, own_forts, low, middle, high, control ^ SIDE


@rule
def towards(words: Words, side: Word) -> Words:
    """The same position with `side` active."""
    return words if (words[7] & SIDE) == side else turned(words)


@rule
def with_left(words: Words, red: Word, blue: Word) -> Words:
    own, foe, own_forts, foe_forts, low, middle, high, control = words
    left = red | (blue << LEFT_WIDTH)
    control = (control & ~(COUNT_BITS << LEFT_AT)) | (left << LEFT_AT)
    return own, foe, own_forts, foe_forts, low, middle, high, control


@rule
def at_stage(words: Words, stage: Word) -> Words:
    own, foe, own_forts, foe_forts, low, middle, high, control = words
    control = (control & ~(TWO_BITS << STAGE_AT)) | (stage << STAGE_AT)
    if stage == BATTLE:
        control &= ~INITIATIVE
    return own, foe, own_forts, foe_forts, low, middle, high, control


@rule
def go_on_placing(words: Words, numbers: Book) -> Words:
    """Let the next player place who has a fort and a square for it; one without a square forfeits
    that fort (SKN-S6). When no fort is left the initiative opens the battle (SKN-S4, SKN-B1)."""
    initiative = (words[7] >> INITIATIVE_AT) & ONE
    red = left_of(words[7], ZERO)
    blue = left_of(words[7], ONE)
    while red or blue:
        side = words[7] & SIDE
        left = blue if side else red
        if left and fort_squares(words, numbers):
            return with_left(words, red, blue)
        if left and side:
            blue -= ONE
        elif left:
            red -= ONE
        words = turned(words)
    return towards(at_stage(with_left(words, NONE, NONE), BATTLE), initiative)


@rule
def declare(words: Words, forts: Word, numbers: Book) -> Words:
    """SKN-S3, SKN-S4: that many forts each, the initiative to place first."""
    initiative = (words[7] >> INITIATIVE_AT) & ONE
    words = with_left(at_stage(words, PLACING), forts, forts)
    return go_on_placing(towards(words, initiative), numbers)


@rule
def place(words: Words, fort: Word, numbers: Book) -> Words:
    """SKN-S4: one fort on the board, and the other player's turn to place."""
    own, foe, own_forts, foe_forts, low, middle, high, control = words
    side = control & SIDE
    words = own, foe, own_forts | fort, foe_forts, low, middle, high, control
    red = left_of(control, ZERO) - (ONE - side)
    blue = left_of(control, ONE) - side
    return go_on_placing(turned(with_left(words, red, blue)), numbers)
