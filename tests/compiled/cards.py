"""Games played step by step, and all that is said of them on the way as a row of digests: on a card
and on the CPU they have to be the same.

    python tests/compiled/cards.py FILE          write those of the CPU
    python tests/compiled/cards.py FILE cuda     compare those of a GPU with them, where no Numba is
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import outrider

GAMES = {"skirminion": 4096, "basic": 4096}
ENVIRONMENTS = 2048
STEPS = 256
LISTS = 16
"""Every so many steps all lists of actions are compared, too."""
POSITIONS = sum(GAMES.values()) * STEPS


def digest(*arrays: Any) -> str:
    mixed = hashlib.sha256()
    for each in arrays:
        here = each.get() if hasattr(each, "get") else each
        mixed.update(f"{here.dtype}{here.shape}".encode() + here.tobytes())
    return mixed.hexdigest()


def played(game: str, games: int, steps: int, device: str) -> list[str]:
    """Random games on a device, checked and played action by action, those that end begun anew;
    then to their ends, and on and on."""
    batch = outrider.batch(game, games, seed=5, device=device)
    found = []
    for step in range(steps):
        batch.roll()
        actions = batch.sample()
        if step % LISTS == 0:
            found.append(digest(*batch.actions()))
        batch.play(actions)
        kinds, seats = batch.pending()
        found.append(digest(batch._rows, actions, kinds, seats, batch.endings(), batch.wins()))
        batch.reset(kinds == batch.NOTHING)
    found.append(digest(batch.playout(), batch._rows, batch.winners()))
    batch.reset()
    found.append(digest(batch.keep_playing(1000), batch._rows, batch._randoms))
    return found


def stepped(game: str, games: int, steps: int, device: str) -> list[str]:
    """The same of an environment: what is seen, masks, seats, rewards."""
    vector = outrider.vector(game, games, seed=6, device=device)
    found = []
    for _ in range(steps):
        actions = vector.sample()
        seen, earned, ended, _, infos = vector.step(actions)
        rows = [each.reshape(len(actions), -1) for each in (seen, infos["action_mask"])]
        found.append(digest(actions, *rows, earned, ended, infos["seat"], infos["rewards"]))
    return found


def main(file: str, device: str = "cpu") -> int:
    found = {game: played(game, games, STEPS, device) for game, games in GAMES.items()}
    for game in GAMES:
        found[f"environment of {game}"] = stepped(game, ENVIRONMENTS, STEPS, device)
    if device == "cpu":
        Path(file).write_text(json.dumps(found), "utf-8")
        return 0
    expected = json.loads(Path(file).read_text("utf-8"))
    for game, digests in found.items():
        same = sum(one == two for one, two in zip(digests, expected[game], strict=True))
        print(f"{game}: {same} of {len(digests)} digests are the same")
    return int(found != expected)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
