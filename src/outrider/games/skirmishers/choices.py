"""What a player may choose from: strikes and shots by the list, paths by the thousandth."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, combinations

from outrider.core.choices import Choices, Listed
from outrider.core.refusal import Refusal, illegal
from outrider.games.skirmishers.actions import (
    Action,
    Choose,
    DefensiveFire,
    Fire,
    Hold,
    Move,
    ReturnFire,
    Strike,
)
from outrider.games.skirmishers.actions import End as EndTurn
from outrider.games.skirmishers.fire import (
    why_not_at,
    why_not_fire,
    why_not_own_shot,
    why_not_ready,
)
from outrider.games.skirmishers.melee import why_not_choose, why_not_fight, why_not_strike
from outrider.games.skirmishers.moving import why_not_move, why_not_path, why_not_set_out
from outrider.games.skirmishers.samples import ends
from outrider.games.skirmishers.scenario import other
from outrider.games.skirmishers.state import Offer, State, Unit, place_of, touching

TRIES = 24
"""How often a random path is tried before a piece is taken to have no room."""
FEW = 4
"""Of so many strikers all combinations are listed, of more each alone and all together."""
BENT = 4
"""One random path in so many has a corner."""


class Turn(Choices[Action]):
    """A turn: any piece that may still do something, or the end (SKR-T1)."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._own = state.present(state.active)

    @property
    def complete(self) -> bool:  # type: ignore[override]
        """Paths are a continuum, and of several strikers each order is an action of its own."""
        return not self.movers() and all(len(units) == 1 for units, _ in self.clashes())

    def why_not(self, action: Action) -> Refusal | None:
        match action:
            case Move():
                return why_not_move(self._state, action)
            case Strike():
                return why_not_strike(self._state, action)
            case Fire():
                return why_not_fire(self._state, action)
            case EndTurn():
                return None
            case Choose():
                return why_not_choose(self._state, action)
            case ReturnFire():
                return illegal("SKR-X1", "nobody has been fired at just now")
        return illegal("SKR-X3", "nobody is offered a shot now")

    def movers(self) -> list[Unit]:
        return [unit for unit in self._own if why_not_set_out(self._state, unit) is None]

    def firers(self) -> list[Unit]:
        """Those who may fire, if they find a target."""
        return [
            unit
            for unit in self._own
            if unit.warrior.weapon != "none"
            and why_not_own_shot(self._state, unit) is None
            and why_not_ready(self._state, unit) is None
        ]

    def clashes(self) -> list[tuple[list[Unit], Unit]]:
        """Every enemy that can be struck, and by whom."""
        ready = [unit for unit in self._own if why_not_fight(self._state, unit) is None]
        found = []
        for foe in self._state.present(other(self._state.active)):
            units = [unit for unit in ready if touching(unit, foe)]
            if units:
                found.append((units, foe))
        return found

    def strikes(self) -> Iterator[Strike]:
        for units, foe in self.clashes():
            ids = [unit.id for unit in units]
            sizes = range(1, len(ids) + 1) if len(ids) <= FEW else (1, len(ids))
            together = chain.from_iterable(combinations(ids, size) for size in sizes)
            yield from (Strike(chosen, foe.id) for chosen in together)

    def targets(self, unit: Unit) -> list[Unit]:
        """The enemies in range; whether they are seen is asked later, since it takes long."""
        x, y = place_of(unit)
        square = unit.warrior.range**2
        return [
            foe
            for foe in self._state.present(other(unit.seat))
            if (place_of(foe)[0] - x) ** 2 + (place_of(foe)[1] - y) ** 2 <= square
        ]

    def shots(self, unit: Unit, targets: Sequence[Unit]) -> Iterator[Fire]:
        for foe in targets:
            if why_not_at(self._state, unit, foe, foe.id) is None:
                yield Fire(unit.id, foe.id)

    def moves(self, unit: Unit) -> Iterator[Move]:
        """A sample of where a piece may go, each path once."""
        for point in ends(self._state, unit):
            if why_not_path(self._state, unit, (point,)) is None:
                yield Move(unit.id, (point,))

    def __iter__(self) -> Iterator[Action]:
        yield from self.strikes()
        for unit in self.firers():
            yield from self.shots(unit, self.targets(unit))
        for unit in self.movers():
            yield from self.moves(unit)
        yield EndTurn()

    def sample(self, source: random.Random) -> Action:
        """A strike, a piece that fires, a piece that moves or the end, each as likely as another;
        a piece without a target or without room is passed over."""
        listed: list[Action] = [*self.strikes(), EndTurn()]
        movers, firers = self.movers(), self.firers()
        while True:
            chosen = int(source.random() * (len(listed) + len(movers) + len(firers)))
            if chosen < len(listed):
                return listed[chosen]
            chosen -= len(listed)
            if chosen < len(movers):
                move = self._random_move(movers[chosen], source)
                if move is not None:
                    return move
                del movers[chosen]
                continue
            unit = firers.pop(chosen - len(movers))
            targets = self.targets(unit)
            turned = int(source.random() * len(targets))
            shot = next(self.shots(unit, targets[turned:] + targets[:turned]), None)
            if shot is not None:
                return shot

    def _random_move(self, unit: Unit, source: random.Random) -> Action | None:
        start, limit = place_of(unit), unit.warrior.movement
        for _ in range(TRIES):
            if int(source.random() * BENT):
                path: tuple[tuple[int, int], ...] = (_about(source, start, limit),)
            else:
                corner = _about(source, start, limit // 2)
                path = (corner, _about(source, corner, limit // 2))
            if why_not_path(self._state, unit, path) is None:
                return Move(unit.id, path)
        return None


def _about(source: random.Random, point: tuple[int, int], limit: int) -> tuple[int, int]:
    """A point at most so far away."""
    while True:
        dx = int(source.random() * (2 * limit + 1)) - limit
        dy = int(source.random() * (2 * limit + 1)) - limit
        if dx * dx + dy * dy <= limit * limit:
            return point[0] + dx, point[1] + dy


def answers(offer: Offer) -> Choices[Action]:
    """To an offer of fire: yes or no."""
    yes: Action = ReturnFire() if offer.kind == "return-fire" else DefensiveFire()
    return Listed([yes, Hold()], partial(_why_no_answer, offer))


def _why_no_answer(offer: Offer, action: Action) -> Refusal:
    rule = "SKR-X1" if offer.kind == "return-fire" else "SKR-X4"
    return illegal(rule, f"{offer.unit} is asked for {offer.kind} at {offer.target}, or to hold")


def victims(state: State) -> Choices[Action]:
    """SKR-F9: one of the beaten strikers."""
    assert state.fight is not None
    return Listed([Choose(id) for id in state.fight.units], partial(_why_no_victim, state))


def _why_no_victim(state: State, action: Action) -> Refusal:
    if isinstance(action, Choose):
        refusal = why_not_choose(state, action)
        assert refusal is not None
        return refusal
    return illegal("SKR-F9", "first it has to be said which of the beaten suffers")


def choices_of(state: State) -> Choices[Action]:
    if state.offer is not None:
        return answers(state.offer)
    if state.fight is not None:
        return victims(state)
    return Turn(state)
