"""Let the bots play each other and print docs/strength.md: every level against the one below, and
the soldier against the random player. Results are kept in a folder, so that it can be gone on with.

    python -m bench.strength --games 200 --seconds 0.05 --markdown docs/strength.md
"""

import argparse
import datetime
import os
import platform
from collections.abc import Sequence
from pathlib import Path

from outrider.bots.arena import Played
from outrider.bots.ratings import Sprt, elo, intervals, score_of
from outrider.bots.tournament import Log, Plan, decided, run
from outrider.games import games

PAIRS = (
    ("soldier", "random"),
    ("soldier", "recruit"),
    ("captain", "soldier"),
    ("marshal", "captain"),
)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=200, help="at most, for each pair")
    parser.add_argument("--seconds", type=float, default=0.05, help="for a choice")
    parser.add_argument("--only", nargs="*", help="these games only")
    parser.add_argument("--folder", type=Path, default=Path("build/strength"))
    parser.add_argument("--markdown", type=Path, metavar="FILE")
    parser.add_argument("--cores", type=int)
    return parser.parse_args()


def row(game: str, plan: Plan, played: Sequence[Played]) -> str:
    first, second = plan.bots
    won = sum(score_of(each, first) == 1 for each in played)
    lost = sum(score_of(each, second) == 1 for each in played)
    drawn = len(played) - won - lost
    share = f"{100 * won / (won + lost):.0f}%" if won + lost else "-"
    rating, span = elo(played, plan.bots), intervals(played, plan.bots)
    gap = rating[first] - rating[second]
    wide = (span[first][1] - span[first][0]) or 0.0
    choices = sum(sum(each.choices) for each in played)
    thought = sum(sum(each.thought) for each in played)
    said = decided(plan, played) or "undecided"
    cells = (
        game, first, second, str(len(played)), str(won), str(lost), str(drawn), share,
        f"{gap:+.0f} ± {wide:.0f}", said, f"{1000 * thought / max(1, choices):.0f}",
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def main() -> None:
    asked = arguments()
    asked.folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for game in games():
        if asked.only and game.id not in asked.only:
            continue
        for first, second in PAIRS:
            plan = Plan(
                game.id, (first, second), asked.games, seconds=asked.seconds, sprt=Sprt(0, 100)
            )
            log = Log(asked.folder / f"{game.id}-{first}-{second}.jsonl", plan)
            played = run(plan, log, lambda done, of: None, asked.cores)
            rows.append(row(game.id, plan, played))
            print(rows[-1], flush=True)
            if asked.markdown:
                asked.markdown.write_text(page(asked, rows), "utf-8")


def page(asked: argparse.Namespace, rows: Sequence[str]) -> str:
    today = datetime.date.today().isoformat()
    columns = ["game", "bot", "against", "games", "won", "lost", "drawn"]
    columns += ["of decided", "Elo", "test", "ms a choice"]
    head, rule = f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"
    return f"""# How strong the bots are

Printed by `python -m bench.strength --games {asked.games} --seconds {asked.seconds}` on {today},
Python {platform.python_version()}, {os.cpu_count()} cores. Every pair of games has the same
dice and seats swapped. A choice takes at most {asked.seconds} s, so the higher levels play below
their own budgets here. The test is sequential, of Elo 0 against 100, and ends a pairing as soon
as it is decided; the Elo is the difference, give or take what resampling pairs gives.

{head}
{rule}
{chr(10).join(rows)}
"""


if __name__ == "__main__":
    main()
