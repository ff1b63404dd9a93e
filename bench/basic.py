"""Basic Skirmish Rules through the Python facade."""

import random

import outrider
from bench.measure import Measurement, Plan, Trial, rate

BASIC = "Basic"
BEFORE_A_LOOK = 200
"""Actions between two looks at the clock."""


def stepped(plan: Plan) -> Trial:
    """Random legal play: sample an action, apply it, roll what it asks for."""
    game = outrider.game("basic")
    source = random.Random(1)
    state = game.new(game.terms()).state

    def work() -> int:
        nonlocal state
        played = 0
        while played < BEFORE_A_LOOK:
            pending = game.pending(state)
            if isinstance(pending, outrider.Over):
                state = game.new(game.terms()).state
            elif isinstance(pending, outrider.Roll):
                state = game.roll(state, [1 + int(6 * source.random())]).state
            else:
                (seat,) = pending.seats
                action = game.choices(state, seat).sample(source)
                state = game.apply(state, seat, action).state
                played += 1
        return played

    return rate(work, plan)


PLAYOUTS = (
    Measurement(
        "basic.facade", "random play, stepped", BASIC, "actions/s",
        "Basic Skirmish Rules in plain Python: a legal action is drawn from the continuum, checked,"
        " played, and the dice it asks for fall.",
        stepped,
    ),
)  # fmt: skip
