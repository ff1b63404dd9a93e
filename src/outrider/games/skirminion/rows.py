"""A whole game as the kernel's row of nine words, and back: the eight and what they do not hold."""

from typing import TypeAlias

from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.state import Setting, State

Row: TypeAlias = tuple[int, ...]

WON = {None: layout.NOT_YET, "red": layout.RED_BEGINS, "blue": layout.BLUE_BEGINS}
WINNERS = {number: seat for seat, number in WON.items()}


def row_of(state: State) -> Row:
    won = WON[state.initiative]
    if state.stage == layout.BATTLE and state.initiative is None:
        won = layout.UNTOLD
    declared = 0 if state.declared is None else state.declared + 1
    past = (
        sum(state.rolled) << layout.ROLLED_AT
        | won << layout.WON_AT
        | declared << layout.DECLARED_AT
    )
    return (*state.words, past)


def state_of(setting: Setting, row: Row) -> State:
    own, foe, own_forts, foe_forts, low, middle, high, control, past = row
    rolled = past >> layout.ROLLED_AT & layout.ROLLED_BITS
    declared = past >> layout.DECLARED_AT & layout.DECLARED_BITS
    return State(
        setting,
        (own, foe, own_forts, foe_forts, low, middle, high, control),
        WINNERS.get(past >> layout.WON_AT & layout.WON_BITS),
        (rolled,) if rolled else (),
        declared - 1 if declared else None,
    )


def is_writable(state: State) -> bool:
    """Whether there is a row for a state, from which it is read again as the same."""
    try:
        row = row_of(state)
        return all(0 <= word < 1 << 64 for word in row) and state_of(state.setting, row) == state
    except (AttributeError, LookupError, TypeError, ValueError):
        return False  # made by hand, of what no game has
