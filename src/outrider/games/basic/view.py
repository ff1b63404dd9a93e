"""The table in characters, and what is asked."""

from outrider.core.pending import Over, Roll
from outrider.games.basic.contract import pending_of
from outrider.games.basic.state import SEATS, State, Unit
from outrider.showing.drawing import drawn
from outrider.table.points import point_text

COLOURS = {"red": "bold #ffffff on #C8452D", "blue": "bold #ffffff on #1F6FB2"}
SIGNS = {"commander": "commander", "close": "close range", "long": "long range"}


def picture(state: State) -> str:
    """The table with every live unit, and below it a line for each."""
    tokens = [
        (unit.id, unit.at, COLOURS[unit.seat])
        for unit in state.units
        if unit.alive and unit.at is not None
    ]
    lines = [described(state, unit) for seat in SEATS for unit in state.living(seat)]
    return "\n".join([drawn(state.table, tokens), *lines])


def described(state: State, unit: Unit) -> str:
    """R4 long range at 3,1.5, health 2 of 2, moved."""
    where = "not placed" if unit.at is None else f"at {point_text(unit.at)}"
    most = state.setting.health_of(unit.id)
    health = f"health {unit.health} of {most}" + (f" +{unit.buffer}" if unit.buffer else "")
    notes = [name for name in ("bolstered", "rushed", "moved", "attacked", "done")
             if getattr(unit, name)]  # fmt: skip
    name = f"[{COLOURS[unit.seat]}]{unit.id}[/]"
    return f" {name} {', '.join([f'{SIGNS[unit.kind]} {where}', health, *notes])}"


def question(state: State) -> str:
    pending = pending_of(state)
    if isinstance(pending, Over):
        return pending.outcome.sentence()
    if isinstance(pending, Roll):
        what = {"initiative": "who begins", "attack": "the attack", "save": "the save"}
        return f"{pending.seat.capitalize()}: roll a die for {what[pending.purpose]}."
    seat = state.turn.capitalize()
    if state.deploying:
        left = sum(unit.at is None for unit in state.living(state.turn))
        return f"{seat}: place a unit in your zone ({left} left)."
    return f"{seat}: move, attack, command, or end the turn."
