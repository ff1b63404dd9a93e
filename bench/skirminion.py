"""Skirminion: compiled playouts and counting, and the same game stepped from Python."""

import itertools
import os
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import outrider
from bench.measure import FULL, QUICK, Measurement, Plan, Reference, Trial, rate
from outrider import Decide, Over, Roll

CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
"""The cores this process may use."""
ALL_CORES = "1 core again" if CORES == 1 else f"{CORES} cores"

GAME = outrider.game("skirminion")
SKIRMINION = "Skirminion"
ONE_CORE = Reference("playout.one", "1 core")
ONE_CORE_PERFT = Reference("perft.one", "1 core")


def whole_game() -> Any:
    """The first decision of a whole game: how many forts to place."""
    dice = random.Random(1)
    state = GAME.new(GAME.terms()).state
    while isinstance(pending := GAME.pending(state), Roll):
        state = GAME.roll(state, [dice.randint(1, 6) for _ in range(pending.dice)]).state
    return state


def _playouts(plan: Plan, state: Any, threads: int) -> Trial:
    games = plan.games * threads
    batch = outrider.batch("skirminion", games)
    batch.put([state] * games)
    seeds = itertools.count()

    def work() -> int:
        begun = batch.copy()
        begun.seed(next(seeds))
        return int(begun.playout(threads=threads).sum())

    return rate(work, plan)


def one_core(plan: Plan) -> Trial:
    return _playouts(plan, GAME.opening_position(), 1)


def all_cores(plan: Plan) -> Trial:
    return _playouts(plan, GAME.opening_position(), CORES)


def with_set_up(plan: Plan) -> Trial:
    return _playouts(plan, whole_game(), 1)


def facade(plan: Plan) -> Trial:
    """Every step asks whose turn it is, lists the legal actions and applies one of them."""
    source = random.Random(1)
    beginning = GAME.opening_position()

    def work() -> int:
        state, steps = beginning, 0
        while not isinstance(pending := GAME.pending(state), Over):
            assert isinstance(pending, Decide)
            seat = pending.seats[0]
            actions = list(GAME.choices(state, seat))
            action = actions[int(source.random() * len(actions))]
            state = GAME.apply(state, seat, action).state
            steps += 1
        return steps

    return rate(work, plan)


def batch_of_one(plan: Plan) -> Trial:
    """Every step lists the legal actions, chooses one and has it checked and played. Where there is
    none to choose from, it is over."""
    source = random.Random(1)
    batch = outrider.batch("skirminion", 1, seed=1)

    def work() -> int:
        batch.reset()
        batch.roll()
        steps = 0
        while True:
            actions, sizes = batch.actions()
            size = sizes.item()
            if not size:
                return steps
            batch.play(actions[:, int(source.random() * size)])
            steps += 1

    return rate(work, plan)


def perft_one_core(plan: Plan) -> Trial:
    state = GAME.opening_position()
    return rate(lambda: GAME.perft(state, plan.perft), plan)


def perft_all_cores(plan: Plan) -> Trial:
    """Split by the first action; whichever thread is free takes the next."""
    state = GAME.opening_position()
    children = [GAME.apply(state, "red", action).state for action in GAME.choices(state, "red")]

    def count(child: Any) -> int:
        return GAME.perft(child, plan.perft - 1)

    def work() -> int:
        with ThreadPoolExecutor(CORES) as pool:
            return sum(pool.map(count, children))

    return rate(work, plan)


PLAYOUTS = (
    Measurement(
        "playout.one", "playouts, 1 core", SKIRMINION, "actions/s",
        "Games between random players from the opening position, a battle without forts: every"
        " action is drawn from all legal ones, each as likely as the others, and played, until the"
        " game is over. All in compiled code, on one thread.",
        one_core,
    ),
    Measurement(
        "playout.all", f"playouts, {ALL_CORES}", SKIRMINION, "actions/s",
        "The same with a thread for each core and as many games for each of them.",
        all_cores, ONE_CORE,
    ),
    Measurement(
        "playout.setup", "playouts with set-up", SKIRMINION, "actions/s",
        "The same on one core for whole games: the sides declare and place their forts at random,"
        " too.",
        with_set_up, ONE_CORE,
    ),
    Measurement(
        "playout.batch", "playouts, batch of one", SKIRMINION, "actions/s",
        "Whole games from Python, one at a time, as a program steps another engine: `actions` of a"
        " batch of one game, a choice, and `play`, which checks it.",
        batch_of_one, ONE_CORE,
    ),
    Measurement(
        "playout.facade", "playouts, stepped", SKIRMINION, "actions/s",
        "The same games from Python, through the interface that all games share: `game.choices`, a"
        " list of its actions, `game.apply`. A step checks the action and tells what happened.",
        facade, ONE_CORE,
    ),
)  # fmt: skip

PERFT = (
    Measurement(
        "perft.one", "perft, 1 core", SKIRMINION, "nodes/s",
        f"All sequences of {FULL.perft} actions ({QUICK.perft} in a quick run) from the opening"
        " position. The last action of a sequence is counted, not played.",
        perft_one_core,
    ),
    Measurement(
        "perft.all", f"perft, {ALL_CORES}", SKIRMINION, "nodes/s",
        "The same, split by the first action over a thread for each core.",
        perft_all_cores, ONE_CORE_PERFT,
    ),
)  # fmt: skip
