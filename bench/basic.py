"""Basic Skirmish Rules: whole games inside the kernel, and stepped through the Python facade."""

import outrider
from bench.measure import Measurement, Plan, Reference, Trial
from bench.playing import playouts
from bench.skirminion import ALL_CORES, CORES
from bench.stepping import Walk

BASIC = "Basic"
ONE_CORE = Reference("basic.one", "1 core")


def one_core(plan: Plan) -> Trial:
    return playouts(plan, "basic", 1)


def all_cores(plan: Plan) -> Trial:
    return playouts(plan, "basic", CORES)


def stepped(plan: Plan) -> Trial:
    """Random legal play: sample an action, apply it, roll what it asks for."""
    game = outrider.game("basic")
    return Walk(game, game.terms(), seed=1).rate(plan)


PLAYOUTS = (
    Measurement(
        "basic.one", "random play, 1 core", BASIC, "actions/s",
        "Whole games between random players, placing included: every action is drawn from the"
        " continuum of legal ones and played, and the dice it asks for fall, until the game is"
        " over. All in compiled code, on one thread.",
        one_core,
    ),
    Measurement(
        "basic.all", f"random play, {ALL_CORES}", BASIC, "actions/s",
        "The same with a thread for each core and as many games for each of them.",
        all_cores, ONE_CORE,
    ),
    Measurement(
        "basic.facade", "random play, stepped", BASIC, "actions/s",
        "The same games from Python, through the interface that all games share: a legal action is"
        " drawn, checked, played and told, and the dice it asks for fall.",
        stepped, ONE_CORE,
    ),
)  # fmt: skip
