"""A game as environments need it: what a seat sees and may choose from, as rows of bytes, and a
step of many games in one compiled call.

A folder `outrider.rl.NAME` brings that for the games of the folder `outrider.games.NAME`: its
module `arena` has `make(batch)`.
"""

from abc import ABC, abstractmethod
from types import ModuleType
from typing import Any, ClassVar, NamedTuple, cast

import numpy as np

from outrider.compiled.batch import Batch
from outrider.compiled.cuda.kept import Kernels
from outrider.compiled.devices import CARD
from outrider.core.game import Game
from outrider.core.patience import patience
from outrider.core.refusal import Refusal, malformed, unknown
from outrider.core.wire import Action
from outrider.games.rooms import brought
from outrider.rl.kernel.entry import first_refused
from outrider.rl.kernel.flow import LOOK
from outrider.rl.kernel.out import Bytes, Floats, Numbers, Out, Small
from outrider.rl.kernel.ways import RING, rings
from outrider.rl.layout import Block, Field, place, size_of


class Room(NamedTuple):
    """Where a step writes, a row or a number for each game."""

    observations: Bytes
    masks: Bytes
    seats: Numbers
    """Who decides, by the place in `batch.seats`; NOBODY where it is over."""
    rewards: Small
    """Of each seat: 1 for a win, -1 for a defeat, else 0."""
    earned: Floats
    """The same of the seat that has just acted."""
    become: Bytes
    """What has become of a game (see `kernel.flow`)."""
    finals: Bytes
    """What was seen at the end of a game that began anew."""

    def part(self, span: slice) -> Out:
        """Of some of the games, as compiled code takes it."""
        seen, masks, seats, rewards, earned, become, finals = self
        return (
            seen[span], masks[span], seats[span], rewards[span], earned[span], become[span],
            finals[span],
        )  # fmt: skip


class Arena(ABC):
    """The games of a batch, to be stepped by numbers of actions."""

    fields: tuple[Field, ...]
    blocks: tuple[Block, ...]
    waiting: ClassVar[str]
    """What is said while something has to be compiled."""
    together: ClassVar[int] = 1
    """How many bytes of what is seen and of masks a GPU writes at once."""

    def __init__(self, batch: Batch[Any, Any]) -> None:
        self.batch = batch
        self.prepare()
        self.observation = size_of(self.fields)
        self.actions = size_of(self.blocks)
        if batch.device == CARD:
            return
        none = np.zeros(0, np.int64)
        with patience(self.waiting):
            self.run(slice(0, 0), none, self.made(), LOOK)
            self.codes(none)

    def made(self) -> Room:
        """Room for a step."""
        games, seats = len(self.batch), len(self.batch.seats)
        return Room(
            np.zeros((games, self.observation), np.uint8),
            np.zeros((games, self.actions), np.uint8),
            np.full(games, self.batch.NOBODY, np.int64),
            np.zeros((games, seats), np.int8),
            np.zeros(games, np.float32),
            np.zeros(games, np.uint8),
            np.zeros((games, self.observation), np.uint8),
        )

    @staticmethod
    def offsets(movements: Numbers) -> Numbers:
        """How far the ways all round lead, for each movement (see `kernel.ways`)."""
        found = np.empty((len(movements), RING), np.int64)
        rings(np.ascontiguousarray(movements), found)
        return found

    def highest(self) -> Bytes:
        """The most that each byte of an observation may be."""
        return np.repeat(
            np.array([field.most for field in self.fields], np.uint8),
            [field.size for field in self.fields],
        )

    def check(self, actions: Numbers, masks: Bytes) -> None:
        """Refuse actions of which one is not offered."""
        game = first_refused(actions, masks)
        if game != len(actions):
            raise self.refused(game, int(actions[game]))

    def refused(self, game: int, index: int) -> Refusal:
        if not 0 <= index < self.actions:
            return malformed(
                f"game {game}: an action is a number from 0 to {self.actions - 1}, not {index}"
            )
        chosen = np.zeros(len(self.batch), np.int64)
        chosen[game] = index
        codes = self.codes(chosen)
        codes[np.arange(len(codes)) != game] = self.batch.NONE
        block, number = place(self.blocks, index)
        why = self.batch.check(codes)
        if why is None:  # the number stands for nothing, and what was made of it for something else
            return malformed(f"game {game}: there is no {block.name} {number} there")
        return Refusal(why.kind, f"{why.message} (action {index}: {block.name} {number})", why.rule)

    def on_card(self) -> tuple[Kernels, tuple[Any, ...]]:
        """What a GPU runs, and what that needs to know besides."""
        raise unknown(f"environments of {self.batch.game.title} are not on a GPU")

    @abstractmethod
    def prepare(self) -> None:
        """Fill in what there is to see and to choose from on the terms of the batch, and what
        compiled code needs to know besides."""

    @abstractmethod
    def run(self, span: slice, actions: Numbers, room: Room, what: int) -> None:
        """One of the things of `kernel.flow` in some of the games. Actions have to be legal."""

    @abstractmethod
    def view(self, seat: int, seen: Bytes) -> None:
        """Fill in what a seat sees in each game, whether it decides or not."""

    def marks(self, seat: int, masks: Bytes) -> None:
        """Fill in what a seat may do in each game, where several decide at once."""
        raise unknown(f"in {self.batch.game.title} nobody decides at the same time as another")

    def codes_as(self, seats: Numbers, actions: Numbers) -> Numbers:
        """What actions of these seats are to the batch, one a game."""
        return self.codes(actions)

    def coded(self, action: Action, seat: str) -> tuple[int, ...]:
        """What a seat's action in the game's own words is to the batch."""
        return self.batch.code(action)

    def apart(self, codes: Numbers, wanted: Numbers) -> Floats:
        """How far each game's action is from another, 0 if they are the same. Only what the same
        piece does in the same way has a distance: the first two numbers say that."""
        if codes.shape[1] < 3:
            same = (codes == wanted).all(axis=1)
            return np.where(same, 0.0, np.inf).astype(np.float32)
        alike = (codes[:, :2] == wanted[:, :2]).all(axis=1)
        far = np.hypot(*(codes[:, 2:4] - wanted[:, 2:4]).T.astype(np.float64))
        return np.where(alike, far, np.inf).astype(np.float32)

    @abstractmethod
    def codes(self, actions: Numbers) -> Numbers:
        """What each game's action, which has to be legal, is to the batch."""


def arena_of(batch: Batch[Any, Any]) -> Arena:
    """The arena for the games of a batch."""
    own = own_arena(batch.game)
    if own is None:
        raise unknown(f"{batch.game.title} has no environments")
    return cast(Arena, own.make(batch))


def own_arena(game: Game[Any, Any]) -> ModuleType | None:
    """What a game has here, if it has environments."""
    return brought(game, __package__, "arena")


def card_kernels(game: Game[Any, Any]) -> Kernels | None:
    """What a GPU runs of a game's environments."""
    made = getattr(own_arena(game), "card_kernels", None)
    return None if made is None else cast(Kernels, made())
