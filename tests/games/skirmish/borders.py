"""Which lengths of an action are exactly at their limit, and which less than a thousandth beyond,
so that a comparison can tell what it has compared."""

from games.skirmish import naive
from games.skirmish import naive_table as table
from games.skirmish.naive import Action, Position
from games.skirmish.naive_table import Point


def limits(position: Position, action: Action) -> list[str]:
    """Of an action that is legal or illegal, by name."""
    do = action["do"]
    if naive.strangers(position, action):
        return []
    if do in ("deploy", "move"):
        return of_place(position, action["unit"], action["at" if do == "deploy" else "to"])
    if do == "land":
        return of_landing(position, action["at"])
    other = action.get("target") or action.get("corpse")
    ends = [position.figures[id].at for id in (action.get("unit"), other) if id]
    if do in ("shoot", "strike", "take") and len(ends) == 2 and None not in ends:
        far = table.square(position.spot(action["unit"]), position.spot(str(other)))
        return limit(do, far, naive.LENGTHS["near" if do == "shoot" else do])
    return []


def of_place(position: Position, id: str, at: Point) -> list[str]:
    """How far it is from where the figure stands, from others' bases and from edges."""
    names, ground = [], position.terms.ground
    figure = position.figures[id]
    if figure.at is not None:
        names += limit("move", table.square(figure.at, at), naive.LENGTHS["move"])
        ends = table.spot(ground, figure.at), table.spot(ground, at)
        if ends[0][2] != ends[1][2]:
            names += limit("climb", table.square(*ends), naive.LENGTHS["move"])
    for other in position.figures.values():
        if other.id != id and other.health and other.at is not None:
            bases = 2 * table.LENGTHS["base"]
            names += limit("contact", table.square(other.at, at), bases, -1)
    for seat, edge in ground.edges.items():
        near = table.LENGTHS["edge"]
        name = "own edge" if seat == figure.seat else "other edge"
        if table.near_segment(at, edge, near) and not table.near_segment(at, edge, near - 1):
            names.append(f"{name} exactly")
        elif table.near_segment(at, edge, near + 1) and not table.near_segment(at, edge, near):
            names.append(f"{name} beyond")
    for piece in ground.pieces:
        if table.side_of(piece, at) == 0:
            names.append("rim")
    return names


def of_landing(position: Position, at: Point) -> list[str]:
    attack = position.attack
    if attack is None or attack.toward is None or attack.far is None:
        return []
    source, ground = position.figures[attack.unit].place, position.terms.ground
    names = limit("throw", table.square(source, at), attack.far)
    inner, outer = naive.BLAST[position.terms.options["blast"]]
    for figure in position.figures.values():
        if figure.health and figure.at is not None:
            far = table.square(table.spot(ground, at), position.spot(figure.id))
            names += limit("inner", far, inner) + limit("outer", far, outer)
    return names


def limit(name: str, square: int, bound: int, beyond: int = 1) -> list[str]:
    """`beyond` is -1 where a distance may not be less than the bound."""
    if square == bound**2:
        return [f"{name} exactly"]
    low, high = sorted((bound**2, (bound + beyond) ** 2))
    return [f"{name} beyond"] if low <= square <= high else []
