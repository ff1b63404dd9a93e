"""The board in characters, for a terminal, in Rich's console markup."""

from outrider.games.skirminion.board import FILES, RANKS, bit
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.kernel.layout import ATTACKED, DECLARING
from outrider.games.skirminion.setup import roller
from outrider.games.skirminion.state import SEATS, State
from outrider.games.skirminion.victory import OUTCOMES

COLOURS = {"red": "bold #ffffff on #C8452D", "blue": "bold #ffffff on #1F6FB2"}
FORT_COLOURS = {"red": "bold #C8452D", "blue": "bold #1F6FB2"}
SHADES = ("on #E4DAC6", "on #F4EEE2")
FORT = "♜"
MARK = "#B7791F"


def cell(state: State, name: str, shade: str) -> str:
    """Four characters: a unit as its side's letter and its health, a fort as letter and tower."""
    for seat in SEATS:
        letter = seat[0].upper()
        if state.units_of(seat) & bit(name):
            unit = f"[{COLOURS[seat]}]{letter}{state.health(name)}[/]"
            left, right = "()" if name == state.activated else "  "
            return f"[{MARK} {shade}]{left}[/]{unit}[{MARK} {shade}]{right}[/]"
        if state.forts_of(seat) & bit(name):
            left, right = "<>" if name == state.besieged else "  "
            return f"[{FORT_COLOURS[seat]} {shade}]{left}{letter}{FORT}{right}[/]"
    return f"[{shade}]    [/]"


def picture(state: State) -> str:
    """The whole board, row 8 on top, the activated unit in brackets."""
    rows = []
    for rank in reversed(RANKS):
        cells = (
            cell(state, file + rank, SHADES[(index + int(rank)) % 2])
            for index, file in enumerate(FILES)
        )
        rows.append(f" {rank} {''.join(cells)} {rank}")
    files = "   " + "".join(f" {file}  " for file in FILES)
    return "\n".join([files, *rows, files])


def question(state: State) -> str:
    """What is asked now, and of whom."""
    seat = state.decider.capitalize()
    if state.ending:
        return OUTCOMES[state.ending].sentence()
    if state.stage and state.initiative is None:
        return f"{roller(state).capitalize()}: roll a die for the initiative."
    if state.stage == DECLARING:
        least, most = state.numbers[layout.LEAST_FORTS], state.numbers[layout.MOST_FORTS]
        return f"{seat}: declare how many forts each side places, {least} to {most}."
    if state.stage:
        rows, left = state.numbers[layout.FORT_ROWS], state.forts_left(state.decider)
        where = "half" if rows == len(RANKS) // 2 else f"first {rows} rows"
        return f"{seat}: place a fort on your {where} ({left} left)."
    if state.besieged is not None:
        return f"{seat}: choose who takes the blow at {state.besieged}."
    if state.activated is None:
        return f"{seat}: activate a unit."
    what = "move" if state.control & ATTACKED else "attack"
    return f"{seat}: {state.activated} may still {what}, or end."
