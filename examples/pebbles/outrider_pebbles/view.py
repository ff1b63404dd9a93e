"""The heap in characters, for a terminal, in Rich's console markup."""

from outrider import Over, Roll
from outrider_pebbles.state import State, pending_of

ROW = 10


def picture(state: State) -> str:
    """The pebbles in rows of ten, then the players; the one whose turn it is stands in bold."""
    rows = [" ".join("o" * min(ROW, state.heap - at)) for at in range(0, state.heap, ROW)]
    players = "   ".join(_player(state, seat) for seat in state.seats)
    die = "" if state.die is None else f"   die: {state.die}"
    return "\n".join([*rows, f"heap: {state.heap}   {players}{die}"])


def _player(state: State, seat: str) -> str:
    name = seat.capitalize() + (" (has passed)" if seat in state.passed else "")
    return f"[bold]{name}[/]" if seat == state.turn else name


def question(state: State) -> str:
    """What is asked now, and of whom."""
    pending = pending_of(state)
    seat = state.turn.capitalize()
    if isinstance(pending, Over):
        return pending.outcome.sentence()
    if isinstance(pending, Roll):
        return f"{seat}: roll a die for the most you may take."
    how_many = "1 pebble" if state.most == 1 else f"1 to {state.most} pebbles"
    return f"{seat}: take {how_many}{'' if state.turn in state.passed else ', or pass'}."
