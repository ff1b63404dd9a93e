"""From any position to one that can be played on: dice fall, and what is under way is brought to
its end."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from outrider.bots.measured.plans import SEEDS
from outrider.bots.measured.search import halved
from outrider.core.game import FACES, Game
from outrider.core.pending import Decide, Roll
from outrider.core.wire import Action

Onward: TypeAlias = Callable[..., Action | None]
Path: TypeAlias = tuple[Any, ...]
Seen: TypeAlias = dict[Path, tuple[Any, Action | None]]
"""Positions by the dice and actions that lead to them, and what to do there if that is known."""

KEPT = 8


@dataclass(slots=True)
class Road:
    """A position that some of the samples come to, and the seeds they are played on with."""

    state: Any
    seeds: list[int] = field(default_factory=list)


class Roads:
    """A game's. `onward` names what its bots would do in positions that they cannot judge as they
    are, such as those in which pieces are still being placed."""

    def __init__(self, game: Game[Any, Any], onward: Onward | None) -> None:
        self._game = game
        self._onward = onward
        self._kept: dict[int, Seen] = {}

    def taken(
        self, state: Any, first: int, count: int, seed: str, source: random.Random
    ) -> list[Road]:
        """Where the samples from number `first` on come to. The next dice are dealt out evenly over
        all they may show; where none fall, it is the seeds that lie evenly."""
        found: dict[Path, Road] = {}
        seen = self._seen(state)
        shift = random.Random(seed).random()
        for at in range(first, first + count):
            even = (halved(at) + shift) % 1
            path, end = self._walked(seen, even, source)
            road = found.setdefault(path, Road(end))
            road.seeds.append(int(SEEDS * (source.random() if path else even)))
        return list(found.values())

    def _seen(self, state: Any) -> Seen:
        """What is known of the ways from a position. To place whole armies takes time, and the same
        few positions are asked about again and again."""
        seen = self._kept.pop(id(state), None)
        if seen is None or seen[()][0] is not state:
            seen = {(): (state, None)}
        self._kept[id(state)] = seen
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return seen

    def end(self, state: Any, source: random.Random) -> Any:
        """One position that it may come to."""
        return self._walked({(): (state, None)}, source.random(), source)[1]

    def _walked(self, seen: Seen, even: float, source: random.Random) -> tuple[Path, Any]:
        """A path and its end; positions on the way are computed once."""
        path: Path = ()
        fresh = True
        while True:
            state, action = seen[path]
            pending = self._game.pending(state)
            step: Any
            if isinstance(pending, Roll):
                number = int((even if fresh else source.random()) * FACES**pending.dice)
                step, fresh = faces_of(number, pending.dice), False
            elif isinstance(pending, Decide) and self._onward is not None:
                if action is None:
                    action = self._onward(self._game, state, pending.seats[0], source)
                    seen[path] = state, action
                step = action
            else:
                return path, state
            if step is None:
                return path, state
            path = (*path, step)
            if path not in seen:
                made = (
                    self._game.roll(state, step)
                    if isinstance(pending, Roll)
                    else self._game.apply(state, pending.seats[0], step)
                )
                seen[path] = made.state, None


def faces_of(number: int, dice: int) -> tuple[int, ...]:
    """One of the ways so many dice may fall, by its number."""
    faces = []
    for _ in range(dice):
        number, face = divmod(number, FACES)
        faces.append(1 + face)
    return tuple(faces)
