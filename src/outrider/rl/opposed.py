"""Gymnasium's interface: one seat of a game, against bots at all others."""

import random
from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np

from outrider.bots.levels import bot_of, seconds_of
from outrider.bots.protocol import Asked, BusyClock
from outrider.compiled.batch import Batch
from outrider.core.refusal import Refusal, malformed, unknown
from outrider.core.values import a_whole_number
from outrider.core.wire import shown
from outrider.rl.kernel.out import Bytes
from outrider.rl.one import One

Illegal: TypeAlias = Literal["refuse", "lose"]
Infos: TypeAlias = dict[str, Any]

SECONDS = 1.0
"""For a bot without a level."""


class Against(gymnasium.Env[Bytes, np.int64]):
    """One game. `infos["action_mask"]` has what is legal. What else is chosen is refused, and
    nothing has changed; or, where `illegal` is "lose", the game is lost."""

    def __init__(
        self,
        batch: Batch[Any, Any],
        bot: str = "soldier",
        seat: str | None = None,
        illegal: Illegal = "refuse",
        render_mode: str | None = None,
    ) -> None:
        self._one = One(batch)
        self._bot, self._level = bot_of(self._one.game, bot), bot
        self.seat = self._one.seats[0] if seat is None else seat
        if self.seat not in self._one.seats:
            raise unknown(f"nobody sits at {shown(seat)}; there are {', '.join(self._one.seats)}")
        if illegal not in ("refuse", "lose"):
            raise malformed(f'what is illegal is to "refuse" or to "lose", not {shown(illegal)}')
        self._loses = illegal == "lose"
        self.metadata = {"render_modes": ["ansi"], "render_fps": 4}
        self.render_mode = render_mode
        arena = self._one.arena
        self.observation_space = gymnasium.spaces.Box(
            0, arena.highest(), (arena.observation,), np.uint8
        )
        self.action_space = gymnasium.spaces.Discrete(arena.actions)
        self._source = random.Random(0)
        self._lost = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, Infos]:
        """Begin anew; with a seed, chance and the bots', too. There are no options."""
        super().reset(seed=seed)
        if seed is not None:
            self._source = random.Random(seed)
        self._one.begin(int(self.np_random.integers(2**62)))
        self._lost = False
        self._let_others_play()
        return self._one.view(self.seat), self._infos()

    def step(self, action: int | np.int64) -> tuple[Bytes, float, bool, bool, Infos]:
        """Play an action, and what the others do until this seat decides again or it is over."""
        if self._lost:
            raise Refusal("over", "the game is lost already: reset it")
        try:
            self._one.play(a_whole_number(action, "an action", 0, self._one.arena.actions - 1))
        except Refusal as refusal:
            if not self._loses or self._one.is_over:
                raise
            self._lost = True
            infos = self._infos() | {"refused": refusal.message}
            return self._one.view(self.seat), -1.0, True, False, infos
        self._let_others_play()
        reward = self._one.rewards()[self.seat]
        return self._one.view(self.seat), reward, self._one.is_over, False, self._infos()

    def _let_others_play(self) -> None:
        one = self._one
        while one.seat not in (None, self.seat):
            asked = Asked.of(one.game, one.state, str(one.seat))
            clock = BusyClock(seconds_of(self._level, SECONDS))
            one.play_action(self._bot.choose(asked, clock, self._source))

    def _infos(self) -> Infos:
        mask = np.zeros(self._one.arena.actions, np.int8)
        if self._one.seat == self.seat:
            mask = self._one.mask.astype(np.int8)
        return {"action_mask": mask}

    def render(self) -> str | None:
        """The game in characters."""
        return self._one.picture() if self.render_mode == "ansi" else None
