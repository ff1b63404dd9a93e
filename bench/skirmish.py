"""Skirmish through the Python facade."""

import random

import outrider
from bench.measure import Measurement, Plan, Trial, rate

SKIRMISH = "Skirmish"
TABLE = "breakfast"
BEFORE_A_LOOK = 200
"""Actions between two looks at the clock."""


def stepped(plan: Plan) -> Trial:
    """Random legal play of two on a table with a dozen pieces of terrain."""
    game = outrider.game("skirmish")
    terms = game.terms({"table": TABLE})
    source = random.Random(1)
    state = game.new(terms).state

    def work() -> int:
        nonlocal state
        played = 0
        while played < BEFORE_A_LOOK:
            pending = game.pending(state)
            if isinstance(pending, outrider.Over):
                state = game.new(terms).state
            elif isinstance(pending, outrider.Roll):
                faces = [1 + int(6 * source.random()) for _ in range(pending.dice)]
                state = game.roll(state, faces).state
            else:
                seat = pending.seats[int(len(pending.seats) * source.random())]
                action = game.choices(state, seat).sample(source)
                state = game.apply(state, seat, action).state
                played += 1
        return played

    return rate(work, plan)


def a_shot() -> tuple[outrider.Game[object, outrider.Action], object, str, outrider.Action]:
    """A position of a random game in which somebody can shoot, and the shot."""
    game = outrider.game("skirmish")
    source = random.Random(2)
    state = game.new(game.terms({"table": TABLE})).state
    while True:
        pending = game.pending(state)
        if isinstance(pending, outrider.Roll):
            state = game.roll(state, [3] * pending.dice).state
            continue
        assert isinstance(pending, outrider.Decide)
        seat = pending.seats[0]
        for action in game.choices(state, seat):
            if action.do == "shoot":
                return game, state, seat, action
        state = game.apply(state, seat, game.choices(state, seat).sample(source)).state


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
        "skirmish.facade", "random play, stepped", SKIRMISH, "actions/s",
        "Skirmish for two on the table `breakfast`, with 12 pieces of terrain: a legal action is"
        " drawn from the continuum, checked, played, and the dice it asks for fall.",
        stepped,
    ),
    Measurement(
        "skirmish.odds", "odds of a shot", SKIRMISH, "odds/s",
        "The exact chances of a shot as fractions, with the check that it is legal.",
        odds,
    ),
)  # fmt: skip
