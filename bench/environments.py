"""Environments for learning: steps of many games on one core, with what every seat sees and may do
written for each; and the same of Pgx. All go by processor time, of the steps alone: how actions are
chosen is the learner's."""

import os
import subprocess
import time
from functools import partial
from pathlib import Path

import outrider
from bench.measure import Measurement, Plan, Reference, Trial
from bench.skirmishers import LARGEST

PGX = "OUTRIDER_PGX"
"""Where the Python of an environment is that has Pgx."""
GAMES = 512
WARM_UP = 60
"""Steps after which games are no longer all at their beginning."""
TITLES = {
    "skirminion": "Skirminion", "basic": "Basic", "skirmish": "Skirmish",
    "skirmish-2012": "Skirmish 2012", "skirmishers": "Skirmishers",
}  # fmt: skip


def steps(game: str, plan: Plan, scenario: str | None = None) -> Trial:
    """Random legal actions, for so long on the processor at least."""
    games = GAMES if plan.slice > 0.01 else 16
    environment = outrider.vector(game, games, seed=1, scenario=scenario)
    for _ in range(WARM_UP):
        environment.step(environment.sample())

    def trial() -> float:
        took, done = 0.0, 0
        while took < plan.slice:
            chosen = environment.sample()
            began = time.process_time()
            environment.step(chosen)
            took += time.process_time() - began
            done += environment.num_envs
        return done / took

    return trial


def written(game: str, plan: Plan) -> Trial:
    """All that a step writes for a game: observation, mask, who decides, rewards, what became."""
    room = outrider.vector(game, 1).arena.made()
    finals = room.finals.nbytes
    return lambda: float(sum(array.nbytes for array in room) - finals)


def pgx_steps(plan: Plan) -> Trial:
    """Played by another Python, which is asked for a rate at a time."""
    python = os.environ.get(PGX)
    if not python:
        raise ImportError(f"{PGX} names no Python that has pgx")
    program = subprocess.Popen(
        [python, str(Path(__file__).parent / "pgx_games.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert program.stdin is not None and program.stdout is not None
    asked, told = program.stdin, program.stdout

    def trial() -> float:
        print(plan.slice, file=asked, flush=True)
        answer = told.readline()
        if not answer:
            raise RuntimeError(f"pgx ended with status {program.wait()}")
        return float(answer)

    trial()
    return trial


STEPS = (
    *(
        Measurement(
            f"vector.{game}", "vector steps, 1 core", title, "steps/s",
            f"Steps of {GAMES} games side by side (`outrider.vector`), dice and new games included,"
            " by processor time. Each writes an observation and a mask; the random choice between"
            " steps does not count.",
            partial(steps, game),
        )
        for game, title in TITLES.items()
    ),
    Measurement(
        "vector.skirmishers.largest", f"vector steps in {LARGEST}", "Skirmishers", "steps/s",
        "The same where ten pieces a side stand among 23 pieces of terrain, the largest scenario"
        " that is shipped: 512 bytes are seen, and there are 785 actions.",
        partial(steps, "skirmishers", scenario=LARGEST),
    ),
    Measurement(
        "vector.pgx", "gardner chess, vector steps", "Pgx", "steps/s",
        "The same of Pgx, on one core of the same processor: `jit` of `vmap` of a step with"
        f" `auto_reset`, {GAMES} games side by side. It runs in an environment of its own, whose"
        f" Python {PGX} names.",
        pgx_steps, Reference("vector.skirminion", "Skirminion's"),
    ),
    *(
        Measurement(
            f"bytes.{game}", "written by a vector step", title, "bytes",
            "What a step writes for each game: observation, mask, who decides and rewards.",
            partial(written, game),
        )
        for game, title in TITLES.items()
    ),
)  # fmt: skip
