"""Everybody against everybody, seats swapped, seeds paired, on all cores; resumable."""

import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from outrider.contests.arena import Bout, Played, plain, played_from_json, played_out
from outrider.contests.crew import Crew
from outrider.contests.programs import MEMORY
from outrider.contests.ratings import Bar, Sprt
from outrider.contests.seating import check_name
from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import dumps, parse
from outrider.games import game as game_by_id

AHEAD = 3
"""Bouts waiting for each core."""


class Stopped(Exception):
    """A tournament cannot go on. What has been played stays in its log."""


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
    memory: int = MEMORY
    bot_log: Path | None = None
    variant: Any = None
    """Changed numbers, as JSON."""
    table: Any = None
    start: Any = None
    """A state to begin with, as JSON; then the terms are its own."""
    seats: int | None = None
    """How many sit at the table; of two bots each has every other seat."""
    records: Path | None = None

    def check(self) -> None:
        """Refuse what could only fail later, in the middle."""
        game = game_by_id(self.game)
        if self.start is not None:
            if self.options or self.scenario or self.table or self.variant or self.seats:
                raise malformed("a position has its options, ground, seats and numbers already")
            game.terms_of(game.load(self.start))
        else:
            game.terms(self.options, self.places, self.table, self.scenario, self.variant)
        if self.places not in game.seat_counts:
            raise malformed(f"{game.id} is not played by {self.places}")
        if len(self.bots) < 2 or len(set(self.bots)) < len(self.bots):
            raise malformed("a tournament needs two bots or more, each named once")
        if self.games < 2 or self.games % 2:
            raise malformed(
                f"games come in pairs, the same dice with seats swapped: not {self.games}, "
                f"but {self.games + self.games % 2 or 2}"
            )
        if self.sprt is not None and len(self.bots) != 2:
            raise malformed(f"a sequential test is between two bots, not {len(self.bots)}")
        if self.sprt is not None and self.places != 2:
            raise malformed(f"a sequential test is of games of two, not of {self.places}")
        for name in self.bots:
            check_name(plain(name))
        if self.records is not None:
            try:
                self.records.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise malformed(f"{self.records} cannot be made: {error.strerror}") from None
        if self.bot_log is not None:
            try:
                self.bot_log.open("ab").close()
            except OSError as error:
                raise malformed(f"{self.bot_log} cannot be written: {error.strerror}") from None

    @property
    def places(self) -> int:
        """How many sit at the table."""
        if self.start is not None:
            game = game_by_id(self.game)
            return len(game.seats_of(game.load(self.start)))
        return 2 if self.seats is None else self.seats

    def to_json(self) -> dict[str, Any]:
        """What has to be the same for results to belong together."""
        said = {
            "game": self.game,
            "bots": list(self.bots),
            "options": self.options,
            "scenario": self.scenario,
            "seconds": self.seconds,
            "seed": self.seed,
        }
        for name in ("variant", "table", "start", "seats"):
            if getattr(self, name) is not None:
                said[name] = getattr(self, name)
        return said if self.memory == MEMORY else {**said, "memory": self.memory}


def bouts(plan: Plan) -> Iterator[Bout]:
    """All bouts in order: every pairing comes round again and again, so that an early end leaves
    all of them with as many games."""
    pairs = list(itertools.combinations(plan.bots, 2))
    log = None if plan.bot_log is None else str(plan.bot_log)
    records = None if plan.records is None else str(plan.records)
    places = plan.places
    for round_ in range(plan.games // 2):
        for number, two in enumerate(pairs):
            pair = round_ * len(pairs) + number
            seed = plan.seed * 1_000_003 + pair
            seated = tuple(two[seat % 2] for seat in range(places))
            bout = Bout(
                pair, plan.game, seated, seed, plan.options, plan.scenario, plan.seconds,
                plan.memory, log, plan.variant, plan.table, plan.start, records,
            )  # fmt: skip
            yield from (bout, bout.swapped())


class Log:
    """What has been played, kept as it comes in: a header, then a line for each bout."""

    def __init__(self, file: Path | None, plan: Plan) -> None:
        self.file = file
        self.played: list[Played] = []
        if file is None:
            return
        try:
            self._open(file, plan)
        except OSError as error:
            raise malformed(f"{file} cannot be the log: {error.strerror}") from None
        except UnicodeDecodeError:
            raise malformed(f"{file} is not the log of a tournament") from None

    def _open(self, file: Path, plan: Plan) -> None:
        header = dumps(plan.to_json())
        text = file.read_text("utf-8") if file.exists() else ""
        if header.startswith(text):
            # There is nothing yet, or no more than a crash has left of the header.
            file.write_text(header + "\n", "utf-8")
            return
        # A last line that was cut by a crash is left out, and played again.
        *lines, cut = text.split("\n")
        self._read(file, plan, lines or [cut])
        if cut:
            with file.open("r+b") as opened:
                opened.truncate(len(text.encode()) - len(cut.encode()))

    def _read(self, file: Path, plan: Plan, lines: Sequence[str]) -> None:
        try:
            header = parse(lines[0])
        except Refusal:
            raise malformed(f"{file} is not the log of a tournament") from None
        if header != parse(dumps(plan.to_json())):
            raise malformed(f"{file} has another tournament in it")
        for number, line in enumerate(lines[1:], 2):
            try:
                played = played_from_json(parse(line))
                if not set(played.bots) <= set(plan.bots) or len(set(played.bots)) != 2:
                    raise malformed("its bots are not those of the tournament")
            except Refusal as refusal:
                raise malformed(f"{file}, line {number}: {refusal.message}") from None
            self.played.append(played)

    def add(self, played: Played) -> None:
        self.played.append(played)
        if self.file is not None:
            try:
                with self.file.open("a", encoding="utf-8") as opened:
                    opened.write(dumps(played.to_json()) + "\n")
            except OSError as error:
                raise Stopped(f"{self.file} cannot be written: {error.strerror}") from None


def run(
    plan: Plan,
    log: Log,
    told: Callable[[int, int], None],
    cores: int | None = None,
) -> Sequence[Played]:
    """Play whatever is not in the log yet, and stop early if the test is decided."""
    plan.check()
    there = {(played.pair, played.bots) for played in log.played}
    waiting = [bout for bout in bouts(plan) if (bout.pair, bout.bots) not in there]
    total = len(waiting) + len(log.played)
    told(len(log.played), total)
    if not waiting or decided(plan, log.played) is not None:
        return log.played
    try:
        _play_all(plan, waiting, log, lambda: told(len(log.played), total), cores)
    except BrokenProcessPool:
        raise Stopped("a process that played was killed from outside") from None
    return log.played


def play_and_keep(bout: Bout) -> Played:
    """Play a bout, and keep its record if that is asked for: whole, or not at all."""
    played, match = played_out(bout)
    if bout.records is not None:
        file = Path(bout.records) / bout.name
        half = file.with_suffix(".half")
        try:
            half.write_text(match.record().to_text(), "utf-8")
            half.replace(file)
        except OSError as error:
            raise Stopped(f"{file} cannot be written: {error.strerror}") from None
    return played


def _play_all(
    plan: Plan, waiting: list[Bout], log: Log, told: Callable[[], None], cores: int | None
) -> None:
    count = min(cores or os.cpu_count() or 1, len(waiting))
    with Crew(count) as crew:
        queue = iter(waiting)
        running = {
            crew.submit(play_and_keep, bout) for bout in itertools.islice(queue, count * AHEAD)
        }
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            _keep(done, log)
            told()
            if decided(plan, log.played) is not None:
                # The test has its answer: what is still being played could only blur it.
                crew.stop()
                break
            running |= {
                crew.submit(play_and_keep, bout) for bout in itertools.islice(queue, len(done))
            }


def _keep(done: set[Future[Played]], log: Log) -> None:
    """Log what has been played, also if one of the processes that played is gone."""
    gone: BrokenProcessPool | None = None
    for future in done:
        try:
            log.add(future.result())
        except BrokenProcessPool as error:
            gone = error
    if gone is not None:
        raise gone


def decided(plan: Plan, games: Sequence[Played]) -> str | None:
    """What the sequential test says, if there is one and two bots: of a bar `high` or `low`, of two
    bots' strength `first`, `second` or `even`."""
    if plan.sprt is None or len(plan.bots) != 2:
        return None
    first, second = plan.bots
    if isinstance(plan.sprt, Sprt):
        return plan.sprt.stronger(games, first, second)
    return plan.sprt.verdict(plan.sprt.ratio(games, first))
