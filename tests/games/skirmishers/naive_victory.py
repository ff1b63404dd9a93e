"""Who has won, in the naive model (SKR-S4, SKR-V1)."""

from dataclasses import replace

from games.skirmishers import naive
from games.skirmishers import naive_ground as ground
from games.skirmishers.naive import Condition, Position


def holds(position: Position, seat: str, condition: Condition) -> bool:
    """A zone is held with at least one own piece and no enemy in it."""
    return bool(in_zone(position, seat, condition)) and not in_zone(
        position, naive.OTHER[seat], condition
    )


def in_zone(position: Position, seat: str, condition: Condition) -> int:
    assert condition.zone is not None
    own = naive.standing(position, seat)
    return sum(ground.stands_in(condition.zone, unit.place) for unit in own)


def fulfilled(position: Position, seat: str, number: int, limit: bool) -> bool:
    """Whether a side's condition of that number is, now or when the turn limit has come."""
    condition = position.terms.victory[seat][number]
    own = [unit for unit in position.units.values() if unit.seat == seat]
    foes = [unit for unit in position.units.values() if unit.seat != seat]
    match condition.kind:
        case "destroy-all":
            return not any(foe.alive for foe in foes)
        case "destroy":
            return not any(position.units[id].alive for id in condition.pieces)
        case "reach":
            return in_zone(position, seat, condition) >= condition.number
        case "hold":
            return position.held[seat][number] >= condition.number
        case "exit":
            return sum(unit.exit is not None for unit in own) >= condition.number
        case _:
            return limit and any(unit.alive for unit in own)


def judged(position: Position, limit: bool = False) -> Position:
    """SKR-V1: the position after a check, over if somebody has won; both at once is a draw."""
    won: dict[str, int] = {}
    for seat in naive.SEATS:
        for number in range(len(position.terms.victory[seat])):
            if seat not in won and fulfilled(position, seat, number, limit):
                won[seat] = number
    if len(won) == 2:
        return replace(position, end=(None, won))
    for seat in won:
        return replace(position, end=(seat, won))
    return replace(position, end=(position.terms.at_limit, {})) if limit else position


def counted(position: Position, seat: str) -> Position:
    """The turns in a row that a side has held its zones, at the end of one of its own."""
    counts = tuple(
        count + 1 if condition.kind == "hold" and holds(position, seat, condition) else 0
        for condition, count in zip(position.terms.victory[seat], position.held[seat], strict=True)
    )
    return replace(position, held={**position.held, seat: counts})
