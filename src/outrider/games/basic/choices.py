"""What a player may choose from: attacks and commands by the list, places by the thousandth."""

import random
from collections.abc import Iterable, Iterator
from itertools import islice

from outrider.core.choices import Choices
from outrider.core.refusal import Refusal, illegal
from outrider.games.basic.actions import Action, Attack, Command, Deploy, End, Move
from outrider.games.basic.battalion import ABILITIES, STATISTICS
from outrider.games.basic.combat import in_range, why_not_attack, why_not_strike
from outrider.games.basic.command import why_not_command
from outrider.games.basic.moving import why_not_end, why_not_move, why_not_set_out
from outrider.games.basic.setup import why_not_deploy, why_not_here, zone_of
from outrider.games.basic.state import State, Unit, other, place_of
from outrider.table.candidates import about_enemies, about_ranges, behind_friends, rings
from outrider.table.points import Point
from outrider.table.snapping import BASE

TRIES = 40
"""How often a random point is tried before a unit is taken to have no room."""
RANGES = tuple(sorted({kind.range for kind in STATISTICS.values()}))
ROW = 6
"""Places in a row of the sample for deployment."""
FINE = 100
"""The step, a tenth of an inch, in which a free place is looked for where a row is full."""


class Deploying(Choices[Action]):
    """One's own units, each anywhere in one's own zone."""

    complete = False

    def __init__(self, state: State) -> None:
        self._state = state

    def why_not(self, action: Action) -> Refusal | None:
        if not isinstance(action, Deploy):
            return illegal("BSK-S2", "first both battalions have to be placed")
        return why_not_deploy(self._state, action)

    def _units(self) -> list[Unit]:
        return [unit for unit in self._state.living(self._state.turn) if unit.at is None]

    def __iter__(self) -> Iterator[Action]:
        """Front, middle and back of the zone, evenly over the width; where all that is taken, the
        first free place along them."""
        width = self._state.table.size[0]
        even = [width * column // (2 * ROW) for column in range(1, 2 * ROW, 2)]
        for unit in self._units():
            found = False
            for at in self._places(unit, even):
                found = True
                yield Deploy(unit.id, at)
            if not found:
                close = range(0, width + 1, FINE)
                yield from (Deploy(unit.id, at) for at in islice(self._places(unit, close), 1))

    def _places(self, unit: Unit, columns: Iterable[int]) -> Iterator[Point]:
        low, high = zone_of(self._state, self._state.turn)
        front, back = (high, low) if self._state.turn == "red" else (low, high)
        for y in dict.fromkeys((front, (low + high) // 2, back)):
            for x in columns:
                if why_not_here(self._state, unit, (x, y)) is None:
                    yield x, y

    def sample(self, source: random.Random) -> Action:
        unit = self._units()[int(source.random() * len(self._units()))]
        low, high = zone_of(self._state, self._state.turn)
        for _ in range(TRIES):
            at = (_between(source, 0, self._state.table.size[0]), _between(source, low, high))
            if why_not_here(self._state, unit, at) is None:
                return Deploy(unit.id, at)
        return next(action for action in self if isinstance(action, Deploy))


class Fighting(Choices[Action]):
    """A turn: any unit that may still do something, a command, or the end."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._movers = [
            unit for unit in state.living(state.turn) if why_not_set_out(state, unit) is None
        ]
        self.complete = not self._movers

    def why_not(self, action: Action) -> Refusal | None:
        match action:
            case Move():
                return why_not_move(self._state, action)
            case Attack():
                return why_not_attack(self._state, action)
            case Command():
                return why_not_command(self._state, action)
            case Deploy():
                return illegal("BSK-S2", "the battle has begun; units are placed before it")
        return None

    def attacks(self) -> Iterator[Attack]:
        enemies = self._state.living(other(self._state.turn))
        for unit in self._state.living(self._state.turn):
            if why_not_strike(self._state, unit) is None:
                for target in enemies:
                    if in_range(unit, target):
                        yield Attack(unit.id, target.id)

    def commands(self) -> Iterator[Command]:
        for ability in ABILITIES:
            if why_not_command(self._state, Command(ability)) is None:
                yield Command(ability)

    def moves(self, unit: Unit) -> Iterator[Move]:
        """A sample of where a unit may go, each point once."""
        start, limit = place_of(unit), unit.movement
        enemies = [place_of(foe) for foe in self._state.living(other(unit.seat))]
        friends = [place_of(own) for own in self._state.living(unit.seat) if own.id != unit.id]
        points: dict[Point, None] = dict.fromkeys(about_enemies(start, limit, enemies))
        points.update(dict.fromkeys(about_ranges(start, limit, enemies, RANGES)))
        points.update(dict.fromkeys(behind_friends(start, limit, friends, enemies, 2 * BASE)))
        points.update(dict.fromkeys(rings(start, limit)))
        for point in points:
            if why_not_end(self._state, unit, point) is None:
                yield Move(unit.id, point)

    def __iter__(self) -> Iterator[Action]:
        yield from self.attacks()
        yield from self.commands()
        for unit in self._movers:
            yield from self.moves(unit)
        yield End()

    def sample(self, source: random.Random) -> Action:
        """A unit's move, an attack, a command or the end, each of them as likely as another."""
        listed: list[Action] = [*self.attacks(), *self.commands(), End()]
        chosen = int(source.random() * (len(listed) + len(self._movers)))
        if chosen < len(listed):
            return listed[chosen]
        return self._random_move(self._movers[chosen - len(listed)], source)

    def _random_move(self, unit: Unit, source: random.Random) -> Action:
        x, y = place_of(unit)
        limit = unit.movement
        for _ in range(TRIES):
            point = _between(source, x - limit, x + limit), _between(source, y - limit, y + limit)
            if why_not_end(self._state, unit, point) is None:
                return Move(unit.id, point)
        return Move(unit.id, (x, y))


def _between(source: random.Random, low: int, high: int) -> int:
    return low + int(source.random() * (high - low + 1))
