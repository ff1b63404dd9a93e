"""The table in characters, and what is asked."""

from collections.abc import Iterator

from outrider.core.pending import Decide, Over, Roll
from outrider.games.skirmishers.contract import pending_of
from outrider.games.skirmishers.scenario import SEATS, Condition, Scenario, Warrior
from outrider.games.skirmishers.state import FLAGS, State, Unit
from outrider.showing.drawing import drawn
from outrider.showing.sheets import ZONE, open_squares
from outrider.table.lengths import said
from outrider.table.points import Point, point_text

COLOURS = {"red": "bold #ffffff on #C8452D", "blue": "bold #ffffff on #1F6FB2"}
ZONES = {"red": "#C8452D on #F6E0DA", "blue": "#1F6FB2 on #DCE9F5"}


def picture(state: State) -> str:
    """The table with every live piece, and below it a line for each."""
    tokens = [(unit.id, unit.at, COLOURS[unit.seat]) for unit in state.units if unit.here]
    placed = [(text, at, style) for text, at, style in tokens if at is not None]
    lines = [described(unit) for unit in state.units if unit.here]
    limit = state.scenario.turn_limit
    turn = f" turn {min(state.turns + 1, limit)} of {limit}"
    return "\n".join([drawn(state.table, [*placed, *zones(state.scenario)]), turn, *lines])


def zones(scenario: Scenario) -> Iterator[tuple[str, Point, str]]:
    """A sign in every open square of a zone."""
    for seat in SEATS:
        for condition in scenario.side(seat).victory:
            if condition.zone is not None:
                for square in open_squares(scenario.table, condition.zone):
                    yield ZONE, square, ZONES[seat]


def ratings(warrior: Warrior) -> str:
    """attack 1, defense 1, movement 6", bow 12" with 1 die."""
    parts = [f"attack {warrior.attack}, defense {warrior.defense}"]
    parts.append(f"movement {said(warrior.movement)}")
    if warrior.weapon != "none":
        dice = "1 die" if warrior.firing == 1 else f"{warrior.firing} dice"
        parts.append(f"{warrior.weapon} {said(warrior.range)} with {dice}")
    return ", ".join(parts)


def described(unit: Unit) -> str:
    """R1 Ned at 4,2: attack 1, defense 1, movement 6"; moved, over B1."""
    warrior = unit.warrior
    name = f" {escaped(warrior.name)}" if warrior.name else ""
    where = point_text(unit.at) if unit.at else "away"
    notes = [flag for flag in FLAGS if getattr(unit, flag)]
    notes += [f"over {id}" for id in unit.over]
    told = f"; {', '.join(notes)}" if notes else ""
    return f" [{COLOURS[unit.seat]}]{unit.id}[/]{name} at {where}: {ratings(warrior)}{told}"


def escaped(text: str) -> str:
    """A name is shown, not obeyed. Rich is imported here: rules do without it."""
    from rich.markup import escape

    return escape(text)


def aim(condition: Condition) -> str:
    """A victory condition as people say it."""
    pieces = "1 piece" if condition.count == 1 else f"{condition.count} pieces"
    match condition.kind:
        case "destroy-all":
            return "kill every enemy"
        case "destroy":
            return f"kill {' and '.join(condition.pieces)}"
        case "reach":
            return f"have {pieces} in the zone"
        case "hold":
            return f"hold the zone at the end of {condition.turns} own turns in a row"
        case "exit":
            return f"leave by the {condition.edge} edge with {pieces}"
    return "be alive when the turn limit comes"


def question(state: State) -> str:
    pending = pending_of(state)
    if isinstance(pending, Over):
        return pending.outcome.sentence()
    if isinstance(pending, Roll):
        dice = "a die" if pending.dice == 1 else f"{pending.dice} dice"
        return f"{pending.seat.capitalize()}: roll {dice} for {pending.purpose}."
    return asked(state, pending)


def asked(state: State, pending: Decide) -> str:
    side = pending.seats[0].capitalize()
    offer = pending.offer

    def called(id: str) -> str:
        """By its name, where it has one, and by what one types."""
        name = state.unit(id).warrior.name
        return f"{name} ({id})" if name else id

    if offer is None:
        return f"{side}: move, fight, fire, or end the turn."
    if offer["kind"] == "choose":
        among = " or ".join(map(called, offer["among"]))
        return f"{side}: {called(offer['unit'])} has won. Choose who suffers: {among}."
    who, whom = called(offer["unit"]), called(offer["target"])
    if offer["kind"] == "return-fire":
        return f"{side}: {who} may fire back at {whom}: return-fire or hold."
    return f"{side}: {who} may fire at {whom}: defensive-fire, wait or hold."
