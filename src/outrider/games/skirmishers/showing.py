"""A scenario as a sheet to look at."""

from outrider.games.skirmishers.scenario import SEATS, Scenario, Warrior
from outrider.games.skirmishers.view import aim, ratings
from outrider.showing.sheets import Sheet, Token, Zone
from outrider.table.points import point_text


def sheet_of(scenario: Scenario) -> Sheet:
    tokens = tuple(
        Token(warrior.id, warrior.at, warrior.base, warrior.seat, about(warrior))
        for warrior in scenario.warriors
    )
    zones = tuple(
        Zone(condition.zone, seat, f"{seat.capitalize()}: {aim(condition)}")
        for seat in SEATS
        for condition in scenario.side(seat).victory
        if condition.zone is not None
    )
    return Sheet(
        scenario.name, scenario.story, scenario.table, tokens, zones, tuple(lines_of(scenario))
    )


def about(warrior: Warrior) -> str:
    name = f"{warrior.name}: " if warrior.name else ""
    return f"{name}{ratings(warrior)}"


def lines_of(scenario: Scenario) -> list[str]:
    """Who begins and for how long, then each side's aims and pieces."""
    last = f"{scenario.at_limit.capitalize()} wins" if scenario.at_limit else "a draw"
    found = [
        f"{scenario.first.capitalize()} begins. "
        f"After turn {scenario.turn_limit}, if nobody has won: {last}."
    ]
    for seat in SEATS:
        side = scenario.side(seat)
        aims = ", or ".join(map(aim, side.victory)) or "last until the turn limit"
        found.append(f"{seat.capitalize()} wins: {aims}.")
        found += [f"  {w.id} at {point_text(w.at)} {about(w)}" for w in side.warriors]
    return found
