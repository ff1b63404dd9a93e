"""Self-play on all cores: parts are played wherever there is room, and written in their order."""

import itertools
import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from outrider.contests.arena import begun
from outrider.contests.crew import Crew
from outrider.core.refusal import malformed
from outrider.core.wire import dumps
from outrider.selfplay.card import card, text
from outrider.selfplay.plan import Plan
from outrider.selfplay.positions import Looker
from outrider.selfplay.writing import aside, frames, put_together, write_part

AHEAD = 3


class Stopped(Exception):
    """It could not be played to its end. Nothing was written."""


def selfplay(
    plan: Plan,
    out: Path,
    told: Callable[[int, int], None] = lambda games, positions: None,
    cores: int | None = None,
    command: str = "",
) -> dict[str, int]:
    """Play, and write positions and card: what came of it. The same plan makes the same file,
    whatever the number of cores."""
    frames()
    plan.check()
    with aside(out) as folder:
        parts = list(plan.parts())
        files = [folder / f"{at:08d}.parquet" for at in range(len(parts))]
        counts: Counter[str] = Counter()
        try:
            _play(plan, list(zip(parts, files, strict=True)), counts, told, cores)
            if not counts["positions"]:
                raise malformed("nobody had anything to decide in these games")
            whole = put_together(files, folder)
            _describe(plan, counts, out, command)
            whole.replace(out)
        except OSError as error:
            raise Stopped(f"{out} cannot be written: {error.strerror or error}") from None
    return dict(counts)


def _play(
    plan: Plan,
    parts: list[tuple[range, Path]],
    counts: Counter[str],
    told: Callable[[int, int], None],
    cores: int | None,
) -> None:
    count = min(cores or os.cpu_count() or 1, len(parts))
    if count == 1:  # nobody else is needed for that
        for part in parts:
            counts.update(write_part(plan, *part))
            told(counts["games"], counts["positions"])
        return
    queue = iter(parts)
    try:
        with Crew(count) as crew:
            running: set[Future[dict[str, int]]] = {
                crew.submit(write_part, plan, *part)
                for part in itertools.islice(queue, AHEAD * count)
            }
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    counts.update(future.result())
                told(counts["games"], counts["positions"])
                running |= {
                    crew.submit(write_part, plan, *part)
                    for part in itertools.islice(queue, len(done))
                }
    except BrokenProcessPool:
        raise Stopped("a process that played was killed from outside") from None


def _describe(plan: Plan, counts: Counter[str], out: Path, command: str) -> None:
    """The card beside the file, for programs and for people."""
    arena = Looker(begun(plan.bout(0))).arena
    made = card(plan, arena, dict(counts), out)
    for suffix, said in ((".card.json", dumps(made) + "\n"), (".card.md", text(made, command))):
        file = out.with_suffix(suffix)
        draft = file.with_name(f".{file.name}.draft")
        draft.write_text(said, "utf-8")
        draft.replace(file)
