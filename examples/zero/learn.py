"""Learn Skirminion from nothing, by games against oneself: tree search proposes, a net learns what
it proposed and how games ended.

    pip install outrider[learning]
    python learn.py --games 32 --simulations 32 --steps 2000        # on a GPU if there is one

It prints its losses, and now and then how the net without any search fares against random play.
"""

import argparse
import random
from collections import deque
from typing import Any

import numpy as np
import torch

import outrider
from forest import Forest
from judging import Judge, Judgement

ROWS = 20_000
"""Positions that are remembered."""
BATCH = 256
EAGER = 30
"""Decisions of a game for which actions are drawn as often as they were tried; later the most tried
one is taken."""


class Told:
    """Positions with what the search made of them, and how it ended, once it has."""

    def __init__(self, games: int) -> None:
        self._open: list[list[tuple[Any, Any, int]]] = [[] for _ in range(games)]
        self.rows: deque[tuple[Any, Any, float]] = deque(maxlen=ROWS)
        self.finished = 0

    def add(self, seen: Any, shares: Any, seats: Any) -> None:
        for game, rows in enumerate(self._open):
            rows.append((seen[game].copy(), shares[game].astype(np.float16), int(seats[game])))

    def end(self, ended: Any, rewards: Any) -> None:
        for game in np.flatnonzero(ended):
            for seen, shares, seat in self._open[game]:
                self.rows.append((seen, shares, float(rewards[game, seat])))
            self._open[game] = []
            self.finished += 1

    def age(self) -> Any:
        return np.array([len(rows) for rows in self._open])


def learnt(net: Judgement, told: Told, learner: Any, device: str, source: random.Random) -> float:
    """One step of learning; its loss."""
    chosen = [told.rows[source.randrange(len(told.rows))] for _ in range(BATCH)]
    seen, shares, worth = (np.stack(each) for each in zip(*chosen, strict=True))
    net.train()
    logits, said = net(torch.tensor(seen, device=device))
    wanted = torch.tensor(shares, device=device, dtype=torch.float32)
    policy = -(wanted * torch.log_softmax(logits, 1)).sum(1).mean()
    value = ((said - torch.tensor(worth, device=device, dtype=torch.float32)) ** 2).mean()
    learner.zero_grad()
    (policy + value).backward()
    learner.step()
    return float(policy + value)


def against_chance(judge: Judge, games: int, seed: int) -> float:
    """The share of points of the net's first thought, as Red, against random play."""
    envs = outrider.vector("skirminion", games, seed=seed)
    seen, infos = envs.reset()
    points, over = np.zeros(games), np.zeros(games, bool)
    while not over.all():
        likely, _ = judge(seen, infos["action_mask"])
        thought = np.where(infos["action_mask"], likely, -1).argmax(1)
        actions = np.where(infos["seat"] == 0, thought, envs.sample())
        seen, _, ended, _, infos = envs.step(actions)
        points += np.where(ended & ~over, (1 + infos["rewards"][:, 0]) / 2, 0)
        over |= ended
    return float(points.mean())


def learn(games: int, simulations: int, steps: int, seed: int, device: str) -> Judgement:
    torch.manual_seed(seed)
    source, chance = random.Random(seed), np.random.default_rng(seed)
    net: Judgement = Judgement().to(device)
    judge = Judge(net, device)
    learner = torch.optim.Adam(net.parameters(), 1e-3, weight_decay=1e-4)
    envs = outrider.vector("skirminion", games, seed=seed)
    forest, told = Forest(games, simulations, judge), Told(games)
    seen, infos = envs.reset()
    for step in range(1, steps + 1):
        tried = forest.grow(envs.arena.batch.rows)
        shares = tried / tried.sum(1, keepdims=True)
        eager = told.age() < EAGER
        drawn = [chance.choice(len(each), p=each / each.sum()) for each in shares.astype(float)]
        told.add(seen, shares, infos["seat"])
        seen, _, ended, _, infos = envs.step(np.where(eager, drawn, shares.argmax(1)))
        told.end(ended, infos["rewards"])
        if len(told.rows) >= BATCH:
            loss = learnt(net, told, learner, device, source)
            if step % 20 == 0:
                print(f"{step}: {told.finished} games, loss {loss:.3f}", flush=True)
        if step % 200 == 0:
            print(f"{step}: {against_chance(judge, 100, step):.2f} of points against chance")
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=32)
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="zero.pt")
    asked = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    net = learn(asked.games, asked.simulations, asked.steps, asked.seed, device)
    torch.save(net.state_dict(), asked.out)


if __name__ == "__main__":
    main()
