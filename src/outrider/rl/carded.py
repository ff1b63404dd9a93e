"""Many games side by side as one environment, on a GPU: the interface of `many`, and the same
games, but all arrays are CuPy's and stay on the card. PyTorch, JAX and others take them by DLPack.

Observations and masks have the shape (games, words, bytes): what is a row of bytes on the CPU, as
many at a time as are written at once, eight in Skirminion and one in Basic. They do not lie row
after row, since threads of a card write side by side; `reshape(games, -1)` makes the row of it.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from outrider.compiled.batch import Batch, One
from outrider.compiled.cuda.card import Card, fitting, on_card
from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import shown
from outrider.rl import spaces
from outrider.rl.arena import arena_of
from outrider.rl.kernel.flow import AGAIN, LOOK, OVER

WORDS = {1: np.uint8, 8: np.uint64}
"""What so many bytes are written as."""


class CardVector(spaces.Vectors):  # type: ignore[misc]
    """Games to be played by arrays on a card. What `step` returns holds until the next step but
    one, and is not to be written to."""

    def __init__(self, batch: Batch[Any, Any]) -> None:
        self._batch = batch
        self.arena = arena_of(batch)
        kernels, shared = self.arena.on_card()
        self._card = Card(kernels)
        self._np = self._card.arrays
        self._shared = tuple(map(self._np.asarray, shared))
        self.num_envs = len(batch)
        self.seats = batch.seats
        self.single_observation_space = spaces.box(self.arena.highest())
        self.observation_space = spaces.box(self.arena.highest(), self.num_envs)
        self.single_action_space = spaces.discrete(self.arena.actions)
        self.action_space = spaces.several(self.arena.actions, self.num_envs)
        self.metadata = {"autoreset_mode": spaces.same_step(), "render_modes": []}
        self.render_mode = None
        with fitting(self._np):
            self._now, self._before = self._made(), self._made()
        self._run(self._np.zeros(self.num_envs, np.int64), LOOK)

    def _made(self) -> tuple[Any, ...]:
        """Room for a step, in the order of `entry.Told`."""
        cp, games = self._np, self.num_envs
        size, word = self.arena.together, WORDS[self.arena.together]
        seen, marked = self.arena.observation // size, self.arena.actions // size
        return (
            cp.zeros((seen, games), word),
            cp.zeros((marked, games), word),
            cp.full(games, self._batch.NOBODY, np.int64),
            cp.zeros((games, len(self.seats)), np.int8),
            cp.zeros(games, np.float32),
            cp.zeros(games, np.uint8),
            cp.zeros((seen, games), word),
        )

    def _run(self, actions: Any, what: int) -> None:
        out, batch = self._before, self._batch
        out[2][:] = self._now[2]
        given = batch.rows, self._shared, batch.randoms, batch.begins, actions, out, what
        self._card.run("step", self.num_envs, *given)
        self._now, self._before = out, self._now

    def _bytes(self, words: Any) -> Any:
        shape = len(words), self.num_envs, self.arena.together
        return words.view(np.uint8).reshape(shape).transpose(1, 0, 2)

    # -- Gymnasium's interface ---------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games anew, or those of `options["reset_mask"]`; with a seed, chance, too."""
        asked: Any = {} if options is None else options
        if not isinstance(asked, Mapping) or set(asked) - {"reset_mask"}:
            raise malformed(f"of options there is reset_mask only, not {shown(options)}")
        if seed is not None:
            self._batch.seed(seed)
        self._batch.reset(asked.get("reset_mask"))
        self._run(self._np.zeros(self.num_envs, np.int64), LOOK)
        return self._bytes(self._now[0]), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action in each game. If one is not legal, all are refused and nothing changes."""
        chosen = self._checked(actions)
        self._run(chosen, AGAIN)
        seen, _, _, _, earned, become, finals = self._now
        ended = become == OVER
        infos = self._infos()
        infos["final_obs"], infos["_final_obs"] = self._bytes(finals), ended
        cut = self._np.zeros(self.num_envs, np.bool_)  # all games end by their own rules
        return self._bytes(seen), earned, ended, cut, infos

    def close(self, **kwargs: Any) -> None:
        """There is nothing to be closed."""

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.masks(), "seat": self._now[2], "rewards": self._now[3]}

    # -- what there is besides ---------------------------------------------------------------------

    def masks(self) -> Any:
        """Which actions are legal in each game now."""
        return self._bytes(self._now[1]).view(np.bool_)

    def sample(self) -> Any:
        """A legal action of each game, each as likely as the others, by the games' own chance."""
        chosen = self._np.empty(self.num_envs, np.int64)
        self._card.run("drawn", self.num_envs, self._now[1], self._batch.randoms, chosen)
        return chosen

    def state(self, game: One) -> Any:
        """A game's state, for all that the game itself answers."""
        return self._batch.state(game)

    # -- inside ------------------------------------------------------------------------------------

    def _checked(self, actions: Any) -> Any:
        chosen = on_card(self._np, actions, (self.num_envs,), "the actions")
        wrong = self._np.empty(self.num_envs, np.bool_)
        self._card.run("refused", self.num_envs, self._now[1], chosen, wrong)
        if bool(wrong.any()):
            game = int(wrong.argmax())
            raise self._refused(game, int(chosen[game]))
        return chosen

    def _refused(self, game: int, index: int) -> Refusal:
        """What the same game on the CPU says."""
        state, rules = self._batch.state(game), self._batch.game
        alone = rules.batch(rules.terms_of(state), 1)
        alone.put([state], check=False)
        why = arena_of(alone).refused(0, index)
        return Refusal(why.kind, why.message.replace("game 0", f"game {game}", 1), why.rule)
