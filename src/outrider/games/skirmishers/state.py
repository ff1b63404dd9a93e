"""A game of Skirmishers as frozen data: the kernel's record, and what does not change."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from struct import Struct
from typing import Any, ClassVar

from outrider.core.codec import number
from outrider.core.frozen import frozen
from outrider.core.lazy import recent
from outrider.core.options import Options
from outrider.core.pending import Outcome
from outrider.core.variant import Variant, numbers_in
from outrider.core.wire import wire
from outrider.games.skirmishers.afoot import SHOTS, Fight, March, Offer, Shot
from outrider.games.skirmishers.ground import bits_of, most_candidates, pieces_of, plan_of
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.numbers import numbers_of
from outrider.games.skirmishers.scenario import EDGES, SEATS, WEAPONS, Scenario, Warrior
from outrider.games.skirmishers.victory import outcome_of
from outrider.table.points import Point
from outrider.table.terrain import Table
from outrider.table.texts import UnitId

FLAGS = {
    "moved": layout.MOVED,
    "fired": layout.FIRED,
    "fought": layout.FOUGHT,
    "reacted": layout.REACTED,
}
RATED = ("firing", "attack", "defense", "movement", "weapon", "range", "base")
RATINGS = slice(layout.FIRING, layout.OVER)
KEPT = 256

HEADER = Struct(f"{layout.HEADER}q")
ROW = Struct(f"{layout.FIELDS}q")


@frozen
class Unit:
    """`at` is None once it has left by its `exit`, an edge; the dead keep the point where they
    fell. `over` are the enemies it has advantage over, as it came by them (SKR-F8). `reacted`: its
    shot of the opponent's turn is spent (SKR-X3)."""

    written: ClassVar[tuple[str, ...]] = (
        "id", "seat", "kind", "warrior.name", "at", "health", "alive",
        *(f"warrior.{name}" for name in RATED), *FLAGS, "over", "exited", "exit",
    )  # fmt: skip
    kind: ClassVar[str] = "warrior"
    warrior: Warrior
    at: Point | None = wire(called="`at`")
    health: int = wire(read=number(0, 1), called="the health")
    moved: bool = False
    fired: bool = False
    fought: bool = False
    reacted: bool = False
    over: tuple[UnitId, ...] = wire("advantage_over", default=())
    exit: str = wire(default="", sparse=True)

    @property
    def id(self) -> str:
        return self.warrior.id

    @property
    def seat(self) -> str:
        return self.warrior.seat

    @property
    def alive(self) -> bool:
        return self.health > 0

    @property
    def exited(self) -> bool:
        return self.exit != ""

    @property
    def here(self) -> bool:
        """Alive and on the table."""
        return self.alive and self.at is not None


@dataclass(frozen=True)
class Setting:
    """What stays the same throughout a game; `numbers` are those of the rules, as the variant has
    them, and of the options."""

    options: Options
    scenario: Scenario
    variant: Variant | None = None

    def is_played_as(self, other: object) -> bool:
        """Whether games are on the same terms, whatever a variant is called."""
        if not isinstance(other, Setting):
            return False
        mine, yours = (self.options, self.numbers), (other.options, other.numbers)
        return self is other or (mine == yours and self.scenario == other.scenario)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return numbers_of(self.options, numbers_in(self.variant))

    @cached_property
    def arrays(self) -> tuple[Any, Any, Any, Any]:
        """Pieces, corners, plan and numbers as the kernel takes them. Nobody writes to them."""
        import numpy as np

        plan = np.array(plan_of(self.scenario), np.int64)
        return *pieces_of(self.scenario), plan, np.array(self.numbers, np.int64)

    @cached_property
    def room(self) -> int:
        """How many stretches of a leg may lie inside terrain."""
        pieces, corners, *_ = self.arrays
        return int(pieces.shape[1] + corners.shape[1] + 1)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """All pieces in unit order."""
        return tuple(warrior.id for warrior in self.scenario.warriors)

    @cached_property
    def rows_end(self) -> int:
        """Where the pieces' rows end, in bytes."""
        return HEADER.size + ROW.size * len(self.ids)

    @cached_property
    def strikers(self) -> int:
        """How many of a side may strike together."""
        return max(len(self.scenario.side(seat).warriors) for seat in SEATS)

    @cached_property
    def most_candidates(self) -> int:
        return most_candidates(self.scenario)

    def named(self, words: Sequence[int]) -> tuple[str, ...]:
        """The pieces of a set, in unit order."""
        if not any(words):
            return ()
        return tuple(
            id
            for number, id in enumerate(self.ids)
            if words[number >> layout.BITS] >> (number & layout.LOW_BITS) & 1
        )


@lru_cache(KEPT)
def _setting(options: Options, scenario: "Same", variant: Variant | None) -> Setting:
    return Setting(options, scenario.scenario, variant)


class Same:
    """A scenario, known by identity: to compare two takes longer than any question."""

    __slots__ = ("scenario",)

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    def __hash__(self) -> int:
        return id(self.scenario)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.scenario is self.scenario


def setting_of(options: Options, scenario: Scenario, variant: Variant | None = None) -> Setting:
    """The same object for the same options, scenario and numbers, so that all is laid out once."""
    return _setting(options, Same(scenario), variant)


@dataclass(frozen=True)
class State:
    """`record` is the kernel's, laid out by `kernel.layout`; the rest of this reads it. It knows
    sets of pieces: `gained` are those that have advantage over several enemies, and over whom in
    the order in which it was gained, where that is not unit order. Rules do not ask for it."""

    setting: Setting
    record: bytes
    gained: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def options(self) -> Options:
        return self.setting.options

    @property
    def scenario(self) -> Scenario:
        return self.setting.scenario

    @property
    def table(self) -> Table:
        return self.setting.scenario.table

    @recent
    def header(self) -> tuple[int, ...]:
        return HEADER.unpack_from(self.record)

    @property
    def active(self) -> str:
        """The side whose turn it is."""
        return SEATS[self.header[layout.SEAT]]

    @property
    def turns(self) -> int:
        """How many turns are over."""
        return self.header[layout.TURNS]

    @property
    def held(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Side by side and condition by condition, at the ends of how many own turns in a row a
        zone was held."""
        counts = self.header[layout.HELD_TURNS : layout.WAY]
        red, blue = (len(self.scenario.side(seat).victory) for seat in SEATS)
        other = layout.MOST_CONDITIONS
        return counts[:red], counts[other : other + blue]

    @property
    def outcome(self) -> Outcome | None:
        ending = self.header[layout.ENDING]
        return outcome_of(self.scenario, ending) if ending != layout.GOES_ON else None

    # -- pieces ----------------------------------------------------------------------------------

    def row(self, number: int) -> tuple[int, ...]:
        """The numbers of a piece, by the kernel's places."""
        return ROW.unpack_from(self.record, HEADER.size + ROW.size * number)

    @recent
    def units(self) -> tuple[Unit, ...]:
        """All pieces of the scenario, in unit order."""
        rows = ROW.iter_unpack(memoryview(self.record)[HEADER.size : self.setting.rows_end])
        warriors = self.scenario.warriors
        return tuple(self._unit(warrior, row) for warrior, row in zip(warriors, rows, strict=True))

    def _unit(self, warrior: Warrior, row: tuple[int, ...]) -> Unit:
        unit = _unit(self.setting, warrior, row)
        for id, over in self.gained:
            if id == unit.id:
                return replace(unit, over=over)
        return unit

    def unit(self, id: str) -> Unit:
        number = self.scenario.index[id]
        return self._unit(self.scenario.warriors[number], self.row(number))

    def find(self, id: str) -> Unit | None:
        return self.unit(id) if id in self.scenario.index else None

    def present(self, seat: str) -> list[Unit]:
        """A side's live pieces on the table, in unit order."""
        mine = seat[0].upper()
        return [unit for unit in self.units if unit.here and unit.warrior.id[0] == mine]

    # -- what is under way -----------------------------------------------------------------------

    @property
    def march(self) -> March | None:
        header, ids = self.header, self.setting.ids
        if header[layout.MOVER] == layout.NONE:
            return None
        places = header[layout.WAY : layout.WAY + 2 * header[layout.POINTS] + 2]
        start, *path = zip(places[::2], places[1::2], strict=True)
        held = header[layout.HOLDING : layout.HOLDING + layout.WORDS]
        waiting = header[layout.WAITING : layout.WAITING + layout.WORDS]
        named = self.setting.named
        mover, gone = ids[header[layout.MOVER]], header[layout.GONE]
        return March(mover, start, tuple(path), gone, named(held), named(waiting))

    @property
    def shot(self) -> Shot | None:
        header, ids = self.header, self.setting.ids
        stage = header[layout.STAGE]
        if stage not in (layout.FIRING_DICE, layout.DEFENSE_DICE):
            return None
        unit, target = header[layout.FIRER], header[layout.TARGET]
        faces = None
        if stage == layout.DEFENSE_DICE:
            faces = unpacked(header[layout.FACES], self.row(unit)[layout.FIRING])
        return Shot(SHOTS[header[layout.KIND_OF_FIRE]], ids[unit], ids[target], faces)

    @property
    def fight(self) -> Fight | None:
        header, ids = self.header, self.setting.ids
        stage = header[layout.STAGE]
        if stage not in (layout.MELEE_DICE, layout.ANSWER_DICE, layout.CHOOSING):
            return None
        target = header[layout.TARGET]
        strikers = self.strikers
        units = tuple(ids[number] for number, _ in strikers)
        faces = answer = None
        if stage != layout.MELEE_DICE:
            faces = tuple(
                face
                for number, thrown in strikers
                for face in unpacked(thrown, self.row(number)[layout.ATTACK])
            )
        if stage == layout.CHOOSING:
            answer = unpacked(header[layout.ANSWER], self.row(target)[layout.ATTACK])
        return Fight(units, ids[target], faces, answer)

    @property
    def strikers(self) -> list[tuple[int, int]]:
        """Who strikes together, and each one's faces as the kernel has them."""
        count = self.header[layout.STRIKERS]
        end = self.setting.rows_end
        numbers = Struct(f"{layout.STRIKER_FIELDS * count}q").unpack_from(self.record, end)
        return list(zip(numbers[::2], numbers[1::2], strict=True))

    @property
    def offer(self) -> Offer | None:
        header, ids = self.header, self.setting.ids
        if header[layout.STAGE] not in (layout.RETURNING, layout.WATCHING):
            return None
        unit, target = ids[header[layout.FIRER]], ids[header[layout.TARGET]]
        return Offer(SHOTS[header[layout.KIND_OF_FIRE]], unit, target)


def unpacked(faces: int, count: int) -> tuple[int, ...]:
    return tuple(faces >> layout.DIGIT * number & layout.DIGITS for number in range(count))


def packed(faces: Sequence[int]) -> int:
    return sum(face << layout.DIGIT * number for number, face in enumerate(faces))


def ratings_of(warrior: Warrior) -> tuple[int, ...]:
    """A piece's ratings in the order of the kernel's places."""
    weapon = WEAPONS.index(warrior.weapon)
    return (
        warrior.firing, warrior.attack, warrior.defense, warrior.movement, weapon,
        warrior.range, warrior.base,
    )  # fmt: skip


def _warrior(plain: Warrior, ratings: tuple[int, ...]) -> Warrior:
    """A piece with its own ratings, if somebody has given it any."""
    if ratings == ratings_of(plain):
        return plain
    named: dict[str, Any] = dict(zip(RATED, ratings, strict=True))
    return replace(plain, **{**named, "weapon": WEAPONS[named["weapon"]]})


def _unit(setting: Setting, plain: Warrior, row: tuple[int, ...]) -> Unit:
    flags, left = row[layout.FLAGS], row[layout.EXIT]
    return Unit(
        _warrior(plain, row[RATINGS]),
        (row[layout.X], row[layout.Y]) if flags & layout.PLACED else None,
        int(flags & layout.ALIVE != 0),
        flags & layout.MOVED != 0,
        flags & layout.FIRED != 0,
        flags & layout.FOUGHT != 0,
        flags & layout.REACTED != 0,
        setting.named(row[layout.OVER :]),
        EDGES[left - 1] if left else "",
    )


def _row(setting: Setting, unit: Unit) -> Iterator[int]:
    yield from unit.at or (0, 0)
    flags = sum(flag for name, flag in FLAGS.items() if getattr(unit, name))
    yield flags + layout.ALIVE * unit.alive + layout.PLACED * (unit.at is not None)
    yield EDGES.index(unit.exit) + 1 if unit.exit else layout.NO_EXIT
    yield from ratings_of(unit.warrior)
    yield from bits_of([setting.scenario.index[id] for id in unit.over])


def recorded(
    setting: Setting,
    units: Sequence[Unit],
    active: str,
    held: tuple[tuple[int, ...], tuple[int, ...]],
    turns: int = 0,
) -> State:
    """A position in which nothing is under way. Whether it is over is for the kernel to say."""
    header = [0] * layout.HEADER
    header[layout.SEAT] = SEATS.index(active)
    header[layout.TURNS] = turns
    header[layout.REDS] = len(setting.scenario.red.warriors)
    header[layout.UNITS] = len(units)
    for place in (layout.KIND_OF_FIRE, layout.FIRER, layout.TARGET, layout.MOVER):
        header[place] = layout.NONE
    for seat, counts in enumerate(held):
        first = layout.HELD_TURNS + layout.MOST_CONDITIONS * seat
        header[first : first + len(counts)] = counts
    rows = [part for unit in units for part in _row(setting, unit)]
    strikers = [0] * (layout.STRIKER_FIELDS * setting.strikers)
    state = State(setting, array("q", [*header, *rows, *strikers]).tobytes())
    return in_order(state, {unit.id: unit.over for unit in units})


def in_order(state: State, came: Mapping[str, tuple[str, ...]]) -> State:
    """The same state, advantages in the order in which pieces came by them so far; one that is not
    among those is the latest."""
    orders = []
    for unit in state.units:
        if len(unit.over) > 1:
            kept = tuple(id for id in came[unit.id] if id in unit.over)
            over = *kept, *(id for id in unit.over if id not in kept)
            if over != unit.over:
                orders.append((unit.id, over))
    return replace(state, gained=tuple(orders)) if orders else state


def under_way(
    state: State,
    active: str,
    march: March | None = None,
    shot: Shot | None = None,
    fight: Fight | None = None,
    offer: Offer | None = None,
) -> State:
    """The same position, in that side's turn, with something under way."""
    words = array("q", state.record)
    index = state.scenario.index
    words[layout.SEAT] = SEATS.index(active)
    if march is not None:
        words[layout.MOVER] = index[march.unit]
        words[layout.POINTS] = len(march.path)
        words[layout.GONE] = march.gone
        places = [part for point in (march.start, *march.path) for part in point]
        words[layout.WAY : layout.WAY + len(places)] = array("q", places)
        for first, ids in ((layout.HOLDING, march.held), (layout.WAITING, march.waiting)):
            bits = bits_of([index[id] for id in ids])
            words[first : first + layout.WORDS] = array("q", bits)
    fired = shot or offer
    if fired is not None:
        words[layout.KIND_OF_FIRE] = SHOTS.index(fired.kind)
        words[layout.FIRER] = index[fired.unit]
        words[layout.TARGET] = index[fired.target]
    if shot is not None:
        words[layout.STAGE] = layout.FIRING_DICE if shot.faces is None else layout.DEFENSE_DICE
        words[layout.FACES] = packed(shot.faces or ())
    elif offer is not None:
        returns = offer.kind == SHOTS[layout.RETURN]
        words[layout.STAGE] = layout.RETURNING if returns else layout.WATCHING
    elif fight is not None:
        _put_fight(state, words, fight)
    return replace(state, record=words.tobytes())


def _put_fight(state: State, words: "array[int]", fight: Fight) -> None:
    index = state.scenario.index
    stage = layout.ANSWER_DICE if fight.answer is None else layout.CHOOSING
    words[layout.STAGE] = layout.MELEE_DICE if fight.faces is None else stage
    words[layout.STRIKERS] = len(fight.units)
    words[layout.TARGET] = index[fight.target]
    words[layout.ANSWER] = packed(fight.answer or ())
    at = state.setting.rows_end // words.itemsize
    faces = fight.faces or ()
    for id in fight.units:
        dice = state.unit(id).warrior.attack
        words[at], words[at + 1] = index[id], packed(faces[:dice])
        faces = faces[dice:]
        at += layout.STRIKER_FIELDS


def place_of(unit: Unit) -> Point:
    """Where a piece on the table stands."""
    assert unit.at is not None
    return unit.at
