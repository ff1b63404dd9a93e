"""Many games side by side as one environment, with the interface of Gymnasium's `VectorEnv`; it is
one where Gymnasium is installed.

In each game somebody always has to decide: dice fall inside `step`, and a game that is over begins
anew in the same step. Nobody copies what `step` returns: arrays are read-only, and hold until the
next step but one.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled.batch import (
    MOST_THREADS,
    PARTS,
    WHOLE,
    Batch,
    Numbers,
    One,
    Which,
    whole_numbers,
)
from outrider.compiled.sharing import in_threads
from outrider.core.refusal import malformed, unknown
from outrider.core.wire import Action, a_whole_number, shown
from outrider.rl import spaces
from outrider.rl.arena import Room, arena_of
from outrider.rl.ground import MOST_CELLS, planes_of
from outrider.rl.kernel.entry import drawn
from outrider.rl.kernel.flow import AGAIN, LOOK, OVER
from outrider.table.terrain import Table

CELLS = 32
"""To a table's longer side, if nobody says how many."""

Observations: TypeAlias = npt.NDArray[np.uint8]
Flags: TypeAlias = npt.NDArray[np.bool_]
Infos: TypeAlias = dict[str, Any]
Stepped: TypeAlias = tuple[Observations, npt.NDArray[np.float32], Flags, Flags, Infos]


class Vector(spaces.Vectors):  # type: ignore[misc]
    """Games to be played by arrays: an action of each goes in, and out comes what the seat sees
    that decides next, with a mask of what it may do."""

    def __init__(self, batch: Batch[Any, Any], threads: int = 1) -> None:
        self._batch = batch
        self._threads = a_whole_number(threads, "the number of threads", 1, MOST_THREADS)
        self.arena = arena_of(batch)
        self.num_envs = len(batch)
        self.seats = batch.seats
        self.single_observation_space = spaces.box(self.arena.highest())
        self.observation_space = spaces.box(self.arena.highest(), self.num_envs)
        self.single_action_space = spaces.discrete(self.arena.actions)
        self.action_space = spaces.several(self.arena.actions, self.num_envs)
        self.metadata = {"autoreset_mode": spaces.same_step(), "render_modes": []}
        self.render_mode = None
        self._spans = self._cut()
        self._outs = self.arena.made(), self.arena.made()
        self._run(np.zeros(self.num_envs, np.int64), LOOK)

    def _cut(self) -> list[slice]:
        parts = min(self.num_envs, PARTS * self._threads) if self._threads > 1 else 1
        ends = [self.num_envs * part // parts for part in range(parts + 1)]
        return [slice(low, high) for low, high in pairwise(ends)]

    # -- Gymnasium's interface ---------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Observations, Infos]:
        """Begin all games anew, or those of `options["reset_mask"]`; with a seed, chance, too."""
        which = self._asked(options)
        if seed is not None:
            self._batch.seed(seed)
        self._batch.reset(which)
        self._run(np.zeros(self.num_envs, np.int64), LOOK)
        return _shut(self._now.observations), self._infos()

    def step(self, actions: npt.ArrayLike) -> Stepped:
        """Play an action in each game. If one is not legal, all are refused and nothing changes."""
        chosen = self._chosen(actions)
        self.arena.check(chosen, self._now.masks)
        self._run(chosen, AGAIN)
        now = self._now
        ended: Flags = now.become == OVER
        cut = np.zeros(self.num_envs, np.bool_)  # all games end by their own rules
        infos = self._infos()
        if ended.any():
            infos["final_obs"], infos["_final_obs"] = _shut(now.finals), ended
        return _shut(now.observations), _shut(now.earned), ended, cut, infos

    def close(self, **kwargs: Any) -> None:
        """There is nothing to be closed."""

    def _infos(self) -> Infos:
        now = self._now
        return {
            "action_mask": self.masks(),
            "seat": _shut(now.seats),
            "rewards": _shut(now.rewards),
        }

    @staticmethod
    def _asked(options: object) -> Which:
        if options is None:
            return None
        if not isinstance(options, Mapping) or set(options) - {"reset_mask"}:
            raise malformed(f"of options there is reset_mask only, not {shown(options)}")
        mask: Any = options.get("reset_mask")
        return mask if mask is None else np.asarray(mask)

    # -- what there is besides ---------------------------------------------------------------------

    def masks(self) -> Flags:
        """Which actions are legal in each game now."""
        return _shut(self._now.masks).view(np.bool_)

    def sample(self) -> Numbers:
        """A legal action of each game, each as likely as the others, by the games' own chance."""
        chosen = np.empty(self.num_envs, np.int64)
        drawn(self._now.masks, self._batch.randoms, chosen)
        return chosen

    def codes(self, actions: npt.ArrayLike) -> Numbers:
        """What each game's action is to `outrider.batch`, in its numbers."""
        chosen = self._chosen(actions)
        self.arena.check(chosen, self._now.masks)
        return self.arena.codes(chosen)

    def actions(self, actions: npt.ArrayLike) -> list[Action]:
        """The same in the words of the game."""
        return [self._batch.action(code) for code in self.codes(actions)]

    def state(self, game: One) -> Any:
        """A game's state, for all that the game itself answers."""
        return self._batch.state(game)

    def ground(self, cells: object = CELLS) -> Observations:
        """What stands on the table, the same in all games and for good: `ground.PLANES` of square
        cells, so many to the table's longer side, from the left and from below."""
        count = a_whole_number(cells, "the number of cells", 1, MOST_CELLS)
        table = getattr(self.state(0), "table", None)
        if not isinstance(table, Table):
            raise unknown(f"{self._batch.game.title} is played on a board without terrain")
        return planes_of(table, count)

    # -- inside ------------------------------------------------------------------------------------

    @property
    def _now(self) -> Room:
        return self._outs[0]

    def _chosen(self, actions: npt.ArrayLike) -> Numbers:
        if type(actions) is np.ndarray and actions.dtype is WHOLE:
            found: Numbers = actions
            if found.shape == (self.num_envs,) and found.flags.carray:
                return found
        return whole_numbers(actions, (self.num_envs,), "the actions")

    def _run(self, actions: Numbers, what: int) -> None:
        before, out = self._outs
        out.seats[:] = before.seats

        def run(span: slice) -> None:
            self.arena.run(span, actions, out, what)

        if len(self._spans) == 1:
            run(self._spans[0])
        else:
            in_threads(run, self._spans, self._threads)
        self._outs = out, before


def _shut(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same, not to be written to: the next step relies on it."""
    view = array.view()
    view.flags.writeable = False
    return view
