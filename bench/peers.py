"""Other engines, as their users step them from Python: python-chess, OpenSpiel and botbowl."""

import os
import random
import subprocess
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from bench.measure import FULL, QUICK, Measurement, Plan, Reference, Trial, rate
from bench.skirminion import ONE_CORE, ONE_CORE_PERFT

PYTHON_CHESS = "python-chess"
OPEN_SPIEL = "OpenSpiel"
BOTBOWL = "OUTRIDER_BOTBOWL"
"""Where the Python of an environment is that has botbowl."""
ACTIONS, GAMES = 0, 1
"""Where in its answers the rates of actions and of whole games are."""
DRAWN = 150
"""Half-moves without a capture or a pawn's move that end a game of chess by themselves."""


def chess_playouts(plan: Plan) -> Trial:
    """Repetition is not looked for: that would cost more time than it saves."""
    import chess

    source = random.Random(1)

    def work() -> int:
        board = chess.Board()
        steps = 0
        while board.halfmove_clock < DRAWN and not board.is_insufficient_material():
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(source.random() * len(moves))])
            steps += 1
        return steps

    return rate(work, plan)


def spiel_playouts(name: str, plan: Plan) -> Trial:
    import pyspiel

    source = random.Random(1)
    game = pyspiel.load_game(name)

    def work() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(source.random() * len(actions))])
            steps += 1
        return steps

    return rate(work, plan)


def chess_perft(plan: Plan) -> Trial:
    import chess

    board = chess.Board()

    def count(depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(depth - 1)
            board.pop()
        return total

    return rate(lambda: count(plan.peer_perft), plan)


def spiel_perft(plan: Plan) -> Trial:
    import pyspiel

    beginning = pyspiel.load_game("chess").new_initial_state()

    def count(state: Any, depth: int) -> int:
        actions = state.legal_actions()
        if depth == 1:
            return len(actions)
        return sum(count(state.child(action), depth - 1) for action in actions)

    return rate(lambda: count(beginning, plan.peer_perft), plan)


def bowl(plan: Plan, who: str, told: int) -> Trial:
    """Played by another Python, which is asked for rates at a time: of actions, and of games."""
    python = os.environ.get(BOTBOWL)
    if not python:
        raise ImportError(f"{BOTBOWL} names no Python that has botbowl")
    program = subprocess.Popen(
        [python, str(Path(__file__).parent / "botbowl_games.py"), who],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert program.stdin is not None and program.stdout is not None
    asked, answers = program.stdin, program.stdout

    def trial() -> float:
        with suppress(BrokenPipeError):  # then there is no answer either
            print(plan.slice, file=asked, flush=True)
        answer = answers.readline()
        if not answer:
            raise ImportError(f"{BOTBOWL}: its {who} games ended with status {program.wait()}")
        return float(answer.split()[told])

    trial()
    return trial


def _spiel(name: str) -> Measurement:
    return Measurement(
        f"playout.spiel.{name}", f"{name} playouts", OPEN_SPIEL, "actions/s",
        f"Random games of {name} from Python: `legal_actions`, `apply_action`. The rules"
        " are C++; the loop around them is Python.",
        partial(spiel_playouts, name), ONE_CORE,
    )  # fmt: skip


PLAYOUTS = (
    Measurement(
        "playout.chess", "chess playouts", PYTHON_CHESS, "actions/s",
        "Random games of chess from Python: a list of `legal_moves`, `push`, until there is no"
        f" legal move, too little material or {DRAWN} half-moves without progress.",
        chess_playouts, ONE_CORE,
    ),
    _spiel("chess"),
    _spiel("breakthrough"),
    _spiel("checkers"),
)  # fmt: skip

PERFT = (
    Measurement(
        "perft.chess", "chess perft", PYTHON_CHESS, "nodes/s",
        f"All sequences of {FULL.peer_perft} moves ({QUICK.peer_perft} in a quick run) from the"
        " opening position of chess; the last is counted by `legal_moves.count`.",
        chess_perft, ONE_CORE_PERFT,
    ),
    Measurement(
        "perft.spiel", "chess perft", OPEN_SPIEL, "nodes/s",
        "The same with `child`, and for the last move the length of `legal_actions`.",
        spiel_perft, ONE_CORE_PERFT,
    ),
)  # fmt: skip

BOWL = (
    Measurement(
        "bowl.random", "Blood Bowl, random play", "botbowl", "actions/s",
        "Random games of the closest kin among board games with an engine in Python: an action"
        " that is offered is drawn and played, all without pictures. It plays in an environment of"
        f" its own, whose Python {BOTBOWL} names.",
        partial(bowl, who="random", told=ACTIONS), Reference("basic.one", "Basic's 1 core"),
    ),
)  # fmt: skip

BOWL_GAMES = (
    Measurement(
        "whole.bowl.scripted", "scripted bots, 1 core", "botbowl", "games/s",
        "Whole games of Blood Bowl between two of the scripted bot that comes with the project's"
        " examples: beside soldiers' games.",
        partial(bowl, who="scripted", told=GAMES),
        Reference("whole.basic.soldier.one", "Basic's soldiers, 1 core"),
    ),
    Measurement(
        "whole.bowl.random", "random players, 1 core", "botbowl", "games/s",
        "The random games of Blood Bowl, counted by whole games.",
        partial(bowl, who="random", told=GAMES),
        Reference("whole.basic.random.one", "Basic's random players, 1 core"),
    ),
)  # fmt: skip
