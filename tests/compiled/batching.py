"""Batches of the games that have them, small enough to be played to the end."""

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

import outrider
from outrider import Decide, Game, Over, Roll
from outrider.compiled.batch import Batch

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Kind:
    """A game and how its batches are made here."""

    id: str
    options: dict[str, Any]
    other_options: dict[str, Any]
    """Of another batch, whose states do not fit."""
    bounds: tuple[tuple[int, int], ...]
    """Between which numbers an action's lie, and a little more."""
    illegal: str = "end"
    """Nothing to do in its first turn."""
    begins_with_dice: bool = True

    @property
    def game(self) -> Game[Any, Any]:
        return outrider.game(self.id)

    def batch(self, games: int, seed: int = 0) -> Batch[Any, Any]:
        return outrider.batch(self.id, games, options=self.options, seed=seed)


SKIRMINION = Kind(
    "skirminion", {"quiet_limit": 40, "length_limit": 150}, {"quiet_limit": 41}, ((-2, 41_000),)
)
BASIC = Kind(
    "basic",
    {"table": "8x8", "zone": 2, "turn_limit": 12},
    {"table": "8x8", "zone": 2, "turn_limit": 13},
    ((-1, 6), (-1, 11), (-500, 9000), (-500, 9000)),
)
WAY = ((-500, 25_000),) * 64
SKIRMISHERS = Kind(
    "skirmishers",
    {"fire_into_melee": True},
    {"fire_into_melee": False},
    ((-1, 9), (-1, 4), (-1, 4), (-1, 2), *WAY),
    illegal="choose R1",
    begins_with_dice=False,
)
KINDS = (SKIRMINION, BASIC, SKIRMISHERS)


def kept(batch: Batch[Any, Any]) -> tuple[bytes, bytes]:
    """All there is in a batch: games and chance."""
    return batch._rows.tobytes(), batch._randoms.tobytes()


def faces_for(batch: Batch[Any, Any], source: random.Random) -> Numbers:
    """Faces where dice have to fall, else 0."""
    faces = np.zeros((len(batch), batch.most_dice), np.int64)
    for game, dice in enumerate(batch.dice()):
        faces[game, :dice] = [source.randint(1, 6) for _ in range(dice)]
    return faces[:, 0] if batch.most_dice == 1 else faces


def wild(kind: Kind, source: random.Random) -> list[int]:
    """Numbers that may be an action."""
    return [source.randint(low, high) for low, high in kind.bounds]


def somewhere(kind: Kind, games: int, seed: int) -> Batch[Any, Any]:
    """Games after a while of random play, each in another stage, some of them over."""
    batch = kind.batch(games, seed)
    source = random.Random(seed)
    states = []
    game = kind.game
    for _ in range(games):
        state = batch.state(0)
        for _ in range(source.choice((0, 1, 2, 5, 30, 60, 2000))):
            pending = game.pending(state)
            if isinstance(pending, Over):
                break
            if isinstance(pending, Roll):
                state = game.roll(state, [source.randint(1, 6) for _ in range(pending.dice)]).state
            else:
                (seat,) = pending.seats
                action = game.choices(state, seat).sample(source)
                state = game.apply(state, seat, action).state
        states.append(state)
    batch.put(states)
    return batch


def asked(game: Game[Any, Any], state: Any) -> str | None:
    """The seat that decides, if one does."""
    pending = game.pending(state)
    return pending.seats[0] if isinstance(pending, Decide) else None
