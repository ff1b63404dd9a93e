"""A slow, literal reference model of Skirmishers for differential tests: the pieces and the laws.

It is a second reading of the rulebook and of the numbered rules (SKR-...), and shares nothing with
the code under test. Lengths are whole thousandths of an inch. Actions are the contract's JSON with
points in thousandths. What comes of an action stands in `naive_play`, who has won in
`naive_victory`, the ground in `naive_ground`, the contract's JSON in `naive_json`.

Where an action breaks several rules `broken` lists them all; the book does not say which of them a
referee should name first. The order is that of the questions he would ask: is it the time for this,
is it your piece, is it there, may it still act, what is measured.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.skirmishers import naive_ground as ground
from games.skirmishers.naive_ground import INCH, Point, Shape, Terrain

Action = Mapping[str, Any]

SEATS = ("red", "blue")
OTHER = {"red": "blue", "blue": "red"}
TOUCH = 50  # two bases touch with a gap of at most so much (SKR-F1)
BOW = 1  # so many dice more against a bow (SKR-G1)
CORNERS = 32  # a way has at most so many points
VARIANT: dict[str, Any] | None = None  # what a game is told whose numbers are others than these


@dataclass(frozen=True, slots=True)
class Condition:
    """One way to win (SKR-S4). What a kind does not need is empty."""

    kind: str
    pieces: tuple[str, ...] = ()
    zone: Shape | None = None
    number: int = 0  # pieces, or turns
    edge: str = ""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the players agreed on before the game."""

    options: Mapping[str, Any]
    scenario: Mapping[str, Any]
    width: int
    height: int
    terrain: tuple[Terrain, ...]
    victory: Mapping[str, tuple[Condition, ...]]
    first: str
    turn_limit: int
    at_limit: str | None

    @property
    def pinned(self) -> bool:
        return bool(self.options["pinned"])

    @property
    def fire_into_melee(self) -> bool:
        return bool(self.options["fire_into_melee"])


@dataclass(frozen=True, slots=True)
class Unit:
    """`at` is None when it has left, by the edge `exit`; the dead stay where they fell."""

    id: str
    name: str
    at: Point | None
    firing: int
    attack: int
    defense: int
    movement: int
    weapon: str
    range: int
    base: int
    alive: bool = True
    exit: str | None = None
    moved: bool = False
    fired: bool = False
    fought: bool = False
    reacted: bool = False
    over: tuple[str, ...] = ()

    @property
    def seat(self) -> str:
        return "red" if self.id[0] == "R" else "blue"

    @property
    def stands(self) -> bool:
        """Alive and on the table."""
        return self.alive and self.at is not None

    @property
    def place(self) -> Point:
        assert self.at is not None
        return self.at


@dataclass(frozen=True, slots=True)
class Move:
    """`gone` is how far along the way; the held are not asked again, the waiting at looks."""

    unit: str
    start: Point
    path: tuple[Point, ...]
    gone: int = 0
    held: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shot:
    """`faces` are None until the firer has rolled."""

    kind: str
    unit: str
    target: str
    faces: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Fight:
    units: tuple[str, ...]
    target: str
    faces: tuple[int, ...] | None = None
    answer: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """To fire back, to fire at a mover, or to choose among those who have lost to one."""

    kind: str
    unit: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Position:
    """`held` counts, for each condition of a side, its turns in a row of holding the zone. `end`
    is the winner, None for a draw, and the condition that each side has fulfilled, by number; at
    the turn limit neither may have any."""

    terms: Terms
    units: Mapping[str, Unit]
    turn: int
    held: Mapping[str, tuple[int, ...]]
    move: Move | None = None
    shot: Shot | None = None
    fight: Fight | None = None
    offer: Offer | None = None
    end: tuple[str | None, Mapping[str, int]] | None = None

    @property
    def seat(self) -> str:
        """Whose turn it is (SKR-T1)."""
        return self.terms.first if self.turn % 2 else OTHER[self.terms.first]


def changed(position: Position, *units: Unit) -> Position:
    return replace(position, units={**position.units, **{unit.id: unit for unit in units}})


def standing(position: Position, seat: str) -> list[Unit]:
    """A side's living pieces on the table, in unit order."""
    letter = seat[0].upper()
    return [unit for id, unit in position.units.items() if id[0] == letter and unit.stands]


# -- touching, advantage -------------------------------------------------------------------------


def touch(one: Unit, another: Unit) -> bool:
    """SKR-F1: a gap of at most 0.05 inches between the bases."""
    return ground.within(one.place, another.place, one.base + another.base + TOUCH)


def in_melee(position: Position, unit: Unit) -> bool:
    """Whether a piece touches an enemy."""
    for foe in position.units.values():
        if foe.id[0] != unit.id[0] and foe.alive and foe.at is not None and touch(unit, foe):
            return True
    return False


def pinned(position: Position, unit: Unit) -> bool:
    """SKR-F11: whether somebody has advantage over it, where that pins."""
    return position.terms.pinned and any(unit.id in foe.over for foe in position.units.values())


# -- firing --------------------------------------------------------------------------------------


def sees(position: Position, unit: Unit, target: Unit) -> bool:
    """SKR-G4: nothing in between blocks, but what one of the two stands in."""
    return not any(
        piece.blocks_sight
        and ground.crosses(piece.shape, unit.place, target.place)
        and not ground.stands_in(piece.shape, unit.place)
        and not ground.stands_in(piece.shape, target.place)
        for piece in position.terms.terrain
    )


def cover(position: Position, unit: Unit, target: Unit) -> int:
    """SKR-G5: the best of what the target stands in and what the line crosses close to it."""
    return max(
        (
            piece.cover
            for piece in position.terms.terrain
            if piece.cover
            and (
                ground.stands_in(piece.shape, target.place)
                or ground.near_end(piece.shape, unit.place, target.place)
            )
        ),
        default=0,
    )


def may_fire(position: Position, unit: Unit, target: Unit) -> bool:
    if unit.weapon == "none" or not ground.within(unit.place, target.place, unit.range):
        return False  # what is quickly seen comes first
    return next(against_shot(position, unit, target), None) is None


def against_shot(position: Position, unit: Unit, target: Unit | None) -> Iterator[str]:
    """What keeps a piece from firing from where it stands at one that stands elsewhere; None is
    no enemy on the table."""
    melee = position.terms.fire_into_melee
    if unit.weapon == "none":
        yield "SKR-G1"
    if pinned(position, unit):
        yield "SKR-F11"
    if not melee and in_melee(position, unit):
        yield "SKR-G6"
    if target is None:
        yield "SKR-G1"
        return
    if not melee and in_melee(position, target):
        yield "SKR-G6"
    if not ground.within(unit.place, target.place, unit.range):
        yield "SKR-G1"
    if not sees(position, unit, target):
        yield "SKR-G4"


# -- what is pending -----------------------------------------------------------------------------


def asked(position: Position) -> tuple[str, str]:
    """What is waited for and of whom: `decide`, the purpose of a roll, or `over`."""
    if position.end is not None:
        return "over", ""
    if position.offer is not None:
        return "decide", position.units[position.offer.unit].seat
    if position.fight is not None:
        fight = position.fight
        roller = fight.units[0] if fight.faces is None else fight.target
        return "melee", position.units[roller].seat
    if position.shot is not None:
        shot = position.shot
        if shot.faces is None:
            return "fire", position.units[shot.unit].seat
        return "defense", position.units[shot.target].seat
    return "decide", position.seat


def dice(position: Position) -> int:
    """How many dice have to fall."""
    units = position.units
    if position.fight is not None:
        fight = position.fight
        rolling = fight.units if fight.faces is None else (fight.target,)
        return sum(units[id].attack for id in rolling)  # SKR-F2, SKR-F3
    assert position.shot is not None
    shot = position.shot
    if shot.faces is None:
        return units[shot.unit].firing
    return units[shot.target].defense + (BOW if units[shot.unit].weapon == "bow" else 0)


# -- what may be done ----------------------------------------------------------------------------


def refusal(position: Position, seat: str, action: Action) -> tuple[str, list[str]] | None:
    """None if the seat may do that; otherwise the kind of refusal, and the rules it breaks."""
    what, whose = asked(position)
    if what == "over":
        return "over", []
    if what != "decide" or whose != seat:
        return "not-your-turn", []
    rules = broken(position, action)
    return ("illegal", rules) if rules else None


def broken(position: Position, action: Action) -> list[str]:
    """The rules that an action of the seat that decides would break."""
    do = action["do"]
    if position.offer is not None:
        return against_answer(position, position.offer, action)
    if do == "move":
        return against_move(position, action["unit"], action["path"])
    if do == "fight":
        return against_fight(position, action["units"], action["target"])
    if do == "fire":
        return against_fire(position, action["unit"], action["target"])
    answers = {"choose": "SKR-F9", "return-fire": "SKR-X1"}
    return [] if do == "end" else [answers.get(do, "SKR-X3")]


def against_answer(position: Position, offer: Offer, action: Action) -> list[str]:
    """SKR-F9: who suffers has to be chosen. SKR-X1: one fires back or holds. SKR-X4: one fires at
    the mover, holds, or waits, but not at the end of the way."""
    do = action["do"]
    if offer.kind == "choose":
        assert position.fight is not None
        fits = do == "choose" and action["unit"] in position.fight.units
        return [] if fits else ["SKR-F9"]
    if do in (offer.kind, "hold"):
        return []
    if offer.kind == "return-fire":
        return ["SKR-X1"]
    move = position.move
    assert move is not None
    waits = do == "wait" and move.gone < ground.way_length(move.start, move.path)
    return [] if waits else ["SKR-X4"]


def of_side(position: Position, id: str, seat: str) -> Unit | None:
    """A side's piece of that name, if there is one and it lives and is on the table."""
    unit = position.units.get(id)
    return unit if unit is not None and unit.seat == seat and unit.stands else None


def against_move(position: Position, id: str, path: tuple[Point, ...]) -> list[str]:
    """SKR-T1 one's own pieces, SKR-T2 once and not after firing, SKR-T3 nor after striking."""
    unit = of_side(position, id, position.seat)
    if unit is None:
        return ["SKR-T1"]
    rules = []
    if unit.moved or unit.fired:
        rules.append("SKR-T2")
    if unit.fought:
        rules.append("SKR-T3")
    if pinned(position, unit):
        rules.append("SKR-F11")
    return rules + against_way(position, unit, path)


def against_way(position: Position, unit: Unit, path: tuple[Point, ...]) -> list[str]:
    """SKR-M2 where one may go, SKR-M1 how far. What nobody could cross is not measured first."""
    terms, way = position.terms, ground.legs(unit.place, path)
    rules = []
    if not way or not all(0 <= x <= terms.width and 0 <= y <= terms.height for x, y in path):
        rules.append("SKR-M2")
    walls = [piece.shape for piece in terms.terrain if piece.cost is None]
    if any(ground.crosses(wall, a, b) for a, b in way for wall in walls):
        rules.append("SKR-M2")
    if ground.way_cost(terms.terrain, unit.place, path) > unit.movement * INCH:
        rules.append("SKR-M1")
    foes = standing(position, OTHER[unit.seat])
    if any(
        ground.comes_within(a, b, foe.place, unit.base + foe.base) for a, b in way for foe in foes
    ):
        rules.append("SKR-M2")
    if exit_edge(position, unit, path[-1]) is None and taken(position, unit, path[-1]):
        rules.append("SKR-M2")
    return rules


def taken(position: Position, unit: Unit, at: Point) -> bool:
    """Whether its base there would overlap another's; who only touches does not."""
    return any(
        ground.square(at, other.place) < (unit.base + other.base) ** 2
        for other in position.units.values()
        if other.stands and other.id != unit.id
    )


def exit_edge(position: Position, unit: Unit, at: Point) -> str | None:
    """The edge by which a piece leaves that ends its way there; None if it does not."""
    (x, y), terms = at, position.terms
    edges = {"top": y == terms.height, "bottom": y == 0, "left": x == 0, "right": x == terms.width}
    for condition in terms.victory[unit.seat]:
        if condition.kind == "exit" and edges[condition.edge]:
            return condition.edge
    return None


def against_fight(position: Position, ids: tuple[str, ...], aim: str) -> list[str]:
    """SKR-T3 once a turn and not after firing; SKR-F1 only whom one touches."""
    rules = []
    target = of_side(position, aim, OTHER[position.seat])
    for id in ids:
        unit = of_side(position, id, position.seat)
        if unit is None:
            rules.append("SKR-T1")
        elif unit.fired or unit.fought:
            rules.append("SKR-T3")
        if target is None or (unit is not None and not touch(unit, target)):
            rules.append("SKR-F1")
    return rules


def against_fire(position: Position, id: str, aim: str) -> list[str]:
    """SKR-T2 not after moving, SKR-T3 not after striking, SKR-T4 once a turn."""
    unit = of_side(position, id, position.seat)
    target = of_side(position, aim, OTHER[position.seat])
    if unit is None:
        return ["SKR-T1"]
    rules = []
    if unit.moved:
        rules.append("SKR-T2")
    if unit.fought:
        rules.append("SKR-T3")
    if unit.fired:
        rules.append("SKR-T4")
    return [*rules, *against_shot(position, unit, target)]
