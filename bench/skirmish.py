"""Skirmish: whole games inside the kernel, and stepped through the Python facade."""

from typing import Any

import outrider
from bench.measure import Measurement, Plan, Reference, Trial, rate
from bench.playing import playouts
from bench.skirminion import ALL_CORES, CORES
from bench.stepping import BEFORE_A_LOOK, Walk

SKIRMISH = "Skirmish"
ONE_CORE = Reference("skirmish.one", "1 core")
TABLE = "breakfast"
MOST_ACTIONS = 20_000
"""In which somebody comes to shoot; a game of random players has some hundreds."""


def walk(seed: int) -> Walk:
    """Two on a table with a dozen pieces of terrain."""
    game = outrider.game("skirmish")
    return Walk(game, game.terms({"table": TABLE}), seed)


def one_core(plan: Plan) -> Trial:
    return playouts(plan, "skirmish", 1, options={"table": TABLE})


def all_cores(plan: Plan) -> Trial:
    return playouts(plan, "skirmish", CORES, options={"table": TABLE})


def stepped(plan: Plan) -> Trial:
    return walk(1).rate(plan)


def a_shot() -> tuple[outrider.Game[Any, Any], Any, str, outrider.Action]:
    """A position of a random game in which somebody can shoot, and the shot."""
    played = walk(2)
    for _ in range(MOST_ACTIONS):
        seat = played.deciding()[0]
        for action in played.game.choices(played.state, seat):
            if action.do == "shoot":
                return played.game, played.state, seat, action
        played.act()
    raise RuntimeError(f"nobody came to shoot in {MOST_ACTIONS} actions of random players")


def odds(plan: Plan) -> Trial:
    """The exact odds of a shot, legality and sight included."""
    game, state, seat, action = a_shot()

    def work() -> int:
        for _ in range(BEFORE_A_LOOK):
            game.odds(state, seat, action)
        return BEFORE_A_LOOK

    return rate(work, plan)


PLAYOUTS = (
    Measurement(
        "skirmish.one", "random play, 1 core", SKIRMISH, "actions/s",
        "Whole games of Skirmish for two on the table `breakfast`, with 12 pieces of terrain: every"
        " action is drawn from the continuum of legal ones and played, and the dice it asks for"
        " fall, until the game is over. All in compiled code, on one thread.",
        one_core,
    ),
    Measurement(
        "skirmish.all", f"random play, {ALL_CORES}", SKIRMISH, "actions/s",
        "The same with a thread for each core and as many games for each of them.",
        all_cores, ONE_CORE,
    ),
    Measurement(
        "skirmish.facade", "random play, stepped", SKIRMISH, "actions/s",
        "The same games from Python: a legal action is drawn, checked, played and told, and the"
        " dice it asks for fall.",
        stepped, ONE_CORE,
    ),
    Measurement(
        "skirmish.odds", "odds of a shot", SKIRMISH, "odds/s",
        "The exact chances of a shot as fractions, with the check that it is legal.",
        odds,
    ),
)  # fmt: skip
