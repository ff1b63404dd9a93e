"""The table in characters, and what is asked."""

from outrider.core.pending import Over, Roll
from outrider.games.skirmish.contract import pending_of
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.state import Figure, State, Throw
from outrider.showing.drawing import drawn
from outrider.table.lengths import said
from outrider.table.points import point_text

COLOURS = {
    "red": "bold #ffffff on #C8452D",
    "blue": "bold #ffffff on #1F6FB2",
    "green": "bold #ffffff on #2E7D4F",
    "amber": "bold #1F2430 on #D9A21B",
    "violet": "bold #ffffff on #7A4FA3",
    "teal": "bold #ffffff on #11808A",
    "pink": "bold #ffffff on #C2497E",
    "slate": "bold #ffffff on #5B6270",
}
CORPSE = "#5B6270 on #E9E2D3"
WHAT = {
    "initiative": "the first turn",
    "attack": "the shot",
    "armour": "armour",
    "melee": "hand to hand",
    "throw": "the throw",
    "blast": "the blast",
    "indirect": "indirect fire",
}


def picture(state: State) -> str:
    """The table with every figure, and below it a line for each that lives or lies on it."""
    placed = [figure for figure in state.figures if figure.at is not None]
    placed.sort(key=lambda figure: not figure.alive)
    tokens = [
        (figure.id if figure.alive else corpse_sign(figure), figure.at, colour(figure))
        for figure in placed
        if figure.at is not None
    ]
    lines = [described(state, figure) for figure in state.figures if is_shown(figure)]
    return "\n".join([drawn(state.table, tokens), *lines])


def corpse_sign(figure: Figure) -> str:
    """Face up or face down (SKM-H2)."""
    return "x^" if figure.grenades else "x_"


def colour(figure: Figure) -> str:
    return COLOURS[figure.seat] if figure.alive else CORPSE


def is_shown(figure: Figure) -> bool:
    return figure.alive or figure.grenades > 0


def described(state: State, figure: Figure) -> str:
    """R4 Dell at 3,1.5 (2" up), health 8 of 10, 2 grenades, 1 action, has seen."""
    where = "not placed" if figure.at is None else f"at {point_text(figure.at)}"
    high = f" ({said(figure.up)} up)" if figure.up else ""
    grenades = f"{figure.grenades} grenade{'' if figure.grenades == 1 else 's'}"
    name = f"[{COLOURS[figure.seat]}]{figure.id}[/] {figure.name}"
    if not figure.alive:
        return f" {name} {where}{high}, dead, face up with {grenades}"
    most = state.setting.numbers[layout.MOST_HEALTH]
    notes = [f"health {figure.health} of {most}", grenades]
    if state.round:
        notes.append(f"{figure.actions} action{'' if figure.actions == 1 else 's'}")
    if figure.seen:
        # SKM-O5: what is fresh is not reported yet.
        notes.append("has seen just now" if figure.fresh else "has seen")
    return f" {name} {where}{high}, {', '.join(notes)}"


def question(state: State) -> str:
    pending = pending_of(state)
    if isinstance(pending, Over):
        return pending.outcome.sentence()
    if isinstance(pending, Roll):
        dice = "a die" if pending.dice == 1 else f"{pending.dice} dice"
        return f"{pending.seat.capitalize()}: roll {dice} for {WHAT[pending.purpose]}."
    phase, fray = state.phase, state.fray
    if phase == "movement":
        seats = " and ".join(seat.capitalize() for seat in pending.seats)
        return f"{seats}: move your figures, {many(state)} actions each at most, then be ready."
    seat = state.turn.capitalize()
    if phase == "deploy":
        left = sum(figure.alive and figure.at is None for figure in state.squad(state.turn))
        near = said(state.setting.numbers[layout.NEAR_EDGE])
        return f"{seat}: place a figure within {near} of your edge ({left} left)."
    if isinstance(fray, Throw) and fray.within is not None:
        return f"{seat}: choose where the grenade lands, up to {said(fray.within)} away."
    if state.acting is not None:
        return f"{seat}: go on with {state.acting}, or skip it."
    return f"{seat}: shoot, strike, throw, tell, take or skip with one figure."


def many(state: State) -> str:
    """How many actions a figure has, in a sentence."""
    number = state.setting.numbers[layout.MOST_ACTIONS]
    return "two" if number == 2 else str(number)
