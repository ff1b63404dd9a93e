"""PettingZoo's interface for games in which one decides at a time (AEC). All games have it."""

from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from outrider.compiled.batch import Batch
from outrider.core.values import a_whole_number
from outrider.rl.one import One

Observed: TypeAlias = dict[str, Any]


def observed(one: One) -> spaces.Dict:
    """What every seat sees: bytes, and a mask of what it may do."""
    size = (one.arena.actions,)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, one.arena.highest(), (one.arena.observation,), np.uint8),
            "action_mask": spaces.Box(0, 1, size, np.int8),
        }
    )


class Turns(AECEnv):  # type: ignore[misc]
    """One game. Agents are seats; the one that decides sees what it may do in its mask, and the
    masks of the others are empty."""

    def __init__(self, batch: Batch[Any, Any], render_mode: str | None = None) -> None:
        super().__init__()
        self._one = One(batch)
        self.metadata = {
            "name": f"outrider_{self._one.game.id}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(self._one.seats)
        self._observed = observed(self._one)
        self._numbers = spaces.Discrete(self._one.arena.actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observed)
        self.action_spaces = dict.fromkeys(self.possible_agents, self._numbers)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; with a seed, chance, too. There are no options."""
        self._one.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._one.seat or self.agents[0]

    def observe(self, agent: str) -> Observed:
        mask = np.zeros(self._one.arena.actions, np.int8)
        if agent == self._one.seat:
            mask = self._one.mask.astype(np.int8)
        return {"observation": self._one.view(agent), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the agent that decides; refuse one that is not legal, and nothing has
        changed."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        index = a_whole_number(action, "an action", 0, self._one.arena.actions - 1)
        self._one.play(index)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._one.rewards()
        self._accumulate_rewards()
        if self._one.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._one.seat or agent

    def render(self) -> str | None:
        """The game in characters."""
        return self._one.picture() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to be closed."""
