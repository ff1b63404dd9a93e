"""This checkout's bots against another's: `python -m bench.duel --against ../before --games 40`.

Both are programs at one table, each with its own modules, and have the same time for a choice, by
the processor. Games come in pairs, the same dice with seats swapped, and how many there are is said
before the first: nothing ends a series early. With `--log` it can be gone on with.
"""

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import outrider
from bench import guest
from bench.asking import parsed
from bench.progress import Count
from outrider.contests.arena import Played
from outrider.contests.ratings import elo, intervals, said, score_of
from outrider.contests.tournament import Log, Plan, run

HOME = Path(outrider.__file__).parents[1]
"""The modules of this checkout."""
BENCH = Path(guest.__file__).parents[1]
LONGEST = 60.0
"""Seconds by the wall after which an answer is too late, which would be an accident."""
MEMORY = 4096
"""Megabytes of address space, most of which the compiler only reserves."""
ANSWER = "from bench.guest import main; main()"


def program(modules: Path | None, python: str, asked: argparse.Namespace, name: str) -> str:
    """The command that runs a level with the modules of a checkout, or with what a Python has
    installed; the name tells two apart."""
    path = f"PYTHONPATH={BENCH if modules is None else f'{modules}:{BENCH}'}"
    words = ["env", path, python, "-c", ANSWER, asked.game, asked.level]
    return shlex.join([*words, str(asked.seconds), name])


def told(played: Sequence[Played], ours: str, theirs: str) -> str:
    """What came of it: results, the difference in Elo and its interval, and accidents."""
    scores = [score_of(each, ours) for each in played]
    results = f"won {scores.count(1.0)}, drawn {scores.count(0.5)}, lost {scores.count(0.0)}"
    if not played:
        return results
    names = (ours, theirs)
    rating = elo(played, names)
    # The two ratings mirror each other, so the difference is twice as far from its bounds.
    low, high = (2 * bound for bound in intervals(played, names)[ours])
    replaced = sum(sum(each.substitutes) for each in played)
    return (
        f"{results}; Elo {rating[ours] - rating[theirs]:+.0f} ({said(low, high)}); "
        f"choices replaced: {replaced}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout")
    parser.add_argument("--python", metavar="FILE", help="one that another state is installed for")
    parser.add_argument("--game", default="basic")
    parser.add_argument("--level", default="marshal")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.1, help="for a choice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--log", type=Path, metavar="FILE")
    tiny = {"games": 2, "seconds": 0.001, "level": "recruit"}
    asked = parsed(parser, tiny)
    modules = None if asked.against is None else asked.against.resolve() / "src"
    if modules is None and asked.python is None:
        modules = HOME
    other = asked.python or sys.executable
    ours = program(HOME, sys.executable, asked, "ours")
    theirs = program(modules, other, asked, "theirs")
    plan = Plan(
        asked.game, (ours, theirs), asked.games, seconds=LONGEST, seed=asked.seed, memory=MEMORY
    )
    log = Log(asked.log, plan)
    kept = len(log.played)
    progress = Count(asked.games - kept, "games")
    counted = kept

    def tell(done: int, _: int) -> None:
        nonlocal counted
        if done > counted:
            progress.add(done - counted, f"games, {told(log.played, ours, theirs)}")
        counted = done

    run(plan, log, tell, asked.cores)
    print(
        f"{asked.level} of {asked.game} at {asked.seconds} s, {len(log.played)} games against "
        f"{modules or other}: {told(log.played, ours, theirs)}"
    )


if __name__ == "__main__":
    main()
