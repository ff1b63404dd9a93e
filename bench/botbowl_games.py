"""Random games of Blood Bowl by botbowl, as a program for an environment that has botbowl: that is
not among Python's packages, and wants an older NumPy. `bench.peers` runs it. For every line with a
number of seconds it plays for so long at least and answers how many actions it made in one."""

import sys
import time
from typing import Any

import botbowl  # type: ignore[import-not-found, unused-ignore]
import numpy as np

ENVIRONMENT = {"competition_mode": False, "pathfinding_enabled": False, "debug_mode": False}


class Wanderer(botbowl.Agent):  # type: ignore[misc, unused-ignore]
    """Any action that is offered, as the project's own example of a random bot."""

    acted = 0

    def __init__(self, name: str, seed: int | None = None) -> None:
        super().__init__(name)
        self.source = np.random.RandomState(seed)

    def new_game(self, game: Any, team: Any) -> None:
        pass

    def act(self, game: Any) -> Any:
        offered = game.state.available_actions
        offered = [one for one in offered if one.action_type != botbowl.ActionType.PLACE_PLAYER]
        one = offered[self.source.randint(len(offered))]
        position = one.positions[self.source.randint(len(one.positions))] if one.positions else None
        player = one.players[self.source.randint(len(one.players))] if one.players else None
        Wanderer.acted += 1
        return botbowl.Action(one.action_type, position=position, player=player)

    def end_game(self, game: Any) -> None:
        pass


def main() -> None:
    botbowl.register_bot("wanderer", Wanderer)
    config = botbowl.load_config("bot-bowl")
    for name, value in ENVIRONMENT.items():
        setattr(config, name, value)
    config.fast_mode = True
    rules = botbowl.load_rule_set(config.ruleset)
    arena = botbowl.load_arena(config.arena)
    sides = [botbowl.load_team_by_filename("human", rules) for _ in range(2)]
    number = 0
    for line in sys.stdin:
        began, acted = time.perf_counter(), Wanderer.acted
        while time.perf_counter() < began + float(line):
            number += 1
            agents = [botbowl.make_bot("wanderer") for _ in range(2)]
            botbowl.Game(number, *sides, *agents, config, arena=arena, ruleset=rules).init()
        print((Wanderer.acted - acted) / (time.perf_counter() - began), flush=True)


if __name__ == "__main__":
    main()
