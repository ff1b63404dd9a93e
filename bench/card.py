"""What a GPU does: random play of batches on it, and the same on this machine's CPU.

    python -m bench.card [--games N] [--actions N] [--tiny]

Where there is no Numba, what the card runs has to be made elsewhere (`outrider ptx`).
"""

import argparse
import time
from typing import Any

import outrider
from bench.progress import Count
from outrider.compiled.bits import COMPILING
from outrider.rl.kernel.flow import AGAIN

KINDS = ("skirminion", "skirminion with set-up", "basic")
ENVIRONMENTS = ("skirminion", "basic")
GAMES = 1 << 20
ACTIONS = 1000
ROUNDS = 3
WARM = 100
"""Steps until games are in all their stages."""
OPENING = "ffffffff/8/8/8/8/8/8/FFFFFFFF r - -"


def rate(kind: str, games: int, actions: int, device: str) -> float:
    """The best of some rounds, in actions a second; what is compiled and loaded first does not
    count. As on the CPU, Skirminion is a battle without forts, or whole games."""
    game = outrider.game(kind.split()[0])
    batch = outrider.batch(game.id, games, seed=3, device=device)
    if kind == "skirminion":
        batch.begin_with(game.read(OPENING))
        batch.reset()
    batch.keep_playing(actions)  # games are in all their stages from then on
    best = 0.0
    for _ in range(ROUNDS):
        started = time.perf_counter()
        ended = int(batch.keep_playing(actions).sum())
        best = max(best, games * actions / (time.perf_counter() - started))
        assert ended >= 0  # which waits for the card
    return best


def step_rate(kind: str, games: int, steps: int) -> tuple[float, int]:
    """Steps of an environment on the card a second, choosing not counted; and the bytes that one
    writes of what is seen and of masks."""
    vector = outrider.vector(kind, games, seed=3, device="cuda")
    import cupy

    taken = 0.0
    for at in range(steps + WARM):
        actions = vector.sample()
        begun, done = cupy.cuda.Event(), cupy.cuda.Event()
        begun.record()
        vector._run(actions, AGAIN)
        done.record()
        done.synchronize()
        if at >= WARM:
            taken += cupy.cuda.get_elapsed_time(begun, done) / 1000
    return games * steps / taken, vector.arena.observation + vector.arena.actions


def main(given: Any = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tiny", action="store_true", help="as little as goes through all of it")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--actions", type=int, default=ACTIONS)
    chosen = parser.parse_args(given)
    progress = Count(len(KINDS), "kinds of games")
    for game in KINDS:
        progress.add(what=game)
        games = 16 if chosen.tiny else chosen.games
        actions = 16 if chosen.tiny else chosen.actions
        if COMPILING:
            here = rate(game, min(games, 1 << 12), actions, "cpu")
            print(f"{game}: {here:.3g} actions/s on one core", flush=True)
        try:
            there = rate(game, games, actions, "cuda")
        except outrider.Refusal as refusal:
            print(f"{game}: {refusal.message}", flush=True)
        else:
            print(f"{game}: {there:.3g} actions/s on the GPU, {games} games", flush=True)
            if game in ENVIRONMENTS:
                found, size = step_rate(game, games, 4 if chosen.tiny else 100)
                print(f"{game}: {found:.3g} steps/s of its environment, {size} bytes a step")


if __name__ == "__main__":
    main()
