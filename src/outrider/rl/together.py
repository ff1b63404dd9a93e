"""PettingZoo's interface for games in which several decide at once: Skirmish's minute.

Whoever is not asked does nothing, which is the last action. Of actions that were legal as they were
chosen and are not any more, since another has come first, nothing is played, and that is told.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from outrider.compiled.batch import Batch
from outrider.core.refusal import malformed
from outrider.core.values import a_whole_number
from outrider.rl.kernel.out import Bytes, Numbers
from outrider.rl.one import One
from outrider.rl.turns import Observed


class Together(ParallelEnv):  # type: ignore[misc]
    """One game. All agents act at every step; those who decide at the same time are played in turn,
    and who is first moves on with every step."""

    def __init__(self, batch: Batch[Any, Any], render_mode: str | None = None) -> None:
        self._one = One(batch)
        self._nothing = self._one.arena.actions
        self._marked(0)  # refuses games in which one decides at a time
        self._steps = 0
        self.metadata = {"name": f"outrider_{self._one.game.id}", "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.possible_agents = list(self._one.seats)
        self.agents: list[str] = []
        arena = self._one.arena
        self._observed = spaces.Dict(
            {
                "observation": spaces.Box(0, arena.highest(), (arena.observation,), np.uint8),
                "action_mask": spaces.Box(0, 1, (arena.actions + 1,), np.int8),
            }
        )
        self._numbers = spaces.Discrete(arena.actions + 1)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observed)
        self.action_spaces = dict.fromkeys(self.possible_agents, self._numbers)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Begin anew; with a seed, chance, too. There are no options."""
        self._one.begin(seed)
        self._steps = 0
        self.agents = self.possible_agents[:]
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observed],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play an action of every agent. If one was not legal as it was chosen, all are refused and
        nothing changes."""
        agents = self.agents[:]
        chosen = self._checked(actions)
        first = self._steps % len(agents) if agents else 0
        self._steps += 1
        lost = [
            agent for agent in (*agents[first:], *agents[:first]) if not self._played(chosen, agent)
        ]
        self._one.look()
        over, rewards = self._one.is_over, self._one.rewards()
        seen = self._seen()
        if over:
            self.agents = []
        return (
            seen,
            {agent: rewards[agent] for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {"came_too_late": agent in lost} for agent in agents},
        )

    def _checked(self, actions: dict[str, int]) -> dict[str, int]:
        """An action of each agent that its mask has."""
        if set(actions) != set(self.agents):
            raise malformed(f"{', '.join(self.agents) or 'nobody'} have to act, and nobody else")
        found = {}
        for agent, action in actions.items():
            index = a_whole_number(action, f"the action of {agent}", 0, self._nothing)
            if not self._mask(agent)[index]:
                raise malformed(f"action {index} is not legal for {agent}")
            found[agent] = index
        return found

    def _played(self, chosen: dict[str, int], agent: str) -> bool:
        """Whether an action could still be played."""
        if chosen[agent] == self._nothing:
            return True
        seat = self._one.seats.index(agent)
        if not self._marked(seat)[chosen[agent]]:
            return False
        self._one.batch.play(self._code(seat, chosen[agent]))
        return True

    def _code(self, seat: int, index: int) -> Numbers:
        return self._one.arena.codes_as(np.array([seat], np.int64), np.array([index], np.int64))

    def _marked(self, seat: int) -> Bytes:
        masks = np.zeros((1, self._one.arena.actions), np.uint8)
        self._one.arena.marks(seat, masks)
        found: Bytes = masks[0]
        return found

    def _mask(self, agent: str) -> Bytes:
        """With the action that does nothing, for those who are not asked."""
        marked = self._marked(self._one.seats.index(agent))
        return np.append(marked, np.uint8(not marked.any()))

    def _seen(self) -> dict[str, Observed]:
        return {
            agent: {
                "observation": self._one.view(agent),
                "action_mask": self._mask(agent).astype(np.int8),
            }
            for agent in self.agents
        }

    def render(self) -> str | None:
        """The game in characters."""
        return self._one.picture() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to be closed."""
