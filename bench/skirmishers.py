"""Skirmishers on the largest scenario that is shipped: inside the kernel and from Python."""

from typing import Any

import outrider
from bench.measure import Measurement, Plan, Reference, Trial, rate
from bench.playing import playouts
from bench.skirminion import ALL_CORES, CORES
from bench.stepping import Walk

SKIRMISHERS = "Skirmishers"
ONE_CORE = Reference("skirmishers.one", "1 core")
LARGEST = "crossroads"
PREVIEWS = 20
WATCHERS = (
    (12, 15), (15, 13), (20, 10), (27, 10), (34, 14), (38, 20), (38, 30), (30, 38), (18, 38),
    (9, 30),
)  # fmt: skip
"""Where ten enemies stand around the mover, with terrain between."""
PATH = ((25, 22), (27, 23.5), (28, 25), (27, 24.5))


def one_core(plan: Plan) -> Trial:
    return playouts(plan, "skirmishers", 1, scenario=LARGEST)


def all_cores(plan: Plan) -> Trial:
    return playouts(plan, "skirmishers", CORES, scenario=LARGEST)


def stepped(plan: Plan) -> Trial:
    """Random legal play: sample an action, apply it, roll what it asks for."""
    game = outrider.game("skirmishers")
    return Walk(game, game.terms(scenario=LARGEST), seed=1).rate(plan)


def surrounded() -> tuple[Any, Any, Any]:
    """The game, a state in which ten enemies with long bows watch a mover, and its wished move."""
    game = outrider.game("skirmishers")
    scenario = game.terms(scenario=LARGEST).scenario
    for piece, at in zip(scenario["sides"]["blue"]["pieces"], WATCHERS, strict=True):
        piece |= {"at": list(at), "firing": 1, "weapon": "bow", "range": 30}
    scenario["sides"]["red"]["pieces"][0] |= {"at": [23, 21], "movement": 8}
    state = game.new(game.terms(scenario=scenario)).state
    move = {"do": "move", "unit": "R1", "path": [list(point) for point in PATH]}
    return game, state, game.action(move)


def previewed(plan: Plan) -> Trial:
    game, state, action = surrounded()

    def work() -> int:
        for _ in range(PREVIEWS):
            game.preview(state, "red", action)
            game.odds(state, "red", action)
        return PREVIEWS

    return rate(work, plan)


PLAYOUTS = (
    Measurement(
        "skirmishers.one", "random play, 1 core", SKIRMISHERS, "actions/s",
        "Whole games of Skirmishers, ten pieces a side among 21 pieces of terrain: every action is"
        " drawn and played, reactions are answered, and the dice fall, until the game is over. All"
        " in compiled code, on one thread.",
        one_core,
    ),
    Measurement(
        "skirmishers.all", f"random play, {ALL_CORES}", SKIRMISHERS, "actions/s",
        "The same with a thread for each core and as many games for each of them.",
        all_cores, ONE_CORE,
    ),
    Measurement(
        "skirmishers.facade", "random play, stepped", SKIRMISHERS, "actions/s",
        "The same games from Python: a legal action is drawn, checked, played and told, reactions"
        " are asked for, and the dice fall.",
        stepped, ONE_CORE,
    ),
    Measurement(
        "skirmishers.preview", "a path and its odds", SKIRMISHERS, "previews/s",
        "Who of ten enemies may fire at a mover on a path of four legs, and where, and the exact"
        " chance that it arrives, with the same terrain.",
        previewed,
    ),
)  # fmt: skip
