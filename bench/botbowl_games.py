"""Games of Blood Bowl by botbowl, as a program for an environment that has botbowl: that is not
among Python's packages, and wants an older NumPy. `bench.peers` runs it and names who plays:
`random`, or `scripted`, the bot that comes with the project's examples. For every line with a
number of seconds it plays whole games for so long at least, and answers how many actions and how
many games it made in a second of them; it counts no actions of scripted bots."""

import contextlib
import io
import sys
import time
from typing import Any

import botbowl  # type: ignore[import-not-found, unused-ignore]
import numpy as np

PLAIN = {"competition_mode": False, "pathfinding_enabled": False, "debug_mode": False}
WANDERER, SCRIPTED = "wanderer", "scripted"


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


def prepared(who: str, config: Any) -> str:
    """Who plays, by the name that the project knows; the scripted bot finds its ways with the
    project's own help, as its example does."""
    if who != SCRIPTED:
        botbowl.register_bot(WANDERER, Wanderer)
        return WANDERER
    import examples.scripted_bot_example  # type: ignore[import-not-found, unused-ignore]  # noqa: F401

    config.pathfinding_enabled = True
    return SCRIPTED


def main() -> None:
    config = botbowl.load_config("bot-bowl")
    for name, value in PLAIN.items():
        setattr(config, name, value)
    config.fast_mode = True
    bot = prepared(sys.argv[1], config)
    rules = botbowl.load_rule_set(config.ruleset)
    arena = botbowl.load_arena(config.arena)
    sides = [botbowl.load_team_by_filename("human", rules) for _ in range(2)]
    played = 0
    for line in sys.stdin:
        began, acted, before = time.perf_counter(), Wanderer.acted, played
        while time.perf_counter() < began + float(line):
            played += 1
            # The scripted bot says on standard output how it went.
            with contextlib.redirect_stdout(io.StringIO()):
                agents = [botbowl.make_bot(bot) for _ in range(2)]
                botbowl.Game(played, *sides, *agents, config, arena=arena, ruleset=rules).init()
        took = time.perf_counter() - began
        print((Wanderer.acted - acted) / took, (played - before) / took, flush=True)


if __name__ == "__main__":
    main()
