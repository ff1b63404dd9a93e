"""Basic Skirmish Rules through the Python facade."""

import outrider
from bench.measure import Measurement, Plan, Trial
from bench.stepping import Walk

BASIC = "Basic"


def stepped(plan: Plan) -> Trial:
    """Random legal play: sample an action, apply it, roll what it asks for."""
    game = outrider.game("basic")
    return Walk(game, game.terms(), seed=1).rate(plan)


PLAYOUTS = (
    Measurement(
        "basic.facade", "random play, stepped", BASIC, "actions/s",
        "Basic Skirmish Rules in plain Python: a legal action is drawn from the continuum, checked,"
        " played, and the dice it asks for fall.",
        stepped,
    ),
)  # fmt: skip
