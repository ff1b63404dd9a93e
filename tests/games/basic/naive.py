"""A slow, literal reference model of Basic Skirmish Rules v2 for differential tests.

It is a second reading of the rulebook and of the numbered rules (BSK-...), and shares nothing with
the code under test. Lengths are whole thousandths of an inch, and every comparison is one of whole
numbers: a distance is compared by its square. Actions are the contract's JSON with points in
thousandths. The book knows no terrain, so a table is its size and what lies on it is only kept.

Where an action breaks several rules, or two rules say the same, `broken` lists them all; the book
does not say which of them a referee should name first. The order is that of the questions he would
ask: is it the time for this, is it your unit, is it there, may it still act, what is measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

Point = tuple[int, int]
Action = Mapping[str, Any]

INCH = 1000
BASE = 400  # the radius of every base
NEAR = {"bolster": 5 * INCH, "rush": 5 * INCH}  # how far a command reaches (BSK-A2, BSK-A3)
MORE = {"damage": 1, "health": 1, "movement": 3 * INCH}  # what it gives
VARIANT: dict[str, Any] | None = None  # what says that these numbers are others
SEATS = ("red", "blue")
OTHER = {"red": "blue", "blue": "red"}
KIND = {"1": "commander", "2": "close", "3": "close", "4": "long", "5": "long"}  # BSK-S1
BATTALION = {"red": ("R1", "R2", "R3", "R4", "R5"), "blue": ("B1", "B2", "B3", "B4", "B5")}
IDS = BATTALION["red"] + BATTALION["blue"]


@dataclass(frozen=True, slots=True)
class Statistics:
    movement: int
    health: int
    attack: int
    damage: int
    range: int
    save: int


STATISTICS = {  # BSK-U1
    "commander": Statistics(5 * INCH, 5, 3, 3, 1 * INCH, 3),
    "close": Statistics(3 * INCH, 3, 4, 1, 1 * INCH, 4),
    "long": Statistics(4 * INCH, 2, 4, 1, 10 * INCH, 4),
}


@dataclass(frozen=True, slots=True)
class Terms:
    """What the players agreed on before the game; lengths in thousandths."""

    options: Mapping[str, Any]
    table: Mapping[str, Any]
    width: int
    height: int
    zone: int
    miss_ends_unit: bool
    any_turn: bool
    turn_limit: int


@dataclass(frozen=True, slots=True)
class Unit:
    """`at` is None until it is placed; the dead stay listed where they fell."""

    id: str
    at: Point | None
    health: int
    buffer: int = 0
    moved: bool = False
    attacked: bool = False
    done: bool = False
    bolstered: bool = False
    rushed: bool = False

    @property
    def seat(self) -> str:
        return "red" if self.id[0] == "R" else "blue"

    @property
    def kind(self) -> str:
        return KIND[self.id[1]]

    @property
    def numbers(self) -> Statistics:
        return STATISTICS[KIND[self.id[1]]]

    @property
    def place(self) -> Point:
        assert self.at is not None
        return self.at

    @property
    def movement(self) -> int:
        """BSK-A3: rush adds three inches."""
        return self.numbers.movement + (MORE["movement"] if self.rushed else 0)

    @property
    def damage(self) -> int:
        """BSK-A2: bolster adds one."""
        return self.numbers.damage + (MORE["damage"] if self.bolstered else 0)


@dataclass(frozen=True, slots=True)
class Position:
    """`faces` are those of the present try for the first turn, `first` who won it. `seat` places
    or has the turn, which is number `turn`. `attack` is attacker, target and whether he has hit."""

    terms: Terms
    units: Mapping[str, Unit]
    faces: tuple[int, ...] = ()
    first: str | None = None
    seat: str = "red"
    turn: int = 0
    commanded: bool = False
    attack: tuple[str, str, bool] | None = None


# -- measuring -----------------------------------------------------------------------------------


def thousandths(inches: float) -> int:
    """A length of JSON, exactly."""
    length = Fraction(str(inches)) * INCH
    if length.denominator != 1:
        raise ValueError(f"not a whole thousandth: {inches}")
    return length.numerator


def square(one: Point, another: Point) -> int:
    """The square of the distance of two centres."""
    return (one[0] - another[0]) ** 2 + (one[1] - another[1]) ** 2


def within(one: Point, another: Point, limit: int) -> bool:
    """Every limit is inclusive."""
    return square(one, another) <= limit**2


def overlap(one: Point, another: Point) -> bool:
    """Two bases that merely touch do not overlap."""
    return square(one, another) < (2 * BASE) ** 2


def on_table(terms: Terms, at: Point) -> bool:
    """Whether a centre lies on the table, its border included."""
    return 0 <= at[0] <= terms.width and 0 <= at[1] <= terms.height


def in_zone(terms: Terms, seat: str, at: Point) -> bool:
    """BSK-S3: the strip along one's own edge, Red's at the bottom."""
    depth = at[1] if seat == "red" else terms.height - at[1]
    return on_table(terms, at) and depth <= terms.zone


def taken(position: Position, but: str, at: Point) -> bool:
    """Whether a base there would overlap that of another live unit."""
    for id, unit in position.units.items():
        if id != but and unit.health > 0 and unit.at is not None and overlap(unit.at, at):
            return True
    return False


# -- setting up ----------------------------------------------------------------------------------


def agree(options: Mapping[str, Any], table: Mapping[str, Any] | None = None) -> Terms:
    """Terms from the contract's options and table; what is left out has its default."""
    said = {"zone": 3, "miss_ends_unit": True, "ability_lasts": "own_turn", "turn_limit": 200}
    if table is None:
        said["table"] = "24x24"
    said.update(options)
    if table is None:
        sides = [Fraction(side) for side in str(said["table"]).split("x")]
        table = {"size": [float(side) for side in sides], "terrain": []}
    width, height = (thousandths(side) for side in table["size"])
    zone = thousandths(said["zone"])  # type: ignore[arg-type]
    any_turn = said["ability_lasts"] == "any_turn"
    ends, limit = bool(said["miss_ends_unit"]), int(str(said["turn_limit"]))
    return Terms(said, table, width, height, zone, ends, any_turn, limit)


def start(terms: Terms) -> Position:
    """BSK-S1: nobody is placed yet, and the dice for the first turn have to fall."""
    units = {id: Unit(id, None, STATISTICS[KIND[id[1]]].health) for id in IDS}
    return Position(terms, units)


def living(position: Position, seat: str) -> list[Unit]:
    units = position.units
    return [units[id] for id in BATTALION[seat] if units[id].health > 0]


def placing(position: Position) -> bool:
    """Whether somebody has yet to be placed: until then no turn has begun."""
    return position.turn == 0


# -- what is pending -----------------------------------------------------------------------------


def phase(position: Position) -> str:
    if placing(position):
        return "deploy"
    return "battle" if ending(position) is None else "over"


def ending(position: Position) -> tuple[str | None, str] | None:
    """The winner, None for a draw, and why: `units` (BSK-V1) or `turns` (BSK-V2)."""
    if position.turn == 0:
        return None
    for seat in SEATS:
        if not any(position.units[id].health for id in BATTALION[seat]):
            return OTHER[seat], "units"
    return (None, "turns") if position.turn > position.terms.turn_limit else None


def asked(position: Position) -> tuple[str, str]:
    """What is waited for and of whom: `decide`, the purpose of a roll, or `over` and how."""
    if position.first is None:
        return "initiative", SEATS[len(position.faces)]  # BSK-S2, in seat order
    end = ending(position)
    if end is not None:
        return "over", end[1]
    if position.attack is not None:
        attacker, target, hit = position.attack
        return ("save", side(target)) if hit else ("attack", side(attacker))
    return "decide", position.seat


def side(id: str) -> str:
    return "red" if id[0] == "R" else "blue"


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
    if placing(position):
        return against_placing(position, action) if do == "deploy" else ["BSK-S2"]
    if do == "deploy":
        return ["BSK-S2"]
    if do == "move":
        return against_move(position, action["unit"], action["to"])
    if do == "attack":
        return against_attack(position, action["unit"], action["target"])
    if do == "command":
        return against_command(position)
    return []


def against_placing(position: Position, action: Action) -> list[str]:
    """BSK-S2 whose battalion, BSK-S3 where, BSK-S5 each unit once, its centre on the table and its
    base clear of the others."""
    unit, at = position.units[action["unit"]], action["at"]
    if unit.seat != position.seat:
        return ["BSK-S2"]
    rules = []
    if unit.at is not None or not on_table(position.terms, at) or taken(position, unit.id, at):
        rules.append("BSK-S5")
    if not in_zone(position.terms, position.seat, at):
        rules.append("BSK-S3")
    return rules


def against_acting(position: Position, unit: Unit) -> list[str]:
    """What keeps a unit from doing anything: it is not yours, it is gone, or it has missed."""
    if unit.seat != position.seat:
        return ["BSK-T1"]
    if unit.health == 0:
        return ["BSK-T1", "BSK-C5"]
    return ["BSK-C3"] if unit.done else []


def against_move(position: Position, id: str, to: Point) -> list[str]:
    unit = position.units[id]
    rules = against_acting(position, unit)
    if unit.seat != position.seat or unit.health == 0:
        return rules
    if unit.moved or not within(unit.place, to, unit.movement):
        rules.append("BSK-M1")
    if not on_table(position.terms, to) or taken(position, id, to):
        rules.append("BSK-M2")
    return rules


def against_attack(position: Position, id: str, aim: str) -> list[str]:
    unit, target = position.units[id], position.units[aim]
    rules = against_acting(position, unit)
    if unit.seat == position.seat and unit.attacked:
        rules.append("BSK-C6")
    if target.seat == position.seat:
        rules.append("BSK-C1")
    elif target.health == 0:
        rules += ["BSK-C1", "BSK-C5"]
    elif unit.health and not within(unit.place, target.place, unit.numbers.range):
        rules.append("BSK-C1")
    return rules


def against_command(position: Position) -> list[str]:
    """BSK-A1: a living commander, once a turn; BSK-A7: none after his death."""
    rules = []
    if position.units[BATTALION[position.seat][0]].health == 0:
        rules += ["BSK-A7", "BSK-A1"]
    if position.commanded:
        rules.append("BSK-A1")
    return rules


# -- doing it ------------------------------------------------------------------------------------


def changed(position: Position, *units: Unit) -> Position:
    return replace(position, units={**position.units, **{unit.id: unit for unit in units}})


def play(position: Position, action: Action) -> Position:
    """The position after a legal action of the seat that decides."""
    do = action["do"]
    if do == "deploy":
        return after_placing(position, action["unit"], action["at"])
    if do == "move":
        return changed(
            position, replace(position.units[action["unit"]], at=action["to"], moved=True)
        )
    if do == "attack":
        after = changed(position, replace(position.units[action["unit"]], attacked=True))
        return replace(after, attack=(action["unit"], action["target"], False))
    return after_command(position, action["ability"]) if do == "command" else after_end(position)


def after_placing(position: Position, id: str, at: Point) -> Position:
    """BSK-S2: one whole battalion, then the other. BSK-S4: the winner of the roll then begins."""
    position = changed(position, replace(position.units[id], at=at))
    if any(unit.at is None for unit in living(position, position.seat)):
        return position
    assert position.first is not None
    if any(unit.at is None for unit in living(position, OTHER[position.seat])):
        return replace(position, seat=OTHER[position.seat])
    return replace(position, seat=position.first, turn=1)


def after_command(position: Position, ability: str) -> Position:
    """BSK-A5: it reaches the friends, the commander too, who are near him at this moment."""
    commander = position.units[BATTALION[position.seat][0]]
    reached = [
        unit
        for unit in living(position, position.seat)
        if within(unit.place, commander.place, NEAR[ability])
    ]
    if ability == "bolster":
        units = [replace(unit, bolstered=True, buffer=MORE["health"]) for unit in reached]
    else:
        units = [replace(unit, rushed=True) for unit in reached]
    return replace(changed(position, *units), commanded=True)


def after_end(position: Position) -> Position:
    """BSK-T2. A new turn begins with everybody fresh; BSK-A4: now abilities end, those of the
    player whose turn it becomes, or with `any_turn` all of them."""
    seat = OTHER[position.seat]
    units = []
    for unit in position.units.values():
        fresh: dict[str, Any] = {"moved": False, "attacked": False, "done": False}
        if unit.seat == seat or position.terms.any_turn:
            fresh |= {"bolstered": False, "rushed": False, "buffer": 0}
        units.append(replace(unit, **fresh))
    turn = position.turn + 1
    return replace(changed(position, *units), seat=seat, turn=turn, commanded=False)


# -- dice ----------------------------------------------------------------------------------------


def roll(position: Position, face: int) -> Position:
    """The position after the die that is waited for."""
    if position.first is None:
        return after_initiative(position, (*position.faces, face))
    assert position.attack is not None
    attacker, target, hit = position.attack
    unit, foe = position.units[attacker], position.units[target]
    if not hit:
        if face >= unit.numbers.attack:  # BSK-C2
            return replace(position, attack=(attacker, target, True))
        done = position.terms.miss_ends_unit  # BSK-C3
        return replace(changed(position, replace(unit, done=done)), attack=None)
    position = replace(position, attack=None)
    return position if face >= foe.numbers.save else hurt(position, foe, unit.damage)  # BSK-C4


def after_initiative(position: Position, faces: tuple[int, ...]) -> Position:
    """BSK-S2: the higher die places first; both roll again while they are equal."""
    if len(faces) < 2:
        return replace(position, faces=faces)
    if faces[0] == faces[1]:
        return replace(position, faces=())
    first = "red" if faces[0] > faces[1] else "blue"
    return replace(position, faces=(), first=first, seat=first)


def hurt(position: Position, unit: Unit, damage: int) -> Position:
    """BSK-C5, BSK-A6: what bolster gave goes first; at zero the unit is removed."""
    buffered = min(unit.buffer, damage)
    health = max(0, unit.health - (damage - buffered))
    if health == 0:
        return changed(position, Unit(unit.id, unit.at, 0))
    return changed(position, replace(unit, health=health, buffer=unit.buffer - buffered))


# -- the contract's JSON -------------------------------------------------------------------------


def inches(at: Point) -> list[float]:
    """A point as JSON has it: the quotient is the number nearest to the decimal one."""
    return [at[0] / INCH, at[1] / INCH]


def unit_json(unit: Unit) -> dict[str, Any]:
    return {
        "id": unit.id,
        "seat": unit.seat,
        "kind": unit.kind,
        "at": None if unit.at is None else inches(unit.at),
        "health": unit.health,
        "alive": unit.health > 0,
        "moved": unit.moved,
        "attacked": unit.attacked,
        "done": unit.done,
        "bolstered": unit.bolstered,
        "rushed": unit.rushed,
        "buffer": unit.buffer,
    }


def pending_json(position: Position) -> dict[str, Any]:
    """An end has its winners here, and the short word for its reason."""
    what, whose = asked(position)
    if what == "decide":
        return {"decide": [whose]}
    if what != "over":
        return {"roll": {"purpose": what, "seat": whose, "dice": 1}}
    end = ending(position)
    assert end is not None
    return {"over": {"winners": [] if end[0] is None else [end[0]], "reason": end[1]}}


def state_json(position: Position) -> dict[str, Any]:
    pending = pending_json(position)
    attack = position.attack
    initiative: Any = position.first
    if position.first is None:
        initiative = dict(zip(SEATS, position.faces, strict=False))
    return {
        "game": "basic",
        "options": dict(position.terms.options),
        "phase": phase(position),
        "pending": pending,
        "result": pending.get("over"),
        "table": position.terms.table,
        "units": [unit_json(position.units[id]) for id in IDS],
        "turn": position.turn,
        "first": position.first,
        "initiative": initiative,
        "commanded": position.commanded,
        "attack": None if attack is None else {"unit": attack[0], "target": attack[1]},
        **({} if VARIANT is None else {"variant": VARIANT}),
    }


def action_json(action: Action) -> dict[str, Any]:
    """An action with its points in inches."""
    return {
        name: inches(value) if name in ("at", "to") else value for name, value in action.items()
    }
