"""Let the bots play each other and print docs/strength.md: every level against the one below, and
the soldier against the random player. Results are kept in a folder, so that it can be gone on with.

    python -m bench.strength --games 200 --markdown docs/strength.md
    python -m bench.strength --fixed --seed 7 --only basic --games 200 --markdown docs/strength.md
    python -m bench.strength --fixed --seed 7 --only skirmish --levels marshal --games 40

What `bench.yardstick`, `bench.punctual` and `bench.calibration` have found is printed along.
"""

import argparse
import datetime
import itertools
import os
import platform
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from bench import calibration, punctual, yardstick
from bench.asking import parsed
from bench.progress import Count
from outrider.bots.levels import LEVELS
from outrider.contests.arena import Played
from outrider.contests.ratings import Bar, elo, intervals, said, score_of
from outrider.contests.tournament import Log, Plan, decided, run
from outrider.games import games
from outrider.games.rooms import brought

PAIRS = (
    ("soldier", "random"),
    ("soldier", "recruit"),
    ("captain", "soldier"),
    ("marshal", "captain"),
)
OVER_RANDOM = Bar(0.95, margin=0.05)
OVER_BELOW = {"skirminion": Bar(0.75)}
OTHERWISE = Bar(0.65)
"""The share of decided games that each pairing is tested for. Without dice the better one wins more
often."""
NOTHING = ("Not played.", "Not measured.")
"""What is said where there are no results."""
FOLDER = Path("build/strength")
SECONDS = 0.1
"""For a choice. The marshals would take longer."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=200, help="at most, for each pair")
    parser.add_argument("--only", nargs="*", help="play these games only")
    parser.add_argument("--print", action="store_true", help="play nothing, print what there is")
    parser.add_argument("--folder", type=Path, help="where games are kept: build/strength")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for a choice, at most")
    parser.add_argument("--markdown", type=Path, metavar="FILE")
    parser.add_argument("--cores", type=int)
    parser.add_argument("--pairs", type=int, default=len(PAIRS), help="of levels, at most")
    parser.add_argument("--levels", nargs="*", help="play these against the one below only")
    parser.add_argument("--fixed", action="store_true", help="nothing ends a series early")
    parser.add_argument("--seed", type=int, default=1)
    tiny = {"games": 2, "seconds": 0.01, "pairs": 1, "only": ["skirminion"], "cores": 1}
    return parsed(parser, tiny)


def bar_of(game: str, second: str) -> Bar:
    return OVER_RANDOM if second == "random" else OVER_BELOW.get(game, OTHERWISE)


def row(game: str, plan: Plan, played: Sequence[Played]) -> str:
    first, second = plan.bots
    won = sum(score_of(each, first) == 1 for each in played)
    lost = sum(score_of(each, second) == 1 for each in played)
    drawn = len(played) - won - lost
    share = f"{100 * won / (won + lost):.0f}%" if won + lost else "-"
    rating, span = elo(played, plan.bots), intervals(played, plan.bots)
    gap = rating[first] - rating[second]
    # The two ratings mirror each other, so the difference is twice as far from its bounds.
    low, high = (2 * bound for bound in span[first])
    bar = bar_of(game, second)
    verdict = {"high": "above", "low": "below"}.get(decided(plan, played) or "", "undecided")
    if plan.sprt is None and len(played) >= plan.games:
        reached = won >= bar.share * (won + lost)
        verdict = f"{'reached' if reached else 'missed'}, {plan.games} fixed"
    cells = (
        game, first, second, str(len(played)), str(won), str(lost),
        f"{drawn} ({100 * drawn / max(1, len(played)):.0f}%)", share,
        f"{100 * bar.share:.0f}%: {verdict}", f"{gap:+.0f} ({said(low, high)})",
        pace(played, first), pace(played, second),
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def pace(played: Sequence[Played], name: str) -> str:
    """Milliseconds that a bot took for a choice."""
    choices = thought = 0.0
    for each in played:
        seat = each.bots.index(name)
        choices, thought = choices + each.choices[seat], thought + each.thought[seat]
    return f"{1000 * thought / max(1, choices):.1f}"


def main() -> None:
    asked = arguments()
    with ExitStack() as stack:
        # A tiny run keeps nothing, unless it is told where.
        usual = stack.enter_context(tempfile.TemporaryDirectory()) if asked.tiny else FOLDER
        folder = Path(asked.folder or usual)
        folder.mkdir(parents=True, exist_ok=True)
        play_all(asked, folder)


def play_all(asked: argparse.Namespace, folder: Path) -> None:
    """Every series; printed as each ends."""
    wanted = [
        game.id for game in games() if not asked.print and game.id in (asked.only or [game.id])
    ]
    pairs = [each for each in PAIRS[: asked.pairs] if each[0] in (asked.levels or each)]
    progress = Count(len(wanted) * len(pairs) * asked.games, "games at most")
    rows: list[str] = []
    before = printed(asked.markdown)
    for game, (first, second) in itertools.product([game.id for game in games()], PAIRS):
        bar = bar_of(game, second)
        plan = Plan(
            game, (first, second), asked.games, seconds=asked.seconds, seed=asked.seed,
            sprt=None if asked.fixed else bar,
        )  # fmt: skip
        file = folder / f"{game}-{first}-{second}.jsonl"
        plays = game in wanted and (first, second) in pairs
        if not plays and not file.exists():
            rows += rows_of(before, f"| {game} | {first} | {second} |")
            continue
        log = Log(file, plan)
        played = series(plan, log, progress, asked.cores) if plays else log.played
        rows.append(row(game, plan, played))
        progress.clear()
        print(rows[-1], flush=True)
    if asked.markdown:
        asked.markdown.write_text(page(asked, rows), "utf-8")


def series(plan: Plan, log: Log, progress: Count, cores: int | None) -> Sequence[Played]:
    """One of them, as far as it has not been played before."""
    what = f"games at most, {plan.game}, {plan.bots[0]} against {plan.bots[1]}"
    kept = len(log.played)
    progress.drop(kept)
    counted = kept

    def told(done: int, total: int) -> None:
        nonlocal counted
        progress.add(done - counted, what)
        counted = done

    played = run(plan, log, told, cores)
    progress.drop(plan.games - counted)
    return played


def budgets() -> str:
    """What each level of each game may spend, as the bots themselves have it."""
    found = ["| game | " + " | ".join(LEVELS) + " |", "|---|" + "---|" * len(LEVELS)]
    for game in games():
        own = brought(game, "outrider.bots", "bots")
        if own is not None:
            table: dict[str, Any] = own.BUDGETS
            cells = (spent(table[level]) for level in LEVELS)
            found.append(f"| {game.id} | {' | '.join(cells)} |")
    return "\n".join(found)


def spent(budget: Any) -> str:
    """A budget's fields that are not as usual."""
    said = []
    for each in fields(budget):
        value = getattr(budget, each.name)
        if each.default is MISSING or value != each.default:
            name = each.name.replace("_", " ")
            said.append(name if value is True else f"{name} {value}")
    return ", ".join(said) or "the plain policy"


def page(asked: argparse.Namespace, rows: Sequence[str]) -> str:
    today = datetime.date.today().isoformat()
    columns = ["game", "bot", "against", "games", "won", "lost", "drawn", "of decided"]
    columns += ["bar", "Elo (95%)", "ms a choice", "ms of the other"]
    head, rule = f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"
    return f"""# How strong the bots are

Printed by `python -m bench.strength --games {asked.games}` on {today}, Python
{platform.python_version()}, {os.cpu_count()} cores.

## Each level against the one below
Every pair of games has the same dice and seats swapped. Levels play with their own budgets, below;
but a choice takes at most {asked.seconds} s, which stops marshals early and leaves Skirminion's
duels among forts unsolved. A series with "fixed" had its number of games said beforehand, on seeds
that nothing was chosen by, and its share is held against the bar; "reached" does not say that a
second one would. Of the others each, of at most {asked.games} games, ends early when a sequential
test has decided, with 5% error, between a share of decided games below the bar and one above it,
each 10 points away (4 to 5 for a bar of 95%). Elo is the difference, half a game each way taken to
have been won besides, with the interval from weighing pairs anew at random; a clean sweep has a
lower bound only.

{head}
{rule}
{chr(10).join(rows)}

What the levels spend:

{budgets()}

{stays(asked.markdown, "The search against plain UCT", yardstick.report())}

{stays(asked.markdown, "How punctual they are", punctual.report())}

{stays(asked.markdown, "How well chances are told", calibration.report())}
"""


def printed(file: Path | None) -> str:
    """What the page says now."""
    return file.read_text("utf-8") if file is not None and file.exists() else ""


def rows_of(before: str, beginning: str) -> list[str]:
    """What was printed of a series whose games are not at hand."""
    return [line for line in before.splitlines() if line.startswith(beginning)]


def stays(file: Path | None, heading: str, found: str) -> str:
    """A section. What has not been measured since stays as it was printed."""
    _, _, after = printed(file).partition(f"## {heading}\n")
    old = after.partition("\n## ")[0].strip()
    return f"## {heading}\n{old if old and found in NOTHING else found}"


if __name__ == "__main__":
    main()
