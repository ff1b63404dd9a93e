"""Monte-Carlo tree search in many games at once, over Outrider's vector environment.

Every game has a tree; all trees grow together, by one leaf each at a time, so that whoever judges
leaves is asked about all of them in one call. Nothing here knows the rules: leaves are reached by
playing actions in an environment, and what is legal is its mask.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

import outrider
from outrider.rl.kernel.flow import LOOK, OVER, PLAY

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]
Judge = Callable[[npt.NDArray[np.uint8], npt.NDArray[np.bool_]], tuple[Floats, Floats]]
"""Takes what seats see and may do, a row a game; gives how likely each action is to be best,
and what the game is worth to the seat that decides, from -1 to 1."""

RED = 0


def evenly(seen: npt.NDArray[np.uint8], masks: npt.NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """A judge that knows nothing."""
    legal = masks.astype(np.float32)
    return legal / np.maximum(1, legal.sum(1, keepdims=True)), np.zeros(len(seen), np.float32)


class Forest:
    """A tree a game, of at most so many simulations."""

    def __init__(
        self, games: int, simulations: int, judge: Judge, *, exploration: float = 1.5
    ) -> None:
        self._envs: Any = outrider.vector("skirminion", games)
        self._arena = self._envs.arena
        self._room = self._arena.made()
        self._judge, self._exploration = judge, exploration
        self._all = np.arange(games)
        nodes, actions = simulations + 1, self._arena.actions
        width = self._arena.batch.rows.shape[1]
        self.simulations = simulations
        self._rows = np.zeros((games, nodes, width), np.uint64)
        self._seats = np.zeros((games, nodes), np.int64)
        self._over = np.zeros((games, nodes), np.bool_)
        self._likely = np.zeros((games, nodes, actions), np.float32)
        self._visits = np.zeros((games, nodes, actions), np.float32)
        self._gains = np.zeros((games, nodes, actions), np.float32)
        self._after = np.zeros((games, nodes, actions), np.int32)

    def grow(self, rows: npt.NDArray[np.uint64]) -> Floats:
        """How often each action was tried in each of these games (the rows of a batch)."""
        for each in (self._visits, self._gains, self._after, self._over):
            each[:] = 0
        self._reach(rows, np.zeros(len(rows), np.int64), LOOK)
        self._keep(0, np.zeros(len(rows), np.int64))
        for node in range(1, self.simulations + 1):
            way = self._descend()
            last, action = way[-1]
            self._reach(self._rows[self._all, last], action, PLAY)
            found = self._keep(node, self._after[self._all, last, action])
            new = self._after[self._all, last, action] == 0
            self._after[self._all[new], last[new], action[new]] = node
            self._learn(way, found)
        visits: Floats = self._visits[:, 0].copy()
        return visits

    def _reach(self, rows: npt.NDArray[np.uint64], actions: Numbers, what: int) -> None:
        """Put games where they are to be looked at, and let the environment do one thing."""
        self._arena.batch.rows[:] = rows
        self._arena.run(slice(0, len(rows)), actions, self._room, what)

    def _keep(self, node: int, known: npt.NDArray[np.integer[Any]]) -> Floats:
        """Note how the games stand as nodes of that number, but for those that are `known`; what
        they are worth to Red."""
        room, new = self._room, self._all[known == 0]
        likely, worth = self._judge(room.observations, room.masks.view(np.bool_))
        over = room.become == OVER
        to_red = np.where(room.seats == RED, worth, -worth).astype(np.float32)
        self._rows[new, node] = self._arena.batch.rows[new]
        self._seats[new, node] = room.seats[new]
        self._over[new, node] = over[new]
        self._likely[new, node] = likely[new]
        return np.where(over, room.rewards[:, RED], to_red).astype(np.float32)

    def _descend(self) -> list[tuple[Numbers, Numbers]]:
        """In every tree from its root to where it ends: nodes and actions, step by step. Who is
        there earlier stays with its last step."""
        node, way = np.zeros(len(self._all), np.int64), list[tuple[Numbers, Numbers]]()
        going = np.ones(len(self._all), np.bool_)
        while going.any():
            action = self._best(node)
            if way:
                action = np.where(going, action, way[-1][1])
            way.append((node, action))
            after = self._after[self._all, node, action].astype(np.int64)
            going = going & (after > 0) & ~self._over[self._all, after]
            node = np.where(going, after, node)
        return way

    def _best(self, node: Numbers) -> Numbers:
        """The action that promises most: by what it brought, or by how little it was tried."""
        visits = self._visits[self._all, node]
        likely = self._likely[self._all, node]
        sign = np.where(self._seats[self._all, node] == RED, 1.0, -1.0)[:, None]
        gained = sign * self._gains[self._all, node] / np.maximum(visits, 1)
        tried = np.sqrt(np.maximum(1, visits.sum(1, keepdims=True)))
        hoped = gained + self._exploration * likely * tried / (1 + visits)
        best: Numbers = np.where(likely > 0, hoped, -np.inf).argmax(1)
        return best

    def _learn(self, way: list[tuple[Numbers, Numbers]], to_red: Floats) -> None:
        """Add what was found to every step that led there, once."""
        before: Numbers | None = None
        for node, action in way:
            fresh = np.ones(len(node), np.bool_) if before is None else node != before
            at = self._all[fresh]
            self._visits[at, node[fresh], action[fresh]] += 1
            self._gains[at, node[fresh], action[fresh]] += to_red[fresh]
            before = node
