"""Let the bots play each other and print docs/strength.md: every level against the one below, and
the soldier against the random player. Results are kept in a folder, so that it can be gone on with.

    python -m bench.strength --games 200 --markdown docs/strength.md

What `bench.yardstick`, `bench.punctual` and `bench.calibration` have found is printed along.
"""

import argparse
import datetime
import importlib
import os
import platform
from collections.abc import Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from bench import calibration, punctual, yardstick
from outrider.bots.arena import Played
from outrider.bots.levels import LEVELS, family
from outrider.bots.ratings import Bar, elo, intervals, said, score_of
from outrider.bots.tournament import Log, Plan, decided, run
from outrider.games import games

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
SECONDS = 0.1
"""For a choice. The marshals would take longer."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=200, help="at most, for each pair")
    parser.add_argument("--only", nargs="*", help="play these games only")
    parser.add_argument("--print", action="store_true", help="play nothing, print what there is")
    parser.add_argument("--folder", type=Path, default=Path("build/strength"))
    parser.add_argument("--markdown", type=Path, metavar="FILE")
    parser.add_argument("--cores", type=int)
    return parser.parse_args()


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
    asked.folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for game in games():
        for first, second in PAIRS:
            bar = bar_of(game.id, second)
            plan = Plan(game.id, (first, second), asked.games, seconds=SECONDS, sprt=bar)
            file = asked.folder / f"{game.id}-{first}-{second}.jsonl"
            idle = asked.print or (asked.only and game.id not in asked.only)
            if idle and not file.exists():
                continue
            log = Log(file, plan)
            played = log.played if idle else run(plan, log, lambda done, of: None, asked.cores)
            rows.append(row(game.id, plan, played))
            print(rows[-1], flush=True)
            if asked.markdown:
                asked.markdown.write_text(page(asked, rows), "utf-8")


def budgets() -> str:
    """What each level of each game may spend, as the bots themselves have it."""
    found = ["| game | " + " | ".join(LEVELS) + " |", "|---|" + "---|" * len(LEVELS)]
    for game in games():
        folder = family(game)
        if folder is not None:
            table: dict[str, Any] = importlib.import_module(f"{folder}.bots").BUDGETS
            cells = (spent(table[level]) for level in LEVELS)
            found.append(f"| {game.id} | {' | '.join(cells)} |")
    return "\n".join(found)


def spent(budget: Any) -> str:
    """A budget's fields that are not as usual."""
    said = []
    for each in fields(budget):
        value = getattr(budget, each.name)
        if each.default is MISSING or value != each.default:
            said.append(f"{each.name.replace('_', ' ')} {value}")
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
but a choice takes at most {SECONDS} s, which stops marshals early and leaves Skirminion's duels
among forts unsolved. A series of at most {asked.games} games ends early when a sequential test has
decided, with 5% error, between a share of decided games below the bar and one above it, each 10
points away (4 to 5 for a bar of 95%). Elo is the difference, half a game each way taken to have
been won besides, with the interval from weighing pairs anew at random; a clean sweep has a lower
bound only.

{head}
{rule}
{chr(10).join(rows)}

What the levels spend:

{budgets()}

## The search against plain UCT
{yardstick.report()}

## How punctual they are
{punctual.report()}

## How well chances are told
{calibration.report()}
"""


if __name__ == "__main__":
    main()
