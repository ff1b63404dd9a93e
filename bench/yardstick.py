"""Skirminion's search against plain UCT: `python -m bench.yardstick --games 100 --seconds 1`.

Both have the same time for every decision and one core each. Games come in pairs from the same
set-up, sides swapped; forts are declared in turn, 1 to 4, and placed at random. A decision without
a choice takes no time, and once the search has proved its win both get a tenth of the time for the
rest: that can only harm the search. Results are kept in a file, and gone on from.
"""

import argparse
import json
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from bench import uct
from bench.asking import parsed
from bench.progress import Count
from bench.selfplay import NUMBERS, Game, any_of, declared, score
from outrider.bots.skirminion.bots import BUDGETS, CONTEMPT
from outrider.bots.skirminion.kernel.room import SURE
from outrider.bots.skirminion.net import net_for
from outrider.bots.skirminion.thinking import Mind, decider, ready
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.state import SEATS, Words

LOG = Path("build/yardstick.jsonl")
ENDLESS = 10**12
"""Nodes: the time alone is the limit."""
PROVED = 0.1
"""The share of the time that is left to both when a win has been proved."""


@dataclass(slots=True)
class Pair:
    """Two who play each other, with so much time each."""

    full: float
    is_proved: bool = False

    @property
    def seconds(self) -> float:
        return self.full * (PROVED if self.is_proved else 1)

    def search(self, words: Words, source: random.Random) -> int:
        """The marshal, with so much time and no other limit."""
        begun = time.monotonic()
        codes = engine().codes(words, NUMBERS)
        if len(codes) == 1:
            return codes[0]
        mind = Mind(
            words, NUMBERS, ENDLESS,
            solved_forts=BUDGETS["marshal"].solved_forts if self.full >= 1 else 0,
            contempt=CONTEMPT if decider(words[7]) else -CONTEMPT,
            net=net_for(NUMBERS), seed=source.getrandbits(63), seconds=self.seconds,
        )  # fmt: skip
        thought = mind.think_until(begun + self.seconds - time.monotonic())
        self.is_proved = thought.value > SURE
        return thought.code or any_of(words, source)

    def playouts(self, words: Words, source: random.Random) -> int:
        codes = engine().codes(words, NUMBERS)
        if len(codes) == 1:
            return codes[0]
        return uct.choose(words, NUMBERS, source.getrandbits(60), self.seconds)[0]


def played(number: int, seconds: float) -> tuple[int, float]:
    """The search's score in one game."""
    ready()
    source = random.Random(number // 2)
    initiative = source.choice(SEATS)
    game = Game(declared(initiative, 1 + number // 2 % 4), source).place(any_of, any_of)
    pair = Pair(seconds)
    if number % 2:
        return number, 1 - score(game.play(pair.playouts, pair.search).words)
    return number, score(game.play(pair.search, pair.playouts).words)


def told(scores: dict[int, float]) -> str:
    found = list(scores.values())
    return f"won {found.count(1.0)}, drawn {found.count(0.5)}, lost {found.count(0.0)}"


def kept(file: Path, seconds: float) -> dict[int, float]:
    """What has been played before, with the same time."""
    if not file.exists():
        return {}
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return {each["game"]: each["score"] for each in lines if each["seconds"] == seconds}


def report(file: Path = LOG) -> str:
    """The longest series there is, as a sentence."""
    if not file.exists():
        return "Not played."
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    times = [each["seconds"] for each in lines]
    seconds = max(times, key=times.count)
    scores = kept(file, seconds)
    return (
        f"The marshal's search at {seconds:g} s a decision, without its limit of nodes, against "
        f"UCT with random playouts at {seconds:g} s (`python -m bench.yardstick`), "
        f"{len(scores)} games from forts placed at random: {told(scores)}. Time is by the wall; "
        "what else the machine did took from both alike."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--log", type=Path, default=LOG)
    asked = parsed(parser, {"games": 1, "seconds": 0.001, "log": os.devnull})
    asked.log.parent.mkdir(parents=True, exist_ok=True)
    scores = kept(asked.log, asked.seconds)
    left = [number for number in range(asked.games) if number not in scores]
    progress = Count(len(left), "games")
    with ProcessPoolExecutor(asked.jobs) as pool, asked.log.open("a", encoding="utf-8") as log:
        for future in as_completed([pool.submit(played, each, asked.seconds) for each in left]):
            number, found = future.result()
            scores[number] = found
            line = {"game": number, "seconds": asked.seconds, "score": found}
            print(json.dumps(line), file=log, flush=True)
            progress.add(what=f"games, {told(scores)}")
    print(f"{len(scores)} games at {asked.seconds} s: {told(scores)}")


if __name__ == "__main__":
    main()
