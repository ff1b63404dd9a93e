"""Everybody against everybody, seats swapped, seeds paired, on all cores; resumable."""

import itertools
import json
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from outrider.bots.arena import Bout, Played, pairing, play, played_from_json
from outrider.bots.ratings import Bar, Sprt
from outrider.bots.seating import is_level
from outrider.core.refusal import malformed
from outrider.core.wire import dumps
from outrider.games import game as game_by_id

AHEAD = 3
"""Bouts waiting for each core."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: `games` for each two bots."""

    game: str
    bots: tuple[str, ...]
    games: int = 20
    options: dict[str, Any] = field(default_factory=dict)
    scenario: Any = None
    seconds: float | None = None
    seed: int = 1
    sprt: Sprt | Bar | None = None

    def check(self) -> None:
        """Refuse what could only fail later, in the middle."""
        game = game_by_id(self.game)
        game.terms(self.options, 2, None, self.scenario)
        if 2 not in game.seat_counts:
            raise malformed(f"{game.id} is not played by two")
        if len(self.bots) < 2 or len(set(self.bots)) < len(self.bots):
            raise malformed("a tournament needs two bots or more, each named once")
        for name in self.bots:
            if not is_level(name) and " " not in name and "/" not in name:
                raise malformed(f"there is no bot {name}")

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "bots": list(self.bots),
            "options": self.options,
            "scenario": self.scenario,
            "seconds": self.seconds,
            "seed": self.seed,
        }


def bouts(plan: Plan) -> Iterator[Bout]:
    """All bouts in order: every pairing comes round again and again, so that an early end leaves
    all of them with as many games."""
    pairs = list(itertools.combinations(plan.bots, 2))
    for round_ in range((plan.games + 1) // 2):
        for number, (first, second) in enumerate(pairs):
            pair = round_ * len(pairs) + number
            seed = plan.seed * 1_000_003 + pair
            yield from pairing(
                first, second, pair, plan.game, plan.options, plan.scenario, plan.seconds, seed
            )


class Log:
    """What has been played, kept as it comes in: a header, then a line for each bout."""

    def __init__(self, file: Path | None, plan: Plan) -> None:
        self._file = file
        self.played: list[Played] = []
        if file is None:
            return
        if file.exists():
            self._read(file, plan)
        else:
            file.write_text(dumps(plan.to_json()) + "\n", "utf-8")

    def _read(self, file: Path, plan: Plan) -> None:
        lines = file.read_text("utf-8").splitlines()
        if not lines or json.loads(lines[0]) != json.loads(dumps(plan.to_json())):
            raise malformed(f"{file} has another tournament in it")
        for line in lines[1:]:
            # A line that was cut by a crash is played again.
            if line.endswith("}"):
                self.played.append(played_from_json(json.loads(line)))
        text = "".join(f"{line}\n" for line in lines if line.endswith("}"))
        file.write_text(text, "utf-8")

    def add(self, played: Played) -> None:
        self.played.append(played)
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as opened:
                opened.write(dumps(played.to_json()) + "\n")

    def has(self, bout: Bout) -> bool:
        return any(p.pair == bout.pair and p.bots == bout.bots for p in self.played)


def run(
    plan: Plan,
    log: Log,
    told: Callable[[int, int], None],
    cores: int | None = None,
) -> Sequence[Played]:
    """Play whatever is not in the log yet, and stop early if the test is decided."""
    plan.check()
    waiting = [bout for bout in bouts(plan) if not log.has(bout)]
    total = len(waiting) + len(log.played)
    told(len(log.played), total)
    count = cores or os.cpu_count() or 1
    if decided(plan, log.played) is not None:
        return log.played
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(count, mp_context=context) as pool:
        queue = iter(waiting)
        running: set[Future[Played]] = set()
        for bout in itertools.islice(queue, count * AHEAD):
            running.add(pool.submit(play, bout))
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                log.add(future.result())
                told(len(log.played), total)
            if decided(plan, log.played) is not None:
                pool.shutdown(wait=False, cancel_futures=True)
                break
            for bout in itertools.islice(queue, len(done)):
                running.add(pool.submit(play, bout))
    return log.played


def decided(plan: Plan, games: Sequence[Played]) -> str | None:
    """What the sequential test says, if there is one and two bots."""
    if plan.sprt is None or len(plan.bots) != 2:
        return None
    return plan.sprt.verdict(plan.sprt.ratio(games, plan.bots[0]))
