"""What a player may choose from: figures by the list, places by the thousandth."""

import random
from collections.abc import Iterator
from itertools import islice

from outrider.core.choices import Choices
from outrider.core.refusal import Refusal, illegal, not_your_turn
from outrider.games.skirmish.actions import (
    Action,
    Attack,
    Deploy,
    Land,
    Lob,
    Move,
    Ready,
    Shoot,
    Skip,
    Strike,
    Take,
    Tell,
    Time,
)
from outrider.games.skirmish.attacking import (
    blocked,
    in_touch,
    why_not_act,
    why_not_shoot,
    why_not_strike,
)
from outrider.games.skirmish.grenades import (
    why_not_land,
    why_not_take,
    why_not_throw,
    why_not_toward,
)
from outrider.games.skirmish.moving import why_not_end, why_not_move
from outrider.games.skirmish.places import (
    deployment,
    in_strip,
    landings,
    random_landing,
    random_move,
    worth_going,
)
from outrider.games.skirmish.setup import why_not_deploy, why_not_here
from outrider.games.skirmish.squad import SEAT_OF
from outrider.games.skirmish.state import Figure, State, Throw, place_of
from outrider.games.skirmish.telling import why_not_tell

TRIES = 40
"""How often a random point is tried before a figure is taken to have no room."""


def why_absent(state: State, action: Action) -> Refusal | None:
    """Figures of seats that nobody has taken."""
    for name in ("unit", "target", "corpse"):
        id = getattr(action, name, None)
        if id is not None and SEAT_OF[id] not in state.seats:
            return illegal("SKM-S4", f"{id} is not at this table: {SEAT_OF[id]} does not play")
    return None


def too_early(action: Action) -> Refusal:
    """Why something that belongs to the rounds may not be done while figures are placed."""
    return illegal("SKM-S3", f"first all figures are placed; `{action.do}` comes later")


class Deploying(Choices[Action]):
    """One's own figures, each anywhere in one's own strip."""

    complete = False

    def __init__(self, state: State) -> None:
        self._state = state

    def why_not(self, action: Action) -> Refusal | None:
        if not isinstance(action, Deploy):
            return too_early(action)
        return why_absent(self._state, action) or why_not_deploy(self._state, action)

    def _figures(self) -> list[Figure]:
        return [each for each in self._state.squad(self._state.turn) if each.at is None]

    def __iter__(self) -> Iterator[Action]:
        for figure in self._figures():
            found = False
            for at in deployment(self._state):
                if why_not_here(self._state, figure, at) is None:
                    found = True
                    yield Deploy(figure.id, at)
            if not found:
                yield from islice(self._anywhere(figure), 1)

    def _anywhere(self, figure: Figure) -> Iterator[Deploy]:
        """Where the usual places are taken: the first free one of many close together."""
        for at in deployment(self._state, fine=True):
            if why_not_here(self._state, figure, at) is None:
                yield Deploy(figure.id, at)

    def sample(self, source: random.Random) -> Action:
        figures = self._figures()
        figure = figures[int(source.random() * len(figures))]
        for _ in range(TRIES):
            at = in_strip(self._state, source)
            if why_not_here(self._state, figure, at) is None:
                return Deploy(figure.id, at)
        return next(self._anywhere(figure))


class Minute(Choices[Action]):
    """Moving one's own figures, and being ready."""

    def __init__(self, state: State, seat: str) -> None:
        self._state = state
        self._seat = seat
        self._movers = [figure for figure in state.living(seat) if figure.actions]
        self.complete = not self._movers

    def why_not(self, action: Action) -> Refusal | None:
        match action:
            case Move():
                absent = why_absent(self._state, action)
                return absent or why_not_move(self._state, self._seat, action)
            case Ready():
                return None
            case Deploy():
                return illegal("SKM-S3", "figures are placed before the first round")
            case Time():
                return illegal("SKM-R6", "the clock says when the time is up, nobody's seat does")
        return illegal("SKM-R2", f"in the minute one moves; `{action.do}` comes after it")

    def __iter__(self) -> Iterator[Action]:
        for figure in self._movers:
            for at in worth_going(self._state, figure):
                if why_not_end(self._state, figure, at) is None:
                    yield Move(figure.id, at)
        yield Ready()

    def sample(self, source: random.Random) -> Action:
        """Some figure's move, or to be ready, each of them as likely as another."""
        chosen = int(source.random() * (len(self._movers) + 1))
        if chosen == len(self._movers):
            return Ready()
        figure = self._movers[chosen]
        for _ in range(TRIES):
            at = random_move(figure, source)
            if why_not_end(self._state, figure, at) is None:
                return Move(figure.id, at)
        return Move(figure.id, place_of(figure))


class Clock(Choices[Action]):
    """The clock, which sits at no seat: in the minute it can say that the time is up."""

    def __init__(self, state: State) -> None:
        self._runs = state.phase == "movement" and state.options.number("minute") > 0

    def why_not(self, action: Action) -> Refusal | None:
        if not isinstance(action, Time):
            return not_your_turn(f"`{action.do}` needs a seat", "SKM-R6")
        return None if self._runs else illegal("SKM-R6", "no clock is running")

    def __iter__(self) -> Iterator[Action]:
        if self._runs:
            yield Time()

    def sample(self, source: random.Random) -> Action:
        if not self._runs:
            raise illegal("SKM-R6", "no clock is running")
        return Time()


class Attacking(Choices[Action]):
    """One action of one figure."""

    def __init__(self, state: State) -> None:
        self._state = state
        own = state.squad(state.turn)
        self._figures = [each for each in own if why_not_act(state, each) is None]
        self.complete = not any(figure.grenades for figure in self._figures)

    def why_not(self, action: Action) -> Refusal | None:
        absent = why_absent(self._state, action)
        if absent is not None:
            return absent
        match action:
            case Shoot():
                return why_not_shoot(self._state, action)
            case Strike():
                return why_not_strike(self._state, action)
            case Lob():
                return why_not_throw(self._state, action)
            case Tell():
                return why_not_tell(self._state, action)
            case Take():
                return why_not_take(self._state, action)
            case Skip():
                return why_not_act(self._state, self._state.figure(action.unit))
            case Land():
                return illegal("SKM-N1", "no grenade is in the air")
            case Deploy():
                return illegal("SKM-S3", "figures are placed before the first round")
            case Move():
                return illegal("SKM-R5", "the minute is over: nobody moves until the next round")
        return illegal("SKM-R6", "the minute is over")

    def __iter__(self) -> Iterator[Action]:
        for figure in self._figures:
            yield from self._listed(figure)
            yield from self._throws(figure)
            yield Skip(figure.id)

    def _listed(self, figure: Figure) -> Iterator[Attack]:
        yield from self._shots(figure)
        yield from self._strikes(figure)
        yield from self._tells(figure)
        yield from self._takes(figure)

    def _shots(self, figure: Figure) -> Iterator[Attack]:
        for target in self._state.enemies(figure.seat):
            if blocked(self._state, figure, target) is None:
                yield Shoot(figure.id, target.id)

    def _strikes(self, figure: Figure) -> Iterator[Attack]:
        for target in self._state.enemies(figure.seat):
            if in_touch(figure, target):
                yield Strike(figure.id, target.id)

    def _throws(self, figure: Figure) -> Iterator[Attack]:
        """At every enemy, near or far."""
        if figure.grenades:
            for target in self._state.enemies(figure.seat):
                toward = place_of(target)
                if why_not_toward(self._state, figure, toward) is None:
                    yield Lob(figure.id, toward)

    def _tells(self, figure: Figure) -> Iterator[Attack]:
        if figure.seen:
            for other in self._state.living(figure.seat):
                if other.id != figure.id:
                    yield Tell(figure.id, other.id)

    def _takes(self, figure: Figure) -> Iterator[Attack]:
        for corpse in self._state.figures:
            if corpse.health or corpse.at is None or not corpse.grenades:
                continue
            if in_touch(figure, corpse):
                yield Take(figure.id, corpse.id)

    def sample(self, source: random.Random) -> Action:
        """Some figure, some kind of attack, some target of it; a kind without one is drawn anew."""
        figure = self._figures[int(source.random() * len(self._figures))]
        kinds = [self._shots, self._strikes, self._throws, self._tells, self._takes]
        while kinds:
            found = list(kinds.pop(int(source.random() * len(kinds)))(figure))
            if found:
                return found[int(source.random() * len(found))]
        return Skip(figure.id)


class Landing(Choices[Action]):
    """Where along its line the grenade lands."""

    complete = False

    def __init__(self, state: State, grenade: Throw) -> None:
        self._state = state
        self._grenade = grenade

    def why_not(self, action: Action) -> Refusal | None:
        if isinstance(action, Land):
            return why_not_land(self._state, self._grenade, action)
        return illegal("SKM-N1", f"first {self._grenade.unit}'s grenade has to land")

    def __iter__(self) -> Iterator[Action]:
        for at in landings(self._state, self._grenade):
            if why_not_land(self._state, self._grenade, Land(at)) is None:
                yield Land(at)

    def sample(self, source: random.Random) -> Action:
        for _ in range(TRIES):
            action = Land(random_landing(self._state, self._grenade, source))
            if why_not_land(self._state, self._grenade, action) is None:
                return action
        return next(iter(self))
