"""All of Skirminion's endings of two units against two, solved, counted and looked at again.

    python -m learning.endings --device cuda --out two.json
    python -m learning.endings --page two.json

The second writes docs/studies/two-against-two.md and its picture from what the first found. With
`--file FILE` nothing is solved: it counts in what `outrider endings build` wrote.
"""

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from learning.endings_page import write_page
from outrider.bots.skirminion.kernel.room import INFINITE, SURE, Endings
from outrider.bots.skirminion.thinking import UNSOLVED, Mind
from outrider.endings.skirminion import files as endings
from outrider.endings.skirminion.kernel import solving as kernel
from outrider.games import game
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.numbers import limited
from outrider.games.skirminion.position import write_position
from outrider.games.skirminion.state import State, setting_of

Counts = npt.NDArray[np.int64]

HEALTHS = kernel.SQUARED
SAMPLE = 200_000
"""Values that are looked at whether they follow from those after them."""
SEARCHED = 300
"""Positions that a search without the table looks at."""
DEPTH = 3
"""Activations that it looks through."""
LONGEST = 5
"""Examples of the longest wins."""


def counted(values: Endings) -> tuple[Counts, Counts]:
    """How many positions have each value from -128 on; and of each two pairs of healths how many
    are won, lost and neither, every position of the board counted."""
    part = values[kernel.FIRST_TWO_TWO :].reshape(len(kernel.KEPT_PAIRS), kernel.PAIRS, -1)
    by_value = np.zeros(256, np.int64)
    by_health = np.zeros((2, HEALTHS * HEALTHS), np.int64)
    for at, weight in enumerate(kernel.PAIR_COUNTS.tolist()):
        piece = part[at]
        by_value += weight * np.bincount((piece.ravel().astype(np.int64) + 128), minlength=256)
        by_health[0] += weight * np.count_nonzero(piece > 0, axis=0)
        by_health[1] += weight * np.count_nonzero(piece < 0, axis=0)
    return by_value, by_health


def by_sum(by_health: Counts) -> list[list[list[int]]]:
    """The same by the sums of both sides' healths, 2 to 12: won, lost."""
    sums = np.array([a + b for a in range(6) for b in range(6)])
    table = np.zeros((2, 11, 11), np.int64)
    pairs = by_health.reshape(2, HEALTHS, HEALTHS)
    for mine in range(HEALTHS):
        for theirs in range(HEALTHS):
            table[:, sums[mine], sums[theirs]] += pairs[:, mine, theirs]
    found: list[list[list[int]]] = table.tolist()
    return found


def state_at(index: int) -> State:
    setting = setting_of(game("skirminion").terms({"quiet_limit": 0, "length_limit": 0}).options)
    a, b, c, d, e, f, g, h = map(int, kernel.battle_at(index))
    return State(setting, (a, b, c, d, e, f, g, h))


def searched(values: Endings) -> dict[str, int]:
    """Positions at random: what a search that knows no endings proves within a few activations,
    against the table. What is decided so soon has to be found, and nothing else may be."""
    source = random.Random(1)
    told = {"looked": 0, "decided": 0, "wrong": 0}
    while told["looked"] < SEARCHED:
        index = source.randrange(kernel.FIRST_TWO_TWO, len(values))
        state, value = state_at(index), kernel.told(int(values[index]))
        # Half of them are decided so soon, and two units do not stand on one square.
        near = 0 < abs(value) <= DEPTH
        if state.words[0] & state.words[1] or near != bool(told["looked"] % 2):
            continue
        mind = Mind(state.words, limited((0, 0)), 10**9, solved_forts=UNSOLVED).unselective()
        found = mind.look(DEPTH, -INFINITE, INFINITE)
        sure = (found > SURE) - (found < -SURE)
        told["looked"] += 1
        told["decided"] += bool(sure)
        # The blows after the last activation may show one activation more.
        told["wrong"] += sure * value <= 0 if sure or near else 0
    return told


def study(values: Endings, seconds: float, machine: str) -> dict[str, Any]:
    """All that the page tells."""
    by_value, by_health = counted(values)
    won = {2 * n - 1: int(by_value[128 + n]) for n in range(1, 128) if by_value[128 + n]}
    lost = {2 * n: int(by_value[128 - n]) for n in range(1, 129) if by_value[128 - n]}
    longest = max(won)
    part = values[kernel.FIRST_TWO_TWO :]
    longs = np.flatnonzero(part == kernel.halved(longest))
    places = longs[:LONGEST] + kernel.FIRST_TWO_TWO
    numbers = engine().array(limited((0, 0)))
    step = len(part) // SAMPLE or 1
    wrong = kernel.faults(kernel.FIRST_TWO_TWO, len(values), step, values, numbers)
    shipped = endings.read(endings.SHIPPED)
    return {
        "seconds": round(seconds, 1), "machine": machine, "slots": kernel.TWO_TWO,
        "positions": endings.ALL["two against two"], "won": won, "lost": lost,
        "examples": [write_position(state_at(int(place))) for place in places],
        "looked": len(range(0, len(part), step)), "wrong": wrong, "by_sum": by_sum(by_health),
        "searched": searched(values), "longest": longest, "so_long": len(longs),
        "as_shipped": bool(np.array_equal(values[: len(shipped)], shipped)),
    }  # fmt: skip


def solved(device: str, cores: int) -> tuple[Endings, float, str]:
    """From nothing, and how long it took."""
    values = np.zeros(endings.SIZES[2], np.int8)
    begun = time.monotonic()

    def tell(level: int, settled: int) -> None:
        print(f"{level}: {settled:,} ({time.monotonic() - begun:.0f} s)", flush=True)

    if device == "cuda":
        from outrider.compiled.cuda.card import arrays
        from outrider.endings.skirminion.carded import solve_on_card

        solve_on_card(values, tell)
        name = arrays().cuda.runtime.getDeviceProperties(0)["name"].decode()
    else:
        endings.solve(values, cores, tell)
        name = f"{cores} cores"
    values.flags.writeable = False
    return values, time.monotonic() - begun, name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--file", type=Path, help="solved already")
    parser.add_argument("--out", type=Path, default=Path("two.json"))
    parser.add_argument("--page", type=Path, metavar="JSON", help="only write the page")
    asked = parser.parse_args()
    if asked.page is not None:
        write_page(json.loads(asked.page.read_text()))
        return
    if asked.file is not None:
        found = endings.read(asked.file), 0.0, "a file"
    else:
        found = solved(asked.device, asked.cores)
    asked.out.write_text(json.dumps(study(*found)) + "\n")


if __name__ == "__main__":
    main()
