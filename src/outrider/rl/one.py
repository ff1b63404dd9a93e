"""One game, stepped by numbers of actions: what the interfaces for single games stand on."""

from typing import Any

import numpy as np

from outrider.compiled.batch import Batch
from outrider.core.wire import Action
from outrider.rl.arena import arena_of
from outrider.rl.kernel.flow import LOOK, PLAY
from outrider.rl.kernel.out import Bytes, Numbers

ALONE = slice(0, 1)


class One:
    """A batch of one game and its arena. It stays as it is when it is over."""

    def __init__(self, batch: Batch[Any, Any]) -> None:
        self.batch = batch
        self.game = batch.game
        self.seats = batch.seats
        self.arena = arena_of(batch)
        self._room = self.arena.made()
        self.look()

    def begin(self, seed: int | None = None) -> None:
        """Begin the game anew; with a seed, its chance, too."""
        if seed is not None:
            self.batch.seed(seed)
        self.batch.reset()
        self.look()

    def look(self) -> None:
        """Let dice fall that have to, and see how the game stands."""
        self.arena.run(ALONE, np.zeros(1, np.int64), self._room, LOOK)

    def play(self, index: int) -> None:
        """Play an action of the seat that decides, or refuse it."""
        chosen = self._chosen(index)
        self.arena.check(chosen, self._room.masks)
        self.arena.run(ALONE, chosen, self._room, PLAY)

    def play_code(self, code: Numbers) -> None:
        """Play an action of the batch, which may have no number here."""
        self.batch.play(code)
        self.look()

    def play_action(self, action: Action) -> None:
        self.play_code(np.array([self.batch.code(action)], np.int64))

    def action(self, index: int) -> Any:
        """What a legal action is in the words of the game."""
        chosen = self._chosen(index)
        self.arena.check(chosen, self._room.masks)
        return self.batch.action(self.arena.codes(chosen)[0])

    @staticmethod
    def _chosen(index: int) -> Numbers:
        return np.array([index], np.int64)

    @property
    def state(self) -> Any:
        return self.batch.state(0)

    @property
    def seat(self) -> str | None:
        """Who decides, the first of several."""
        seat = int(self._room.seats[0])
        return None if seat == self.batch.NOBODY else self.seats[seat]

    @property
    def is_over(self) -> bool:
        return self.seat is None

    @property
    def mask(self) -> Bytes:
        """What the seat that decides may do, as a copy."""
        found: Bytes = self._room.masks[0].copy()
        return found

    def rewards(self) -> dict[str, float]:
        """What each seat has won so far: nothing before the end."""
        return {
            seat: float(reward)
            for seat, reward in zip(self.seats, self._room.rewards[0], strict=True)
        }

    def view(self, seat: str) -> Bytes:
        """What a seat sees."""
        seen = np.zeros((1, self.arena.observation), np.uint8)
        self.arena.view(self.seats.index(seat), seen)
        found: Bytes = seen[0]
        return found

    def picture(self) -> str:
        """The game in characters."""
        return self.game.picture(self.state)
