"""Brains whose kernel decides by styles and by plans of a whole turn."""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

import numpy as np

from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.measured.plans import NOISE, SEEDS, SKETCH, VARY, Plan
from outrider.core.choices import Choices
from outrider.core.game import Game
from outrider.core.wire import Action

HORIZON = 4


class Planner(ABC):
    """`ways` are other styles than a brain's own `style`; when all have been tried they are
    blurred, each time by so much more. Over `long` many turns it is seen who wins in the end."""

    style: ClassVar[Reals]
    ways: ClassVar[Reals]
    blur: ClassVar[float]
    long: ClassVar[int]

    def __init__(
        self, game: Game[Any, Any], style: Reals | None = None, horizon: int = HORIZON
    ) -> None:
        self._game = game
        self._style = self.style if style is None else style
        self._horizon = horizon
        self.get_ready()

    @abstractmethod
    def get_ready(self) -> None:
        """Have the kernel compiled, once that of the game is."""

    @abstractmethod
    def is_plain(self) -> bool:
        """Whether the kernel is not compiled yet, and runs as plain Python meanwhile."""

    def wish(self, state: Any) -> Action | None:
        """Where the next figure is placed, as long as they are."""
        return None

    @abstractmethod
    def others(
        self, state: Any, seat: str, choices: Choices[Any], width: int, source: random.Random
    ) -> Iterable[Action]:
        """Actions worth a closer look besides the policy's own."""

    def plans(self, state: Any, plan: Plan | None = None) -> bool:
        """Whether there is a turn to plan, or a plan that can be varied."""
        return False

    @abstractmethod
    def decided(
        self, state: Any, seat: str, styles: Reals, way: Numbers | None, how: int, seed: int
    ) -> Plan:
        """What is done now in the first style, by a plan that may be sketched beforehand in the
        second one, and varied."""

    @abstractmethod
    def played(
        self, state: Any, seat: str, plan: Plan | None, seeds: Sequence[int], horizon: int
    ) -> Reals:
        """How it ends for a seat, a plan being carried out, and so many turns more."""

    def _decided(
        self, state: Any, seat: str, other: Reals, way: Any, how: int, source: random.Random
    ) -> Plan:
        styles = np.stack((self._style, other))
        return self.decided(state, seat, styles, way, how, int(source.random() * SEEDS))

    def plain(
        self, state: Any, seat: str, choices: Choices[Any], noise: float, source: random.Random
    ) -> Action:
        """What the policy does."""
        wish = self.wish(state)
        if wish is not None:
            # What is wished for, or as near to it as there is room.
            found = wish if wish in choices else self._game.suggest(state, seat, wish)
            return choices.sample(source) if found is None else found
        styles = np.stack((self._style, self._style))
        styles[:, NOISE] = noise
        return self.decided(state, seat, styles, None, 0, int(source.random() * SEEDS)).action

    def candidates(
        self, state: Any, seat: str, choices: Choices[Any], width: int, source: random.Random
    ) -> Iterator[Plan]:
        """Legal plans worth a closer look: the policy's choice, other actions, and whole turns in
        other styles. One is no choice."""
        first = self.plain(state, seat, choices, 0.0, source)
        yield Plan(first)
        if self.wish(state) is not None:
            return
        others = self.others(state, seat, choices, width, source)
        yield from (Plan(each) for each in others if each != first)
        if not self.plans(state):
            return
        for number in range(width):
            style = self.ways[number % len(self.ways)].copy()
            style[NOISE] = self.blur * (number // len(self.ways))
            yield self._decided(state, seat, style, None, SKETCH, source)

    def varied(
        self, state: Any, seat: str, choices: Choices[Any], plan: Plan, source: random.Random
    ) -> Plan | None:
        """A plan much like this one, if there is one: somebody goes elsewhere."""
        if self.wish(state) is not None or not self.plans(state, plan):
            return None
        how = VARY if plan.way is not None else SKETCH | VARY
        return self._decided(state, seat, self._style, plan.way, how, source)

    def values(self, state: Any, seat: str, plan: Plan, seeds: Sequence[int]) -> Reals:
        """How it ends for a seat, from 0 to 1, if a plan is played on with these dice."""
        return self._values(state, seat, plan, seeds, self._horizon)

    def standing(self, state: Any, seat: str, seeds: Sequence[int]) -> Reals:
        """The same for the position as it is, in which somebody has to decide."""
        return self._values(state, seat, None, seeds, self.long)

    def _values(
        self, state: Any, seat: str, plan: Plan | None, seeds: Sequence[int], horizon: int
    ) -> Reals:
        if self.wish(state) is not None:
            return np.full(len(seeds), 1 / len(self._game.seats_of(state)))
        return self.played(state, seat, plan, seeds, horizon)
