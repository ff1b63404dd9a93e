"""A slow, literal reference model of Skirmish, both editions, for differential tests.

It is a second reading of the two rulebooks and of the numbered rules (SKM-...), and shares nothing
with the code under test. This file has what a position is, what it waits for, and what may be done
in it; `naive_play` what comes of it, `naive_table` and `naive_sight` the measuring. Actions are the
contract's JSON with points in thousandths.

Where an action breaks several rules, `broken` lists them all; the books do not say which of them a
referee should name first. The order is that of the questions he would ask: is it the time for this,
is it your figure, is it alive, has it an action left, at whom, and last what is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from games.skirmish import naive_table as table
from games.skirmish.naive_sight import visible
from games.skirmish.naive_table import INCH, SEATS, Ground, Point, Spot

Action = Mapping[str, Any]

LENGTHS = {
    "move": 4 * INCH,  # SKM-R3
    "near": 12 * INCH,  # SKM-G1
    "strike": 1 * INCH,  # SKM-F1
    "take": 1 * INCH,  # SKM-N4
    "line": 2,  # SKM-N1
}
THROWN = {1: 2 * INCH, 2: 2 * INCH, 3: 4 * INCH, 4: 4 * INCH, 5: 6 * INCH, 6: 6 * INCH}  # SKM-N1
BLAST = {"radius": (2 * INCH, 3 * INCH), "diameter": (1 * INCH, 1500)}  # SKM-N2
DICE = {"near": 4, "far": 2, "melee": 3, "inner": 4, "outer": 2, "indirect": 2}
ARMOUR = {"whole": 4, "compromised": 2, "down to": 5}  # SKM-H1
FIGURES, HEALTH, GRENADES, ACTIONS = 5, 10, 2, 2  # SKM-S1, SKM-R3
DEFAULTS: Mapping[str, Any] = {
    "table": "36x36",
    "seating": "spaced",
    "report": "after_movement",
    "round_limit": 50,
    "minute": 60,
    "attack_turn": "action",
    "sight": "terrain",
    "melee": "standard",
    "blast": "radius",
}
SEAT_OF = {seat[0].upper(): seat for seat in SEATS}


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """What the players agreed on before the game. `names` are the figures' (SKM-S1)."""

    game: str
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    ground: Ground
    names: Mapping[str, str]

    @property
    def revised(self) -> bool:
        return self.game == "skirmish"


@dataclass(frozen=True, slots=True)
class Figure:
    """`at` is None until it is placed, and when its player has left. The dead lie where they
    fell."""

    id: str
    at: Point | None
    health: int = HEALTH
    grenades: int = GRENADES
    actions: int = ACTIONS
    seen: bool = False
    fresh: bool = False

    @property
    def seat(self) -> str:
        return SEAT_OF[self.id[0]]

    @property
    def place(self) -> Point:
        assert self.at is not None
        return self.at

    @property
    def armour(self) -> int:
        """SKM-H1"""
        return ARMOUR["compromised" if self.health <= ARMOUR["down to"] else "whole"]


@dataclass(frozen=True, slots=True)
class Contest:
    """The dice for the first turn: who rolls in this try, and the faces so far (SKM-S6)."""

    among: tuple[str, ...]
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Attack:
    """What waits for dice or for a landing. `total` is what has been rolled against `hurt`, whose
    armour answers. `against` are those who have yet to resist a blast, with their dice, or indirect
    fire, with the seat whose army fires."""

    do: str
    unit: str = ""
    target: str = ""
    total: int | None = None
    hurt: str | None = None
    toward: Point | None = None
    far: int | None = None
    at: Point | None = None
    against: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """`phase` is deploy, movement, attack or over. `first` begins the attack turns, `seat` has the
    turn in them. `end` is who won, and why: `reported` with who did, `figures`, `nobody` or
    `rounds`."""

    terms: Terms
    figures: Mapping[str, Figure]
    phase: str = "deploy"
    round: int = 0
    first: str | None = None
    contest: Contest | None = None
    ready: frozenset[str] = frozenset()
    seat: str = "red"
    acting: str | None = None
    attack: Attack | None = None
    end: tuple[tuple[str, ...], str, tuple[str, ...]] | None = None

    def spot(self, id: str) -> Spot:
        return table.spot(self.terms.ground, self.figures[id].place)


# -- setting up ----------------------------------------------------------------------------------


def agree(
    game: str,
    seats: int,
    options: Mapping[str, Any],
    ground: Mapping[str, Any] | None = None,
    names: Mapping[str, str] | None = None,
) -> Terms:
    """Terms from the contract's options and table; what is left out has its default. A table that
    has a name of its own among the options has to be given, too."""
    said = {**DEFAULTS, **options}
    if ground is None:
        width, depth = (float(side) for side in said["table"].split("x"))
        ground = {"size": [width, depth], "terrain": []}
    elif "table" not in options:
        del said["table"]
    laid = table.lay(seats, said["seating"], ground)
    return Terms(game, SEATS[:seats], said, laid, names or {})


@cache
def ids_of(seat: str) -> tuple[str, ...]:
    return tuple(f"{seat[0].upper()}{number}" for number in range(1, FIGURES + 1))


def start(terms: Terms) -> Position:
    """SKM-S1, SKM-S3: nobody is placed yet."""
    ids = [id for seat in terms.seats for id in ids_of(seat)]
    return Position(terms, {id: Figure(id, None) for id in ids})


def living(position: Position, seat: str) -> list[Figure]:
    own = [position.figures[id] for id in ids_of(seat)]
    return [figure for figure in own if figure.health > 0]


def playing(position: Position) -> list[str]:
    """SKM-O7: the seats that have figures left."""
    return [seat for seat in position.terms.seats if living(position, seat)]


# -- what is pending -----------------------------------------------------------------------------


def asked(position: Position) -> tuple[str, tuple[str, ...], int]:
    """What is waited for (`decide`, the purpose of a roll, or `over`), of whom, how many dice."""
    if position.end is not None:
        return "over", (), 0
    if position.contest is not None:
        contest = position.contest
        return "initiative", (contest.among[len(contest.faces)],), 1
    if position.attack is not None:
        return asked_in_attack(position, position.attack)
    if position.phase == "deploy":
        return "decide", (placing(position),), 0
    if position.phase == "movement":
        return "decide", tuple(s for s in playing(position) if s not in position.ready), 0
    return "decide", (position.seat,), 0


def asked_in_attack(position: Position, attack: Attack) -> tuple[str, tuple[str, ...], int]:
    owner = (SEAT_OF[attack.unit[0]] if attack.unit else "",)
    if attack.hurt is not None:
        figure = position.figures[attack.hurt]
        return "armour", (figure.seat,), figure.armour
    if attack.do == "shoot":
        near = table.within(
            position.spot(attack.unit), position.spot(attack.target), LENGTHS["near"]
        )
        return "attack", owner, DICE["near" if near else "far"]
    if attack.do == "strike":
        who = attack.unit if attack.total is None else attack.target
        return "melee", (SEAT_OF[who[0]],), DICE["melee"]
    if attack.do == "throw":
        return ("throw", owner, 1) if attack.far is None else ("decide", owner, 0)
    if attack.do == "land":
        return "blast", owner, attack.against[0][1]
    return "indirect", (attack.against[0][1],), DICE["indirect"]


def placing(position: Position) -> str:
    """SKM-S3: one figure each, in seat order."""
    placed = sum(figure.at is not None for figure in position.figures.values())
    return position.terms.seats[placed % len(position.terms.seats)]


# -- what may be done ----------------------------------------------------------------------------


def refusal(position: Position, seat: str | None, action: Action) -> tuple[str, list[str]] | None:
    """None if the seat may do that; otherwise the kind of refusal, and the rules it breaks."""
    what, whom, _ = asked(position)
    if what == "over":
        return "over", []
    if what != "decide":
        return "not-your-turn", []
    if seat is None and action["do"] != "time":
        return "not-your-turn", ["SKM-R6"]
    if seat is None:
        rules = against_clock(position)
    elif seat not in whom:
        return "not-your-turn", {"deploy": ["SKM-S3"], "movement": ["SKM-R6"]}.get(
            position.phase, ["SKM-R7"]
        )
    else:
        rules = broken(position, seat, action)
    return ("illegal", rules) if rules else None


def against_clock(position: Position) -> list[str]:
    """SKM-R6: the time is over in the minute, where there is a clock; no seat says so."""
    due = position.phase == "movement" and position.terms.options["minute"]
    return [] if due else ["SKM-R6"]


def broken(position: Position, seat: str, action: Action) -> list[str]:
    """The rules that an action of a seat that decides would break."""
    do = action["do"]
    if position.phase == "deploy":
        return against_placing(position, seat, action) if do == "deploy" else ["SKM-S3"]
    if position.attack is not None:
        landing = do == "land"
        return against_landing(position, position.attack, action["at"]) if landing else ["SKM-N1"]
    if position.phase == "movement":
        if do == "ready":
            return []
        late = {"deploy": ["SKM-S3"], "time": ["SKM-R6"]}.get(do, ["SKM-R2"])
        return against_move(position, seat, action) if do == "move" else late
    if do in PAST:
        return [*strangers(position, action), PAST[do]]
    return against_acting(position, seat, action) or AGAINST[do](position, action)


PAST = {"deploy": "SKM-S3", "move": "SKM-R5", "ready": "SKM-R6", "time": "SKM-R6", "land": "SKM-N1"}
"""What is not done in the attack turns, unless a grenade is in the air."""


def strangers(position: Position, action: Action) -> list[str]:
    """SKM-S4: nobody sits there."""
    named = [action[name] for name in ("unit", "target", "corpse") if name in action]
    return ["SKM-S4"] if any(id not in position.figures for id in named) else []


def against_base(position: Position, id: str, at: Point) -> list[str]:
    """SKM-M2: the centre on the table, the base clear of those of others who live."""
    if not table.on_table(position.terms.ground, at):
        return ["SKM-M2"]
    for other in position.figures.values():
        if other.id != id and other.health and other.at and table.overlap(other.at, at):
            return ["SKM-M2"]
    return []


def against_placing(position: Position, seat: str, action: Action) -> list[str]:
    """SKM-S3 whose, once, and not near another's edge; SKM-S2 near one's own."""
    if strangers(position, action):
        return ["SKM-S4"]
    figure, at, ground = position.figures[action["unit"]], action["at"], position.terms.ground
    if figure.seat != seat or figure.at is not None:
        return ["SKM-S3"]
    rules = against_base(position, figure.id, at)
    if not table.near_edge(ground, seat, at):
        rules.append("SKM-S2")
    if any(table.near_edge(ground, other, at) for other in position.terms.seats if other != seat):
        rules.append("SKM-S3")
    return rules


def against_move(position: Position, seat: str, action: Action) -> list[str]:
    if strangers(position, action):
        return ["SKM-S4"]
    figure, to, ground = position.figures[action["unit"]], action["to"], position.terms.ground
    if figure.seat != seat:
        return ["SKM-R6"]
    if figure.health == 0:
        return ["SKM-H2"]
    rules = [] if figure.actions else ["SKM-R3"]
    if not table.within(figure.place, to, LENGTHS["move"]):
        rules.append("SKM-R3")
    rules += against_base(position, figure.id, to)
    ends = table.spot(ground, figure.place), table.spot(ground, to)
    if position.terms.revised and not table.within(*ends, LENGTHS["move"]):
        rules.append("SKM-M1")
    return rules


def against_acting(position: Position, seat: str, action: Action) -> list[str]:
    """What keeps a figure from doing anything in the attack turns."""
    if strangers(position, action):
        return ["SKM-S4"]
    figure = position.figures[action["unit"]]
    if figure.seat != seat:
        return ["SKM-R7"]
    if figure.health == 0:
        return ["SKM-H2"]
    rules = [] if figure.actions else ["SKM-R4"]
    return rules + ([] if position.acting in (None, figure.id) else ["SKM-R7"])


def against_enemy(position: Position, action: Action) -> list[str]:
    """SKM-G3"""
    target = position.figures[action["target"]]
    mine = target.seat == SEAT_OF[action["unit"][0]]
    return ["SKM-G3"] if mine or target.health == 0 else []


def against_shot(position: Position, action: Action) -> list[str]:
    rules = against_enemy(position, action)
    if rules or position.terms.options["sight"] == "open":
        return rules
    ends = position.spot(action["unit"]), position.spot(action["target"])
    return [] if visible(position.terms.ground, *ends) else ["SKM-G2"]


def against_strike(position: Position, action: Action) -> list[str]:
    rules = against_enemy(position, action)
    if rules:
        return rules
    ends = position.spot(action["unit"]), position.spot(action["target"])
    return [] if table.within(*ends, LENGTHS["strike"]) else ["SKM-F1"]


def against_throw(position: Position, action: Action) -> list[str]:
    """SKM-N1: a grenade, a direction, and somewhere to land, also with the lowest die."""
    figure, toward = position.figures[action["unit"]], action["toward"]
    if not figure.grenades or toward == figure.place:
        return ["SKM-N1"]
    return [] if landing(position, figure.place, toward) else ["SKM-N1"]


def landing(position: Position, source: Point, toward: Point) -> Point | None:
    """The first place where it may land with any die: every point near the line is looked at, row
    by row or column by column, until one will do."""
    way = toward[0] - source[0], toward[1] - source[1]
    main = 0 if abs(way[0]) >= abs(way[1]) else 1
    forward = 1 if way[main] > 0 else -1
    for step in range(THROWN[1] + 1):
        beside = source[1 - main] + way[1 - main] * step // abs(way[main])
        for off in (0, 1, -1, 2, -2, 3, -3, 4):
            ends = source[main] + forward * step, beside + off
            at = ends if main == 0 else (ends[1], ends[0])
            if lands(position, source, toward, THROWN[1], at):
                return at
    return None


def lands(position: Position, source: Point, toward: Point, far: int, at: Point) -> bool:
    """SKM-N1: on the line to within 0.002 inches, ahead, within the distance, on the table."""
    way, off = (
        (toward[0] - source[0], toward[1] - source[1]),
        (at[0] - source[0], at[1] - source[1]),
    )
    return (
        way[0] * off[0] + way[1] * off[1] > 0
        and table.turn(source, toward, at) ** 2
        <= LENGTHS["line"] ** 2 * table.square(source, toward)
        and table.within(source, at, far)
        and table.on_table(position.terms.ground, at)
    )


def against_landing(position: Position, attack: Attack, at: Point) -> list[str]:
    assert attack.toward is not None and attack.far is not None
    source = position.figures[attack.unit].place
    return [] if lands(position, source, attack.toward, attack.far, at) else ["SKM-N1"]


def against_telling(position: Position, action: Action) -> list[str]:
    """SKM-O3: any one other figure of its side, who lives, by one who has seen."""
    figure, target = position.figures[action["unit"]], position.figures[action["target"]]
    other = target.seat == figure.seat and target.id != figure.id and target.health
    return [] if other and figure.seen else ["SKM-O3"]


def against_taking(position: Position, action: Action) -> list[str]:
    """SKM-N4: a corpse that lies on the table with grenades, within an inch."""
    corpse = position.figures[action["corpse"]]
    if corpse.health or corpse.at is None or not corpse.grenades:
        return ["SKM-N4"]
    near = table.within(position.spot(action["unit"]), position.spot(corpse.id), LENGTHS["take"])
    return [] if near else ["SKM-N4"]


AGAINST: dict[str, Callable[[Position, Action], list[str]]] = {
    "shoot": against_shot,
    "strike": against_strike,
    "throw": against_throw,
    "tell": against_telling,
    "take": against_taking,
    "skip": lambda position, action: [],
}


def changed(position: Position, *figures: Figure) -> Position:
    return replace(position, figures={**position.figures, **{f.id: f for f in figures}})
