"""A game of Skirmishers as frozen data."""

from dataclasses import dataclass, replace

from outrider.core.options import Options
from outrider.core.pending import Outcome
from outrider.games.skirmishers.scenario import Scenario, Warrior
from outrider.table.points import Point
from outrider.table.terrain import Table

GAP = 50
"""Bases at most 0.05" apart touch (SKR-F1)."""


@dataclass(frozen=True, slots=True)
class Unit:
    """`at` is None once it has left by its exit edge, which `exited` names; the dead keep the point
    where they fell. `over` are the enemies it has advantage over (SKR-F8). `reacted`: its shot of
    the opponent's turn is spent (SKR-X3)."""

    warrior: Warrior
    at: Point | None
    alive: bool = True
    moved: bool = False
    fired: bool = False
    fought: bool = False
    reacted: bool = False
    over: tuple[str, ...] = ()
    exited: str = ""

    @property
    def id(self) -> str:
        return self.warrior.id

    @property
    def seat(self) -> str:
        return self.warrior.seat

    @property
    def here(self) -> bool:
        """Alive and on the table."""
        return self.alive and self.at is not None


@dataclass(frozen=True, slots=True)
class March:
    """A move under way (SKR-X4). The mover stands at number `look` of the places where its path,
    which begins at `start`, is looked at; `asked` have had their offer."""

    unit: str
    start: Point
    path: tuple[Point, ...]
    look: int = 0
    asked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shot:
    """Fire that waits for dice: the firer's first, whose faces are then kept. `kind` is fire,
    return-fire or defensive-fire."""

    kind: str
    unit: str
    target: str
    faces: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Fight:
    """A melee that waits for dice, the strikers' first, or for the choice of SKR-F9."""

    units: tuple[str, ...]
    target: str
    faces: tuple[int, ...] | None = None
    answer: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A reaction that its owner may take or leave; `kind` is return-fire or defensive-fire."""

    kind: str
    unit: str
    target: str


@dataclass(frozen=True, slots=True)
class State:
    """`units` are all pieces of the scenario in unit order. `active` is the side whose turn it is,
    `turns` how many are over. `held` counts, side by side and condition by condition, at the ends
    of how many own turns in a row a zone was held."""

    options: Options
    scenario: Scenario
    units: tuple[Unit, ...]
    active: str
    held: tuple[tuple[int, ...], tuple[int, ...]]
    turns: int = 0
    march: March | None = None
    shot: Shot | None = None
    fight: Fight | None = None
    offer: Offer | None = None
    outcome: Outcome | None = None

    @property
    def table(self) -> Table:
        return self.scenario.table

    def unit(self, id: str) -> Unit:
        return self.units[self.scenario.index[id]]

    def find(self, id: str) -> Unit | None:
        at = self.scenario.index.get(id)
        return None if at is None else self.units[at]

    def present(self, seat: str) -> list[Unit]:
        """A side's live pieces on the table, in unit order."""
        mine = seat[0].upper()
        return [
            unit
            for unit in self.units
            if unit.alive and unit.at is not None and unit.warrior.id[0] == mine
        ]

    def with_units(self, *changed: Unit) -> "State":
        units = list(self.units)
        index = self.scenario.index
        for unit in changed:
            units[index[unit.warrior.id]] = unit
        return replace(self, units=tuple(units))


def place_of(unit: Unit) -> Point:
    """Where a piece on the table stands."""
    assert unit.at is not None
    return unit.at


def touches_at(unit: Unit, point: Point, enemy: Unit) -> bool:
    """SKR-F1: whether a piece would touch another if it stood there."""
    at = enemy.at
    if at is None:
        return False
    reach = unit.warrior.base + enemy.warrior.base + GAP
    dx, dy = at[0] - point[0], at[1] - point[1]
    return dx * dx + dy * dy <= reach * reach


def touching(unit: Unit, enemy: Unit) -> bool:
    return unit.at is not None and touches_at(unit, unit.at, enemy)


def pinned(state: State, unit: Unit) -> Unit | None:
    """SKR-F11: who holds a piece down, if anybody does."""
    if not state.options["pinned"]:
        return None
    id = unit.warrior.id
    return next((each for each in state.units if each.over and id in each.over), None)


def parted(state: State, unit: str, others: tuple[str, ...]) -> State:
    """SKR-F8: between a piece and these others there is no advantage any more."""
    changed = []
    for id in others:
        enemy = state.unit(id)
        if unit in enemy.over:
            changed.append(replace(enemy, over=tuple(o for o in enemy.over if o != unit)))
    mine = state.unit(unit)
    if any(id in mine.over for id in others):
        changed.append(replace(mine, over=tuple(o for o in mine.over if o not in others)))
    return state.with_units(*changed) if changed else state
