"""Train Skirminion's net on games that `learning.games` played.

    python -m learning.train --data build/games.npy --out src/outrider/bots/skirminion/marshal.net

What is learnt is what has to be added to the evaluation's weights so that the sum foretells what a
search finds and how games end. The board is turned and mirrored at random, since the rules do not
mind. One stretch of games in twenty is kept to judge by. The log (JSON) and its curves (SVG) go
beside the program.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from learning.curves import draw
from outrider.bots.skirminion.kernel import net as kernel
from outrider.bots.skirminion.kernel import room
from outrider.bots.skirminion.net import NO_NET, write
from outrider.bots.skirminion.weights import EVEN_ODDS_SCALE, WEIGHTS
from outrider.endings.skirminion.kernel.solving import WAYS, seen
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.numbers import limited

HERE = Path(__file__).parent
BATCH = 8192
RATE = 1e-3
TRUST = 0.95
"""How much of what is foretold is the search's value; the rest is how the game ended."""
LOUDEST = 2.5
"""No feature adds more to a hidden number: sums have to fit into 16 bits."""
LIMITS = 100, 1000
JUDGED = 20
"""One in so many positions' stretches is kept to judge by."""
STRETCH = 512
"""Positions one after another, most of them of the same few games."""


class Corrector(torch.nn.Module):  # type: ignore[misc]
    """The same sums as the kernel's, in numbers that can be learnt."""

    def __init__(self) -> None:
        super().__init__()
        self.table = torch.nn.Parameter(0.05 * torch.randn(kernel.BIAS + 1, kernel.WIDTH))
        self.bias = torch.nn.Parameter(0.3 * torch.ones(kernel.WIDTH))
        self.out = torch.nn.Parameter(20 * torch.randn(kernel.WIDTH))
        with torch.no_grad():
            self.table[kernel.BIAS] = 0  # stands for no feature

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        hidden = torch.nn.functional.embedding_bag(
            features, self.table, mode="sum", padding_idx=kernel.BIAS
        )
        cut = (hidden + self.bias).clamp(0, 1)
        return (cut * cut) @ self.out


def whole(model: Corrector) -> npt.NDArray[np.int16]:
    """The net in whole numbers, as the kernel reads it."""
    rows = torch.zeros(kernel.ROWS, kernel.WIDTH)
    rows[: kernel.BIAS] = model.table[: kernel.BIAS].detach().cpu() * kernel.FULL
    rows[kernel.BIAS] = model.bias.detach().cpu() * kernel.FULL
    squares = kernel.FULL**2 / 256
    rows[kernel.OUT] = model.out.detach().cpu() * 2**kernel.SHIFT / squares
    most = np.iinfo(np.int16).max
    found: npt.NDArray[np.int16] = rows.round().clamp(-most, most).numpy().astype(np.int16)
    return found


def read(file: Path) -> dict[str, npt.NDArray[Any]]:
    """All positions of a file with their features and what the weights make of them."""
    if not file.is_file():
        raise SystemExit(f"{file}: no such file; python -m learning.games makes one")
    data = np.load(file)
    rows = np.ascontiguousarray(data["words"])
    features = np.empty((len(rows), kernel.MOST), np.int16)
    kernel.features(rows, features)
    notes = np.zeros(room.NOTES, np.int64)
    notes[room.WEIGHTS : room.WEIGHTS + len(WEIGHTS)] = WEIGHTS
    stands = np.empty((len(rows), 2), np.int64)
    kernel.standing(rows, notes, engine().array(limited(LIMITS)), NO_NET, stands)
    quiet = (rows[:, 7] >> np.uint64(layout.QUIET_AT)) & np.uint64(layout.MOST_COUNTED)
    fading = np.maximum(0, LIMITS[0] - 8 * (quiet.astype(np.int64) // 8)) / LIMITS[0]
    return {
        "features": np.where(features < 0, kernel.BIAS, features),
        "stands": stands[:, 0].astype(np.float32),
        "fading": fading.astype(np.float32),
        "value": data["value"].astype(np.float32),
        "result": data["result"].astype(np.float32) - 1,
    }


def turns(device: str) -> torch.Tensor:
    """For each way to turn the board, which feature becomes which."""
    found = torch.arange(kernel.BIAS + 1).repeat(len(WAYS), 1)
    for at, way in enumerate(WAYS):
        square = torch.tensor([seen(each, way) for each in range(64)])
        found[at, : kernel.BIAS] = found[at, : kernel.BIAS] // 64 * 64 + square.repeat(
            kernel.BIAS // 64
        )
    return found.to(device)


def foretold(model: Corrector | None, part: dict[str, torch.Tensor], features: Any) -> Any:
    """The result that the sum foretells, from -1 to 1."""
    points = part["stands"] if model is None else part["stands"] + model(features)
    return torch.tanh(points * part["fading"] / EVEN_ODDS_SCALE)


def aim(part: dict[str, torch.Tensor]) -> torch.Tensor:
    return TRUST * torch.tanh(part["value"] / EVEN_ODDS_SCALE) + (1 - TRUST) * part["result"]


def errors(model: Corrector | None, part: dict[str, torch.Tensor]) -> dict[str, float]:
    """Mean squares, to what is aimed at, to the search's values, and to results."""
    said = foretold(model, part, part["features"].long())
    told = torch.tanh(part["value"] / EVEN_ODDS_SCALE)
    pairs = {"aim": aim(part), "value": told, "result": part["result"]}
    return {name: float(((said - each) ** 2).mean()) for name, each in pairs.items()}


def train(
    data: dict[str, npt.NDArray[Any]], seed: int, epochs: int, device: str
) -> tuple[Corrector, list[dict[str, float]]]:
    """The net, and how it came about: an epoch a row."""
    torch.manual_seed(seed)
    count = len(data["value"])
    kept = torch.tensor(np.arange(count) // STRETCH % JUDGED == 0, device=device)
    every = {name: torch.tensor(each, device=device) for name, each in data.items()}
    judged = {name: each[kept] for name, each in every.items()}
    known = {name: each[~kept] for name, each in every.items()}
    size, ways = len(known["value"]), turns(device)
    model = Corrector().to(device)
    learner = torch.optim.Adam(model.parameters(), RATE)
    steps = epochs * (size // BATCH or 1)
    slower = torch.optim.lr_scheduler.OneCycleLR(learner, 4 * RATE, steps)
    log = [{"epoch": 0, **errors(None, judged)}]
    begun = time.monotonic()
    for epoch in range(1, epochs + 1):
        order = torch.randperm(size, device=device)
        for at in range(size // BATCH or 1):
            chosen = order[at * BATCH : (at + 1) * BATCH]
            part = {name: each[chosen] for name, each in known.items()}
            way = torch.randint(len(WAYS), (len(chosen), 1), device=device)
            features = ways[way, part["features"].long()]
            loss = ((foretold(model, part, features) - aim(part)) ** 2).mean()
            learner.zero_grad()
            loss.backward()
            learner.step()
            slower.step()
            with torch.no_grad():
                model.table.clamp_(-LOUDEST, LOUDEST)
        with torch.no_grad():
            found = errors(model, judged)
        log.append({"epoch": epoch, "seconds": round(time.monotonic() - begun, 1), **found})
        print(log[-1], flush=True)
    return model, log


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("build/games.npy"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    parser.add_argument("--log", type=Path, default=HERE / "log.json")
    asked = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = read(asked.data)
    model, log = train(data, asked.seed, asked.epochs, device)
    write(asked.out, whole(model))
    told = {"seed": asked.seed, "positions": len(data["value"]), "device": device, "log": log}
    asked.log.write_text(json.dumps(told, indent=1) + "\n")
    draw(asked.log)


if __name__ == "__main__":
    main()
