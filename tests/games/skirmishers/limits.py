"""Which lengths are exactly at their limit in a position, and which hardly beyond it."""

from games.skirmishers import naive
from games.skirmishers import naive_ground as ground
from games.skirmishers.naive import Position


def limits(position: Position, action: naive.Action) -> list[str]:
    do = action["do"]
    if do == "move":
        return of_move(position, action)
    ids = action["units"] if do == "fight" else [action["unit"]] if do == "fire" else []
    units = [position.units[id] for id in ids if id in position.units]
    target = position.units.get(action.get("target", ""))
    names: list[str] = []
    for unit in units:
        if target is None or not unit.stands or not target.stands:
            continue
        square = ground.square(unit.place, target.place)
        if do == "fight":
            names += limit("touch", square, unit.base + target.base + naive.TOUCH)
        elif unit.range:
            names += limit("range", square, unit.range)
    return names


def of_move(position: Position, action: naive.Action) -> list[str]:
    unit = position.units.get(action["unit"])
    if unit is None or not unit.stands:
        return []
    names: list[str] = []
    terrain, path = position.terms.terrain, action["path"]
    cost, most = ground.way_cost(terrain, unit.place, path), unit.movement * ground.INCH
    rough = cost != ground.way_length(unit.place, path) * ground.INCH
    name = "costly way" if rough else "way"
    if most - ground.INCH < cost <= most:
        names.append(f"{name} exactly" if cost == most else f"{name} hardly less")
    elif most < cost <= most + ground.INCH:
        names.append(f"{name} beyond")
    for other in position.units.values():
        if other.id != unit.id and other.stands:
            square = ground.square(other.place, path[-1])
            names += limit("contact", square, unit.base + other.base, -1)
    return names


def limit(name: str, square: int, bound: int, beyond: int = 1) -> list[str]:
    """`beyond` is -1 where a distance may not be less than the bound."""
    if square == bound**2:
        return [f"{name} exactly"]
    low, high = sorted((bound**2, (bound + beyond) ** 2))
    return [f"{name} beyond"] if low <= square <= high else []
