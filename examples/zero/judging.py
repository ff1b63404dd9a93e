"""A policy and a value for Skirminion by one small convolutional net, in PyTorch."""

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

PLANES, FACTS, WAYS, OTHERS = 5, 16, 25, 8
"""As docs/environments.md has them: planes of the board and facts besides it; ways from each square
and actions that name none."""
BOARD = 64
MOST = torch.tensor([6.0, 6.0, 1.0, 1.0, 2.0])


class Judgement(nn.Module):  # type: ignore[misc]
    def __init__(self, width: int = 48, blocks: int = 3) -> None:
        super().__init__()
        self.first = nn.Conv2d(PLANES + FACTS, width, 3, padding=1)
        self.blocks = nn.ModuleList(
            nn.Sequential(
                nn.Conv2d(width, width, 3, padding=1), nn.BatchNorm2d(width), nn.ReLU(),
                nn.Conv2d(width, width, 3, padding=1), nn.BatchNorm2d(width),
            )
            for _ in range(blocks)
        )  # fmt: skip
        self.ways = nn.Conv2d(width, WAYS, 1)
        self.others = nn.Linear(width, OTHERS)
        self.worth = nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits of all actions, and the worth to who decides."""
        board = seen[:, : PLANES * BOARD].float().view(-1, PLANES, 8, 8)
        board = board / MOST.to(seen.device)[:, None, None]
        facts = (seen[:, PLANES * BOARD :].float() / 16).clamp(max=2)
        spread = facts[:, :, None, None].expand(-1, -1, 8, 8)
        x = torch.relu(self.first(torch.cat([board, spread], 1)))
        for block in self.blocks:
            x = torch.relu(x + block(x))
        mean = x.mean((2, 3))
        ways = self.ways(x).flatten(1)
        return torch.cat([ways, self.others(mean)], 1), self.worth(mean)[:, 0]


class Judge:
    """The net as a forest asks it: arrays in, arrays out."""

    def __init__(self, net: Judgement, device: str) -> None:
        self.net, self.device = net, device

    def __call__(
        self, seen: npt.NDArray[np.uint8], masks: npt.NDArray[np.bool_]
    ) -> tuple[Any, Any]:
        self.net.eval()
        with torch.no_grad():
            logits, worth = self.net(torch.tensor(seen, device=self.device))
            legal = torch.tensor(masks, device=self.device)
            # A game that is over has nothing legal: then all is equally unlikely, and nobody asks.
            likely = torch.softmax(logits.masked_fill(~legal, -1e9), 1) * legal
        return likely.cpu().numpy(), worth.cpu().numpy()
